"""What the verification of Fock builds is worth, measured: its promise, its power, and its false alarms."""
