"""Fock builds and SCFs of other programs, measured beside those of fockproxy with the same molecule and basis set."""
