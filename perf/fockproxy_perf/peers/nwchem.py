"""NWChem as a peer: direct Hartree-Fock with the dft module (`xc hfexch`).

The dft module builds J and K from the whole density in every iteration, without difference densities. It screens
loosely until the energy has settled, but an SCF that starts from converged orbitals screens at accCoul from its first
iteration. So a build is the first iteration of such a start: the time between the two lines that NWChem prints before
and after its two-electron routine, with its output unbuffered. The other route is NWChem's own SCF.
"""

import gzip
import hashlib
import math
import pathlib
import re
from collections.abc import Callable, Container, Sequence
from typing import NamedTuple

from fockproxy_perf.peers import process
from fockproxy_perf.peers.case import PEERS, Case
from fockproxy_perf.peers.inputs import elements, nwchem_basis, nwchem_geometry, read_g94, read_xyz
from fockproxy_perf.peers.peer import ENERGY_TOLERANCE, GRADIENT_TOLERANCE, Build, Instructions, Scf, require_installed
from fockproxy_perf.peers.process import Line, Output, ProgramError

BEFORE, AFTER = "Before call to fock_2e", "After call to fock_2e"
ITERATION = re.compile(r"^ d=.*ls=.*?(?:diis)? +(\d+) +-?\d+\.\d+")
ENERGY = re.compile(r"^ +Total (?:DFT|SCF) energy = +(-?\d+\.\d+)")
START = re.compile(r"^ +Time prior to 1st pass: +(\d+\.\d+)")


def molecule_text(case: Case) -> str:
    """The beginning of an input."""
    atoms = read_xyz(case.molecule)
    return f"""start peer
permanent_dir .
scratch_dir .
memory total 2000 mb
{nwchem_geometry(atoms)}{nwchem_basis(read_g94(case.basis_file), elements(atoms))}"""


def input_text(case: Case, accuracy: int, directives: str) -> str:
    """`accuracy`: accCoul, the exponent of the screening threshold."""
    return f"""{molecule_text(case)}dft
  direct
  noio
  xc hfexch
  tolerances accCoul {accuracy}
  convergence energy {ENERGY_TOLERANCE:.0e} gradient {GRADIENT_TOLERANCE:.0e} density 1
  {directives}
  print "dft timings"
end
task dft energy
"""


def total_energy(lines: Sequence[Line]) -> float:
    """In hartree."""
    energies = [float(match[1]) for line in lines if (match := ENERGY.match(line.text))]
    if not energies:
        raise ProgramError("NWChem's output has no total energy")
    return energies[-1]


def iterations(lines: Sequence[Line], pattern: re.Pattern[str] = ITERATION) -> int:
    numbers = [int(match[1]) for line in lines if (match := pattern.match(line.text))]
    if not numbers:
        raise ProgramError("NWChem's output has no iterations")
    return numbers[-1]


def build_seconds(lines: Sequence[Line]) -> list[float]:
    """The time of every two-electron build, from the times of the lines before and after it."""
    starts = [line.seconds for line in lines if BEFORE in line.text]
    ends = [line.seconds for line in lines if AFTER in line.text]
    if not starts or len(starts) != len(ends) or any(b < a for a, b in zip(starts, ends, strict=True)):
        raise ProgramError("NWChem's output does not tell when its two-electron builds began and ended")
    return [end - start for start, end in zip(starts, ends, strict=True)]


def one_build(lines: Sequence[Line]) -> float:
    (seconds,) = build_seconds(lines)
    return seconds


class Route(NamedTuple):
    """A way to a Hartree-Fock energy: the input of NWChem, and how to read its output."""

    name: str
    input_text: Callable[[Case, int, str], str]  # for an accuracy, with further directives
    iterations: Callable[[Sequence[Line]], int]
    build_seconds: Callable[[Sequence[Line]], float]  # for a run of one build
    start: re.Pattern[str]  # the line with the time until the first build
    guess: str  # directives for an SCF from scratch, written to new.movecs
    one_build: str  # directives for a run of one build from the orbitals {orbitals}
    build_codes: Container[int]  # exit codes that such a run may have


DFT = Route("nwchem", input_text, iterations, one_build, START,
            guess="iterations 50\n  vectors input atomic output new.movecs",
            one_build="iterations 1\n  vectors input {orbitals} output scratch.movecs",
            build_codes=range(256))  # one iteration does not meet NWChem's criteria


class NWChem:
    builds = True
    instructions: Instructions = "generic"
    thresholds: tuple[float, ...] = (1e-10,)
    scf_accuracy = 10

    def __init__(self, route: Route) -> None:
        self.route, self.name = route, route.name
        self.root = PEERS / "nwchem"
        self.program = self.root / "usr" / "bin" / "openmpi"
        require_installed("nwchem", self.program)
        libraries = ":".join(str(path) for path in (self.root / "usr" / "lib").glob("*-linux-gnu"))
        self.environment = {"GFORTRAN_UNBUFFERED_PRECONNECTED": "1", "LD_LIBRARY_PATH": libraries}

    def version(self) -> str:
        package = self.root / "usr" / "share" / "doc" / "nwchem-openmpi" / "changelog.Debian.gz"
        newest = re.search(r"[(](.*?)[)]", gzip.decompress(package.read_bytes()).decode())
        if not newest:
            raise ProgramError(f"{package} names no version")
        return f"NWChem {newest[1]}"

    def run(self, case: Case, accuracy: int, directives: str, accept: Container[int] = (0,)) -> Output:
        directory = case.directory / self.name
        directory.mkdir(parents=True, exist_ok=True)
        (directory / "peer.nw").write_text(self.route.input_text(case, accuracy, directives))
        return process.run([self.program, "peer.nw"], directory, self.environment, accept)

    def orbitals(self, case: Case) -> pathlib.Path:
        """The file of converged orbitals. Its name depends on the molecule and the basis in NWChem's input."""
        given = hashlib.sha256(self.route.input_text(case, self.scf_accuracy, "").encode()).hexdigest()
        return case.directory / self.name / f"{given[:16]}.movecs"

    def build(self, case: Case, threshold: float) -> tuple[Build, Output]:
        orbitals = self.orbitals(case)
        if not orbitals.exists():
            self.scf(case)
        output = self.run(case, round(-math.log10(threshold)), self.route.one_build.format(orbitals=orbitals.name),
                          self.route.build_codes)
        start = [float(match[1]) for line in output.lines if (match := self.route.start.match(line.text))]
        return {"seconds": self.route.build_seconds(output.lines), "startup_seconds": start[0] if start else None,
                "energy": total_energy(output.lines), "error": None}, output

    def scf(self, case: Case) -> tuple[Scf, Output]:
        output = self.run(case, self.scf_accuracy, self.route.guess)
        (case.directory / self.name / "new.movecs").replace(self.orbitals(case))
        return {"energy": total_energy(output.lines), "iterations": self.route.iterations(output.lines)}, output


SCF_BEFORE, SCF_AFTER = "*** fock_2e:", "Symmetrized combined AO fock matrices"
SCF_ITERATION = re.compile(r"^ +(\d+) +-?\d+\.\d+ +\d\.\d+D[+-]\d+ +\d\.\d+D[+-]\d+ +\d+\.\d+ *$")
SCF_START = re.compile(r"^ +Starting SCF solution at +(\d+\.\d+)s")


def scf_input_text(case: Case, accuracy: int, directives: str) -> str:
    """`accuracy`: the exponent of tol2e. `thresh` is for the norm of the gradient, which is at least its largest
    element, the criterion of the other programs."""
    return f"""{molecule_text(case)}scf
  direct
  thresh {GRADIENT_TOLERANCE:.0e}
  tol2e 1e-{accuracy}
  {directives}
end
task scf energy
"""


def scf_iterations(lines: Sequence[Line]) -> int:
    return iterations(lines, SCF_ITERATION)


def scf_build_seconds(lines: Sequence[Line]) -> float:
    """The time of the only build, from the times of the lines before and after it."""
    starts = [line.seconds for line in lines if SCF_BEFORE in line.text]
    ends = [line.seconds for line in lines if SCF_AFTER in line.text]
    if len(starts) != 1 or len(ends) != 1 or ends[0] < starts[0]:
        raise ProgramError("the output of NWChem's SCF does not tell when its one two-electron build began and ended")
    return ends[0] - starts[0]


SCF = Route("nwchem-scf", scf_input_text, scf_iterations, scf_build_seconds, SCF_START,
            guess="vectors input atomic output new.movecs",
            one_build="vectors input {orbitals} output scratch.movecs\n  print debug",
            build_codes=(0,))
