"""Threads in a rank: what they leave of the cost of communication, and what they cost beside ranks."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Sequence

from fockproxy_perf.report.analysis.degradation import SIX, Line, alike_but
from fockproxy_perf.report.repetitions import all_doubtful, median, trusted
from fockproxy_perf.report.settings import group
from fockproxy_perf.report.sweep import Sweep
from fockproxy_perf.rows.build_rows import CompareRow, FockRow
from fockproxy_perf.rows.row import Row

TEAM = ("threads", "thread_calls")
_DISCIPLINES = ("", "funneled", "serialized", "multiple")  # by the thread level that each needs
_NOISE = 0.05  # an excess that is smaller is nothing to cure


def of_threads(sweep: Sweep) -> Sweep:
    """The rows of `compare` and `fock` that name their threads; none where all have one."""
    rows = [row for row in sweep.rows if isinstance(row, CompareRow | FockRow) and "threads" in row.settings]
    return dataclasses.replace(sweep, rows=rows if any(threads(row) > 1 for row in rows) else [])


def threads(row: Row) -> int:
    """Of a rank."""
    return int(row.get("threads", 1))


def discipline(row: Row) -> str:
    """Who calls MPI; "" where there is one thread alone."""
    return str(row.get("thread_calls", "")) if threads(row) > 1 else ""


def by_team(row: Row) -> tuple[int, int]:
    """For sorting: by threads, then by discipline."""
    return threads(row), _DISCIPLINES.index(discipline(row))


@dataclasses.dataclass(frozen=True)
class Cure:
    """Several threads against one with the same ranks over the same window."""

    one: Line
    several: list[Line]

    @property
    def stalls(self) -> bool:
        """Whether one thread leaves something to cure, beyond the noise."""
        return excess(self.one) > max(_NOISE, 2 * self.one.spread)

    def left(self, line: Line) -> float:
        """The share of one thread's excess that remains."""
        return excess(line) / excess(self.one)

    @property
    def best(self) -> Line:
        return min(self.several, key=excess)


def excess(line: Line) -> float:
    """What six communications add to the time of a task, in times without communication."""
    return line.degradations[SIX] - 1


def cures(lines: Iterable[Line]) -> list[Cure]:
    """Over windows of kind create, where every rank works."""
    stalling = [line for line in lines if line.row.get("window") == "create" and line.row.get("case") == 1]
    found = []
    for alike in alike_but(stalling, *TEAM):
        one = [line for line in alike if threads(line.row) == 1]
        several = sorted((line for line in alike if threads(line.row) > 1), key=lambda line: by_team(line.row))
        if one and several:
            found.append(Cure(one[0], several))
    return found


@dataclasses.dataclass(frozen=True)
class Build:
    """Fock builds of one team. `seconds`: of a build, the median."""

    row: FockRow
    seconds: float
    doubtful: bool


@dataclasses.dataclass(frozen=True)
class EqualCores:
    """Builds of one problem with the same ranks times threads."""

    cores: int
    builds: list[Build]

    @property
    def plain(self) -> Build | None:
        """With one thread in each rank."""
        return next((build for build in self.builds if threads(build.row) == 1), None)

    def ratio(self, build: Build) -> float | None:
        """Of its seconds to those of one thread in each rank."""
        return build.seconds / self.plain.seconds if self.plain else None


def equal_cores(sweep: Sweep) -> list[EqualCores]:
    """Of the verified builds, more ranks before more threads."""
    found = []
    for problem in group(sweep.of(FockRow), "ranks", *TEAM):
        of: dict[int, list[FockRow]] = {}
        for row in problem:
            of.setdefault(row.get("ranks") * threads(row), []).append(row)
        found += [EqualCores(cores, _builds(rows)) for cores, rows in sorted(of.items())]
    return found


def _builds(rows: Sequence[FockRow]) -> list[Build]:
    teams: dict[tuple[int, int], list[FockRow]] = {}
    for row in rows:
        teams.setdefault(by_team(row), []).append(row)
    good = [trusted(alike) for _, alike in sorted(teams.items())]
    return [Build(alike[0], median(t for row in alike for t in row.seconds), all_doubtful(alike)) for alike in good]
