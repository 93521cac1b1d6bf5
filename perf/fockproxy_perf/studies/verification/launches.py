"""Launches of a build's programs."""

import json
import os
import subprocess
import time
from typing import Any, NamedTuple

from fockproxy_perf.errors import UserError
from fockproxy_perf.source_tree import SOURCE
from fockproxy_perf.stacks.launchers import MORE_RANKS_THAN_CORES, root_environment


class Ended(NamedTuple):
    code: int | None  # None: a time-out
    output: str  # of stdout, then of stderr
    seconds: float

    @property
    def how(self) -> str:
        return "time-out" if self.code is None else f"exit code {self.code}"

    @property
    def verdict(self) -> str:
        """The last line in which the program judged its run, or ended it; "" for none."""
        said = [line for line in self.output.splitlines() if line.startswith(("VERIFICATION", "fockproxy: "))]
        return said[-1] if said else ""

    def rows(self) -> list[Any]:
        """The objects among the lines."""
        return [json.loads(line) for line in self.output.splitlines() if line.startswith("{")]


def environment() -> dict[str, str]:
    return {**os.environ, "FOCKPROXY_DATA": str(SOURCE), "OMP_NUM_THREADS": "1",
            **MORE_RANKS_THAN_CORES, **root_environment()}


def launcher(build: str) -> str:
    """The launcher that goes with a build folder, from its CMake cache."""
    cache = SOURCE / build / "CMakeCache.txt"
    for line in cache.read_text().splitlines() if cache.exists() else ():
        if line.startswith("MPIEXEC_EXECUTABLE:"):
            return line.partition("=")[2]
    raise UserError(f"{build} names no MPIEXEC_EXECUTABLE; is it a build folder of this project?")


def launch(build: str, ranks: int, timeout: float, program: str, *arguments: object) -> Ended:
    """Runs bin/`program` of a build folder to its end; `timeout` in seconds."""
    command = [launcher(build), "-n", str(ranks), str(SOURCE / build / "bin" / program), *map(str, arguments)]
    start = time.monotonic()
    try:
        done = subprocess.run(command, env=environment(), capture_output=True, text=True, timeout=timeout)
    except subprocess.TimeoutExpired:
        return Ended(None, "", time.monotonic() - start)
    except OSError as error:
        raise UserError(f"cannot start {command[0]}: {error.strerror}") from None
    return Ended(done.returncode, done.stdout + done.stderr, time.monotonic() - start)
