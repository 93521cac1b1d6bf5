"""Where an SCF from the defaults ends on hard molecules, beside PySCF from its own."""

import json
import pathlib
import tempfile
from typing import Any

from fockproxy_perf.errors import UserError
from fockproxy_perf.peers.inputs import ANGSTROM_PER_BOHR, elements, pyscf_basis, read_g94
from fockproxy_perf.source_tree import SOURCE
from fockproxy_perf.studies.progress import progress, say
from fockproxy_perf.studies.verification.convergence_cases import CASES, HardCase
from fockproxy_perf.studies.verification.launches import launch
from fockproxy_perf.studies.verification.rows import ConvergenceRow, End, convergence_file
from fockproxy_perf.studies.verification.settings import Settings

SADDLES = 4  # that PySCF is led away from, at most
PYSCF_CYCLES = 200


def ours(case: HardCase, build: str, timeout: float) -> tuple[End, int, int]:
    """The end of a run, the saddle points that it left, and the builds for its orbital Hessian."""
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
    """PySCF's ends from its default guess: as it comes, and led on from what its stability analysis calls unstable."""
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
