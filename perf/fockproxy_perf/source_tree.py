"""The location of the source tree of this package, from which programs, molecules and published rows are found."""

import pathlib

SOURCE = pathlib.Path(__file__).resolve().parents[2]
PERF = SOURCE / "perf"
