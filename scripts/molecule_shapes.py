"""Geometries that follow from bond lengths and angles, for make_molecules.py: [(symbol, position in Angstrom), ...]."""

import numpy as np


def bent(centre, ligand, length, angle):
    """AB2 in the xz plane, z the symmetry axis."""
    half = np.radians(angle) / 2
    x, z = length * np.sin(half), length * np.cos(half)
    return [(centre, (0, 0, 0)), (ligand, (x, 0, z)), (ligand, (-x, 0, z))]


def pyramid(centre, ligand, length, angle):
    """AB3 with threefold axis z and ligand-centre-ligand `angle` (120: planar)."""
    rho = 2 * length * np.sin(np.radians(angle) / 2) / np.sqrt(3)
    z = np.sqrt(max(length**2 - rho**2, 0))
    turns = np.radians([0, 120, 240])
    return [(centre, (0, 0, 0))] + [(ligand, (rho * np.cos(t), rho * np.sin(t), z)) for t in turns]


def tetrahedron(centre, ligand, length):
    """AB4."""
    corners = [(1, 1, 1), (1, -1, -1), (-1, 1, -1), (-1, -1, 1)]
    return [(centre, (0, 0, 0))] + [(ligand, length / np.sqrt(3) * np.array(c)) for c in corners]


def ethane():
    """Staggered, r(CC) 1.536 A, r(CH) 1.091 A, HCH 108 degrees."""
    methyl = pyramid("C", "H", 1.091, 108.0)
    top = [(s, np.add(p, (0, 0, 0.768))) for s, p in methyl]
    return top + [(s, -np.array(p)) for s, p in top]


def benzene():
    """Regular hexagons, r(CC) 1.397 A, r(CH) 1.084 A."""
    turns = np.radians(np.arange(0, 360, 60))
    ring = [np.array((np.cos(t), np.sin(t), 0)) for t in turns]
    return [("C", 1.397 * p) for p in ring] + [("H", (1.397 + 1.084) * p) for p in ring]


def planar_h2cx(heavy, bond, ch, hch):
    """H2C=X in the xz plane."""
    carbon, *hydrogens = bent("C", "H", ch, hch)
    return [carbon, (heavy, (0, 0, -bond)), *hydrogens]


def ethylene():
    """D2h, r(CC) 1.339 A, r(CH) 1.086 A, HCH 117.6 degrees."""
    half = [(s, np.add(p, (0, 0, 0.6695))) for s, p in bent("C", "H", 1.086, 117.6)]
    return half + [(s, -np.array(p)) for s, p in half]


def alkane(carbons):
    """All-trans chain along x, carbon atoms in the xy plane: C-C 1.53 A, C-H 1.095 A,
    CCC 112.5 degrees, HCH 106.5 degrees; the end atoms complete the methyl groups."""
    half = np.radians(112.5) / 2
    step = 1.53 * np.array((np.sin(half), np.cos(half), 0))
    chain = [np.array((i * step[0], i % 2 * step[1], 0.0)) for i in range(carbons)]
    chain = np.array(chain) - np.mean(chain, axis=0)
    atoms = [("C", p) for p in chain]
    spread = np.radians(106.5) / 2
    for i, p in enumerate(chain):
        outward = 1.0 if i % 2 else -1.0
        for side in (1, -1):
            direction = (0, outward * np.cos(spread), side * np.sin(spread))
            atoms.append(("H", p + 1.095 * np.array(direction)))
        if i in (0, carbons - 1):  # the third methyl hydrogen continues the zigzag
            along = step * (-1 if i == 0 else 1, -outward, 1)
            atoms.append(("H", p + 1.095 * along / np.linalg.norm(along)))
    return atoms


def benzene_stack(molecules):
    """Parallel-displaced benzene molecules: planes 3.4 A apart, each slipped by 1.6 A along x against the next, back
    and forth."""
    return [(s, np.add(p, (1.6 * (i % 2), 0, 3.4 * i))) for i in range(molecules) for s, p in benzene()]


def fullerene_c60():
    """Truncated icosahedron: bonds 1.458 A in pentagons and 1.401 A between hexagons."""
    pentagon_bond, hexagon_bond = 1.458, 1.401
    golden = (1 + np.sqrt(5)) / 2
    corners = [np.roll((0, s, t * golden), k) for s in (1, -1) for t in (1, -1) for k in range(3)]
    corners = np.array(corners) * (hexagon_bond + 2 * pentagon_bond) / 2  # edge of the icosahedron
    edge = hexagon_bond + 2 * pentagon_bond
    return [("C", p + (q - p) * pentagon_bond / edge)
            for p in corners for q in corners if abs(np.linalg.norm(p - q) - edge) < 1e-6]
