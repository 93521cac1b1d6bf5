"""Wheels from PyPI in a virtual environment of their own."""

import pathlib
import shutil
import sys
from collections.abc import Sequence

from fockproxy_perf.stacks.build_step import run_step
from fockproxy_perf.stacks.catalogue import Stack


def install_wheels(stack: Stack, prefix: pathlib.Path, wheels: Sequence[str]) -> None:
    """Makes a virtual environment whose bin, lib and include have only these wheels. `stack` has the log."""
    stamp = prefix / "wheels"
    wanted = "\n".join(wheels)
    if stamp.exists() and stamp.read_text() == wanted:
        return
    shutil.rmtree(prefix, ignore_errors=True)
    run_step([sys.executable, "-m", "venv", prefix], stack, "Debian has it in the package python3-venv")
    pip: list[pathlib.Path | str] = [prefix / "bin" / "python", "-m", "pip", "--disable-pip-version-check"]
    run_step([*pip, "install", "--quiet", "--only-binary", ":all:", *wheels], stack)
    stamp.write_text(wanted)
