"""The files that the page is made of: sweeps, with the machine and the date of each."""

import dataclasses
import os
import pathlib
from collections.abc import Callable, Iterable, Sequence
from typing import TypeVar

from fockproxy_perf.report.section import Section
from fockproxy_perf.report.sweep import Sweep, read
from fockproxy_perf.report.table import Cell, Table
from fockproxy_perf.rows.row import Row

L = TypeVar("L", bound=tuple[str, ...])
R = TypeVar("R", bound=Row)


@dataclasses.dataclass(frozen=True)
class Result:
    path: pathlib.Path
    sweep: Sweep

    @property
    def name(self) -> str:
        """The name of the sweep: quick, six-comms."""
        return self.sweep.header["name"]

    @property
    def machine(self) -> str:
        return self.sweep.place

    @property
    def started(self) -> str:
        return self.sweep.header["started"]

    @property
    def date(self) -> str:
        return self.started[:10]

    @property
    def revision(self) -> str:
        return self.sweep.header["git_revision"][:12]


def read_all(paths: Iterable[pathlib.Path]) -> list[Result]:
    """The results by date. Raises UserError if a file is not that of a sweep."""
    return sorted((Result(path, read(path)) for path in paths), key=lambda result: (result.started, str(result.path)))


def newest(results: Sequence[Result], rows: Callable[[Result], Iterable[tuple[L, R]]]
           ) -> dict[L, tuple[Result, list[R]]]:
    """The rows of each line and their result; for each line only the newest result that has it.

    `rows` gives the rows of a result, each with its line. `results` are sorted by date. The lines are returned sorted.
    """
    found: dict[L, tuple[Result, list[R]]] = {}
    for result in reversed(results):
        for line, row in rows(result):
            whose, of_line = found.setdefault(line, (result, []))
            if whose is result:
                of_line.append(row)
    return dict(sorted(found.items()))


def list_of_files(results: Sequence[Result], page: pathlib.Path) -> Section:
    made = Section("files", "The files", "What was measured, where and when.", open_tables=True)
    rows: list[Sequence[Cell]] = []
    for result in results:
        verified = sum(row.verified for row in result.sweep.rows)
        failed = sum(row.failed for row in result.sweep.rows)
        rows.append([result.name, result.machine, result.date, result.revision, len(result.sweep.rows), verified,
                     failed, os.path.relpath(result.path, page.parent)])
    made.tables.append(Table("sweeps by date",
                             ["sweep", "machine", "measured", "fockproxy", "rows", "verified", "failed", "file"], rows,
                             {at: "bad" for at, row in enumerate(rows) if row[6]},
                             "the rest of the rows is honestly unsupported, or went over another fabric than asked"))
    return made
