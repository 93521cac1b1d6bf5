"""PySCF as a peer.Peer: with its defaults, without stored integrals, and with qcint."""

import json
import pathlib
from collections.abc import Mapping
from typing import Any, Literal

from fockproxy_perf.peers import process
from fockproxy_perf.peers.case import PEERS, Case
from fockproxy_perf.peers.inputs import elements, pyscf_basis, read_g94, read_xyz
from fockproxy_perf.peers.peer import Build, Instructions, Scf, last_json, require_installed, required_convergence
from fockproxy_perf.peers.process import Output, ProgramError
from fockproxy_perf.source_tree import SOURCE

PYSCF_PEER = SOURCE / "perf" / "fockproxy_perf" / "peers" / "pyscf_peer.py"  # run by the Python that has PySCF


class PySCF:
    name = "pyscf"
    builds = True
    instructions: Instructions = "generic"
    thresholds: tuple[float, ...] = (1e-9, 1e-10)
    mode = "scf"

    packages = PEERS / "pyscf"  # the folder with its libcint
    environment: Mapping[str, str] = {}

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
        output = process.run([self.python, PYSCF_PEER, mode, "case.json", *arguments], directory,
                             self.environment)
        result = last_json(output)
        if not pathlib.Path(libcint := result.pop("libcint")).is_relative_to(self.packages):
            raise ProgramError(f"{self.name} took its integrals from {libcint}")
        return result, output

    def build(self, case: Case, threshold: float) -> tuple[Build, Output]:
        return self.run(case, "build", threshold, case.density, case.fock)

    def scf(self, case: Case) -> tuple[Scf, Output]:
        return required_convergence(*self.run(case, self.mode))


class PySCFDirect(PySCF):
    """An SCF without stored integrals, even if they fit into memory."""

    name = "pyscf-direct"
    mode = "scf-direct"
    builds = False  # they are those of PySCF


class PySCFQcint(PySCF):
    """PySCF with qcint instead of its libcint, compiled for this processor (`native`) or for AVX2."""

    def __init__(self, instructions: Literal["avx2", "native"]) -> None:
        super().__init__()
        self.name = "pyscf-qcint" if instructions == "native" else f"pyscf-qcint-{instructions}"
        self.instructions = instructions
        self.packages = PEERS / "qcint" / instructions
        require_installed("qcint", self.packages / "pyscf" / "lib" / "deps" / "lib" / "libcint.so")
        self.environment = {"PYTHONPATH": str(self.packages)}

    def version(self) -> str:
        return f"{super().version()} on qcint {(PEERS / 'qcint' / 'version').read_text().strip()}"
