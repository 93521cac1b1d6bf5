"""What measures fockproxy: sweeps over MPI libraries, comparisons, reports, and the studies behind published tables.

Runs with Python 3.11 alone: `rows`, `stacks`, `sweep` and `comparison` import nothing that a login node might lack, and
a test holds them to it. `report`, and whatever draws, needs what perf/requirements.txt names; scripts/perf gets it.
"""

SCHEMA_VERSION = 2  # of the JSON Lines file: schemas/sweep.json
