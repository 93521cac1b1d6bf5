"""Measures the verification of Fock builds: its promise, its power, and its false alarms."""
