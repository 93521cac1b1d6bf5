"""Geometries and basis sets of this project, in the input formats of the programs.

Every program gets the exponents, coefficients and positions of molecules/*.xyz and basis/*.g94, in bohr. So no program
uses its own constants or basis set library.
"""

import pathlib
import sys
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from fockproxy_perf.source_tree import SOURCE

sys.path.append(str(SOURCE / "scripts"))
from g94 import LETTERS, Contraction
from g94 import read_g94 as read_g94

ANGSTROM_PER_BOHR = 0.529177210903  # CODATA 2018, as in lib/chem/molecule.hpp

Atom = tuple[str, tuple[float, ...]]  # symbol, and position in bohr
Basis = Mapping[str, Sequence[Contraction]]  # by element symbol


class Shell(NamedTuple):
    """Contractions over the same primitives; `coefficients` has one tuple per contraction."""

    l: int
    exponents: tuple[float, ...]
    coefficients: tuple[tuple[float, ...], ...]

    def rows(self) -> list[tuple[float, ...]]:
        """For each primitive: the exponent, then its coefficient in each contraction."""
        return list(zip(self.exponents, *self.coefficients, strict=True))


def read_xyz(path: pathlib.Path) -> list[Atom]:
    """Throws ValueError if atoms are missing."""
    count, _, *lines = path.read_text().splitlines()
    atoms: list[Atom] = []
    for line in lines[:int(count)]:
        symbol, *position = line.split()
        atoms.append((symbol, tuple(float(x) / ANGSTROM_PER_BOHR for x in position[:3])))
    if len(atoms) != int(count):
        raise ValueError(f"{path}: {count} atoms are announced, {len(atoms)} found")
    return atoms


def general(contractions: Iterable[Contraction]) -> list[tuple[Shell, list[int]]]:
    """[(Shell, places), ...]: contractions over the same primitives become one shell, for programs that benefit from
    general contractions. `places` tells, for each contraction, where its functions begin among those of the atom in the
    order of the file (spherical functions)."""
    merged: dict[tuple[int, tuple[float, ...]], tuple[Shell, list[int]]] = {}
    place = 0
    for c in contractions:
        shell, places = merged.get((c.l, c.exponents), (Shell(c.l, c.exponents, ()), []))
        together = shell._replace(coefficients=(*shell.coefficients, c.coefficients))
        merged[c.l, c.exponents] = together, [*places, place]
        place += 2 * c.l + 1
    return list(merged.values())


def elements(atoms: Iterable[Atom]) -> list[str]:
    return sorted({symbol for symbol, _ in atoms})


PySCFShell = list[int | list[float]]  # [l, [exponent, coefficient, ...], ...]


def pyscf_basis(
    basis: Basis, symbols: Iterable[str]
) -> tuple[dict[str, list[PySCFShell]], dict[str, list[list[int]]]]:
    """By symbol: the shells in PySCF's form, and their places."""
    forms: dict[str, list[PySCFShell]] = {}
    places: dict[str, list[list[int]]] = {}
    for symbol in symbols:
        shells = general(basis[symbol])
        forms[symbol] = [[shell.l, *map(list, shell.rows())] for shell, _ in shells]
        places[symbol] = [of_shell for _, of_shell in shells]
    return forms, places


def nwchem_basis(basis: Basis, symbols: Iterable[str]) -> str:
    """The basis block of NWChem's input, with spherical functions."""
    lines = ['basis "ao basis" spherical noprint']
    for symbol in symbols:
        for shell, _ in general(basis[symbol]):
            lines.append(f"  {symbol} {LETTERS[shell.l]}")
            lines += ["    " + " ".join(f"{number:.12e}" for number in row) for row in shell.rows()]
    return "\n".join([*lines, "end"]) + "\n"


def nwchem_geometry(atoms: Iterable[Atom]) -> str:
    """The geometry block of NWChem's input: atoms are neither moved nor rotated, and no symmetry is used."""
    lines = ["geometry units au noautoz nocenter noautosym noprint", "  symmetry c1"]
    lines += [f"  {symbol} " + " ".join(f"{x:.12f}" for x in position) for symbol, position in atoms]
    return "\n".join([*lines, "end"]) + "\n"
