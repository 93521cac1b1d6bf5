"""Scripts of perf/ that draw need matplotlib: here they get a Python that has it."""

import os
import pathlib
import subprocess
import sys

MAKER = pathlib.Path(__file__).resolve().parent.parent / "scripts" / "perf-python"
AGAIN = "FOCKPROXY_PERF_PYTHON"  # set where the Python of perf/ runs the script again


def need_matplotlib():
    """Returns where this Python has matplotlib; elsewhere scripts/perf-python makes one, and that starts all over."""
    try:
        import matplotlib  # noqa: F401

        return
    except ImportError:
        pass
    script = pathlib.Path(sys.argv[0]).name
    if AGAIN in os.environ:
        sys.exit(f"{script}: error: matplotlib is missing in {sys.executable}, though {MAKER} made it")
    print(f"{script}: matplotlib is missing; scripts/perf-python puts it into build/perf", file=sys.stderr)
    made = subprocess.run([MAKER], stdout=subprocess.PIPE, text=True)
    if made.returncode != 0:
        sys.exit(f"{script}: error: scripts/perf-python failed; a Python with what perf/requirements.txt names will do")
    python = made.stdout.strip()
    os.execve(python, [python, *sys.argv], {**os.environ, AGAIN: "1"})
