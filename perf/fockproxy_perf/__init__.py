"""Measurements of fockproxy: sweeps over MPI libraries, comparisons, reports, and studies behind published tables.

Python 3.11 suffices: `rows`, `stacks`, `sweep` and `comparison` import nothing that a login node might lack, and a test
checks this. `report` and everything that draws needs the packages of perf/requirements.txt; scripts/perf installs them.
"""

SCHEMA_VERSION = 2  # version of the JSON Lines file: schemas/sweep.json
