"""PySCF as a peer; run by the Python of build/peers/pyscf. The last line of stdout is JSON.

    pyscf_peer.py scf CASE.json          CASE: the molecule and basis, as peers/pyscf.py writes them
    pyscf_peer.py scf-direct CASE.json   the same without stored integrals, even where they fit into memory
    pyscf_peer.py build CASE.json TOLERANCE DENSITY FOCK

DENSITY and FOCK are functions x functions doubles: D = C_occ C_occ^T, and the Fock matrix that errors are measured
against, in the order of the basis file.
"""

import json
import sys
import time

import numpy as np
from pyscf import gto, scf


def molecule(case):
    mol = gto.M(atom=case["atoms"], unit="Bohr", basis=case["basis"], symmetry=False, verbose=0)
    if mol.nelectron % 2:
        raise SystemExit("pyscf_peer: only closed shells")
    return mol


def file_order(mol, case):
    """For every function of PySCF, its place in the order of the basis file. PySCF sorts the shells of an atom; the
    functions of one contraction stand alike in both."""
    first_of_atom = mol.aoslice_by_atom()[:, 2]
    places = []
    for b in range(mol.nbas):
        atom, functions = mol.bas_atom(b), np.arange(2 * mol.bas_angular(b) + 1)
        symbol = mol.atom_symbol(atom)
        shell = [(l, [row[0] for row in rows]) for l, *rows in case["basis"][symbol]].index(
            (mol.bas_angular(b), list(mol.bas_exp(b))))
        for place in case["places"][symbol][shell]:
            places.extend(first_of_atom[atom] + place + functions)
    assert sorted(places) == list(range(mol.nao))
    return places


def run_scf(mol, direct):
    mf = scf.RHF(mol)
    if direct:
        mf._is_mem_enough = lambda: False
    mf.conv_check = False  # no iteration beyond the criteria
    gradients = []

    def converged(state):
        gradients.append(np.abs(mf.get_grad(state["mo_coeff"], state["mo_occ"], state["fock"])).max() / 2)  # 2 F_ai
        return abs(state["e_tot"] - state["last_hf_e"]) < 1e-8 and gradients[-1] < 1e-5

    mf.check_convergence = converged
    mf.kernel()
    return {"converged": bool(mf.converged), "iterations": len(gradients), "energy": float(mf.e_tot),
            "stored_integrals": mf._eri is not None}


def run_build(mol, places, tolerance, density_file, fock_file):
    n = mol.nao
    density = 2 * np.fromfile(density_file).reshape(n, n)[np.ix_(places, places)]
    reference = np.fromfile(fock_file).reshape(n, n)[np.ix_(places, places)]
    mf = scf.RHF(mol)
    mf.direct_scf_tol = tolerance
    start = time.perf_counter()
    opt = mf.init_direct_scf(mol)
    ready = time.perf_counter()
    coulomb, exchange = scf.hf.get_jk(mol, density, hermi=1, vhfopt=opt)
    end = time.perf_counter()
    core = mf.get_hcore()
    two_electron = coulomb - exchange / 2
    return {"seconds": end - ready, "startup_seconds": ready - start,
            "energy": float(np.sum(density * (core + two_electron / 2)) + mol.energy_nuc()),
            "error": float(np.abs(core + two_electron - reference).max())}


def main():
    mode, case_file, *rest = sys.argv[1:]
    with open(case_file) as file:
        case = json.load(file)
    mol = molecule(case)
    if mode == "build":
        tolerance, density, fock = rest
        result = run_build(mol, file_order(mol, case), float(tolerance), density, fock)
    else:
        result = run_scf(mol, mode == "scf-direct")
    print(json.dumps(result))


main()
