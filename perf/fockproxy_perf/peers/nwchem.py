"""NWChem as a peer: Hartree-Fock through the dft module (`xc hfexch`), direct.

The dft module builds J and K from the whole density in every iteration (it takes no differences), but screens loosely
until the energy has settled; an SCF that starts from converged orbitals screens at accCoul from its first iteration on.
So a build is the first iteration of such a start: what passes between the two lines that NWChem prints before and after
its two-electron routine, with its output unbuffered.
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
from fockproxy_perf.peers.peer import ENERGY_TOLERANCE, GRADIENT_TOLERANCE, Build, Scf, require_installed
from fockproxy_perf.peers.process import Line, Output, ProgramError

BEFORE, AFTER = "Before call to fock_2e", "After call to fock_2e"
ITERATION = re.compile(r"^ d=.*ls=.*?(?:diis)? +(\d+) +-?\d+\.\d+")
ENERGY = re.compile(r"^ +Total DFT energy = +(-?\d+\.\d+)")
START = re.compile(r"^ +Time prior to 1st pass: +(\d+\.\d+)")


def input_text(case: Case, accuracy: int, directives: str) -> str:
    """`accuracy`: accCoul, the exponent of the screening threshold."""
    atoms = read_xyz(case.molecule)
    return f"""start peer
permanent_dir .
scratch_dir .
memory total 2000 mb
{nwchem_geometry(atoms)}{nwchem_basis(read_g94(case.basis_file), elements(atoms))}dft
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
        raise ProgramError("NWChem's output has no 'Total DFT energy'")
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


class NWChem:
    name = "nwchem"
    builds = True
    thresholds: tuple[float, ...] = (1e-10,)
    scf_accuracy = 10

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

    def run(self, case: Case, accuracy: int, directives: str, accept: Container[int] = (0,)) -> Output:
        directory = case.directory / self.name
        directory.mkdir(parents=True, exist_ok=True)
        (directory / "peer.nw").write_text(input_text(case, accuracy, directives))
        return process.run([self.program, "peer.nw"], directory, self.environment, accept)

    def orbitals(self, case: Case) -> pathlib.Path:
        """The file of converged orbitals; its name belongs to the molecule and basis as NWChem is given them."""
        given = hashlib.sha256(input_text(case, self.scf_accuracy, "").encode()).hexdigest()
        return case.directory / self.name / f"{given[:16]}.movecs"

    def build(self, case: Case, threshold: float) -> tuple[Build, Output]:
        accuracy = round(-math.log10(threshold))
        orbitals = self.orbitals(case)
        if not orbitals.exists():
            self.scf(case)
        # One iteration does not converge by NWChem's rules: its code is not 0.
        output = self.run(case, accuracy, f"iterations 1\n  vectors input {orbitals.name} output scratch.movecs",
                          accept=range(256))
        (seconds,) = build_seconds(output.lines)
        start = [float(match[1]) for line in output.lines if (match := START.match(line.text))]
        return {"seconds": seconds, "startup_seconds": start[0] if start else None,
                "energy": total_energy(output.lines), "error": None}, output

    def scf(self, case: Case) -> tuple[Scf, Output]:
        output = self.run(case, self.scf_accuracy, "iterations 50\n  vectors input atomic output new.movecs")
        (case.directory / self.name / "new.movecs").replace(self.orbitals(case))
        return {"energy": total_energy(output.lines), "iterations": iterations(output.lines)}, output
