"""What every program is asked: one whole two-electron build at a given density, and one SCF.

build() returns {"seconds", "startup_seconds", "energy", "error"}; `seconds` are those of one build of J and K from the
whole density. "error" is the largest error of an element of F, None where a program does not give F away.
scf() returns {"energy", "iterations"}; its time is that of the whole process.
Both return the Output of the process too, and throw ProgramError.
"""

import hashlib
import json
import os

from fockproxy_perf.source_tree import SOURCE

from . import process
from .case import PEERS, largest_difference, read_matrix
from .inputs import elements, pyscf_basis, read_g94, read_xyz

PYSCF_PEER = SOURCE / "perf" / "fockproxy_perf" / "peers" / "pyscf_peer.py"  # run by the Python that has PySCF
ENERGY_TOLERANCE, GRADIENT_TOLERANCE = 1e-8, 1e-5


def last_json(output):
    try:
        return json.loads(output.lines[-1].text)
    except (IndexError, ValueError):
        raise process.ProgramError("the last line of the output is not JSON") from None


class Fockproxy:
    name = "fockproxy"
    builds = True
    thresholds = (1e-10, 1e-11)

    def __init__(self, program=None):
        self.program = (program or SOURCE / "build" / "openmpi" / "bin" / "fockproxy").resolve()
        if not os.access(self.program, os.X_OK):
            raise process.ProgramError(f"there is no program {self.program}; build it, or name it with --fockproxy")

    def version(self):
        return f"fockproxy, sha256 {hashlib.sha256(self.program.read_bytes()).hexdigest()[:16]}"

    def command(self, mode, case, *options):
        return [self.program, mode, case.molecule, "--basis", case.basis_file, "--matrix", "local", "--counter", "static",
                "--grain", "auto", *options]

    def run(self, case, mode, *options):
        directory = case.directory / "fockproxy"
        output = process.run(self.command(mode, case, *options, "--json", "out.json"), directory)
        return json.loads((directory / "out.json").read_text()), output

    def converge(self, case, density):
        self.run(case, "scf", "--threshold", 1e-12, "--energy-tolerance", 1e-10, "--gradient-tolerance", 1e-7,
                 "--save-density", density)

    def fock(self, case, threshold):
        """The JSON document of one build at the case's density, and its Fock matrix."""
        return self.measured_fock(case, threshold)[:2]

    def measured_fock(self, case, threshold):
        document, output = self.run(case, "fock", "--density", case.density_json, "--threshold", threshold, "--repeat", 1,
                                    "--save-fock", "fock.json")
        matrix = json.loads((case.directory / "fockproxy" / "fock.json").read_text())["fock"][0]
        return document, matrix, output

    def build(self, case, threshold):
        document, matrix, output = self.measured_fock(case, threshold)
        fock, phases = document["fock"], document["phases"]
        # Everything that the other programs do within a build too: screening with this density, clearing F.
        seconds = fock["seconds"][0] + fock["task_table_seconds"][0] + fock["setup_seconds"][0]
        return {"seconds": seconds, "startup_seconds": phases["Schwarz"], "energy": document["energy_total"],
                "error": largest_difference(matrix, read_matrix(case.fock))}, output

    def scf(self, case):
        document, output = self.run(case, "scf", "--energy-tolerance", ENERGY_TOLERANCE, "--gradient-tolerance",
                                    GRADIENT_TOLERANCE)
        return {"energy": document["scf"]["energy_total"], "iterations": document["scf"]["iterations"]}, output


class PySCF:
    name = "pyscf"
    builds = True
    thresholds = (1e-9, 1e-10)
    mode = "scf"

    def __init__(self):
        self.python = PEERS / "pyscf" / "bin" / "python"
        require_installed("pyscf", self.python)

    def version(self):
        output = process.run([self.python, "-c", "import pyscf; print(pyscf.__version__)"], PEERS / "pyscf")
        return f"PySCF {output.lines[-1].text}"

    def run(self, case, mode, *arguments):
        directory = case.directory / self.name
        directory.mkdir(parents=True, exist_ok=True)
        atoms = read_xyz(case.molecule)
        basis, places = pyscf_basis(read_g94(case.basis_file), elements(atoms))
        inputs = {"atoms": atoms, "basis": basis, "places": places}
        (directory / "case.json").write_text(json.dumps(inputs))
        output = process.run([self.python, PYSCF_PEER, mode, "case.json", *arguments],
                             directory)
        return last_json(output), output

    def build(self, case, threshold):
        return self.run(case, "build", threshold, case.density, case.fock)

    def scf(self, case):
        return required_convergence(*self.run(case, self.mode))


class PySCFDirect(PySCF):
    """An SCF without stored integrals, also where they fit into memory."""

    name = "pyscf-direct"
    mode = "scf-direct"
    builds = False  # they are the same


class HartreeFock:
    name = "hartree-fock++"
    builds = True
    thresholds = (1e-10, 1e-11)

    def __init__(self):
        self.program = PEERS / "hartree-fock++" / "hartree_fock_peer"
        require_installed("hartree-fock++", self.program)

    def version(self):
        return f"hartree-fock++ of Libint {(self.program.parent / 'version').read_text().strip()}"

    def run(self, case, mode, *arguments):
        directory = case.directory / self.name
        # Under another name: what begins with "aug-" Libint looks for in two files, and ours holds everything.
        basis = directory / "basis" / "peer.g94"
        basis.parent.mkdir(parents=True, exist_ok=True)
        basis.write_text(case.basis_file.read_text())
        output = process.run([self.program, mode, case.molecule, basis.stem, *arguments], directory,
                             {"LIBINT_DATA_PATH": str(directory)})
        return last_json(output), output

    def build(self, case, threshold):
        return self.run(case, "build", threshold, case.density, case.fock)

    def scf(self, case):
        return required_convergence(*self.run(case, "scf"))


def required_convergence(result, output):
    if not result["converged"]:
        raise process.ProgramError("the SCF did not converge")
    return result, output


def require_installed(name, program):
    if not os.access(program, os.X_OK):
        raise process.ProgramError(f"{name} is not installed; run perf/peers/install {name}")
