"""What was measured: one JSON object a line, each launch a gzip member of its own in a file that is appended to."""

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
    """Of perf_screening_error; errors and promise in hartree, of the worst element of F."""

    molecule: str
    basis: str
    functions: int
    method: str
    build: str  # full, or of a difference of densities
    integrals: str
    threshold: float
    error: float
    neglected: float
    promise: float
    asked_uhf: bool
    blocks: NotRequired[int]  # of F that were looked at; none or 0: all


class FaultRow(TypedDict):
    """Of perf_fault_power: one kind of fault, put into `times` builds."""

    molecule: str
    basis: str
    fault: str
    times: int
    caught: int
    share_of_tasks: float  # faulty ones
    expected: float  # to be caught, by the stated power
    missed_above_promise: int
    first_seed: int


class RunRow(TypedDict):
    """Of one run that nothing was done to; exit_code None: a time-out."""

    case: RunCase
    exit_code: int | None
    seconds: float
    last: str


class MadeUpRow(TypedDict):
    """Of one run of what made_up.py draws from the seed."""

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
    """Of one hard case, from the defaults of both programs."""

    case: str
    atoms: str
    basis: str
    charge: int
    multiplicity: int
    ours: End
    saddle_points: int  # left on the way
    hessian_builds: int  # Fock builds on top of those of the iterations
    pyscf: End
    pyscf_followed: End  # led on from what its stability analysis called unstable


Row = TypeVar("Row", ErrorRow, FaultRow, RunRow, MadeUpRow, ConvergenceRow)


class RowsFile(Generic[Row]):
    """The rows of one experiment; a file that is not there has none."""

    def __init__(self, path: pathlib.Path) -> None:
        self.path = path
        data = path.read_bytes() if path.exists() else b""
        self.rows: list[Row] = []
        self.whole = 0  # bytes: a row that was cut short by a kill does not count
        for text, end in self.members(data):
            self.rows += [json.loads(line) for line in text.splitlines()]
            self.whole = end

    def members(self, data: bytes) -> Iterator[tuple[bytes, int]]:
        """Content, and where it ends in the file, of every gzip member that is whole."""
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
        """Of one launch: all of them get into the file, or none."""
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
