"""Geometries and basis sets of the project, in the forms that the programs read.

Every program gets the exponents, coefficients and positions of molecules/*.xyz and basis/*.g94 themselves, in bohr, so
that no program's own constants or libraries come in.
"""

import pathlib
from typing import NamedTuple

ANGSTROM_PER_BOHR = 0.529177210903  # CODATA 2018, as in lib/chem/molecule.hpp
LETTERS = "SPDFGHI"


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


def read_g94(path):
    """{symbol: [Shell, ...]} with one contraction each, in the order of the file; an SP shell gives an s and a p."""
    lines = [line for line in pathlib.Path(path).read_text().splitlines() if line.strip() and not line.startswith("!")]
    basis, i = {}, 0
    while i < len(lines):
        shells = basis.setdefault(lines[i].split()[0], [])
        i += 1
        while lines[i].strip() != "****":
            letters, primitives, scale = lines[i].split()
            if float(scale) != 1:
                raise ValueError(f"{path}: scale factor in '{lines[i]}', and 1.00 is expected")
            block = lines[i + 1:i + 1 + int(primitives)]
            exponents, *columns = zip(*([float(number.replace("D", "E")) for number in line.split()] for line in block))
            shells += [Shell(LETTERS.index(letter), exponents, (column,)) for letter, column in zip(letters, columns)]
            i += 1 + int(primitives)
        i += 1
    return basis


def general(shells):
    """[(Shell, places), ...]: all shells over the same primitives as one shell of several contractions, for programs that
    save work with general contractions. `places`: of each contraction, where its functions begin among the functions of
    the atom in the order of the file (spherical functions)."""
    merged, place = {}, 0
    for shell in shells:
        old, places = merged.get((shell.l, shell.exponents), (shell._replace(coefficients=()), []))
        merged[shell.l, shell.exponents] = (old._replace(coefficients=old.coefficients + shell.coefficients),
                                            [*places, place])
        place += 2 * shell.l + 1
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
