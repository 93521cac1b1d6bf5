"""Results: a JSON Lines file that is only appended to, so that a run can be stopped and continued.

Each run begins with a header line (kind "header": machine and program versions). A line of kind "build" or "scf" is one
measurement. perf/peers/README.md explains the fields.
"""

import json
import os
import pathlib
import platform
import time
from collections.abc import Iterable, Mapping
from typing import Literal, NamedTuple, NotRequired, TypedDict

from fockproxy_perf.errors import UserError
from fockproxy_perf.peers.peer import Instructions


class Header(TypedDict):
    kind: Literal["header"]
    time: str
    cpu: str
    cores: int
    system: str
    versions: dict[str, str]  # by program


class Measurement(TypedDict):
    kind: Literal["build", "scf"]
    case: str
    program: str
    instructions: Instructions
    threshold: float | None
    repeat: int
    seconds: float
    startup_seconds: NotRequired[float | None]
    error: NotRequired[float | None]
    energy: float
    energy_difference: float
    iterations: NotRequired[int]
    functions: int
    process_seconds: float
    process_cpu_seconds: float
    queue_seconds: float
    disturbed: bool


Record = Header | Measurement


class Key(NamedTuple):
    """Identifies one measurement."""

    kind: str
    case: str
    program: str
    threshold: float | None
    repeat: int


def key_of(record: Measurement) -> Key:
    return Key(record["kind"], record["case"], record["program"], record["threshold"], record["repeat"])


def read(path: pathlib.Path) -> list[Record]:
    """All lines except a last line that was cut off. Throws UserError."""
    try:
        lines = path.read_text().splitlines()
    except OSError as error:
        raise UserError(f"{path}: {error.strerror}") from None
    records: list[Record] = []
    for number, line in enumerate(lines, 1):
        try:
            records.append(json.loads(line))
        except ValueError:
            if number < len(lines):
                raise UserError(f"{path}:{number}: not JSON") from None
    return records


def headers(records: Iterable[Record]) -> list[Header]:
    return [record for record in records if record["kind"] == "header"]


def measurements(records: Iterable[Record]) -> list[Measurement]:
    return [record for record in records if record["kind"] != "header"]


class ResultsFile:
    """The measurements so far, in `done`; new ones are appended to the file."""

    def __init__(self, path: pathlib.Path, header: Header) -> None:
        """Throws UserError if the file has measurements with other versions of the programs in `header`."""
        self.path = path
        self.done: dict[Key, Measurement] = {}
        if path.exists():
            self.take_up(read(path), header)
        self.write(header)

    def take_up(self, records: list[Record], header: Header) -> None:
        for earlier in headers(records):
            for program, version in earlier["versions"].items():
                ours = header["versions"].get(program, version)
                if ours != version:
                    raise UserError(f"{self.path} holds results of {version}, and this is {ours}; name a new file")
        self.done = {key_of(record): record for record in measurements(records)}
        text = "".join(json.dumps(record) + "\n" for record in records)
        if text != self.path.read_text():  # the last line was cut off
            self.path.write_text(text)

    def append(self, record: Measurement) -> None:
        self.write(record)
        self.done[key_of(record)] = record

    def write(self, record: Record) -> None:
        with self.path.open("a") as file:
            file.write(json.dumps(record) + "\n")


def header(versions: Mapping[str, str]) -> Header:
    """The header of a run that begins now on this machine."""
    cpu = [line.split(":", 1)[1].strip() for line in pathlib.Path("/proc/cpuinfo").read_text().splitlines()
           if line.startswith("model name")]
    return {"kind": "header", "time": time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime()),
            "cpu": cpu[0] if cpu else platform.machine(), "cores": len(os.sched_getaffinity(0)),
            "system": platform.platform(), "versions": dict(versions)}
