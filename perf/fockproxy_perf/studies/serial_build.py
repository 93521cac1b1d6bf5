"""The Fock build of one rank that communicates with nobody: what perf/ measures of the integrals."""


def serial_build(program, molecule, basis, grain, repeat, *options):
    """The words of its command line."""
    return [str(word) for word in (program, "fock", molecule, "--basis", basis, "--grain", grain, "--matrix", "local",
                                   "--counter", "static", "--repeat", repeat, *options)]
