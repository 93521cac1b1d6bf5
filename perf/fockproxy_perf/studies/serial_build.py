"""The Fock build of one rank that communicates with nobody: what perf/ measures of the integrals."""


def serial_build(program: object, molecule: str, basis: str, grain: str, repeat: int, *options: object) -> list[str]:
    """The words of its command line."""
    command = (program, "fock", molecule, "--basis", basis, "--grain", grain, "--matrix", "local",
               "--counter", "static", "--repeat", repeat, *options)
    return [str(word) for word in command]
