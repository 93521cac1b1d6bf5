"""The Fock build of one rank that communicates with nobody: what perf/ measures of the integrals."""

import pathlib


def serial_build(
    program: str | pathlib.Path, molecule: str, basis: str, grain: str, repeat: int, *options: str | pathlib.Path
) -> list[str]:
    """The words of its command line."""
    return [str(word) for word in (program, "fock", molecule, "--basis", basis, "--grain", grain, "--matrix", "local",
                                   "--counter", "static", "--repeat", repeat, *options)]
