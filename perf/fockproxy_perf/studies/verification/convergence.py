"""Where an SCF with default options ends for difficult molecules, compared with PySCF: oxides and atoms of transition
metals, stretched bonds, anions.
"""

import json
import pathlib
import tempfile
from typing import Any, NamedTuple

from fockproxy_perf.errors import UserError
from fockproxy_perf.peers.inputs import ANGSTROM_PER_BOHR, elements, pyscf_basis, read_g94
from fockproxy_perf.source_tree import SOURCE
from fockproxy_perf.studies.progress import progress, say
from fockproxy_perf.studies.verification.campaigns import Settings, launch
from fockproxy_perf.studies.verification.rows import ConvergenceRow, End, convergence_file


class HardCase(NamedTuple):
    atoms: str  # "Ni 0 0 0; O 0 0 1.627", Angstrom
    basis: str  # a file in basis/
    charge: int = 0
    multiplicity: int = 1

    @property
    def positions(self) -> list[tuple[str, tuple[float, ...]]]:
        words = [atom.split() for atom in self.atoms.split(";")]
        return [(symbol, tuple(map(float, position))) for symbol, *position in words]

    @property
    def xyz(self) -> str:
        lines = [atom.strip() for atom in self.atoms.split(";")]
        return "\n".join([str(len(lines)), "hard to converge", *lines, ""])


def diatomic(first: str, second: str, distance: float, basis: str, charge: int = 0,
             multiplicity: int = 1) -> HardCase:
    return HardCase(f"{first} 0 0 0; {second} 0 0 {distance}", basis, charge, multiplicity)


def atom(element: str, multiplicity: int) -> HardCase:
    return HardCase(f"{element} 0 0 0", "6-31g", 0, multiplicity)


CASES: dict[str, HardCase] = {
    "oo-50": diatomic("O", "O", 50, "6-31g_st_", 0, 5),
    "oo-100": diatomic("O", "O", 100, "6-31g_st_", 0, 5),
    "nio": diatomic("Ni", "O", 1.627, "3-21g", 0, 3),
    "cuo": diatomic("Cu", "O", 1.724, "3-21g", 0, 2),
    "co": atom("Co", 4),
    "sc": atom("Sc", 2),
    "c2": diatomic("C", "C", 1.2425, "cc-pvdz"),
    "o3": HardCase("O 0 0 0; O 0 1.0885 0.6697; O 0 -1.0885 0.6697", "cc-pvdz"),
    "sco": diatomic("Sc", "O", 1.668, "3-21g", 0, 2),
    "tio": diatomic("Ti", "O", 1.62, "3-21g", 0, 3),
    "vo": diatomic("V", "O", 1.589, "3-21g", 0, 4),
    "cro": diatomic("Cr", "O", 1.615, "3-21g", 0, 5),
    "mno": diatomic("Mn", "O", 1.646, "3-21g", 0, 6),
    "feo": diatomic("Fe", "O", 1.616, "3-21g", 0, 5),
    "coo": diatomic("Co", "O", 1.629, "3-21g", 0, 4),
    "zno": diatomic("Zn", "O", 1.719, "3-21g"),
    "ti": atom("Ti", 3),
    "v": atom("V", 4),
    "cr": atom("Cr", 7),
    "mn": atom("Mn", 6),
    "fe": atom("Fe", 5),
    "ni": atom("Ni", 3),
    "cu": atom("Cu", 2),
    "sc2": diatomic("Sc", "Sc", 2.65, "3-21g", 0, 5),
    "fe2": diatomic("Fe", "Fe", 2.02, "3-21g", 0, 7),
    "cr2-13": diatomic("Cr", "Cr", 1.68, "3-21g", 0, 13),
    "feo-": diatomic("Fe", "O", 1.66, "3-21g", -1, 4),
    "f2-stretched": diatomic("F", "F", 3.0, "6-31g_st_"),
    "n2-stretched": diatomic("N", "N", 2.2, "6-31g_st_", 0, 7),
    "n2-rhf-stretched": diatomic("N", "N", 1.8, "6-31g_st_"),
    "no-": diatomic("N", "O", 1.26, "aug-cc-pvdz", -1, 3),
    "o2-": diatomic("O", "O", 1.35, "aug-cc-pvdz", -1, 2),
    "cn-": diatomic("C", "N", 1.18, "aug-cc-pvdz", -1),
    "h2o2-stretched": HardCase("O 0 0 0; O 0 0 2.5; H 0.9 0 -0.2; H -0.9 0 2.7", "6-31g_st_"),
    "lif-stretched": diatomic("Li", "F", 5.0, "6-31g_st_"),
    "nico": HardCase("Ni 0 0 0; C 0 0 1.68; O 0 0 2.83", "3-21g"),
    "tif3-": HardCase("Ti 0 0 0; F 1.8 0 0; F -0.9 1.5588 0; F -0.9 -1.5588 0", "3-21g", 0, 2),
}


SADDLES = 4  # the most that PySCF leaves
PYSCF_CYCLES = 200


def ours(case: HardCase, build: str, timeout: float) -> tuple[End, int, int]:
    """The end of a run, the number of saddle points that it left, and the builds for its orbital Hessian."""
    with tempfile.TemporaryDirectory() as name:
        molecule, result = pathlib.Path(name, "molecule.xyz"), pathlib.Path(name, "result.json")
        molecule.write_text(case.xyz)
        ended = launch(build, 1, timeout, "fockproxy", "scf", molecule, "--basis", case.basis, "--charge", case.charge,
                       "--multiplicity", case.multiplicity, "--json", result)
        if not result.exists():
            raise UserError(f"no result of {case}: {ended.how}: {ended.verdict}")
        scf: dict[str, Any] = json.loads(result.read_text())["scf"]
    left = sum(not analysis["stable"] for analysis in scf["stability"])
    return end(scf["energy_total"], scf["iterations"], ended.code == 0), left, scf["hessian_builds"]


def end(energy: float, iterations: int, converged: bool) -> End:
    return {"energy": round(float(energy), 9), "iterations": iterations, "converged": bool(converged)}


def pyscf(case: HardCase) -> tuple[End, End]:
    """Where PySCF ends from its default guess: as it is, and after following instabilities from its stability
    analysis."""
    try:
        from pyscf import gto, scf
    except ImportError:
        raise UserError("this needs PySCF: pip install -r scripts/requirements-reference.txt") from None
    basis, _ = pyscf_basis(read_g94(SOURCE / "basis" / f"{case.basis}.g94"), elements(case.positions))
    atoms = [(symbol, tuple(x / ANGSTROM_PER_BOHR for x in position)) for symbol, position in case.positions]
    mole = gto.M(atom=atoms, unit="Bohr", basis=basis, charge=case.charge, spin=case.multiplicity - 1, verbose=0)
    field = (scf.UHF if mole.spin else scf.RHF)(mole)
    field.conv_tol, field.conv_tol_grad, field.max_cycle = 1e-9, 1e-6, PYSCF_CYCLES
    cycles = [0]

    def count(environment: dict[str, Any]) -> None:
        cycles[0] += 1

    field.callback = count
    field.kernel()
    first = end(field.e_tot, cycles[0], field.converged)
    stable = False
    for _ in range(SADDLES):
        orbitals, _, stable, _ = field.stability(return_status=True)
        if stable:
            break
        field.kernel(field.make_rdm1(orbitals, field.mo_occ))
    return first, end(field.e_tot, cycles[0], field.converged and stable)


def measure(settings: Settings) -> None:
    file = convergence_file(settings.results)
    done = {row["case"] for row in file.rows}
    left = [name for name in CASES if name not in done][:settings.limit]
    with progress(len(left), "case") as bar:
        for name in left:
            case = CASES[name]
            plain, followed = pyscf(case)
            own, saddles, builds = ours(case, settings.build, settings.timeout)
            row: ConvergenceRow = {"case": name, "atoms": case.atoms, "basis": case.basis, "charge": case.charge,
                                   "multiplicity": case.multiplicity, "ours": own, "saddle_points": saddles,
                                   "hessian_builds": builds, "pyscf": plain, "pyscf_followed": followed}
            file.add(row)
            if not own["converged"] or own["energy"] > plain["energy"] + 1e-6:
                say(f"{name}: {own}, PySCF {plain}")
            bar.update()
