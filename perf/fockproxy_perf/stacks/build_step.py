"""Runs the commands that build a stack. Their output goes to the stack's build.log; a failure is one line."""

import os
import pathlib
import re
import shutil
import subprocess
import sys
from collections.abc import Sequence

from fockproxy_perf.errors import UserError
from fockproxy_perf.source_tree import SOURCE
from fockproxy_perf.stacks.catalogue import Stack

MEMORY_OF_A_JOB = 2.5 * 2**30  # bytes, for files that include Libint


def run_step(parts: Sequence[pathlib.Path | str], stack: Stack, hint: str = "",
             directory: pathlib.Path = SOURCE) -> None:
    """Raises UserError with the failure; `hint` tells what may help."""
    command = [str(part) for part in parts]
    print(f"+ {' '.join(command)}", file=sys.stderr, flush=True)
    stack.folder.mkdir(parents=True, exist_ok=True)
    log = stack.folder / "build.log"
    with log.open("a") as output:
        output.write(f"+ {' '.join(command)}\n")
        output.flush()
        status = subprocess.run(command, cwd=directory, env=build_environment(compiler_cache=not stack.preset),
                                stdin=subprocess.DEVNULL, stdout=output, stderr=subprocess.STDOUT).returncode
    if status != 0:
        raise UserError(f"stack {stack.name}: '{command[0]} ...' failed: {what_failed(log)}; all of it is in {log}"
                         + (f" ({hint})" if hint else ""))


def what_failed(log: pathlib.Path) -> str:
    """The first line of the last command that reports an error, or its last line."""
    last = log.read_text(errors="replace").rpartition("\n+ ")[2]
    lines = [line.strip() for line in last.splitlines() if line.strip()]
    for i, line in enumerate(lines[1:], 1):
        if line.startswith("CMake Error"):
            return " ".join(lines[i + 1:i + 3])
        if re.search(r"(?i:\berror\b)|Error:", line):
            return line
    return lines[-1]


def parallel_jobs() -> str:
    """One job per core, but not more than fit into memory."""
    if jobs := os.environ.get("CMAKE_BUILD_PARALLEL_LEVEL"):
        return jobs
    memory = os.sysconf("SC_AVPHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    return str(max(1, min(len(os.sched_getaffinity(0)), int(memory / MEMORY_OF_A_JOB))))


def build_environment(compiler_cache: bool = True) -> dict[str, str]:
    """With a compiler cache, code without mpi.h is compiled once for all stacks. But each file is then compiled
    separately, which takes four times as long with an empty cache. The build of a preset is made only once, so it does
    not use the cache."""
    environment = dict(os.environ)
    # An active virtual environment or module may have the headers of another MPI.
    for name in ("CPATH", "C_INCLUDE_PATH", "CPLUS_INCLUDE_PATH", "LIBRARY_PATH"):
        environment.pop(name, None)
    if compiler_cache and shutil.which("ccache"):
        environment.setdefault("CMAKE_CXX_COMPILER_LAUNCHER", "ccache")
        environment.setdefault("CCACHE_DIR", str(SOURCE / "build" / "ccache"))
        environment.setdefault("CCACHE_MAXSIZE", "2G")
        environment.setdefault("CCACHE_BASEDIR", str(SOURCE))
        environment.setdefault("CCACHE_NOHASHDIR", "1")
    return environment
