"""PySCF as a peer, run by the Python of build/peers/pyscf. The last line of stdout is JSON.

    pyscf_peer.py scf CASE.json          CASE: the molecule and basis, as peers/pyscf_programs.py writes them
    pyscf_peer.py scf-direct CASE.json   the same without stored integrals, even where they fit into memory
    pyscf_peer.py build CASE.json TOLERANCE DENSITY FOCK

DENSITY and FOCK are functions x functions doubles in the order of the basis file: D = C_occ C_occ^T, and the Fock
matrix with which errors are computed.
"""

import json
import pathlib
import sys
import time
from typing import Any, TypedDict

import numpy as np
from pyscf import gto, scf


class Case(TypedDict):
    atoms: list[tuple[str, tuple[float, float, float]]]  # in bohr
    basis: dict[str, list[list[Any]]]  # by symbol, shells: l, then the exponent and coefficients of every primitive
    places: dict[str, list[list[int]]]  # by contraction, where its functions begin in the file's order


class Build(TypedDict):
    libcint: str  # the library that computed the integrals
    seconds: float
    startup_seconds: float
    energy: float  # hartree
    error: float  # largest error of an element of F


class Scf(TypedDict):
    libcint: str
    converged: bool
    iterations: int
    energy: float  # hartree
    stored_integrals: bool


def libcint() -> str:
    """The libcint that is mapped into this process."""
    mapped = {line.split()[-1] for line in pathlib.Path("/proc/self/maps").read_text().splitlines()
              if "/libcint.so" in line}
    return " and ".join(sorted(mapped))


def molecule(case: Case) -> gto.Mole:
    # Any spin: with that of a closed shell, PySCF refuses a radical before we do, in many lines.
    mol = gto.M(atom=case["atoms"], unit="Bohr", basis=case["basis"], symmetry=False, spin=None, verbose=0)
    if mol.nelectron % 2:
        raise SystemExit("pyscf_peer: only closed shells")
    return mol


def file_order(mol: gto.Mole, case: Case) -> list[int]:
    """For every function of PySCF, its position in the order of the basis file. PySCF sorts the shells of an atom, but
    the functions of one contraction have the same order in both."""
    first_of_atom = mol.aoslice_by_atom()[:, 2]
    places: list[int] = []
    for b in range(mol.nbas):
        atom, functions = mol.bas_atom(b), np.arange(2 * mol.bas_angular(b) + 1)
        symbol = mol.atom_symbol(atom)
        shell = [(angular, [row[0] for row in rows]) for angular, *rows in case["basis"][symbol]].index(
            (mol.bas_angular(b), list(mol.bas_exp(b))))
        for place in case["places"][symbol][shell]:
            places.extend(first_of_atom[atom] + place + functions)
    assert sorted(places) == list(range(mol.nao))
    return places


def run_scf(mol: gto.Mole, direct: bool) -> Scf:
    mf = scf.RHF(mol)
    if direct:
        mf._is_mem_enough = lambda: False
    mf.conv_check = False  # no iteration after convergence
    gradients: list[float] = []

    def converged(state: dict[str, Any]) -> bool:
        gradients.append(np.abs(mf.get_grad(state["mo_coeff"], state["mo_occ"], state["fock"])).max() / 2)  # 2 F_ai
        return bool(abs(state["e_tot"] - state["last_hf_e"]) < 1e-8 and gradients[-1] < 1e-5)

    mf.check_convergence = converged
    mf.kernel()
    return {"libcint": libcint(), "converged": bool(mf.converged), "iterations": len(gradients),
            "energy": float(mf.e_tot), "stored_integrals": mf._eri is not None}


def run_build(mol: gto.Mole, places: list[int], tolerance: float, density_file: str, fock_file: str) -> Build:
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
    return {"libcint": libcint(), "seconds": end - ready, "startup_seconds": ready - start,
            "energy": float(np.sum(density * (core + two_electron / 2)) + mol.energy_nuc()),
            "error": float(np.abs(core + two_electron - reference).max())}


def main() -> None:
    mode, case_file, *rest = sys.argv[1:]
    case: Case = json.loads(pathlib.Path(case_file).read_text())
    mol = molecule(case)
    if mode == "build":
        tolerance, density, fock = rest
        print(json.dumps(run_build(mol, file_order(mol, case), float(tolerance), density, fock)))
    else:
        print(json.dumps(run_scf(mol, mode == "scf-direct")))


if __name__ == "__main__":
    main()
