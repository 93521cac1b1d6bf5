"""Rows of Global Arrays' runtimes: which they are, on which MPI library, and how many of their processes work."""

import dataclasses
from collections.abc import Iterable

from fockproxy_perf.report.sweep import Sweep
from fockproxy_perf.rows.row import Row
from fockproxy_perf.stacks.ga_runtimes import RUNTIMES

_OWN = ", Global Arrays "  # what the label of a stack has after that of its MPI


def of_runtimes(sweep: Sweep) -> Sweep:
    """The rows of stacks with a Global Arrays of their own."""
    return dataclasses.replace(sweep, rows=[row for row in sweep.rows if runtime(row)])


def runtime(row: Row) -> str:
    """mpi-pr; "" where Global Arrays is not the stack's own."""
    return row.provenance["stack"].get("ga_runtime", "")


def library(row: Row) -> str:
    """The stack whose MPI it shares: mpich-4.3 of mpich-4.3+mpi-pr."""
    return str(row.settings.get("stack", row.stack)).removesuffix(f"+{runtime(row)}")


def library_names(rows: Iterable[Row]) -> dict[str, str]:
    """{library: its name for headings}, of rows whose MPI said its version where there are such."""
    ordered = sorted(rows, key=lambda row: not row.has_document)
    names: dict[str, str] = {}
    for row in ordered:
        names.setdefault(library(row), row.stack.partition(_OWN)[0])
    return dict(sorted(names.items()))


def processes(row: Row) -> int:
    """Of the launch: the cores asked for, those of ranks that the runtime keeps included."""
    count: int = row.get("ranks")
    return count


def working(row: Row) -> int:
    """Ranks of the launch that the runtime does not keep for itself."""
    mpi = row.provenance.get("mpi")
    kept = RUNTIMES[runtime(row)].progress_ranks * _hosts(row)
    return processes(row) - (mpi.get("ranks_kept", kept) if mpi else kept)


def cores(sweep: Sweep, row: Row) -> int:
    """That its hosts have together."""
    return sweep.header["cores"] * _hosts(row)


def takes_turns(sweep: Sweep, row: Row) -> bool:
    """Whether it has more processes than there are cores: a rank may then wait a time slice for one."""
    return processes(row) > cores(sweep, row)


def _hosts(row: Row) -> int:
    hosts: int = row.get("hosts", 1)
    return hosts
