"""NWChem as a peer: Hartree-Fock through the dft module (`xc hfexch`), direct.

The dft module builds J and K from the whole density in every iteration (it takes no differences), but screens loosely
until the energy has settled; an SCF that starts from converged orbitals screens at accCoul from its first iteration on.
So a build is the first iteration of such a start: what passes between the two lines that NWChem prints before and after
its two-electron routine, with its output unbuffered. nwchem_scf.py has the other route, NWChem's own SCF.
"""

import gzip
import hashlib
import math
import pathlib
import re
from collections.abc import Container, Sequence

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
    """What an input begins with."""
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


def iterations(lines: Sequence[Line]) -> int:
    numbers = [int(match[1]) for line in lines if (match := ITERATION.match(line.text))]
    if not numbers:
        raise ProgramError("NWChem's output has no iterations")
    return numbers[-1]


def build_seconds(lines: Sequence[Line]) -> list[float]:
    """Of every two-electron build, from the times at which the lines around it came."""
    starts = [line.seconds for line in lines if BEFORE in line.text]
    ends = [line.seconds for line in lines if AFTER in line.text]
    if not starts or len(starts) != len(ends) or any(b < a for a, b in zip(starts, ends, strict=True)):
        raise ProgramError("NWChem's output does not tell when its two-electron builds began and ended")
    return [end - start for start, end in zip(starts, ends, strict=True)]


def orbitals(directory: pathlib.Path, text: str) -> pathlib.Path:
    """The file of the orbitals that the SCF of this input converged to."""
    return directory / f"{hashlib.sha256(text.encode()).hexdigest()[:16]}.movecs"


class Installed:
    """What both routes run."""

    def __init__(self) -> None:
        self.root = PEERS / "nwchem"
        self.program = self.root / "usr" / "bin" / "nwchem.openmpi"
        require_installed("nwchem", self.program)
        libraries = ":".join(str(path) for path in (self.root / "usr" / "lib").glob("*-linux-gnu"))
        self.environment = {"GFORTRAN_UNBUFFERED_PRECONNECTED": "1", "LD_LIBRARY_PATH": libraries}

    def version(self) -> str:
        package = self.root / "usr" / "share" / "doc" / "nwchem-openmpi" / "changelog.Debian.gz"
        newest = re.search(r"[(](.*?)[)]", gzip.decompress(package.read_bytes()).decode())
        if not newest:
            raise ProgramError(f"{package} names no version")
        return f"NWChem {newest[1]}"

    def run_text(self, directory: pathlib.Path, text: str, accept: Container[int] = (0,)) -> Output:
        directory.mkdir(parents=True, exist_ok=True)
        (directory / "peer.nw").write_text(text)
        return process.run([self.program, "peer.nw"], directory, self.environment, accept)


class NWChem(Installed):
    name = "nwchem"
    builds = True
    instructions: Instructions = "generic"
    thresholds: tuple[float, ...] = (1e-10,)
    scf_accuracy = 10

    def run(self, case: Case, accuracy: int, directives: str, accept: Container[int] = (0,)) -> Output:
        return self.run_text(case.directory / self.name, input_text(case, accuracy, directives), accept)

    def orbitals(self, case: Case) -> pathlib.Path:
        return orbitals(case.directory / self.name, input_text(case, self.scf_accuracy, ""))

    def build(self, case: Case, threshold: float) -> tuple[Build, Output]:
        accuracy = round(-math.log10(threshold))
        if not self.orbitals(case).exists():
            self.scf(case)
        # One iteration does not converge by NWChem's rules: its code is not 0.
        directives = f"iterations 1\n  vectors input {self.orbitals(case).name} output scratch.movecs"
        output = self.run(case, accuracy, directives, accept=range(256))
        (seconds,) = build_seconds(output.lines)
        start = [float(match[1]) for line in output.lines if (match := START.match(line.text))]
        return {"seconds": seconds, "startup_seconds": start[0] if start else None,
                "energy": total_energy(output.lines), "error": None}, output

    def scf(self, case: Case) -> tuple[Scf, Output]:
        output = self.run(case, self.scf_accuracy, "iterations 50\n  vectors input atomic output new.movecs")
        (case.directory / self.name / "new.movecs").replace(self.orbitals(case))
        return {"energy": total_energy(output.lines), "iterations": iterations(output.lines)}, output
