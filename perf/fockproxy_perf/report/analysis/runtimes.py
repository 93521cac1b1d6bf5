"""Rows of Global Arrays runtimes: their runtime, their MPI library, and how many of their processes work."""

import dataclasses
from collections.abc import Iterable

from fockproxy_perf.report.sweep import Sweep
from fockproxy_perf.rows.row import Row
from fockproxy_perf.stacks.ga_runtimes import PROGRESS_RANKS, RUNTIMES

_OWN = ", Global Arrays "  # in the label of a stack, this follows the name of its MPI


def of_runtimes(sweep: Sweep) -> Sweep:
    """The rows of stacks with their own Global Arrays."""
    return dataclasses.replace(sweep, rows=[row for row in sweep.rows if runtime(row)])


def runtime(row: Row) -> str:
    """For example mpi-pr; "" if the stack has no Global Arrays of its own."""
    return row.provenance["stack"].get("ga_runtime", "")


def library(row: Row) -> str:
    """The stack with the same MPI: mpich-4.3 for mpich-4.3+mpi-pr."""
    return str(row.settings.get("stack", row.stack)).removesuffix(f"+{runtime(row)}")


def library_names(rows: Iterable[Row]) -> dict[str, str]:
    """{library: its name for headings}, preferably from rows in which MPI reported its version."""
    ordered = sorted(rows, key=lambda row: not row.has_document)
    names: dict[str, str] = {}
    for row in ordered:
        names.setdefault(library(row), row.stack.partition(_OWN)[0])
    return dict(sorted(names.items()))


def processes(row: Row) -> int:
    """The processes of the launch: the requested cores, including those of ranks that the runtime keeps."""
    count: int = row.get("ranks")
    return count


def progress_ranks(row: Row) -> int | None:
    """The number of ranks of each node that should serve the others, if the sweep sets it."""
    number = row.get(f"env.{PROGRESS_RANKS}")
    return None if number is None else int(number)


def working(row: Row) -> int:
    """Ranks of the launch that the runtime does not keep for itself."""
    mpi = row.provenance.get("mpi")
    usual = RUNTIMES[runtime(row)].progress_ranks
    kept = (progress_ranks(row) or usual if usual else 0) * _hosts(row)
    return processes(row) - (mpi.get("ranks_kept", kept) if mpi else kept)


def cores(sweep: Sweep, row: Row) -> int:
    """The number of cores of all its hosts."""
    return sweep.header["cores"] * _hosts(row)


def takes_turns(sweep: Sweep, row: Row) -> bool:
    """Whether there are more processes than cores, so that a rank may wait a time slice for a core."""
    return processes(row) > cores(sweep, row)


def _hosts(row: Row) -> int:
    hosts: int = row.get("hosts", 1)
    return hosts
