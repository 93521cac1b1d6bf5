"""Where the source tree of this package is: programs, molecules and published rows are found from there."""

import pathlib

SOURCE = pathlib.Path(__file__).resolve().parents[2]
PERF = SOURCE / "perf"
