"""The rows of a sweep as tidy CSV: one line per observation, one column per variable."""

import csv
import io
from collections.abc import Iterable, Iterator
from typing import Any

from fockproxy_perf.rows.row import Row

FIRST = ("kind", "part", "launch", "repetition", "status", "reason", "notes")
SURROUNDINGS = ("stack_label", "transport_label", "transport_proved", "thread_level_requested", "thread_level_provided",
                "nodes", "started", "git_revision")


def tidy_lines(rows: Iterable[Row]) -> Iterator[dict[str, Any]]:
    """One dictionary per line of the CSV."""
    for row in rows:
        mpi = row.provenance.get("mpi")
        for extra, figures in row.observations():
            yield {
                **{name: getattr(row, name) for name in FIRST}, "notes": "; ".join(row.notes),
                **row.settings, **extra, **figures,
                "stack_label": row.stack, "transport_label": row.transport,
                "transport_proved": row.provenance["transport"]["proved"],
                "thread_level_requested": mpi and mpi["thread_level_requested"],
                "thread_level_provided": mpi and mpi["thread_level_provided"], "nodes": mpi and mpi["nodes"],
                "started": row.started, "git_revision": row.provenance.get("git_revision"),
            }


def tidy_csv(rows: Iterable[Row]) -> str:
    """The text with columns of all kinds of rows: first those of the row itself, then axes, figures, surroundings."""
    rows = [row for row in rows if not row.is_probe]
    lines = list(tidy_lines(rows))
    axes = dict.fromkeys(name for row in rows for name in {**row.axes, **row.options})
    rest = dict.fromkeys(name for line in lines for name in line)
    names = [*FIRST, *axes, *(name for name in rest if name not in axes and name not in (*FIRST, *SURROUNDINGS)),
             *SURROUNDINGS]
    text = io.StringIO()
    writer = csv.DictWriter(text, names, restval="", lineterminator="\n")
    writer.writeheader()
    writer.writerows({name: "" if value is None else value for name, value in line.items()} for line in lines)
    return text.getvalue()
