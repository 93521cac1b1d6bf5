"""Finds the package of perf/."""

import os
import pathlib
import sys

SOURCE = pathlib.Path(os.environ.get("FOCKPROXY_SOURCE", pathlib.Path(__file__).parents[2]))
sys.path.insert(0, str(SOURCE / "perf"))
