"""The rows of a sweep, grouped and named for figures. perf/sweep_schema.json describes the file."""

from __future__ import annotations

import dataclasses
import statistics
from collections.abc import Iterable

from fockproxy_perf.errors import UserError
from fockproxy_perf.rows.header import Header
from fockproxy_perf.rows.row import Row
from fockproxy_perf.rows.status import FAILED
from fockproxy_perf.rows.store import read_sweep_results

__all__ = ["FAILED", "Row", "Sweep", "UserError", "group", "label", "median", "read", "spread", "trusted", "varying"]

# How a value of an axis is called in labels, where the bare value would not tell what it is.
_NAMES = {
    "ranks": "{} ranks",
    "hosts": "{} hosts",
    "case": "Case {}",
    "thread_level": "threads {}",
    "window": "window {}",
    "progress": "progress {}",
    "owners": "owners {}",
    "grain": "grain {}",
    "order": "order {}",
    "chunk": "chunk {}",
    "cache": "cache {}",
    "matrix": "matrix {}",
    "schedule": "schedule {}",
    "binding": "bound to {}",
    "work": "tasks of {}",
    "repeat": "{} builds",
}


@dataclasses.dataclass
class Sweep:
    """`rows` are those that the plan asked for; `probes` say what a set of settings came to before any was measured."""

    header: Header
    rows: list[Row]
    probes: list[Row] = dataclasses.field(default_factory=list)

    def of(self, kind, verified=True):
        return [r for r in self.rows if r.kind == kind and (r.verified or not verified)]

    @property
    def machine(self):
        h = self.header
        return (
            f"{h['cpu'] or 'unknown processor'}, {h['cores']} cores, host {h['host']}; sweep {h['name']} of "
            f"{h['started'].replace('T', ' ').replace('Z', ' UTC')}, {len(self.rows)} rows; "
            f"fockproxy {h['git_revision'][:12]}"
        )


def read(path):
    """The sweep in a JSON Lines file; a launch that was cut off is left out. Throws UserError."""
    header, rows = read_sweep_results(path)
    probes = [row for row in rows if row.is_probe]
    return Sweep(header, sorted((row for row in rows if not row.is_probe), key=_place), probes)


def _place(row):
    """Rows were measured in a random order; figures and tables have them by stack, transport and thread level."""
    return [str(row.settings.get(name, "")) for name in ("stack", "transport", "thread_level")]


def group(rows: Iterable[Row], *apart):
    """Lists of rows of one kind alike in all settings but `apart`, in order of first appearance. A setting that a row
    leaves alone has the value that the program took."""
    rows = list(rows)
    names = {"stack", "transport"}.union(*(row.settings for row in rows)) - set(apart)
    found = {}
    for row in rows:
        found.setdefault((row.kind, *(str(row.get(name)) for name in sorted(names))), []).append(row)
    return list(found.values())


def varying(rows: Iterable[Row], *but):
    """Names of the settings in which rows differ, without those of `but`, the important ones first."""
    rows = list(rows)
    first = [
        "stack",
        "transport",
        "hosts",
        "ranks",
        "molecule",
        "basis",
        "grain",
        "case",
        "owners",
        "counter",
        "window",
        "progress",
        "thread_level",
    ]
    names = dict.fromkeys([*first, *(k for row in rows for k in row.settings)])
    return [n for n in names if n not in but and len({str(row.get(n)) for row in rows if row.get(n) is not None}) > 1]


def label(row: Row, names):
    """What tells a row apart, in words: "MPICH 4.3.2, window create, Case 3"."""
    parts = []
    for name in names:
        value = row.get(name)
        if value is None or value == "-" or (name == "transport" and value == "as the library chooses"):
            continue
        pattern = _NAMES.get(
            name,
            (
                "{}"
                if name in ("stack", "transport", "counter", "molecule", "basis", "operation")
                else name.removeprefix("env.") + "={}"
            ),
        )
        parts.append(pattern.format(value))
    return ", ".join(parts)


def median(values):
    values = [v for v in values if v is not None]
    return statistics.median(values) if values else None


def spread(values):
    """Half of the range over the median: how far repetitions are apart."""
    values = list(values)
    middle = statistics.median(values)
    return (max(values) - min(values)) / 2 / middle if middle else 0.0


def trusted(rows):
    """The rows that nothing disturbed, or all of them where there is no other."""
    rows = list(rows)
    return [r for r in rows if not r.doubtful] or rows
