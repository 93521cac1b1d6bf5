"""Runs commands that need further packages in a Python that has them."""

import importlib.util
import os
import subprocess
import sys
from collections.abc import Sequence

from fockproxy_perf.errors import UserError
from fockproxy_perf.source_tree import PERF, SOURCE, is_installed

MAKER = SOURCE / "scripts" / "perf-python"
AGAIN = "FOCKPROXY_PERF_PYTHON"  # set when the Python of perf/ runs the command again


def need(modules: Sequence[str], arguments: Sequence[str]) -> None:
    """Returns if this Python has the modules. Otherwise scripts/perf-python makes one that has, which runs the
    command."""
    missing = [name for name in modules if importlib.util.find_spec(name) is None]
    if not missing:
        return
    names = ", ".join(missing)
    if AGAIN in os.environ:
        raise UserError(f"{names} missing in {sys.executable}, though {MAKER} made it")
    if is_installed():
        raise UserError(f"{names} missing here; pip install 'fockproxy[report]' brings what is needed")
    print(f"perf: {names} missing here; scripts/perf-python puts what is needed into build/perf", file=sys.stderr)
    made = subprocess.run([MAKER], stdout=subprocess.PIPE, text=True)
    if made.returncode != 0:
        raise UserError("scripts/perf-python failed; a Python with what perf/requirements.txt names will do")
    python = made.stdout.strip()
    environment = {**os.environ, AGAIN: "1", "PYTHONPATH": str(PERF)}
    os.execve(python, [python, "-m", "fockproxy_perf", *arguments], environment)
