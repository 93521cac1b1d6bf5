"""The results: one JSON object per line. Each launch is a gzip member in a file that is appended to."""

import gzip
import json
import os
import pathlib
import zlib
from collections.abc import Iterator
from typing import Generic, NotRequired, TypedDict, TypeVar

from fockproxy_perf.errors import UserError
from fockproxy_perf.studies.verification.cases import RunCase


class ErrorRow(TypedDict):
    """A row of perf_screening_error; errors and promise in hartree, for the worst element of F."""

    molecule: str
    basis: str
    functions: int
    method: str
    build: str  # full, or with a difference of densities
    integrals: str
    threshold: float
    error: float
    neglected: float
    promise: float
    asked_uhf: bool
    blocks: NotRequired[int]  # blocks of F that were compared; missing or 0: all


class FaultRow(TypedDict):
    """A row of perf_fault_power: one kind of fault, injected into `times` builds."""

    molecule: str
    basis: str
    fault: str
    times: int
    caught: int
    share_of_tasks: float  # share of faulty tasks
    expected: float  # expected number of findings, by the stated power
    missed_above_promise: int
    first_seed: int


class RunRow(TypedDict):
    """A run without faults; exit_code None: it timed out."""

    case: RunCase
    exit_code: int | None
    seconds: float
    last: str


class MadeUpRow(TypedDict):
    """A run of a case that made_up.py draws from the seed."""

    seed: int
    functions: int
    atoms: int
    box: float  # Angstrom
    arguments: list[str]  # without molecule and basis set
    build: str  # folder
    ranks: int
    outcome: str  # right, not converged, refused, error, time-out
    seconds: float
    last: str


class End(TypedDict):
    """Where an SCF ended; energy in hartree."""

    energy: float
    iterations: int
    converged: bool


class ConvergenceRow(TypedDict):
    """The result for one difficult case, with the defaults of both programs."""

    case: str
    atoms: str
    basis: str
    charge: int
    multiplicity: int
    ours: End
    saddle_points: int  # left during the run
    hessian_builds: int  # Fock builds in addition to those of the iterations
    pyscf: End
    pyscf_followed: End  # after following instabilities from its stability analysis


Row = TypeVar("Row", ErrorRow, FaultRow, RunRow, MadeUpRow, ConvergenceRow)


class RowsFile(Generic[Row]):
    """The rows of one experiment; none if the file does not exist."""

    def __init__(self, path: pathlib.Path) -> None:
        self.path = path
        data = path.read_bytes() if path.exists() else b""
        self.rows: list[Row] = []
        self.whole = 0  # bytes, without a row that was cut off
        for text, end in self.members(data):
            self.rows += [json.loads(line) for line in text.splitlines()]
            self.whole = end

    def members(self, data: bytes) -> Iterator[tuple[bytes, int]]:
        """The content of every complete gzip member, and where it ends in the file."""
        end = 0
        while end < len(data):
            member = zlib.decompressobj(wbits=zlib.MAX_WBITS + 16)
            try:
                text = member.decompress(data[end:])
            except zlib.error:
                raise UserError(f"{self.path}: no gzip from byte {end} on") from None
            if not member.eof:
                return
            end = len(data) - len(member.unused_data)
            yield text, end

    def add(self, *rows: Row) -> None:
        """Adds the rows of one launch: either all get into the file or none."""
        member = gzip.compress("".join(json.dumps(row) + "\n" for row in rows).encode())
        self.path.parent.mkdir(parents=True, exist_ok=True)
        with self.path.open("ab") as file:
            os.truncate(file.fileno(), self.whole)
            file.write(member)
        self.rows += rows
        self.whole += len(member)


def errors_file(results: pathlib.Path) -> RowsFile[ErrorRow]:
    return RowsFile(results / "verification_errors.jsonl.gz")


def faults_file(results: pathlib.Path) -> RowsFile[FaultRow]:
    return RowsFile(results / "verification_faults.jsonl.gz")


def runs_file(results: pathlib.Path) -> RowsFile[RunRow]:
    return RowsFile(results / "verification_runs.jsonl.gz")


def made_up_file(results: pathlib.Path) -> RowsFile[MadeUpRow]:
    return RowsFile(results / "verification_made_up.jsonl.gz")


def convergence_file(results: pathlib.Path) -> RowsFile[ConvergenceRow]:
    return RowsFile(results / "verification_convergence.jsonl.gz")
