#!/usr/bin/env python3
"""Write the basis-set files basis/<name>.g94 (Gaussian94 format, H to Kr).

Source: the Basis Set Exchange, through its Python package (which carries the
data; no network is used).  `optimize_general=True` removes from a generally
contracted function every primitive that also stands as a shell of its own.
The space spanned is the same, and the integrals are cheaper.

Run from the root of the repository, in a virtual environment made from
scripts/requirements-reference.txt:

    python3 scripts/make_basis.py [name ...]       # default: all sets
"""

import sys

import basis_set_exchange as bse
from g94 import BASIS_DIR

LAST_ELEMENT = 36  # krypton; none of the sets has a core potential up to here

# file name (without .g94) -> name in the Basis Set Exchange
BASIS_SETS = {
    "sto-3g": "STO-3G",
    "3-21g": "3-21G",
    "6-31g": "6-31G",
    "6-31g_st_": "6-31G*",
    "6-31g_st__st_": "6-31G**",
    "6-311g_st__st_": "6-311G**",
    "cc-pvdz": "cc-pVDZ",
    "cc-pvtz": "cc-pVTZ",
    "cc-pvqz": "cc-pVQZ",
    "aug-cc-pvdz": "aug-cc-pVDZ",
    "aug-cc-pvtz": "aug-cc-pVTZ",
    "def2-svp": "def2-SVP",
    "def2-tzvp": "def2-TZVP",
}


def short_reference(entry):
    """'Hehre, Stewart, Pople, J. Chem. Phys. 51, 2657 (1969)' from a BSE reference."""
    families = [author.split(",")[0] for author in entry["authors"]]
    who = ", ".join(families) if len(families) <= 4 else families[0] + " et al."
    where = entry.get("journal") or entry.get("title", "")
    numbers = ", ".join(entry[key] for key in ("volume", "pages") if entry.get(key))
    text = f"{who}, {where} {numbers} ({entry['year']})"
    return text if text.isascii() else text.encode("ascii", "replace").decode()


def references(elements):
    """Short references of all given elements, each once, oldest first."""
    keys = set()
    for element in elements.values():
        for group in element["references"]:
            keys.update(group["reference_keys"])
    known = bse.api.get_reference_data()
    entries = [known[key] for key in keys if "journal" in known[key]]
    return [short_reference(entry) for entry in sorted(entries, key=lambda e: (e["year"], e["authors"]))]


def basis_file_text(exchange_name):
    """The whole text of one .g94 file."""
    everything = bse.get_basis(exchange_name)
    numbers = sorted(int(z) for z in everything["elements"] if int(z) <= LAST_ELEMENT)
    elements = {z: everything["elements"][str(z)] for z in numbers}
    for z, element in elements.items():
        if "ecp_potentials" in element:
            raise SystemExit(f"{exchange_name}: element {z} has a core potential")
    symbols = [bse.lut.element_sym_from_Z(z, normalize=True) for z in numbers]

    title = everything["name"]
    if everything["description"] != title:
        title += ": " + everything["description"]
    header = [
        title,
        f"Basis Set Exchange {bse.version()}, https://www.basissetexchange.org",
        f"Version of the set: {everything['version']} ({everything['revision_description']})",
        "Written by scripts/make_basis.py with optimize_general=True",
        f"{len(symbols)} elements: {' '.join(symbols)}",
        "References:",
    ]
    header += [f"  {line}" for line in references(elements)]
    body = bse.get_basis(exchange_name, elements=numbers, fmt="gaussian94",
                         header=False, optimize_general=True)
    return "".join(f"! {line}\n" for line in header) + "\n" + body.strip() + "\n"


def main():
    names = sys.argv[1:] or list(BASIS_SETS)
    BASIS_DIR.mkdir(exist_ok=True)
    for name in names:
        if name not in BASIS_SETS:
            raise SystemExit(f"unknown basis set {name!r}; known: {' '.join(BASIS_SETS)}")
        path = BASIS_DIR / f"{name}.g94"
        path.write_text(basis_file_text(BASIS_SETS[name]), encoding="ascii")
        print(f"{path.name}: {path.stat().st_size} bytes")


if __name__ == "__main__":
    main()
