"""A case: a molecule in a basis set, with the converged density and the reference Fock matrix that builds are measured
with. Both come from fockproxy, once per case, and stay in build/peers/cases."""

import array
import hashlib
import json
import pathlib
from typing import NamedTuple

from fockproxy_perf.source_tree import SOURCE

from . import process

PEERS = SOURCE / "build" / "peers"

CASES = [f"{molecule}/cc-pvdz" for molecule in ("water8", "water20", "decane", "eicosane", "caffeine", "coronene")]
CASES += ["benzene/cc-pvtz", "uracil/cc-pvtz", "water/cc-pvqz", "water/aug-cc-pvtz"]

REFERENCE_THRESHOLD = 1e-14
LARGEST_ENERGY_DIFFERENCE = 1e-6  # hartree; more is not the same molecule and basis set


class Case(NamedTuple):
    name: str  # molecule/basis

    @property
    def molecule(self):
        return SOURCE / "molecules" / f"{self.name.split('/')[0]}.xyz"

    @property
    def basis(self):
        return self.name.split("/")[1]

    @property
    def basis_file(self):
        return SOURCE / "basis" / f"{self.basis}.g94"

    @property
    def directory(self):
        return PEERS / "cases" / self.name.replace("/", "_")

    density_json = property(lambda self: self.directory / "density.json")
    density = property(lambda self: self.directory / "density.bin")
    fock = property(lambda self: self.directory / "fock.bin")

    def identity(self):
        return hashlib.sha256(self.molecule.read_bytes() + self.basis_file.read_bytes()).hexdigest()

    def check(self):
        """Throws ValueError unless the molecule and the basis set are there."""
        if self.name.count("/") != 1 or not (self.molecule.is_file() and self.basis_file.is_file()):
            raise ValueError(f"case '{self.name}' is not MOLECULE/BASIS of molecules/ and basis/")

    def reference(self, fockproxy):
        """{"energy": hartree, "functions": n}; density and Fock matrix are in their files. Made by `fockproxy`, a
        programs.Fockproxy, unless they are there for this geometry and these exponents."""
        file, identity = self.directory / "reference.json", self.identity()
        reference = json.loads(file.read_text()) if file.exists() else {}
        if reference.get("identity") != identity:
            self.directory.mkdir(parents=True, exist_ok=True)
            fockproxy.converge(self, self.density_json)
            reference = {"identity": identity}
            file.write_text(json.dumps(reference) + "\n")  # the SCF is long; whoever is stopped now need not repeat it
        if "energy" in reference:
            return reference
        document, fock = fockproxy.fock(self, REFERENCE_THRESHOLD)
        write_matrix(self.density, json.loads(self.density_json.read_text())["density"][0])
        write_matrix(self.fock, fock)
        reference |= {"energy": document["energy_total"], "functions": document["molecule"]["functions"],
                      "threshold": REFERENCE_THRESHOLD}
        file.write_text(json.dumps(reference) + "\n")
        return reference


def write_matrix(path, elements):
    path.write_bytes(array.array("d", elements).tobytes())


def read_matrix(path):
    elements = array.array("d")
    elements.frombytes(path.read_bytes())
    return elements


def largest_difference(a, b):
    if len(a) != len(b):
        raise process.ProgramError(f"matrices of {len(a)} and {len(b)} elements")
    return max(abs(x - y) for x, y in zip(a, b))
