"""fockproxy, PySCF and hartree-fock++, each as a peer.Peer."""

import hashlib
import json
import os
import pathlib
from collections.abc import Sequence
from typing import Any

from fockproxy_perf.peers import process
from fockproxy_perf.peers.case import PEERS, Case, largest_difference, read_matrix, read_saved_matrix
from fockproxy_perf.peers.inputs import elements, pyscf_basis, read_g94, read_xyz
from fockproxy_perf.peers.peer import (
    ENERGY_TOLERANCE,
    GRADIENT_TOLERANCE,
    Build,
    Scf,
    last_json,
    require_installed,
    required_convergence,
)
from fockproxy_perf.peers.process import Output, ProgramError
from fockproxy_perf.source_tree import SOURCE

PYSCF_PEER = SOURCE / "perf" / "fockproxy_perf" / "peers" / "pyscf_peer.py"  # run by the Python that has PySCF

Document = dict[str, Any]  # of fockproxy --json


class Fockproxy:
    name = "fockproxy"
    builds = True
    thresholds: tuple[float, ...] = (1e-10, 1e-11)

    def __init__(self, program: pathlib.Path | None = None) -> None:
        self.program = (program or SOURCE / "build" / "openmpi" / "bin" / "fockproxy").resolve()
        if not os.access(self.program, os.X_OK):
            raise ProgramError(f"there is no program {self.program}; build it, or name it with --fockproxy")

    def version(self) -> str:
        return f"fockproxy, sha256 {hashlib.sha256(self.program.read_bytes()).hexdigest()[:16]}"

    def command(self, mode: str, case: Case, *options: object) -> list[object]:
        return [self.program, mode, case.molecule, "--basis", case.basis_file, "--matrix", "local",
                "--counter", "static", "--grain", "auto", *options]

    def run(self, case: Case, mode: str, *options: object) -> tuple[Document, Output]:
        directory = case.directory / "fockproxy"
        output = process.run(self.command(mode, case, *options, "--json", "out.json"), directory)
        return json.loads((directory / "out.json").read_text()), output

    def converge(self, case: Case, density: pathlib.Path) -> None:
        self.run(case, "scf", "--threshold", 1e-12, "--energy-tolerance", 1e-10, "--gradient-tolerance", 1e-7,
                 "--save-density", density)

    def fock(self, case: Case, threshold: float) -> tuple[Document, Sequence[float]]:
        """The JSON document of one build at the case's density, and its Fock matrix."""
        return self.measured_fock(case, threshold)[:2]

    def measured_fock(self, case: Case, threshold: float) -> tuple[Document, Sequence[float], Output]:
        document, output = self.run(case, "fock", "--density", case.saved_density, "--threshold", threshold,
                                    "--repeat", 1, "--save-fock", "last.fock")
        matrix = read_saved_matrix(case.directory / "fockproxy" / "last.fock")
        return document, matrix, output

    def build(self, case: Case, threshold: float) -> tuple[Build, Output]:
        document, matrix, output = self.measured_fock(case, threshold)
        fock, phases = document["fock"], document["phases"]
        # Everything that the other programs do within a build too: screening with this density, clearing F.
        seconds = sum(fock[name][0] for name in
                      ("seconds", "task_table_seconds", "setup_seconds", "collect_seconds"))
        return {"seconds": seconds, "startup_seconds": phases["Schwarz"], "energy": document["energy_total"],
                "error": largest_difference(matrix, read_matrix(case.fock))}, output

    def scf(self, case: Case) -> tuple[Scf, Output]:
        document, output = self.run(case, "scf", "--energy-tolerance", ENERGY_TOLERANCE, "--gradient-tolerance",
                                    GRADIENT_TOLERANCE)
        return {"energy": document["scf"]["energy_total"], "iterations": document["scf"]["iterations"]}, output


class PySCF:
    name = "pyscf"
    builds = True
    thresholds: tuple[float, ...] = (1e-9, 1e-10)
    mode = "scf"

    def __init__(self) -> None:
        self.python = PEERS / "pyscf" / "bin" / "python"
        require_installed("pyscf", self.python)

    def version(self) -> str:
        output = process.run([self.python, "-c", "import pyscf; print(pyscf.__version__)"], PEERS / "pyscf")
        return f"PySCF {output.lines[-1].text}"

    def run(self, case: Case, mode: str, *arguments: object) -> tuple[Any, Output]:
        directory = case.directory / self.name
        directory.mkdir(parents=True, exist_ok=True)
        atoms = read_xyz(case.molecule)
        basis, places = pyscf_basis(read_g94(case.basis_file), elements(atoms))
        inputs = {"atoms": atoms, "basis": basis, "places": places}
        (directory / "case.json").write_text(json.dumps(inputs))
        output = process.run([self.python, PYSCF_PEER, mode, "case.json", *arguments], directory)
        return last_json(output), output

    def build(self, case: Case, threshold: float) -> tuple[Build, Output]:
        return self.run(case, "build", threshold, case.density, case.fock)

    def scf(self, case: Case) -> tuple[Scf, Output]:
        return required_convergence(*self.run(case, self.mode))


class PySCFDirect(PySCF):
    """An SCF without stored integrals, also where they fit into memory."""

    name = "pyscf-direct"
    mode = "scf-direct"
    builds = False  # they are the same


class HartreeFock:
    name = "hartree-fock++"
    builds = True
    thresholds: tuple[float, ...] = (1e-10, 1e-11)

    def __init__(self) -> None:
        self.program = PEERS / "hartree-fock++" / "hartree_fock_peer"
        require_installed("hartree-fock++", self.program)

    def version(self) -> str:
        return f"hartree-fock++ of Libint {(self.program.parent / 'version').read_text().strip()}"

    def run(self, case: Case, mode: str, *arguments: object) -> tuple[Any, Output]:
        directory = case.directory / self.name
        # Under another name: what begins with "aug-" Libint looks for in two files, and ours holds everything.
        basis = directory / "basis" / "peer.g94"
        basis.parent.mkdir(parents=True, exist_ok=True)
        basis.write_text(case.basis_file.read_text())
        output = process.run([self.program, mode, case.molecule, basis.stem, *arguments], directory,
                             {"LIBINT_DATA_PATH": str(directory)})
        return last_json(output), output

    def build(self, case: Case, threshold: float) -> tuple[Build, Output]:
        return self.run(case, "build", threshold, case.density, case.fock)

    def scf(self, case: Case) -> tuple[Scf, Output]:
        return required_convergence(*self.run(case, "scf"))
