"""Other programs' Fock builds and SCFs, measured beside fockproxy's on the same molecule and basis set."""
