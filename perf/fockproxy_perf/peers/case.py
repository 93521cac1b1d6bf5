"""A case: a molecule and a basis set, with the converged density and the reference Fock matrix for the measurements.
fockproxy makes both once per case; they stay in build/peers/cases. The integrals of the Fock matrix are Libint's,
without screening."""

import array
import hashlib
import json
import pathlib
from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple, Protocol, TypedDict

from fockproxy_perf.errors import UserError
from fockproxy_perf.peers import process
from fockproxy_perf.source_tree import SOURCE

PEERS = SOURCE / "build" / "peers"

CASES = [f"{molecule}/cc-pvdz" for molecule in ("water8", "water20", "decane", "eicosane", "caffeine", "coronene")]
CASES += ["benzene/cc-pvtz", "uracil/cc-pvtz", "water/cc-pvqz", "water/aug-cc-pvtz"]

UNSCREENED = "Libint's, none screened"  # the integrals of a reference Fock matrix


class Reference(TypedDict):
    """The files of the case have the density and the Fock matrix."""

    energy: float  # hartree
    functions: int


class ReferenceMaker(Protocol):
    """The interface of ours.Fockproxy."""

    def converge(self, case: "Case", density: pathlib.Path) -> None: ...

    def reference_fock(self, case: "Case") -> tuple[dict[str, Any], Sequence[float]]: ...


class Case(NamedTuple):
    name: str  # molecule/basis

    @property
    def molecule(self) -> pathlib.Path:
        return SOURCE / "molecules" / f"{self.name.split('/')[0]}.xyz"

    @property
    def basis(self) -> str:
        return self.name.split("/")[1]

    @property
    def basis_file(self) -> pathlib.Path:
        return SOURCE / "basis" / f"{self.basis}.g94"

    @property
    def directory(self) -> pathlib.Path:
        return PEERS / "cases" / self.name.replace("/", "_")

    @property
    def saved_density(self) -> pathlib.Path:
        return self.directory / "saved.density"

    @property
    def density(self) -> pathlib.Path:
        return self.directory / "density.bin"

    @property
    def fock(self) -> pathlib.Path:
        return self.directory / "fock.bin"

    @property
    def grain(self) -> pathlib.Path:
        return self.directory / "fastest-grain"  # older versions stored the choice of `auto` in "grain"

    def identity(self) -> str:
        return hashlib.sha256(self.molecule.read_bytes() + self.basis_file.read_bytes()).hexdigest()

    def check(self) -> None:
        """Throws UserError if the molecule or the basis set is missing."""
        if self.name.count("/") != 1 or not (self.molecule.is_file() and self.basis_file.is_file()):
            raise UserError(f"case '{self.name}' is not MOLECULE/BASIS of molecules/ and basis/")

    def reference(self, fockproxy: ReferenceMaker) -> Reference:
        """Made by `fockproxy` unless it exists for this geometry and these exponents."""
        file, identity = self.directory / "reference.json", self.identity()
        stored = json.loads(file.read_text()) if file.exists() else {}
        if stored.get("identity") != identity or not self.saved_density.exists():
            self.directory.mkdir(parents=True, exist_ok=True)
            self.grain.unlink(missing_ok=True)
            fockproxy.converge(self, self.saved_density)
            stored = {"identity": identity}
            file.write_text(json.dumps(stored) + "\n")  # written at once, because the SCF takes long
        if stored.get("integrals") != UNSCREENED:
            document, fock = fockproxy.reference_fock(self)
            write_matrix(self.density, read_saved_matrix(self.saved_density))
            write_matrix(self.fock, fock)
            stored |= {"energy": document["energy_total"], "functions": document["molecule"]["functions"],
                       "integrals": UNSCREENED}
            file.write_text(json.dumps(stored) + "\n")
        return {"energy": stored["energy"], "functions": stored["functions"]}


def write_matrix(path: pathlib.Path, elements: Iterable[float]) -> None:
    path.write_bytes(array.array("d", elements).tobytes())


def read_matrix(path: pathlib.Path) -> Sequence[float]:
    elements = array.array("d")
    elements.frombytes(path.read_bytes())
    return elements


def read_saved_matrix(path: pathlib.Path) -> Sequence[float]:
    """Reads a file of --save-density or --save-fock (restricted): two lines, the second with the number of elements in
    JSON, then the elements and a checksum of the file. Throws ProgramError if the file is different."""
    content = path.read_bytes().split(b"\n", 2)
    elements = array.array("d")
    try:
        _, about, numbers = content
        elements.frombytes(numbers)
        words = json.loads(about)["words"]
    except (ValueError, KeyError, TypeError) as error:
        raise process.ProgramError(f"{path}: no saved matrix: {error}") from error
    if len(elements) != words + 1:
        raise process.ProgramError(f"{path}: {len(elements) - 1} elements, {words} announced")
    return elements[:-1]


def largest_difference(a: Sequence[float], b: Sequence[float]) -> float:
    if len(a) != len(b):
        raise process.ProgramError(f"matrices of {len(a)} and {len(b)} elements")
    return max(abs(x - y) for x, y in zip(a, b, strict=True))
