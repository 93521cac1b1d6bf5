"""What IMB-RMA prints and what `fockproxy onesided` writes, as times of the same operations."""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Literal, NamedTuple, TypedDict

from fockproxy_perf.errors import UserError
from fockproxy_perf.studies.kept_rows import Moment

SIZES = (8, 4096, 1 << 20)  # bytes
TRANSFERS = {"Unidir_put": "put", "Unidir_get": "get"}
PASSIVE = "Truly_passive_put"

Target = Literal["inside", "computing"]
TARGETS: tuple[Target, Target] = ("inside", "computing")


class What(NamedTuple):
    """`busy`: one of two times of the same put, with the target inside MPI and computing."""

    busy: bool
    operation: str
    bytes: int
    target: Target


WHAT = [*(What(False, operation, size, "inside") for operation in TRANSFERS.values() for size in SIZES),
        *(What(True, "put", size, target) for size in SIZES for target in TARGETS)]


class Times(TypedDict):
    """Seconds of one operation. IMB knows no median, and its busy ones include a barrier."""

    busy: bool
    operation: str
    bytes: int
    target: Target
    transfers: int
    mean: float
    median: float | None


class Round(Moment):
    """Both programs, one after the other."""

    round: int
    mpi: str
    cpu: str
    launcher: str  # options of mpiexec
    imb_version: str
    git_revision: str
    disturbed: bool  # ranks of fockproxy waited for a core; IMB does not look
    imb: list[Times]
    fockproxy: list[Times]


def what(times: Times) -> What:
    return What(times["busy"], times["operation"], times["bytes"], times["target"])


def _times(about: What, transfers: int, mean: float, median: float | None = None) -> Times:
    return {"busy": about.busy, "operation": about.operation, "bytes": about.bytes, "target": about.target,
            "transfers": transfers, "mean": mean, "median": median}


def imb_version(text: str) -> str:
    found = re.search(r"MPI Benchmarks ([^\s,]+)", text)
    return found[1] if found else "of unknown version"


def imb_times(text: str) -> list[Times]:
    """Of IMB's standard output, in the order of WHAT."""
    return _complete(list(_printed(text)), "IMB-RMA printed")


def _printed(text: str) -> Iterator[Times]:
    name = mode = ""
    for line in text.splitlines():
        words = line.split()
        if words[:2] == ["#", "Benchmarking"]:
            name, mode = words[2], ""
        elif words[:2] == ["#", "MODE:"]:
            mode = words[2]
        elif len(words) >= 4 and words[0].isdecimal():
            yield from _of_line(name, mode, [float(word) for word in words[:4]])


def _of_line(name: str, mode: str, figures: Sequence[float]) -> Iterator[Times]:
    size, repetitions = int(figures[0]), int(figures[1])
    if name in TRANSFERS and mode == "NON-AGGREGATE":
        yield _times(What(False, TRANSFERS[name], size, "inside"), repetitions, _seconds(size, *figures[2:]))
    elif name == PASSIVE:
        yield _times(What(True, "put", size, "inside"), repetitions, 1e-6 * figures[2])
        yield _times(What(True, "put", size, "computing"), repetitions, 1e-6 * figures[3])


def _seconds(size: int, microseconds: float, megabytes: float) -> float:
    """IMB rounds its times to 10 ns, of a put of 8 bytes a few per cent. The bandwidth beside a time often has more
    digits of it, and counts where it agrees with the time as far as that goes."""
    finer = size / megabytes if megabytes > 0 else microseconds
    return 1e-6 * (finer if abs(finer - microseconds) <= 0.0051 else microseconds)


def fockproxy_times(rows: Sequence[Mapping[str, Any]]) -> list[Times]:
    """Of the rows in the document of `fockproxy onesided`, in the order of WHAT."""
    found = []
    for row in rows:
        about = What(row["table"] == "busy", row["operation"], row["bytes"], row["target"])
        if about not in WHAT or row["segments"] > 1:
            continue
        if row["status"] != "PASS":
            raise UserError(f"fockproxy onesided: {_said(about)} is {row['status']}: {row['reason']}")
        found.append(_times(about, row["transfers"], row["seconds"]["mean"], row["seconds"]["median"]))
    return _complete(found, "fockproxy onesided wrote")


def _complete(found: Sequence[Times], who: str) -> list[Times]:
    times = {what(one): one for one in found}
    missing = [about for about in WHAT if about not in times]
    if missing:
        raise UserError(f"{who} no time of {_said(missing[0])}; was it built with the MPI of this mpiexec?")
    return [times[about] for about in WHAT]


def _said(about: What) -> str:
    return f"a {about.operation} of {about.bytes} bytes" + (f", target {about.target}" if about.busy else "")
