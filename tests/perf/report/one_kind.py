"""Sweeps with only one kind of made-up rows, and the lines of the tables that sections make from them."""

from fockproxy_perf.report import sweep as sweep_file
from made_up_sweep import Maker


def reader(path, kind):
    """read(change, ready): a sweep with rows of one kind after change(rows); without `ready` it begins empty."""

    def read(change=lambda rows: None, ready=True):
        maker = Maker()
        rows = kind(maker)
        if ready:
            rows.all_rows()
        change(rows)
        return sweep_file.read(maker.write(path))

    return read


def lines_of(section, beginning):
    """The lines of the only table of the section whose title begins in this way, by heading."""
    [found] = [table for table in section.tables if table.title.startswith(beginning)]
    return [dict(zip(found.columns, row, strict=True)) for row in found.rows]
