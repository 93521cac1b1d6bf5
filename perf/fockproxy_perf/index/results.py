"""The files that the page is made of: sweeps, and on which machine and when each was measured."""

import dataclasses
import pathlib
from collections.abc import Iterable, Sequence

from fockproxy_perf.report.sweep import Sweep, read


@dataclasses.dataclass(frozen=True)
class Result:
    path: pathlib.Path
    sweep: Sweep

    @property
    def name(self) -> str:
        """Of the sweep: quick, six-comms."""
        return self.sweep.header["name"]

    @property
    def machine(self) -> str:
        header = self.sweep.header
        return f"{header['cpu'] or 'unknown processor'}, {header['cores']} cores, host {header['host']}"

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
    """In the order of their dates. Raises UserError where one is no sweep."""
    return sorted((Result(path, read(path)) for path in paths), key=lambda result: (result.started, str(result.path)))


def latest_first(results: Sequence[Result]) -> list[Result]:
    return list(reversed(results))
