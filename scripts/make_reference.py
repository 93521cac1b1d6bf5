#!/usr/bin/env python3
"""Write molecules/reference.json: Hartree-Fock results of PySCF.

The basis sets are the numbers of basis/*.g94 and the geometries those of
molecules/*.xyz, converted with 1 bohr = 0.529177210903 Angstrom.  RHF for
multiplicity 1, UHF otherwise; every solution is a minimum with respect to
rotations of its own orbitals (real, same spin), by PySCF's stability analysis.

The file is written anew after every case, and cases that it holds already are
skipped, so the script can be stopped and started again.  Run from the root of
the repository, in a virtual environment made from
scripts/requirements-reference.txt, after make_basis.py and make_molecules.py:

    python3 scripts/make_reference.py [--fast] [--redo] [name ...]

--fast leaves out the slow cases, --redo computes anew what is there, and names
(such as water/cc-pvdz) select cases.  Memory: up to 8 GB for the slow cases.

Units are atomic units throughout: hartree, e bohr.  The dipole moment (nuclei
minus electrons) is taken about the origin of the coordinates.
"""

import argparse
import json
import platform

import numpy as np
import pyscf
import scipy
from g94 import BASIS_DIR, read_g94
from molecule_recipes import CHARGE_MULTIPLICITY
from pyscf import gto, scf
from xyz import MOLECULE_DIR, read_xyz

REFERENCE = MOLECULE_DIR / "reference.json"
BOHR_IN_ANGSTROM = 0.529177210903  # CODATA 2018

# basis: molecules; "+1" or "-1" is the charge, " cartesian" means Cartesian functions.
CASES = {
    "sto-3g": "h2, water, ammonia, methane, n2, co2, ch3, hbr, benzene, uracil, water10",
    "3-21g": "water, h2s, hcl, glycine, gah3",
    "6-31g": "water, h2s, nh4+1, oh, ethane, zn",
    "6-31g_st_": "water, water cartesian, ammonia cartesian, sih4, ch3, znh2 cartesian, water5",
    "6-31g_st__st_": "water cartesian, oh-1, ethylene",
    "6-311g_st__st_": "methane, h2co cartesian, hbr, kr",
    "cc-pvdz": "he, water, water cartesian, water+1, ammonia, nh4+1, oh, o2, no+1, n, na, nah, hcl, co2, "
               "h2co, water2, benzene, water5",
    "cc-pvtz": "water, hf, n2, lih, oh cartesian, ch3, hcl, ph3",
    "cc-pvqz": "h2, he, ne, hf cartesian, oh, water",
    "aug-cc-pvdz": "water, oh-1, hf, ar",
    "aug-cc-pvtz": "water, oh-1, ar",
    "def2-svp": "na, no, glycine, ash3, zn, ticl4",
    "def2-tzvp": "water, co, hbr, kr, znh2",
}
SLOW_CASES = {  # large molecules, and the deep general contractions of heavy atoms
    "cc-pvdz": "water8, decane, geh4, zn, br2",
    "6-31g_st_": "caffeine",
    "cc-pvtz": "benzene, znh2",
    "def2-tzvp": "uracil",
}


def expand(table, slow):
    """Cases as dictionaries; 'water+1 cartesian' in cc-pvdz is named water+1/cc-pvdz/cartesian."""
    for basis, words in table.items():
        for word in words.split(", "):
            label, _, cartesian = word.partition(" ")
            stem = label.removesuffix("+1").removesuffix("-1")
            charge = int(label[len(stem):] or 0)
            multiplicity = CHARGE_MULTIPLICITY.get(stem, (0, 1))[1]
            if charge and stem != "nh4":  # an ion of a molecule that is listed as neutral
                multiplicity = 2 if multiplicity == 1 else multiplicity - 1
            yield {"name": f"{label}/{basis}" + ("/cartesian" if cartesian else ""), "molecule": f"{stem}.xyz",
                   "basis": basis, "charge": charge, "multiplicity": multiplicity, "cartesian": bool(cartesian),
                   "slow": slow}


def build_mole(molecule, basis, charge, multiplicity, cartesian):
    """The PySCF molecule of a file in molecules/ and a set in basis/."""
    atoms = [(symbol, np.array(position) / BOHR_IN_ANGSTROM)
             for symbol, position in read_xyz(MOLECULE_DIR / molecule)]
    shells = read_g94(BASIS_DIR / f"{basis}.g94")
    basis_of = {symbol: [[l, *map(list, zip(exponents, coefficients, strict=True))]
                         for l, exponents, coefficients in shells[symbol]]
                for symbol, _ in atoms}
    mole = gto.M(atom=atoms, unit="B", basis=basis_of, charge=charge, spin=multiplicity - 1,
                 cart=cartesian, verbose=0, max_memory=8000)
    assert mole.nbas == sum(len(shells[symbol]) for symbol, _ in atoms)
    return mole


def converge(mole):
    """A converged, internally stable SCF object, and how often an unstable one was left."""
    mf = scf.UHF(mole) if mole.spin else scf.RHF(mole)
    mf.init_guess = "minao"
    mf.conv_tol, mf.conv_tol_grad, mf.direct_scf_tol, mf.max_cycle = 1e-11, 1e-8, 1e-14, 200
    smallest = np.linalg.eigvalsh(mf.get_ovlp())[0]
    if smallest < 1e-6:
        raise RuntimeError(f"nearly linearly dependent: smallest overlap eigenvalue {smallest:.1e}")
    mf.kernel()
    left = 0
    while True:
        if not mf.converged:
            raise RuntimeError("not converged")
        orbitals, _, stable, _ = mf.stability(return_status=True)
        if stable:
            return mf, left
        left += 1
        if left > 5:
            raise RuntimeError("no stable solution found")
        newton = mf.newton()
        newton.kernel(orbitals, mf.mo_occ)
        mf.kernel(newton.make_rdm1())


def run(case):
    """The case with its results."""
    mole = build_mole(*(case[key] for key in ("molecule", "basis", "charge", "multiplicity", "cartesian")))
    mf, left = converge(mole)
    if left:
        print(f"  {case['name']}: left {left} unstable solution(s)", flush=True)
    density = mf.make_rdm1()
    if mole.spin:
        density = density[0] + density[1]
    nuclear = mole.energy_nuc()
    one_electron = np.sum(density * mf.get_hcore())
    with mole.with_common_orig((0, 0, 0)):
        electronic_dipole = np.einsum("xij,ji->x", mole.intor("int1e_r"), density)
    dipole = mole.atom_charges() @ mole.atom_coords() - electronic_dipole
    energies = dict(zip(("alpha", "beta"), mf.mo_energy, strict=True)) if mole.spin else {"alpha": mf.mo_energy}

    def digits(x):
        return round(float(x), 12) + 0.0  # no -0.0

    result = {key: case[key] for key in ("name", "molecule", "basis", "charge", "multiplicity", "cartesian")}
    result |= {
        "method": "UHF" if mole.spin else "RHF",
        "functions": int(mole.nao),
        "shells": int(mole.nbas),
        "electrons": int(mole.nelectron),
        "energy_total": digits(mf.e_tot),
        "energy_nuclear": digits(nuclear),
        "energy_one_electron": digits(one_electron),
        "energy_two_electron": digits(mf.e_tot - nuclear - one_electron),
        "s_squared": digits(mf.spin_square()[0]) if mole.spin else 0.0,
        "dipole": [digits(x) for x in dipole],
        "orbital_energies": {spin: [digits(x) for x in values] for spin, values in energies.items()},
        "slow": case["slow"],
    }
    return result


def write_reference(results):
    """Write all results, one case to a line, replacing the file in one step."""
    generator = {"script": "scripts/make_reference.py", "pyscf": pyscf.__version__, "numpy": np.__version__,
                 "scipy": scipy.__version__, "python": platform.python_version(),
                 "bohr_in_angstrom": BOHR_IN_ANGSTROM}
    lines = ",\n".join(json.dumps(result) for result in results)
    text = f'{{"schema_version": 1,\n"generator": {json.dumps(generator)},\n"cases": [\n{lines}\n]}}\n'
    temporary = REFERENCE.with_suffix(".json.tmp")
    temporary.write_text(text, encoding="ascii")
    temporary.replace(REFERENCE)


def main():
    parser = argparse.ArgumentParser(description="Write molecules/reference.json.")
    parser.add_argument("--fast", action="store_true", help="leave out the slow cases")
    parser.add_argument("--redo", action="store_true", help="compute anew what is there")
    parser.add_argument("names", nargs="*", help="cases (default: all)")
    options = parser.parse_args()

    cases = [*expand(CASES, False), *expand(SLOW_CASES, True)]
    known = [case["name"] for case in cases]
    assert len(set(known)) == len(known)
    for name in options.names:
        if name not in known:
            raise SystemExit(f"unknown case {name!r}; known: {' '.join(known)}")
    done = {}
    if REFERENCE.exists():
        done = {result["name"]: result for result in json.loads(REFERENCE.read_text())["cases"]}
    for case in cases:
        name = case["name"]
        if ((options.names and name not in options.names) or (options.fast and case["slow"])
                or (name in done and not options.redo)):
            continue
        try:
            done[name] = run(case)
        except RuntimeError as problem:
            raise SystemExit(f"{name}: {problem}") from None
        write_reference([done[known_name] for known_name in known if known_name in done])
        print(f"{name}: {done[name]['functions']} functions, {done[name]['energy_total']:.10f}", flush=True)


if __name__ == "__main__":
    main()
