"""Sweeps of fockproxy over MPI libraries and settings; perf/README.md tells how it works."""

SCHEMA_VERSION = 1  # of the JSON Lines file: perf/sweep_schema.json
