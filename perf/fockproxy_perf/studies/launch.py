"""Programs that the studies start. What goes wrong with one is a UserError."""

import argparse
import os
import subprocess
from collections.abc import Sequence
from typing import IO

from fockproxy_perf.errors import UserError
from fockproxy_perf.stacks.launchers import root_environment


def add_options(parser: argparse.ArgumentParser, mpiexec_options: str, about: str = "") -> None:
    """--program, --mpiexec and --mpiexec-options, whose default is given."""
    parser.add_argument("--program", default="build/openmpi/bin/fockproxy")
    parser.add_argument("--mpiexec", default="mpiexec.openmpi")
    parser.add_argument("--mpiexec-options", default=mpiexec_options, help=about or None)


def mpiexec(options: argparse.Namespace) -> list[str]:
    """How the command line of a launch begins that these options ask for."""
    return [options.mpiexec, *options.mpiexec_options.split()]


def start(command: Sequence[object], output: IO[str] | None = None) -> subprocess.Popen[str]:
    """The process, its stdout written to a file or thrown away."""
    try:
        return subprocess.Popen([str(word) for word in command], stdout=output or subprocess.DEVNULL,
                                stderr=subprocess.PIPE, text=True, env={**os.environ, **root_environment()})
    except OSError as error:
        raise UserError(f"cannot start {command[0]}: {error.strerror}") from None


def finish(process: subprocess.Popen[str]) -> None:
    """Waits for its end."""
    _, errors = process.communicate()
    if process.returncode != 0:
        command = " ".join(map(str, process.args)) if isinstance(process.args, Sequence) else process.args
        raise UserError(f"{command}: {complaint(errors) or f'code {process.returncode}'}")


def complaint(errors: str) -> str:
    """The line of stderr that tells most: fockproxy's own, for a launcher adds some; else the last with a word."""
    lines = [line.strip() for line in errors.splitlines() if any(map(str.isalnum, line))]
    own = [line for line in lines if line.startswith("fockproxy: error: ")]
    return (own or lines[-1:] or [""])[0]
