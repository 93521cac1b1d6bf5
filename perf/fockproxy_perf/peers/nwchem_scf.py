"""NWChem's own SCF as a peer: `task scf`, direct.

A build is all that a start from its own converged orbitals needs: one Fock matrix from the whole density, after which
NWChem finds its gradient small enough. What is printed at the level of debugging tells when it began and ended.
"""

import re
from collections.abc import Sequence

from fockproxy_perf.peers import nwchem
from fockproxy_perf.peers.case import Case
from fockproxy_perf.peers.nwchem import Route, molecule_text
from fockproxy_perf.peers.peer import GRADIENT_TOLERANCE
from fockproxy_perf.peers.process import Line, ProgramError

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
    return nwchem.iterations(lines, ITERATION)


def build_seconds(lines: Sequence[Line]) -> float:
    """Of the only build, from the times at which the lines around it came."""
    starts = [line.seconds for line in lines if BEFORE in line.text]
    ends = [line.seconds for line in lines if AFTER in line.text]
    if len(starts) != 1 or len(ends) != 1 or ends[0] < starts[0]:
        raise ProgramError("the output of NWChem's SCF does not tell when its one two-electron build began and ended")
    return ends[0] - starts[0]


SCF = Route("nwchem-scf", input_text, iterations, build_seconds, START,
            guess="vectors input atomic output new.movecs",
            one_build="vectors input {orbitals} output scratch.movecs\n  print debug",
            build_codes=(0,))
