"""What happened to a launch that left no document, out of what it said and how it ended."""

import re
from collections.abc import Sequence

from fockproxy_perf.durations import format_duration
from fockproxy_perf.rows.status import Status
from fockproxy_perf.stacks.job import JobEnd

EXIT_USAGE, EXIT_STALLED = 2, 3
ERROR = "fockproxy: error: "
STALLED = "fockproxy: stalled: "
WINDOW_REFUSED = re.compile(r"error occurred in MPI_Win_(allocate|create)\b")
MPI_ERROR = re.compile(r"MPI_ERR_\w+: .*")
LAUNCHER_PREFIX = re.compile(r"^\[[^\]]*:\d+\]\s*(\[\[\d+,\d+\],\d+\]\s*)?")  # [host:process] [[job,0],0]
SIGNS = ("signal", "segmentation fault", "fatal", "*** an error", "terminate", "error")


def what_happened(end: JobEnd, timeout: float) -> tuple[Status, str]:
    """The status of its rows, and the reason in words."""
    lines = [line.strip() for line in end.errors.splitlines() if line.strip()]
    said = next((line.removeprefix(ERROR) for line in lines if line.startswith(ERROR)), None)
    if end.exit_code is None:
        return "hung", f"no end after {format_duration(timeout)}; the watchdog ended it"
    # Its own word before the exit code: MPICH's mpiexec kills the ranks that stay and may report theirs.
    stalled = next((line for line in lines if STALLED in line), None)
    if stalled or end.exit_code == EXIT_STALLED:
        return "hung", stalled or "the program saw no progress"
    if end.exit_code == EXIT_USAGE and said:
        return "UNSUPPORTED", said.replace("UNSUPPORTED: ", "")
    if said:
        return "FAIL", said
    if any(WINDOW_REFUSED.search(line) for line in lines):  # fockproxy asks for its own windows so that it can go on
        why = next((found[0] for line in lines if (found := MPI_ERROR.search(line))), "no reason given")
        return "UNSUPPORTED", f"this MPI refuses Global Arrays its windows: {why}"
    return "crashed", ": ".join([f"exit code {end.exit_code}", *telling(lines)])


def telling(lines: Sequence[str]) -> list[str]:
    """The line that tells most of a crash, or none."""
    lines = [LAUNCHER_PREFIX.sub("", line) for line in lines if "ORTE_ERROR_LOG" not in line]
    lines = sorted(lines, key=lambda line: not any(sign in line.lower() for sign in SIGNS))
    return [line[:200] for line in lines[:1]]
