"""Reads basis/*.g94 for the scripts here and in perf/; needs only Python."""

from __future__ import annotations

import pathlib
from typing import NamedTuple

BASIS_DIR = pathlib.Path(__file__).resolve().parent.parent / "basis"
LETTERS = "SPDFGHI"


class Contraction(NamedTuple):
    """One contraction of one shell."""

    l: int
    exponents: tuple[float, ...]
    coefficients: tuple[float, ...]


def read_g94(path: str | pathlib.Path) -> dict[str, list[Contraction]]:
    """By element symbol, the shells of a .g94 file.

    Shells in the order of the file; an SP shell gives an s and then a p shell.
    Throws ValueError on a scale factor that is not 1.
    """
    lines = [line for line in pathlib.Path(path).read_text().splitlines()
             if line.strip() and not line.startswith("!")]
    basis: dict[str, list[Contraction]] = {}
    i = 0
    while i < len(lines):
        symbol = lines[i].split()[0]
        shells = basis.setdefault(symbol, [])
        i += 1
        while lines[i].strip() != "****":
            letters, primitives, scale = lines[i].split()
            if float(scale) != 1:
                raise ValueError(f"{path}: scale factor in '{lines[i]}', and 1.00 is expected")
            rows = [[float(number.replace("D", "E")) for number in line.split()]
                    for line in lines[i + 1:i + 1 + int(primitives)]]
            exponents, *columns = zip(*rows, strict=True)
            if len(columns) != len(letters):
                raise ValueError(f"{path}: '{lines[i]}' needs {len(letters)} columns of coefficients")
            for letter, coefficients in zip(letters, columns, strict=True):
                shells.append(Contraction(LETTERS.index(letter), exponents, coefficients))
            i += 1 + int(primitives)
        i += 1
    return basis
