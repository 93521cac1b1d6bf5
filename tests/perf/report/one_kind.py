"""Sweeps of one kind of made-up rows alone, and the lines of the tables that sections make of them."""

from fockproxy_perf.report import sweep as sweep_file
from made_up_sweep import Maker


def reader(path, kind):
    """read(change, ready): the sweep of rows of one kind alone, after change(rows); all of them unless not `ready`."""

    def read(change=lambda rows: None, ready=True):
        maker = Maker()
        rows = kind(maker)
        if ready:
            rows.all_rows()
        change(rows)
        return sweep_file.read(maker.write(path))

    return read


def lines_of(section, beginning):
    """The lines of the section's one table whose title begins so, by heading."""
    [found] = [table for table in section.tables if table.title.startswith(beginning)]
    return [dict(zip(found.columns, row, strict=True)) for row in found.rows]
