"""The machine and the source tree of a sweep, for its first line."""

import os
import pathlib
import platform
import re
import subprocess
from collections.abc import Sequence

from fockproxy_perf import SCHEMA_VERSION
from fockproxy_perf.rows.store import Header
from fockproxy_perf.source_tree import SOURCE
from fockproxy_perf.sweep.launch import Launch
from fockproxy_perf.sweep.launch_runner import now
from fockproxy_perf.sweep.sweep_file import Sweep


def header(sweep: Sweep, launches: Sequence[Launch]) -> Header:
    return {
        "schema_version": SCHEMA_VERSION,
        "kind": "sweep",
        "name": sweep.name,
        "description": sweep.description,
        "plan": sweep.plan,
        "seed": sweep.seed,
        "repetitions": sweep.repetitions,
        "rows_planned": sum(len(launch.configurations) for launch in launches),
        "git_revision": git_revision(),
        "host": platform.node(),
        "cores": len(os.sched_getaffinity(0)),
        "cpu": cpu_model(),
        "started": now(),
    }


def git_revision() -> str:
    """The revision of the tree; in a source archive, the commit that git wrote into it."""
    archived = re.match(r"([0-9a-f]{12})[0-9a-f]* \d+$", read(SOURCE / "scripts" / "cmake" / "archive_revision.txt"))
    if archived:
        return archived[1]
    if not (SOURCE / ".git").exists():
        return ""
    # The same as in scripts/cmake/BuildInfo.cmake.
    command = ["git", "-c", "safe.directory=*", "-C", str(SOURCE), "describe", "--always", "--dirty", "--abbrev=12",
               "--exclude=*"]
    try:
        return subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip()
    except (OSError, subprocess.CalledProcessError):
        return ""


def read(path: pathlib.Path) -> str:
    try:
        return path.read_text()
    except OSError:
        return ""


def cpu_model() -> str:
    for line in read(pathlib.Path("/proc/cpuinfo")).splitlines():
        if line.startswith("model name"):
            return line.partition(":")[2].strip()
    return platform.processor()
