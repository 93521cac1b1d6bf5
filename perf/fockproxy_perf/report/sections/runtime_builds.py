"""Whole Fock builds by Global Arrays runtime, as a table."""

from collections.abc import Sequence

from fockproxy_perf.report.analysis.runtime_builds import EqualCores
from fockproxy_perf.report.analysis.runtimes import (
    cores,
    library,
    library_names,
    of_runtimes,
    processes,
    runtime,
    takes_turns,
    working,
)
from fockproxy_perf.report.sections.words import without_answer
from fockproxy_perf.report.settings import label, varying
from fockproxy_perf.report.sweep import Sweep
from fockproxy_perf.report.table import Cell, Table
from fockproxy_perf.rows.row import Row

WHO = ("MPI library", "runtime", "processes", "working ranks")
_IN_COLUMNS = ("stack", "ranks", "matrix", "counter", "window", "repeat")


def who(row: Row, names: dict[str, str]) -> list[Cell]:
    """The cells of the columns WHO; `names` has the names of the libraries."""
    return [names[library(row)], runtime(row), processes(row), working(row)]


def builds_table(sweep: Sweep, found: Sequence[EqualCores], title: str) -> Table:
    names = library_names(of_runtimes(sweep).rows)
    settings = varying((b.row for equal in found for b in equal.builds), *_IN_COLUMNS)
    rows: list[list[Cell]] = []
    marks = {}
    for equal in found:
        for build in equal.builds:
            ratio = equal.ratio(build)
            if ratio is None or ratio == 1:
                marks[len(rows)] = "best" if build.times else "bad" if build.row.failed else "faint"
            rows.append([
                *who(build.row, names),
                build.row.get("matrix"),
                build.row.get("counter"),
                *([label(build.row, settings)] if settings else []),
                build.seconds if build.times else None,
                ratio,
                note(sweep, build.row, build.doubtful) if build.times else without_answer(build.row),
            ])
    return Table(
        title,
        [*WHO, "matrix", "counter", *(["settings"] if settings else []), "build / s", "times the best", "note"],
        rows,
        marks,
        "Processes are the cores asked for. The best of the same MPI library, problem and number of processes is 1: a"
        " rank that a runtime keeps for itself is paid for. Medians over builds and repetitions.",
    )


def note(sweep: Sweep, row: Row, doubtful: bool) -> str:
    """The note for a row with times."""
    turns = [f"take turns on {cores(sweep, row)} cores"] if takes_turns(sweep, row) else []
    return "; ".join([*turns, "disturbed"] if doubtful else turns)
