#!/usr/bin/env python3
"""Write the geometries molecules/*.xyz (Angstrom) and molecules/README.md.

Where the geometries come from:

- atoms and small molecules: measured bond lengths and angles, written out below;
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
import collections
import pathlib

import numpy as np

from g94 import BASIS_DIR, read_g94
from water_clusters import WATER_CLUSTERS, water_cluster

MOLECULE_DIR = pathlib.Path(__file__).resolve().parent.parent / "molecules"
README_BASIS_SETS = ["sto-3g", "6-31g_st_", "cc-pvdz", "cc-pvtz", "def2-svp"]
SYMBOLS = """X H He Li Be B C N O F Ne Na Mg Al Si P S Cl Ar K Ca Sc Ti V Cr Mn Fe Co Ni
             Cu Zn Ga Ge As Se Br Kr""".split()

# ---------------------------------------------------------------- small molecules

HUBER_HERZBERG = "r_e, Huber and Herzberg, Constants of Diatomic Molecules (1979)"
EXPERIMENT = "rounded experimental bond lengths and angles"

ATOMS = ["he", "n", "ne", "na", "ar", "zn", "kr"]

DIATOMICS = {  # name: (element, element, bond length)
    "h2": ("H", "H", 0.74144),
    "lih": ("Li", "H", 1.5949),
    "oh": ("O", "H", 0.96966),
    "n2": ("N", "N", 1.09768),
    "co": ("C", "O", 1.12832),
    "no": ("N", "O", 1.15077),
    "o2": ("O", "O", 1.20752),
    "nah": ("Na", "H", 1.8874),
    "hcl": ("H", "Cl", 1.27455),
    "hbr": ("H", "Br", 1.41443),
    "br2": ("Br", "Br", 2.28105),
}


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
    return [carbon, (heavy, (0, 0, -bond))] + hydrogens


def ethylene():
    """D2h, r(CC) 1.339 A, r(CH) 1.086 A, HCH 117.6 degrees."""
    half = [(s, np.add(p, (0, 0, 0.6695))) for s, p in bent("C", "H", 1.086, 117.6)]
    return half + [(s, -np.array(p)) for s, p in half]


SMALL = {  # name: (source, atoms)
    # not along an axis on purpose: no integral vanishes by symmetry
    "hf": (f"{HUBER_HERZBERG}: 0.91680 A, along (1, 2, 2)",
           [("F", (0, 0, 0)), ("H", 0.91680 / 3 * np.array((1, 2, 2)))]),
    "water": ("r(OH) 0.95782 A, HOH 104.485 deg, r_e, Csaszar et al., J. Chem. Phys. 122, 214305 (2005)",
              bent("O", "H", 0.95782, 104.485)),
    "h2s": (EXPERIMENT, bent("S", "H", 1.3356, 92.11)),
    "co2": (EXPERIMENT, [("C", (0, 0, 0)), ("O", (0, 0, 1.1621)), ("O", (0, 0, -1.1621))]),
    "znh2": ("linear, r_e 1.52413 A, Shayesteh et al., Phys. Chem. Chem. Phys. 7 (2005)",
             [("Zn", (0, 0, 0)), ("H", (0, 0, 1.52413)), ("H", (0, 0, -1.52413))]),
    "ammonia": (EXPERIMENT, pyramid("N", "H", 1.012, 106.67)),
    "ph3": (EXPERIMENT, pyramid("P", "H", 1.4200, 93.345)),
    "ash3": (EXPERIMENT, pyramid("As", "H", 1.511, 92.1)),
    "ch3": (EXPERIMENT + "; planar", pyramid("C", "H", 1.079, 120.0)),
    "gah3": ("planar, r(GaH) 1.56 A, a rounded value", pyramid("Ga", "H", 1.56, 120.0)),
    "methane": (EXPERIMENT, tetrahedron("C", "H", 1.087)),
    "nh4": ("NH4+, tetrahedral, r(NH) 1.021 A, a rounded experimental value", tetrahedron("N", "H", 1.021)),
    "sih4": (EXPERIMENT, tetrahedron("Si", "H", 1.480)),
    "geh4": (EXPERIMENT, tetrahedron("Ge", "H", 1.525)),
    "ticl4": ("tetrahedral, r(TiCl) 2.170 A, a rounded experimental value",
              tetrahedron("Ti", "Cl", 2.170)),
    "h2co": (EXPERIMENT, planar_h2cx("O", 1.205, 1.111, 116.133)),
    "ethylene": (EXPERIMENT, ethylene()),
    "ethane": (EXPERIMENT + "; staggered", ethane()),
    "benzene": (EXPERIMENT, benzene()),
}

# name: (charge, multiplicity) wherever it is not (0, 1)
CHARGE_MULTIPLICITY = {"nh4": (1, 1), "n": (0, 4), "na": (0, 2), "oh": (0, 2), "no": (0, 2),
                       "o2": (0, 3), "ch3": (0, 2)}

# ---------------------------------------------------------------- exact constructions


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


# ---------------------------------------------------------------- optimised molecules

SMILES = {
    "glycine": "NCC(=O)O",
    "uracil": "O=c1cc[nH]c(=O)[nH]1",
    "caffeine": "Cn1c(=O)c2c(ncn2C)n(C)c1=O",
    "coronene": "c1cc2ccc3ccc4ccc5ccc6ccc1c7c2c3c4c5c67",
}


def embed(smiles):
    """The lowest of 20 RDKit conformers by MMFF94."""
    from rdkit import Chem
    from rdkit.Chem import AllChem
    molecule = Chem.AddHs(Chem.MolFromSmiles(smiles))
    AllChem.EmbedMultipleConfs(molecule, 20, randomSeed=2008)
    energies = [energy for _, energy in AllChem.MMFFOptimizeMoleculeConfs(molecule, maxIters=2000)]
    positions = molecule.GetConformer(int(np.argmin(energies))).GetPositions()
    return [(atom.GetSymbol(), p) for atom, p in zip(molecule.GetAtoms(), positions)]


def optimise(atoms, fmax=0.005):
    """Local minimum of GFN2-xTB (fmax in eV/A), centred on the mean of the coordinates."""
    from ase import Atoms
    from ase.optimize import BFGS
    from tblite.ase import TBLite
    symbols, positions = zip(*atoms)
    system = Atoms(symbols, positions=np.array(positions))
    system.calc = TBLite(method="GFN2-xTB", verbosity=0)
    if not BFGS(system, logfile=None).run(fmax=fmax, steps=1000):
        raise SystemExit("GFN2-xTB optimisation did not converge")
    return list(zip(symbols, system.positions - system.positions.mean(axis=0)))


# ---------------------------------------------------------------- all of them

def recipes():
    """name -> (comment line, function that returns [(symbol, position), ...])."""
    table = {}
    for name in ATOMS:
        table[name] = ("atom", lambda name=name: [(name.capitalize(), (0, 0, 0))])
    for name, (a, b, length) in DIATOMICS.items():
        table[name] = (f"{HUBER_HERZBERG}: {length} A",
                       lambda a=a, b=b, length=length: [(a, (0, 0, 0)), (b, (0, 0, length))])
    for name, (source, atoms) in SMALL.items():
        table[name] = (source, lambda atoms=atoms: atoms)
    for name, carbons in [("decane", 10), ("eicosane", 20), ("tetracontane", 40)]:
        table[name] = ("all-trans, C-C 1.53 A, C-H 1.095 A, CCC 112.5 deg, HCH 106.5 deg",
                       lambda carbons=carbons: alkane(carbons))
    for name, molecules in [("benzene2", 2), ("benzene4", 4)]:
        table[name] = ("parallel-displaced stack of benzene.xyz: planes 3.4 A apart, slipped by 1.6 A back and forth",
                       lambda molecules=molecules: benzene_stack(molecules))
    table["c60"] = ("I_h, bonds 1.458 and 1.401 A, electron diffraction, Hedberg et al., Science 254, 410 (1991)",
                    fullerene_c60)
    for name, smiles in SMILES.items():
        table[name] = ("GFN2-xTB optimised, start from RDKit ETKDG and MMFF94",
                       lambda smiles=smiles: optimise(embed(smiles)))
    for name, (shape, sites) in WATER_CLUSTERS.items():
        table[name] = (f"GFN2-xTB optimised, start: {shape} with hydrogen atoms by the ice rules",
                       lambda sites=sites: optimise(water_cluster(sites)))
    return table


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


# ---------------------------------------------------------------- README.md

README_HEAD = """# Molecules

Geometries in XYZ format, Angstrom; the second line of each file says where it comes from.
Made by `scripts/make_molecules.py`, which also wrote this page.
`reference.json` holds Hartree-Fock results of PySCF for these files and the files of `basis/`
(made by `scripts/make_reference.py`).

Charge is 0 and multiplicity 1 unless the table says otherwise; electrons are those of that charge.
For each basis set the table gives *shells / functions*: an SP shell of the file counts as an s
shell and a p shell, functions are spherical.
"""


def formula(symbols):
    counts = collections.Counter(symbols)
    order = sorted(counts, key=lambda s: ("CH".find(s) if "C" in counts and s in "CH" else 9, s))
    return "".join(s + (str(counts[s]) if counts[s] > 1 else "") for s in order)


def size_in_basis(symbols, basis):
    if any(s not in basis for s in symbols):
        return "-"
    shells = [l for s in symbols for l, _, _ in basis[s]]
    return f"{len(shells)} / {sum(2 * l + 1 for l in shells)}"


def write_readme():
    bases = {name: read_g94(BASIS_DIR / f"{name}.g94") for name in README_BASIS_SETS}
    rows = []
    for path in MOLECULE_DIR.glob("*.xyz"):
        symbols = [symbol for symbol, _ in read_xyz(path)]
        charge, multiplicity = CHARGE_MULTIPLICITY.get(path.stem, (0, 1))
        electrons = sum(map(SYMBOLS.index, symbols)) - charge
        state = "" if (charge, multiplicity) == (0, 1) else f"{charge:+d}, {multiplicity}".replace("+0", "0")
        cells = [f"`{path.name}`", formula(symbols), len(symbols), electrons, state]
        cells += [size_in_basis(symbols, basis) for basis in bases.values()]
        rows.append((len(symbols), electrons, path.name, cells))
    head = ["File", "Formula", "Atoms", "Electrons", "Charge, multiplicity"]
    head += [f"`{name}`" for name in bases]
    table = [head, ["---"] * 2 + ["---:"] * (len(head) - 2)]
    table += [cells for *_, cells in sorted(rows, key=lambda row: row[:3])]
    text = README_HEAD + "\n" + "".join("| " + " | ".join(map(str, cells)) + " |\n" for cells in table)
    (MOLECULE_DIR / "README.md").write_text(text, encoding="ascii")


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
