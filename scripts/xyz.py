"""The files molecules/*.xyz, for the scripts here."""

import pathlib

import numpy as np

MOLECULE_DIR = pathlib.Path(__file__).resolve().parent.parent / "molecules"


def write_xyz(path, comment, atoms):
    lines = [str(len(atoms)), comment]
    for symbol, position in atoms:
        x, y, z = np.round(np.asarray(position, dtype=float), 8) + 0.0  # no "-0.00000000"
        lines.append(f"{symbol:<2s} {x:15.8f} {y:15.8f} {z:15.8f}")
    path.write_text("\n".join(lines) + "\n", encoding="ascii")


def read_xyz(path):
    """[(symbol, (x, y, z) in Angstrom), ...] of an .xyz file."""
    lines = pathlib.Path(path).read_text().splitlines()
    fields = [line.split() for line in lines[2:2 + int(lines[0])]]
    return [(f[0], tuple(map(float, f[1:4]))) for f in fields]
