"""How each molecule of make_molecules.py is made: from measured lengths and angles, by construction, or optimised."""

import numpy as np
from molecule_shapes import (
    alkane,
    bent,
    benzene,
    benzene_stack,
    ethane,
    ethylene,
    fullerene_c60,
    planar_h2cx,
    pyramid,
    tetrahedron,
)
from water_clusters import WATER_CLUSTERS, water_cluster

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
    return [(atom.GetSymbol(), p) for atom, p in zip(molecule.GetAtoms(), positions, strict=True)]


def optimise(atoms, fmax=0.005):
    """Local minimum of GFN2-xTB (fmax in eV/A), centred on the mean of the coordinates."""
    from ase import Atoms
    from ase.optimize import BFGS
    from tblite.ase import TBLite
    symbols, positions = zip(*atoms, strict=True)
    system = Atoms(symbols, positions=np.array(positions))
    system.calc = TBLite(method="GFN2-xTB", verbosity=0)
    if not BFGS(system, logfile=None).run(fmax=fmax, steps=1000):
        raise SystemExit("GFN2-xTB optimisation did not converge")
    return list(zip(symbols, system.positions - system.positions.mean(axis=0), strict=True))


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
