"""Which files the page was made of."""

import os
import pathlib
from collections.abc import Sequence

from fockproxy_perf.index.results import Result
from fockproxy_perf.report.section import Section
from fockproxy_perf.report.table import Cell, Table


def section(results: Sequence[Result], page: pathlib.Path) -> Section:
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
