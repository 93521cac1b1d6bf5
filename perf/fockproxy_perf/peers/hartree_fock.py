"""The example program of Libint as a peer.Peer."""

from typing import Any

from fockproxy_perf.peers import process
from fockproxy_perf.peers.case import PEERS, Case
from fockproxy_perf.peers.peer import Build, Instructions, Scf, last_json, require_installed, required_convergence
from fockproxy_perf.peers.process import Output


class HartreeFock:
    name = "hartree-fock++"
    builds = True
    instructions: Instructions = "native"  # for its headers; the Libint library is Debian's
    thresholds: tuple[float, ...] = (1e-10, 1e-11)

    def __init__(self) -> None:
        self.program = PEERS / "hartree-fock++" / "hartree_fock_peer"
        require_installed("hartree-fock++", self.program)

    def version(self) -> str:
        return f"hartree-fock++ of Libint {(self.program.parent / 'version').read_text().strip()}"

    def run(self, case: Case, mode: str, *arguments: object) -> tuple[Any, Output]:
        directory = case.directory / self.name
        # Needs another name: for a name with "aug-", Libint reads two files, but ours holds everything.
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
