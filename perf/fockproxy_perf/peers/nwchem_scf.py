"""NWChem's own SCF as a peer: `task scf`, direct.

A build is all that a start from its own converged orbitals needs: one Fock matrix from the whole density, after which
NWChem finds its gradient small enough. What is printed at the level of debugging tells when it began and ended.
"""

import math
import pathlib
import re
from collections.abc import Sequence

from fockproxy_perf.peers.case import Case
from fockproxy_perf.peers.nwchem import Installed, molecule_text, orbitals, total_energy
from fockproxy_perf.peers.peer import GRADIENT_TOLERANCE, Build, Instructions, Scf
from fockproxy_perf.peers.process import Line, Output, ProgramError

BEFORE, AFTER = "*** fock_2e:", "Symmetrized combined AO fock matrices"
ITERATION = re.compile(r"^ +(\d+) +-?\d+\.\d+ +\d\.\d+D[+-]\d+ +\d\.\d+D[+-]\d+ +\d+\.\d+ *$")
START = re.compile(r"^ +Starting SCF solution at +(\d+\.\d+)s")


def input_text(case: Case, accuracy: int, directives: str) -> str:
    """`accuracy`: the exponent of tol2e. `thresh` is of the norm of the gradient, which is no less than the largest
    element that the others are asked for."""
    return f"""{molecule_text(case)}scf
  direct
  thresh {GRADIENT_TOLERANCE:.0e}
  tol2e 1e-{accuracy}
  {directives}
end
task scf energy
"""


def iterations(lines: Sequence[Line]) -> int:
    numbers = [int(match[1]) for line in lines if (match := ITERATION.match(line.text))]
    if not numbers:
        raise ProgramError("the output of NWChem's SCF has no iterations")
    return numbers[-1]


def build_seconds(lines: Sequence[Line]) -> float:
    """Of the only build, from the times at which the lines around it came."""
    starts = [line.seconds for line in lines if BEFORE in line.text]
    ends = [line.seconds for line in lines if AFTER in line.text]
    if len(starts) != 1 or len(ends) != 1 or ends[0] < starts[0]:
        raise ProgramError("the output of NWChem's SCF does not tell when its one two-electron build began and ended")
    return ends[0] - starts[0]


class NWChemScf(Installed):
    name = "nwchem-scf"
    builds = True
    instructions: Instructions = "generic"
    thresholds: tuple[float, ...] = (1e-10,)
    scf_accuracy = 10

    def run(self, case: Case, accuracy: int, directives: str) -> Output:
        return self.run_text(case.directory / self.name, input_text(case, accuracy, directives))

    def orbitals(self, case: Case) -> pathlib.Path:
        return orbitals(case.directory / self.name, input_text(case, self.scf_accuracy, ""))

    def build(self, case: Case, threshold: float) -> tuple[Build, Output]:
        if not self.orbitals(case).exists():
            self.scf(case)
        output = self.run(case, round(-math.log10(threshold)),
                          f"vectors input {self.orbitals(case).name} output scratch.movecs\n  print debug")
        start = [float(match[1]) for line in output.lines if (match := START.match(line.text))]
        return {"seconds": build_seconds(output.lines), "startup_seconds": start[0] if start else None,
                "energy": total_energy(output.lines), "error": None}, output

    def scf(self, case: Case) -> tuple[Scf, Output]:
        output = self.run(case, self.scf_accuracy, "vectors input atomic output new.movecs")
        (case.directory / self.name / "new.movecs").replace(self.orbitals(case))
        return {"energy": total_energy(output.lines), "iterations": iterations(output.lines)}, output
