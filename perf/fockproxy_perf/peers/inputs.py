"""Geometries and basis sets of the project, in the forms that the programs read.

Every program gets the exponents, coefficients and positions of molecules/*.xyz and basis/*.g94 themselves, in bohr, so
that no program's own constants or libraries come in.
"""

import pathlib
import sys
from typing import NamedTuple

from fockproxy_perf.source_tree import SOURCE

sys.path.append(str(SOURCE / "scripts"))
from g94 import LETTERS, read_g94  # noqa: E402

ANGSTROM_PER_BOHR = 0.529177210903  # CODATA 2018, as in lib/chem/molecule.hpp


class Shell(NamedTuple):
    """Contractions over the same primitives; `coefficients` has one tuple per contraction."""

    l: int
    exponents: tuple
    coefficients: tuple


def read_xyz(path):
    """[(symbol, (x, y, z) in bohr), ...]"""
    count, _, *lines = pathlib.Path(path).read_text().splitlines()
    atoms = []
    for line in lines[:int(count)]:
        symbol, *position = line.split()
        atoms.append((symbol, tuple(float(x) / ANGSTROM_PER_BOHR for x in position[:3])))
    if len(atoms) != int(count):
        raise ValueError(f"{path}: {count} atoms are announced, {len(atoms)} found")
    return atoms


def general(shells):
    """[(Shell, places), ...]: all shells of read_g94() over the same primitives as one shell of several contractions, for
    programs that save work with general contractions. `places`: of each contraction, where its functions begin among the
    functions of the atom in the order of the file (spherical functions)."""
    merged, place = {}, 0
    for l, exponents, coefficients in shells:
        shell, places = merged.get((l, exponents), (Shell(l, exponents, ()), []))
        merged[l, exponents] = shell._replace(coefficients=(*shell.coefficients, coefficients)), [*places, place]
        place += 2 * l + 1
    return list(merged.values())


def elements(atoms):
    return sorted({symbol for symbol, _ in atoms})


def pyscf_basis(basis, symbols):
    """PySCF's form, {symbol: [[l, [exponent, coefficient, ...], ...], ...]}, and {symbol: [places, ...]} of the same
    shells."""
    forms, places = {}, {}
    for symbol in symbols:
        shells = general(basis[symbol])
        forms[symbol] = [[s.l, *([e, *row] for e, row in zip(s.exponents, zip(*s.coefficients)))] for s, _ in shells]
        places[symbol] = [of_shell for _, of_shell in shells]
    return forms, places


def nwchem_basis(basis, symbols):
    """NWChem's input block for spherical functions."""
    lines = ['basis "ao basis" spherical noprint']
    for symbol in symbols:
        for shell, _ in general(basis[symbol]):
            lines.append(f"  {symbol} {LETTERS[shell.l]}")
            for exponent, row in zip(shell.exponents, zip(*shell.coefficients)):
                lines.append("    " + " ".join(f"{number:.12e}" for number in (exponent, *row)))
    return "\n".join([*lines, "end"]) + "\n"


def nwchem_geometry(atoms):
    """NWChem's input block: where the atoms are, not moved, not turned, no symmetry used."""
    lines = ["geometry units au noautoz nocenter noautosym noprint", "  symmetry c1"]
    lines += [f"  {symbol} " + " ".join(f"{x:.12f}" for x in position) for symbol, position in atoms]
    return "\n".join([*lines, "end"]) + "\n"
