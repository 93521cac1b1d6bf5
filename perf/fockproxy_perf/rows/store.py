"""The sweep's JSON Lines file: rows are appended launch by launch, and a file that was cut off anywhere can go on."""

import fcntl
import json
import os
import pathlib

from fockproxy_perf import SCHEMA_VERSION
from fockproxy_perf.errors import UserError


def read_lines(path):
    """(header, rows, bytes that are whole): a torn last line, and a last launch with rows missing, are left out."""
    header, rows, whole, at = None, [], 0, 0
    with open(path, "rb") as file:
        for number, line in enumerate(file, 1):
            at += len(line)
            if not line.endswith(b"\n"):
                break
            if not line.strip():
                continue
            try:
                entry = json.loads(line)
            except ValueError:
                raise UserError(f"{path}: line {number} is no JSON; this is no file of a sweep") from None
            if header is None:
                check_header(entry, path)
                header = entry
                whole = at
                continue
            if not isinstance(entry, dict) or not {"kind", "row", "of"} <= entry.keys():
                raise UserError(f"{path}: line {number} is no row of a sweep")
            rows.append(entry)
            if entry["row"] == entry["of"] - 1:
                whole = at
    if header is None:
        raise UserError(f"{path} is empty")
    while rows and rows[-1]["row"] != rows[-1]["of"] - 1:
        rows.pop()
    return header, rows, whole


def check_header(entry, path):
    if not isinstance(entry, dict) or entry.get("kind") != "sweep":
        raise UserError(f"{path} does not begin as the file of a sweep does")
    if entry.get("schema_version") != SCHEMA_VERSION:
        raise UserError(f"{path} has schema version {entry.get('schema_version')}; this program reads {SCHEMA_VERSION}")


def read_sweep_results(path):
    """(header, rows) for whoever evaluates them."""
    try:
        header, rows, _ = read_lines(path)
    except OSError as error:
        raise UserError(f"cannot read {path}: {error.strerror}") from None
    return header, rows


class Store:
    """The open file. Appends are one write and reach the disk before they return. One sweep at a time."""

    def __init__(self, path, header, resume):
        self.path = pathlib.Path(path)
        if self.path.exists() and not resume:
            raise UserError(f"{path} exists; --resume goes on with it, --output names another file")
        try:
            self.file = open(self.path, "ab" if resume else "xb", buffering=0)
        except OSError as error:
            raise UserError(f"{path}: {error.strerror}") from None
        try:
            fcntl.flock(self.file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            raise UserError(f"another sweep is writing {path}") from None
        self.rows = []
        if self.path.stat().st_size == 0:  # new, or killed before the first line was written
            self.header = header
            self.write([header])
        else:
            self.open_again(header)

    def open_again(self, header):
        self.header, self.rows, whole = read_lines(self.path)
        for name in ("plan", "seed", "repetitions", "rows_planned"):
            if self.header[name] != header[name]:
                raise UserError(f"{self.path} was begun with another {name}; --output names a new file")
        if self.header["host"] != header["host"]:
            raise UserError(f"{self.path} was begun on {self.header['host']}, and this is {header['host']}: rows of "
                             "one sweep must be comparable; --output names a new file")
        os.truncate(self.path, whole)

    @property
    def next_launch(self):
        return self.rows[-1]["launch"] + 1 if self.rows else 0

    def answered(self):
        """Keys of the configurations that have their row."""
        return {key for row in self.rows for key in row["covers"]}

    def append(self, rows):
        """All rows of one launch."""
        numbered = [{**row, "launch": self.next_launch} for row in rows]
        self.write(numbered)
        self.rows += numbered

    def write(self, entries):
        data = "".join(json.dumps(entry, separators=(",", ":")) + "\n" for entry in entries).encode()
        while data:
            data = data[os.write(self.file.fileno(), data):]
        os.fsync(self.file.fileno())

    def close(self):
        self.file.close()
