"""Where the source tree is that this package belongs to: programs, molecules and published rows are found from there."""

import pathlib

SOURCE = pathlib.Path(__file__).resolve().parents[2]
PERF = SOURCE / "perf"
