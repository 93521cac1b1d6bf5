"""Threads in a rank: how much of the communication cost they leave, and their cost compared with more ranks."""

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
_DISCIPLINES = ("", "funneled", "serialized", "multiple")  # ordered by the thread level that each needs
_NOISE = 0.05  # a smaller excess is not worth a cure


def of_threads(sweep: Sweep) -> Sweep:
    """The rows of `compare` and `fock` that name their threads; none if all have one thread."""
    rows = [row for row in sweep.rows if isinstance(row, CompareRow | FockRow) and "threads" in row.settings]
    return dataclasses.replace(sweep, rows=rows if any(threads(row) > 1 for row in rows) else [])


def threads(row: Row) -> int:
    """Threads per rank."""
    return int(row.get("threads", 1))


def discipline(row: Row) -> str:
    """The --thread-calls value; "" with a single thread."""
    return str(row.get("thread_calls", "")) if threads(row) > 1 else ""


def by_team(row: Row) -> tuple[int, int]:
    """A sort key: by threads, then by discipline."""
    return threads(row), _DISCIPLINES.index(discipline(row))


@dataclasses.dataclass(frozen=True)
class Cure:
    """Several threads compared with one, with the same number of ranks and the same window."""

    one: Line
    several: list[Line]

    @property
    def stalls(self) -> bool:
        """Whether one thread has an excess beyond the noise."""
        return excess(self.one) > max(_NOISE, 2 * self.one.spread)

    def left(self, line: Line) -> float:
        """The share of the excess of one thread that remains."""
        return excess(line) / excess(self.one)

    @property
    def best(self) -> Line:
        return min(self.several, key=excess)


def excess(line: Line) -> float:
    """The time that six communications add to a task, over the time without communication."""
    return line.degradations[SIX] - 1


def cures(lines: Iterable[Line]) -> list[Cure]:
    """Comparisons over windows of kind create in which every rank works."""
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
    """Fock builds with one team of threads. `seconds`: the median time of a build."""

    row: FockRow
    seconds: float
    doubtful: bool


@dataclasses.dataclass(frozen=True)
class EqualCores:
    """Builds of one problem with the same product of ranks and threads."""

    cores: int
    builds: list[Build]

    @property
    def plain(self) -> Build | None:
        """The build with one thread per rank."""
        return next((build for build in self.builds if threads(build.row) == 1), None)

    def ratio(self, build: Build) -> float | None:
        """Its time over that of the build with one thread per rank."""
        return build.seconds / self.plain.seconds if self.plain else None


def equal_cores(sweep: Sweep) -> list[EqualCores]:
    """The verified builds; more ranks come before more threads."""
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
