#!/usr/bin/env python3
"""Write tests/data/integrals/*.json: integrals and Fock matrices of PySCF.

Each file holds matrices for one molecule and basis set in fockproxy's order
and norm of the functions, together with the map from PySCF's functions.

Order: atoms as in the .xyz file; for each atom the shells as in the .g94 file,
an SP shell as an s and then a p shell; p as x, y, z; spherical functions with
l >= 2 as m = -l..l (the same real harmonics and signs in PySCF and Libint);
Cartesian functions in lexicographic order (xx, xy, xz, yy, yz, zz).
Norm: every contracted spherical function is normalised; a Cartesian shell is
scaled as a whole so that its x^l function is normalised (<xy|xy> is then 1/3).
Function k is `norm[k]` times PySCF's function `order[k]`.

The density is that of the orbitals of H + noise, where H is the core
Hamiltonian and the noise (seeded, drawn in the orthonormalised basis) removes
all symmetry, so that every element of G tests something.  D = C C^T over the
occupied orbitals: electrons = 2 tr(D S), idempotent, symmetric.
RHF: two_electron G = 2 J[D] - K[D].  UHF: g_alpha = J[D_alpha + D_beta] - K[D_alpha].

Run from the root of the repository, in a virtual environment made from
scripts/requirements-reference.txt, after make_basis.py and make_molecules.py:

    python3 scripts/make_integral_reference.py
"""

import itertools
import json
import pathlib

import numpy as np
import pyscf
import scipy.linalg
from g94 import BASIS_DIR, read_g94
from make_reference import BOHR_IN_ANGSTROM, build_mole
from xyz import MOLECULE_DIR, read_xyz

INTEGRAL_DIR = pathlib.Path(__file__).resolve().parent.parent / "tests" / "data" / "integrals"

# (molecule, basis, charge, multiplicity, cartesian)
CASES = [
    ("water", "sto-3g", 0, 1, False),
    ("water", "cc-pvdz", 0, 1, False),
    ("water", "6-31g_st_", 0, 1, True),
    ("h2s", "6-31g", 0, 1, False),
    ("water2", "6-31g_st_", 0, 1, True),   # d functions, no atom or bond along an axis
    ("hf", "cc-pvtz", 0, 1, False),        # f functions, bond along (1, 2, 2)
    ("hf", "cc-pvtz", 0, 1, True),
    ("ne", "cc-pvqz", 0, 1, False),        # g functions
    ("oh", "cc-pvdz", 0, 2, False),        # UHF
]


def function_map(mole, molecule, basis, cartesian):
    """(shells, order, norm): our shells, and for each of our functions PySCF's function
    and the factor that multiplies it.

    PySCF gathers the shells of an atom by angular momentum, and keeps the order of the
    file among those of the same l; the exponents are compared to make sure."""
    file_shells = read_g94(BASIS_DIR / f"{basis}.g94")
    waiting = {}  # (atom, l) -> PySCF's shells not yet taken
    for shell in range(mole.nbas):
        waiting.setdefault((mole.bas_atom(shell), mole.bas_angular(shell)), []).append(shell)

    first_function = mole.ao_loc_nr()
    shells, order, norm = [], [], []
    for atom, (symbol, _) in enumerate(read_xyz(MOLECULE_DIR / f"{molecule}.xyz")):
        for l, exponents, _ in file_shells[symbol]:
            shell = waiting[atom, l].pop(0)
            assert sorted(mole.bas_exp(shell)) == sorted(exponents)
            shells.append({"atom": atom, "l": l, "first_function": len(order), "pyscf_shell": shell})
            size = (l + 1) * (l + 2) // 2 if cartesian else 2 * l + 1
            assert size == first_function[shell + 1] - first_function[shell]
            order += range(first_function[shell], first_function[shell + 1])
            # PySCF's Cartesian functions with l >= 2 are x^a y^b z^c R(r) with R normalised
            # radially, so that <x^l|x^l> = 4 pi / (2 l + 1)
            factor = np.sqrt((2 * l + 1) / (4 * np.pi)) if cartesian and l >= 2 else 1.0
            norm += [factor] * size
    assert sorted(order) == list(range(mole.nao)) and not any(waiting.values())
    return shells, order, np.array(norm)


def expected_overlap_diagonal(shells, cartesian):
    """<a|a> of each function in our norm."""
    diagonal = []
    for shell in shells:
        l = shell["l"]
        if not cartesian or l < 2:
            diagonal += [1.0] * (2 * l + 1)
            continue
        odd = [1, 1, 3, 15, 105, 945]  # (2k-1)!!
        diagonal += [odd[a] * odd[b] * odd[l - a - b] / odd[l]
                     for a in range(l, -1, -1) for b in range(l - a, -1, -1)]
    return diagonal


def test_orbitals(core, overlap, seed):
    """Orbitals of the core Hamiltonian with seeded noise in the orthonormalised basis."""
    noise = np.random.default_rng(seed).normal(scale=0.1, size=core.shape)
    root = scipy.linalg.sqrtm(overlap).real
    return scipy.linalg.eigh(core + root @ (noise + noise.T) @ root, overlap)[1]


def make_case(molecule, basis, charge, multiplicity, cartesian):
    mole = build_mole(f"{molecule}.xyz", basis, charge, multiplicity, cartesian)
    shells, order, norm = function_map(mole, molecule, basis, cartesian)
    functions = len(order)

    def ours(matrix):
        """A matrix of integrals, from PySCF's functions to ours."""
        return matrix[np.ix_(order, order)] * np.outer(norm, norm)

    overlap, kinetic, nuclear = (ours(mole.intor(name)) for name in ("int1e_ovlp", "int1e_kin", "int1e_nuc"))
    with mole.with_common_orig((0, 0, 0)):
        dipole = [ours(matrix) for matrix in mole.intor("int1e_r")]
    eri = mole.intor("int2e")[np.ix_(order, order, order, order)]
    eri *= np.einsum("a,b,c,d->abcd", norm, norm, norm, norm)
    assert np.allclose(np.diag(overlap), expected_overlap_diagonal(shells, cartesian), rtol=0, atol=1e-12)

    def coulomb(density):
        return np.einsum("abcd,cd->ab", eri, density)

    def exchange(density):
        return np.einsum("acbd,cd->ab", eri, density)

    ends = [shell["first_function"] for shell in shells] + [functions]
    runs = [slice(a, b) for a, b in itertools.pairwise(ends)]
    diagonal = np.sqrt(np.abs(np.einsum("abab->ab", eri)))
    schwarz = np.array([[diagonal[a, b].max() for b in runs] for a in runs])

    record = {
        "schema_version": 1,
        "generator": {"script": "scripts/make_integral_reference.py", "pyscf": pyscf.__version__,
                      "bohr_in_angstrom": BOHR_IN_ANGSTROM},
        "molecule": f"{molecule}.xyz", "basis": basis, "charge": charge, "multiplicity": multiplicity,
        "cartesian": cartesian, "functions": functions, "electrons": int(mole.nelectron),
        "energy_nuclear": mole.energy_nuc(), "shells": shells, "order": [int(k) for k in order], "norm": norm,
        "overlap": overlap, "kinetic": kinetic, "nuclear": nuclear, "dipole": dipole, "schwarz": schwarz,
    }
    if multiplicity == 1:
        occupied = test_orbitals(kinetic + nuclear, overlap, 1)[:, :mole.nelectron // 2]
        density = occupied @ occupied.T
        two_electron = 2 * coulomb(density) - exchange(density)
        # PySCF's own Fock builder, with the density mapped back (the other way than integrals)
        back = np.empty_like(density)
        back[np.ix_(order, order)] = 2 * density * np.outer(norm, norm)
        assert np.allclose(ours(pyscf.scf.RHF(mole).get_veff(mole, back)), two_electron, rtol=0, atol=1e-10)
        assert abs(2 * np.sum(density * overlap) - mole.nelectron) < 1e-10
        record |= {"density": density, "two_electron": two_electron}
    else:
        spins = [test_orbitals(kinetic + nuclear, overlap, seed)[:, :n] for seed, n in enumerate(mole.nelec, 1)]
        alpha, beta = (occupied @ occupied.T for occupied in spins)
        assert abs(np.sum((alpha + beta) * overlap) - mole.nelectron) < 1e-10
        record |= {"density_alpha": alpha, "density_beta": beta,
                   "g_alpha": coulomb(alpha + beta) - exchange(alpha),
                   "g_beta": coulomb(alpha + beta) - exchange(beta)}
    return record


def to_json(value):
    """JSON text with 15 significant digits; integrals below 1e-16 are written as 0.

    A matrix becomes one flat row-major list, a row to a line of text."""
    if isinstance(value, dict):
        separator = ",\n" if "overlap" in value else ", "
        return "{" + separator.join(f"{json.dumps(key)}: {to_json(item)}" for key, item in value.items()) + "}"
    if isinstance(value, np.ndarray) and value.ndim == 2:
        return "[" + ",\n".join(",".join(map(to_json, row)) for row in value) + "]"
    if isinstance(value, (list, np.ndarray)):
        return "[" + ",".join(map(to_json, value)) + "]"
    if isinstance(value, float):
        return "0.0" if abs(value) < 1e-16 else f"{value:.15g}"
    return json.dumps(value)


def main():
    INTEGRAL_DIR.mkdir(parents=True, exist_ok=True)
    for case in CASES:
        molecule, basis, _, multiplicity, cartesian = case
        name = f"{molecule}_{basis.replace('_st_', 's')}" + "_cartesian" * cartesian + "_uhf" * (multiplicity > 1)
        path = INTEGRAL_DIR / f"{name}.json"
        path.write_text(to_json(make_case(*case)) + "\n", encoding="ascii")
        print(f"{path.name}: {path.stat().st_size // 1000} kB", flush=True)


if __name__ == "__main__":
    main()
