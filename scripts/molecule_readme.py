"""The page molecules/README.md, for make_molecules.py."""

import collections

from g94 import BASIS_DIR, read_g94
from molecule_recipes import CHARGE_MULTIPLICITY
from xyz import MOLECULE_DIR, read_xyz

README_BASIS_SETS = ["sto-3g", "6-31g_st_", "cc-pvdz", "cc-pvtz", "def2-svp"]
SYMBOLS = ["X", "H", "He", "Li", "Be", "B", "C", "N", "O", "F", "Ne", "Na", "Mg", "Al", "Si", "P", "S", "Cl", "Ar",
           "K", "Ca", "Sc", "Ti", "V", "Cr", "Mn", "Fe", "Co", "Ni", "Cu", "Zn", "Ga", "Ge", "As", "Se", "Br", "Kr"]

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
    shells = [shell.l for s in symbols for shell in basis[s]]
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
