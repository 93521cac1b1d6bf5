"""The JSON Lines file of a sweep. Rows are appended launch by launch, and a file that was cut off can be continued.

A finished sweep may be compressed: readers accept NAME.jsonl.gz as well.
"""

import dataclasses
import fcntl
import gzip
import io
import json
import os
import pathlib
import zlib
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple, TypedDict

from fockproxy_perf import SCHEMA_VERSION
from fockproxy_perf.errors import UserError
from fockproxy_perf.rows.kinds import row_from_json
from fockproxy_perf.rows.row import Row
from fockproxy_perf.rows.versions import READABLE, as_now


class Header(TypedDict):
    schema_version: int
    kind: str  # sweep
    name: str
    description: str
    plan: dict[str, Any]  # the sweep file as read; a resumed sweep must have an equal one
    seed: int
    repetitions: int
    rows_planned: int  # configurations times repetitions
    git_revision: str
    host: str
    cores: int
    cpu: str
    started: str  # UTC, ISO 8601


# Limits for reading: a line holds one row, and a sweep takes seconds for each row.
MOST_BYTES = 64 * 2**20
MOST_LINES = 1_000_000
Check = Callable[[Any, str], None]


class Contents(NamedTuple):
    """Without a torn line or an incomplete launch. `whole`: bytes up to the end of the last complete launch."""

    header: Header
    rows: list[Row]
    whole: int


def is_compressed(path: pathlib.Path | str) -> bool:
    return pathlib.Path(path).suffix == ".gz"


def opened(path: pathlib.Path | str) -> gzip.GzipFile | io.BufferedReader:
    """The open file, compressed or not."""
    return gzip.open(path, "rb") if is_compressed(path) else pathlib.Path(path).open("rb")


def unread(entry: Any, where: str) -> None:
    """Checks nothing, for files that this package has just written."""


def read_lines(path: pathlib.Path | str, check: Check = unread) -> Contents:
    """Raises UserError if the file is not that of a sweep, OSError if it cannot be read. `check` gets every line and
    its name, and may raise UserError too."""
    header: Header | None = None
    rows: list[Row] = []
    whole = at = 0
    with opened(path) as file:
        for number, line in enumerate(iter(lambda: file.readline(MOST_BYTES), b""), 1):
            at += len(line)
            if len(line) == MOST_BYTES or number > MOST_LINES:
                raise UserError(f"{path}: line {number} is longer than {MOST_BYTES} bytes, or there are more than "
                                f"{MOST_LINES}: that is no sweep, or more than one")
            if not line.endswith(b"\n"):
                break
            if not line.strip():
                continue
            try:
                entry = as_now(json.loads(line))
            except ValueError:
                raise UserError(f"{path}: line {number} is no JSON; this is no file of a sweep") from None
            if header is None:
                header = checked_header(entry, path)
                check(entry, f"{path}: line {number}")
                whole = at
                continue
            check(entry, f"{path}: line {number}")
            try:
                rows.append(row_from_json(entry))
            except (KeyError, TypeError):
                raise UserError(f"{path}: line {number} is not a row of a sweep") from None
            if ends_launch(rows[-1]):
                whole = at
    if header is None:
        raise UserError(f"{path} is empty")
    while rows and not ends_launch(rows[-1]):
        rows.pop()
    return Contents(header, rows, whole)


def ends_launch(row: Row) -> bool:
    return row.row == row.of - 1


def checked_header(entry: Any, path: pathlib.Path | str) -> Header:
    if not isinstance(entry, dict) or entry.get("kind") != "sweep":
        raise UserError(f"{path} does not begin as the file of a sweep does")
    if entry.get("schema_version") != SCHEMA_VERSION:
        raise UserError(f"{path} has schema version {entry.get('schema_version')}; this program reads "
                        f"{' and '.join(map(str, READABLE))}")
    header: Header = entry  # type: ignore[assignment]
    return header


def read_sweep_results(path: pathlib.Path | str, check: Check = unread) -> tuple[Header, list[Row]]:
    """(header, rows) for evaluation. `check` as in read_lines()."""
    try:
        return read_lines(path, check)[:2]
    except (EOFError, zlib.error, gzip.BadGzipFile):
        raise UserError(f"{path} is no gzip file, or not all of one") from None
    except OSError as error:
        raise UserError(f"cannot read {path}: {error.strerror}") from None


class Store:
    """The open file of one sweep at a time. An append is one write and is on disk before the call returns."""

    def __init__(self, path: pathlib.Path | str, header: Header, resume: bool) -> None:
        self.path = pathlib.Path(path)
        if is_compressed(path):
            raise UserError(f"{path}: a sweep appends its rows, and is compressed when all are there")
        if self.path.exists() and not resume:
            raise UserError(f"{path} exists; --resume goes on with it, --output names another file")
        try:
            self.file = self.path.open("ab" if resume else "xb", buffering=0)
        except OSError as error:
            raise UserError(f"{path}: {error.strerror}") from None
        try:
            fcntl.flock(self.file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            raise UserError(f"another sweep is writing {path}") from None
        self.rows: list[Row] = []
        if self.path.stat().st_size == 0:  # new, or killed before the first line was written
            self.header = header
            self.write([header])
        else:
            self.open_again(header)

    def open_again(self, header: Header) -> None:
        self.header, self.rows, whole = read_lines(self.path)
        for name in ("plan", "seed", "repetitions", "rows_planned"):
            if self.header[name] != header[name]:
                raise UserError(f"{self.path} was begun with another {name}; --output names a new file")
        if self.header["host"] != header["host"]:
            raise UserError(f"{self.path} was begun on {self.header['host']}, and this is {header['host']}: rows of "
                            "one sweep must be comparable; --output names a new file")
        os.truncate(self.path, whole)

    @property
    def next_launch(self) -> int:
        return self.rows[-1].launch + 1 if self.rows else 0

    def answered(self) -> set[str]:
        """Keys of the configurations that have a row."""
        return {key for row in self.rows for key in row.covers}

    def append(self, rows: Sequence[Row]) -> None:
        """Appends all rows of one launch and numbers them."""
        numbered = [dataclasses.replace(row, row=number, of=len(rows), launch=self.next_launch)
                    for number, row in enumerate(rows)]
        self.write([row.to_json() for row in numbered])
        self.rows += numbered

    def write(self, entries: Sequence[Mapping[str, Any]]) -> None:
        data = "".join(json.dumps(entry, separators=(",", ":")) + "\n" for entry in entries).encode()
        while data:
            data = data[os.write(self.file.fileno(), data):]
        os.fsync(self.file.fileno())

    def close(self) -> None:
        self.file.close()
