"""Files that are no files on a disk, and command lines that name one file twice."""

import os
import threading

import pytest
from conftest import MOLECULES, SOURCE

WATER = (MOLECULES / "water.xyz").read_text()
STO_3G = (SOURCE / "basis/sto-3g.g94").read_text()
RANKS = pytest.mark.parametrize("ranks", [None, 2])


def pipe(directory, name, text):
    """A FIFO from which `text` can be read once."""
    path = directory / name
    os.mkfifo(path)
    threading.Thread(target=path.write_text, args=(text,), daemon=True).start()
    return name


@RANKS
def test_molecule_and_basis_from_pipes(fockproxy, tmp_path, ranks):
    molecule, basis = pipe(tmp_path, "molecule", WATER), pipe(tmp_path, "basis.g94", STO_3G)
    run = fockproxy("scf", molecule, "--basis", basis, ranks=ranks, timeout=60).assert_passed()
    assert "-74.96" in run.out


@RANKS
def test_molecule_from_standard_input(fockproxy, ranks):
    run = fockproxy("scf", "/dev/stdin", "--basis", "sto-3g", ranks=ranks, stdin=WATER, timeout=60).assert_passed()
    assert "-74.96" in run.out


@RANKS
def test_wrong_molecule_in_a_pipe(fockproxy, tmp_path, ranks):
    molecule = pipe(tmp_path, "molecule", "3\nwater\nO 0 0 0\n")
    fockproxy("scf", molecule, ranks=ranks, timeout=60).assert_refused("molecule:3:", "1 of 3 atoms")


@RANKS
def test_nothing_on_standard_input(fockproxy, ranks):
    fockproxy("scf", "/dev/stdin", ranks=ranks, timeout=60).assert_refused("/dev/stdin:1:", "empty")
