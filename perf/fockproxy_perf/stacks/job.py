"""Starts one job and ensures that it ends."""

import contextlib
import dataclasses
import os
import pathlib
import signal
import subprocess
import time
from collections.abc import Callable, Mapping, Sequence

MARK = "FOCKPROXY_SWEEP_JOB"  # every process of a job carries it in its environment
GRACE = 3.0  # seconds between SIGTERM and SIGKILL


Tick = Callable[[], object]  # called several times a second while a job runs


@dataclasses.dataclass(frozen=True)
class JobEnd:
    exit_code: int | None  # None: the watchdog ended it
    seconds: float
    errors: str            # stderr, its end


def run_job(argv: Sequence[str], environment: Mapping[str, str], timeout: float, directory: str, mark: str,
            tick: Tick = lambda: None) -> JobEnd:
    """Runs argv. If an exception such as Ctrl-C occurs, it first ends the job."""
    errors = pathlib.Path(directory) / "stderr"
    start = time.monotonic()
    with errors.open("wb") as stderr, (pathlib.Path(directory) / "stdout").open("wb") as stdout:
        try:
            process = subprocess.Popen(argv, env={**environment, MARK: mark}, stdin=subprocess.DEVNULL, stdout=stdout,
                                       stderr=stderr, cwd=directory, start_new_session=True)
        except OSError as error:
            return JobEnd(127, 0.0, f"{argv[0]}: {error.strerror}")
        try:
            code = wait(process, timeout, tick)
        finally:
            end_job(mark, process)
    return JobEnd(code, time.monotonic() - start, errors.read_bytes()[-20000:].decode(errors="replace"))


def wait(process: subprocess.Popen[bytes], timeout: float, tick: Tick) -> int | None:
    end = time.monotonic() + timeout
    pause = 0.01
    while time.monotonic() < end:
        try:
            return process.wait(pause)
        except subprocess.TimeoutExpired:
            tick()
            pause = min(0.2, 2 * pause)  # a waiting sweep must not disturb the measurement
    return None


def end_job(mark: str, process: subprocess.Popen[bytes] | None = None) -> None:
    """Ends what is left of a job: the launcher, and ranks that launchers put into sessions of their own."""
    left = marked_processes(mark)
    if process and process.poll() is None:
        left.add(process.pid)
    for number in (signal.SIGTERM, signal.SIGKILL):
        for pid in left:
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.kill(pid, number)
        deadline = time.monotonic() + GRACE
        while left and time.monotonic() < deadline:
            if process:
                process.poll()
            left = {pid for pid in left | marked_processes(mark) if is_alive(pid)}
            if left:
                time.sleep(0.05)
        if not left:
            return


def marked_processes(mark: str) -> set[int]:
    """Processes of this host that inherited the mark. Those of other hosts end when they lose their launcher."""
    wanted = f"{MARK}={mark}".encode()
    found: set[int] = set()
    for entry in os.scandir("/proc"):
        if not entry.name.isdigit():
            continue
        try:
            environment = pathlib.Path(entry.path, "environ").read_bytes()
        except OSError:  # it has ended, or belongs to another user
            continue
        if wanted in environment.split(b"\0"):
            found.add(int(entry.name))
    return found


def is_alive(pid: int) -> bool:
    try:
        return pathlib.Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] not in ("Z", "X")
    except (OSError, IndexError):
        return False
