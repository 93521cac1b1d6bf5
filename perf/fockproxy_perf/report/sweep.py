"""A sweep for the report: its rows in the order of the report."""

import dataclasses
import pathlib
from collections.abc import Sequence
from typing import TypeVar

from fockproxy_perf.report.shape import checked
from fockproxy_perf.rows.row import Row
from fockproxy_perf.rows.store import Header, read_sweep_results

R = TypeVar("R", bound=Row)


@dataclasses.dataclass
class Sweep:
    """`rows` are those that the plan asked for; `probes` tell the effect of launch settings before any measurement."""

    header: Header
    rows: Sequence[Row]
    probes: Sequence[Row] = ()

    def all_of(self, kind: type[R]) -> list[R]:
        """All rows of one kind, including those without an answer."""
        return [r for r in self.rows if isinstance(r, kind)]

    def of(self, kind: type[R]) -> list[R]:
        """The verified rows of one kind, which have a result."""
        return [r for r in self.all_of(kind) if r.verified]

    @property
    def place(self) -> str:
        h = self.header
        return f"{h['cpu'] or 'unknown processor'}, {h['cores']} cores, host {h['host']}"

    @property
    def machine(self) -> str:
        h = self.header
        return (
            f"{self.place}; sweep {h['name']} of "
            f"{h['started'].replace('T', ' ').replace('Z', ' UTC')}, {len(self.rows)} rows; "
            f"fockproxy {h['git_revision'][:12]}"
        )


def read(path: str | pathlib.Path) -> Sweep:
    """The sweep in a JSON Lines file, without a launch that was cut off. Throws UserError."""
    header, rows = read_sweep_results(path, checked)
    measured = sorted((row for row in rows if not row.is_probe), key=_place)
    return Sweep(header, measured, [row for row in rows if row.is_probe])


def _place(row: Row) -> list[str]:
    """A sort key: rows were measured in random order, but are shown by stack, transport and thread level."""
    return [str(row.settings.get(name, "")) for name in ("stack", "transport", "thread_level")]
