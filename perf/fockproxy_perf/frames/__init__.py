"""Results as pandas frames, for notebooks and your own scripts.

    from fockproxy_perf.frames import frame
    rows = frame("results/six-comms.jsonl.gz")
    rows[rows.kind == "compare"].pivot_table("degradation", "stack_label", "communication")

One line per observation and one column per variable, as in the report's CSV files: axes and options of the sweep, then
figures (seconds, bytes, ratios), then the environment of the run. `status` tells what was verified; only verified lines
have figures. `notes` tells why times are doubtful.
"""

import pathlib
from collections.abc import Iterable

import pandas

from fockproxy_perf.report.sweep import read
from fockproxy_perf.rows.tidy_csv import tidy_lines


def frame(sweeps: pathlib.Path | str | Iterable[pathlib.Path | str]) -> pandas.DataFrame:
    """The frame of one file of scripts/perf sweep or of several; the columns `file`, `host`, `cpu` and `cores`
    distinguish them.

    Raises UserError if a file is not that of a sweep, or has content that fockproxy never writes.
    """
    paths = [sweeps] if isinstance(sweeps, pathlib.Path | str) else list(sweeps)
    lines = []
    for path in paths:
        sweep = read(path)
        machine = {name: sweep.header[name] for name in ("host", "cpu", "cores")}
        lines += [{**line, "file": pathlib.Path(path).name, **machine} for line in tidy_lines(sweep.rows)]
    table = pandas.DataFrame.from_records(lines)
    return table.assign(started=pandas.to_datetime(table["started"])) if len(table) else table
