"""Runs one program at a time, on one core, and notes the time of each line of its output."""

import os
import pathlib
import subprocess
import threading
import time
from collections.abc import Container, Mapping, Sequence
from typing import NamedTuple

from fockproxy_perf.errors import UserError
from fockproxy_perf.stacks.launchers import root_environment

# No program starts threads. Open MPI may run as root if the user is root, and does not bind processes.
THREADS = ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "LIBINT_NUM_THREADS")
ENVIRONMENT = {**dict.fromkeys(THREADS, "1"), "OMPI_MCA_hwloc_base_binding_policy": "none", **root_environment()}


CORES = os.sched_getaffinity(0)
MEASURED_CORE = max(CORES)  # programs are bound to the last core, which gets few interrupts


class Line(NamedTuple):
    seconds: float  # since the start of the process
    text: str


class Output(NamedTuple):
    code: int
    lines: list[Line]  # of stdout
    seconds: float  # wall
    cpu_seconds: float
    queue_seconds: float  # ready to run while another process had the core; may miss the last SAMPLING seconds

    def disturbed(self) -> bool:
        return self.queue_seconds > 0.05 * self.seconds


class ProgramError(UserError):
    """A program is missing, failed or printed something unexpected; other programs may still be measured."""


SAMPLING = 0.1  # seconds


class RunQueueDelay(threading.Thread):
    """Records how long a process waits for a core (schedstat of the kernel) until it ends."""

    def __init__(self, pid: int) -> None:
        super().__init__(daemon=True)
        self.file, self.seconds, self.ended = pathlib.Path(f"/proc/{pid}/schedstat"), 0.0, threading.Event()
        self.start()

    def run(self) -> None:
        while not self.ended.wait(SAMPLING):
            try:
                self.seconds = int(self.file.read_text().split()[1]) * 1e-9
            except (OSError, IndexError):
                return

    def stop(self) -> float:
        """Returns the seconds."""
        self.ended.set()
        self.join()
        return self.seconds


def stay_away() -> None:
    """Moves this process off the measured core, if there is another."""
    os.sched_setaffinity(0, CORES - {MEASURED_CORE} or CORES)


def run(command: Sequence[object], directory: pathlib.Path, environment: Mapping[str, str] | None = None,
        accept: Container[int] = (0,)) -> Output:
    """Runs the command in `directory`, with stderr in a file there. Throws ProgramError for a code not in `accept`."""
    directory.mkdir(parents=True, exist_ok=True)
    error = directory / "stderr.txt"
    start = time.monotonic()
    with error.open("w") as stderr:
        job = subprocess.Popen([str(word) for word in command], cwd=directory, stdin=subprocess.DEVNULL,
                               stdout=subprocess.PIPE, stderr=stderr, text=True, errors="replace",
                               env={**os.environ, **ENVIRONMENT, **(environment or {})},
                               preexec_fn=lambda: os.sched_setaffinity(0, {MEASURED_CORE}))
    delay = RunQueueDelay(job.pid)
    try:
        assert job.stdout is not None
        lines = [Line(time.monotonic() - start, text.rstrip("\n")) for text in job.stdout]
        _, status, usage = os.wait4(job.pid, 0)
    except BaseException:
        job.kill()
        raise
    finally:
        queue_seconds = delay.stop()
    seconds = time.monotonic() - start
    job.returncode = code = os.waitstatus_to_exitcode(status)
    (directory / "stdout.txt").write_text("".join(line.text + "\n" for line in lines))
    if code not in accept:
        tail = [line for line in error.read_text(errors="replace").splitlines() if line.strip()][-1:]
        raise ProgramError(f"{command[0]} ended with code {code}: {''.join(tail) or 'see ' + str(directory)}")
    return Output(code, lines, seconds, usage.ru_utime + usage.ru_stime, queue_seconds)
