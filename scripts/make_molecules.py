#!/usr/bin/env python3
"""Write the geometries molecules/*.xyz (Angstrom) and molecules/README.md.

Where the geometries come from:

- atoms and small molecules: measured bond lengths and angles, written out in
  molecule_recipes.py;
- C60, the all-trans alkanes and stacks of benzene: exact constructions from bond
  lengths, angles and distances;
- other organic molecules: RDKit (ETKDG embedding, MMFF94), then GFN2-xTB;
- water clusters: oxygen atoms on a polyhedron, a ring or a piece of the diamond
  lattice; hydrogen atoms by the ice rules, the arrangement of lowest
  point-charge energy among many seeded random ones; then GFN2-xTB.

An optimised geometry is reproducible to about 1e-3 A only (it depends on the
versions of the programs), and molecules/reference.json belongs to the files
that are there.  So files that exist are kept, unless --force is given.

Run from the root of the repository, in a virtual environment made from
scripts/requirements-reference.txt, after scripts/make_basis.py:

    python3 scripts/make_molecules.py [--force] [name ...]   # default: all missing ones
"""

import argparse

import numpy as np
from molecule_readme import write_readme
from molecule_recipes import recipes
from water_clusters import WATER_CLUSTERS
from xyz import MOLECULE_DIR, write_xyz


def check(name, atoms):
    """Stop on atoms that are too close; a water cluster must be whole and connected."""
    positions = np.array([p for _, p in atoms], dtype=float)
    if len(atoms) == 1:
        return ""
    distances = np.linalg.norm(positions[:, None] - positions[None], axis=2)
    closest = distances[np.triu_indices(len(atoms), 1)].min()
    assert closest > 0.7, f"{name}: atoms {closest:.3f} A apart"
    if name not in WATER_CLUSTERS:
        return f"closest atoms {closest:.3f} A"
    oxygen = [i for i, (symbol, _) in enumerate(atoms) if symbol == "O"]
    hydrogen = [i for i, (symbol, _) in enumerate(atoms) if symbol == "H"]
    oh = distances[np.ix_(oxygen, hydrogen)]
    assert np.all((oh < 1.1).sum(axis=1) == 2), f"{name}: a broken water molecule"
    bonded = np.argwhere((oh > 1.1) & (oh < 2.3))  # hydrogen bonds as (acceptor, hydrogen)
    graph = [{a, int(np.argmin(oh[:, h]))} for a, h in bonded]
    reached = {0}
    for _ in oxygen:
        for pair in graph:
            if pair & reached:
                reached |= pair
    assert len(reached) == len(oxygen), f"{name}: not connected"
    oo = [distances[oxygen[a], oxygen[int(np.argmin(oh[:, h]))]] for a, h in bonded]
    assert min(oo) > 2.5 and max(oo) < 3.2, f"{name}: O-O distances {min(oo):.2f} to {max(oo):.2f}"
    return f"{len(bonded)} hydrogen bonds, O-O {min(oo):.2f} to {max(oo):.2f} A"


def main():
    parser = argparse.ArgumentParser(description="Write molecules/*.xyz and molecules/README.md.")
    parser.add_argument("--force", action="store_true", help="also rewrite files that exist")
    parser.add_argument("names", nargs="*", help="molecules (default: all)")
    options = parser.parse_args()
    table = recipes()
    MOLECULE_DIR.mkdir(exist_ok=True)
    for name in options.names or table:
        if name not in table:
            raise SystemExit(f"unknown molecule {name!r}; known: {' '.join(table)}")
        path = MOLECULE_DIR / f"{name}.xyz"
        if path.exists() and not options.force:
            continue
        comment, build = table[name]
        atoms = build()
        summary = check(name, atoms)
        write_xyz(path, comment, atoms)
        print(f"{path.name}: {len(atoms)} atoms {summary}", flush=True)
    write_readme()


if __name__ == "__main__":
    main()
