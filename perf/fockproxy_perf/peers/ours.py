"""fockproxy as a peer.Peer, and as the reference for the others."""

import hashlib
import json
import os
import pathlib
from collections.abc import Sequence
from typing import Any

from fockproxy_perf.peers import process
from fockproxy_perf.peers.case import Case, largest_difference, read_matrix, read_saved_matrix
from fockproxy_perf.peers.peer import ENERGY_TOLERANCE, GRADIENT_TOLERANCE, Build, Instructions, Scf
from fockproxy_perf.peers.process import Output, ProgramError
from fockproxy_perf.source_tree import SOURCE

Document = dict[str, Any]  # of fockproxy --json

INSTRUCTIONS: dict[str, Instructions] = {"auto": "native", "avx2": "avx2", "portable": "generic"}  # by --simd

LARGER_BLOCKS = (90, 130, 100_000)  # functions; with the last, the whole molecule is one block


def name_with(simd: str) -> str:
    return "fockproxy" if simd == "auto" else f"fockproxy-{simd}"


class Fockproxy:
    """With its best instruction set, or limited to one: `fockproxy-avx2`, `fockproxy-portable`, on the same grain."""

    builds = True
    thresholds: tuple[float, ...] = (1e-9, 3e-10, 1e-10, 3e-11, 1e-11)  # some of them match the accuracy of any peer

    def __init__(self, program: pathlib.Path | None = None, simd: str = "auto") -> None:
        self.simd, self.name = simd, name_with(simd)
        self.instructions = INSTRUCTIONS[simd]
        self.program = (program or SOURCE / "build" / "openmpi" / "bin" / "fockproxy").resolve()
        if not os.access(self.program, os.X_OK):
            raise ProgramError(f"there is no program {self.program}; build it, or name it with --fockproxy")

    def version(self) -> str:
        return f"fockproxy, sha256 {hashlib.sha256(self.program.read_bytes()).hexdigest()[:16]}"

    def command(self, mode: str, case: Case, *options: object) -> list[object]:
        return [self.program, mode, case.molecule, "--basis", case.basis_file, "--matrix", "local",
                "--counter", "static", "--simd", self.simd, *options]

    def run(self, case: Case, mode: str, *options: object) -> tuple[Document, Output]:
        directory = case.directory / self.name
        output = process.run(self.command(mode, case, *options, "--json", "out.json"), directory)
        return json.loads((directory / "out.json").read_text()), output

    def converge(self, case: Case, density: pathlib.Path) -> None:
        self.run(case, "scf", "--threshold", 1e-12, "--energy-tolerance", 1e-10, "--gradient-tolerance", 1e-7,
                 "--grain", "auto", "--save-density", density)

    def reference_fock(self, case: Case) -> tuple[Document, Sequence[float]]:
        """Uses Libint's integrals without screening."""
        return self.measured_fock(case, 0, "--integrals", "libint")[:2]

    def measured_fock(self, case: Case, threshold: float, *options: object) -> tuple[
            Document, Sequence[float], Output]:
        document, output = self.run(case, "fock", "--density", case.saved_density, "--threshold", threshold,
                                    "--repeat", 1, "--save-fock", "last.fock", *options)
        matrix = read_saved_matrix(case.directory / self.name / "last.fock")
        return document, matrix, output

    def build(self, case: Case, threshold: float) -> tuple[Build, Output]:
        document, matrix, output = self.measured_fock(case, threshold, "--grain", self.grain(case))
        fock, phases = document["fock"], document["phases"]
        # Includes everything that the other programs do within a build: screening with this density, clearing F.
        seconds = sum(fock[name][0] for name in
                      ("seconds", "task_table_seconds", "setup_seconds", "collect_seconds"))
        startup = sum(phases[name] for name in ("Schwarz", "grain", "arrays"))
        return {"seconds": seconds, "startup_seconds": startup, "energy": document["energy_total"],
                "error": largest_difference(matrix, read_matrix(case.fock))}, output

    def grain(self, case: Case) -> str:
        """Functions per block: those of the fastest of a few builds, found once per case, so that every build has the
        same tasks.

        `auto` leaves enough tasks to share between ranks, but a single rank, like the peers, need not share them.
        """
        if not case.grain.exists():
            grains: dict[str, float] = {}
            for wanted in ("auto", *LARGER_BLOCKS):
                document, _ = self.run(case, "fock", "--density", case.saved_density, "--repeat", 2, "--grain", wanted)
                grains[str(document["config"]["largest_block"])] = min(document["fock"]["seconds"])
                if document["config"]["blocks"] == 1:  # there is no larger one
                    break
            case.grain.write_text(min(grains, key=lambda grain: grains[grain]))
        return case.grain.read_text()

    def scf(self, case: Case) -> tuple[Scf, Output]:
        document, output = self.run(case, "scf", "--energy-tolerance", ENERGY_TOLERANCE, "--gradient-tolerance",
                                    GRADIENT_TOLERANCE, "--grain", self.grain(case))
        return {"energy": document["scf"]["energy_total"], "iterations": document["scf"]["iterations"]}, output
