"""Whole Fock builds by Global Arrays runtime, with equal numbers of processes: ranks that a runtime keeps count."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence

from fockproxy_perf.report.analysis.runtimes import (
    library,
    of_runtimes,
    processes,
    progress_ranks,
    runtime,
    takes_turns,
)
from fockproxy_perf.report.repetitions import all_doubtful, median, spread, trusted
from fockproxy_perf.report.sweep import Sweep
from fockproxy_perf.rows.build_rows import FockRow
from fockproxy_perf.stacks.ga_runtimes import PROGRESS_RANKS

# Settings that may differ between compared builds.
_APART = ("stack", "matrix", "counter", "window", f"env.{PROGRESS_RANKS}")
_LEFT_OUT = (*_APART, "repeat", "progress")
_NOISE = 0.02  # builds that differ by less are equally fast, even with a smaller spread


@dataclasses.dataclass(frozen=True)
class Build:
    """Builds with one runtime, matrix and counter. `times`: seconds of every build; empty without a verified row."""

    rows: list[FockRow]
    times: list[float]
    doubtful: bool

    @property
    def row(self) -> FockRow:
        """Any of its rows, for what all have in common."""
        return self.rows[0]

    @property
    def runtime(self) -> str:
        return runtime(self.row)

    @property
    def by_global_arrays(self) -> bool:
        """Whether its matrices are Global Arrays instead of our own windows."""
        return bool(self.row.get("matrix") == "ga")

    @property
    def seconds(self) -> float:
        """The median time of a build."""
        return median(self.times)

    def as_fast_as(self, other: Build) -> bool:
        """Whether it is as fast as another build, within the noise."""
        noise = (spread(self.times) + spread(other.times)) / 2
        return self.seconds <= other.seconds * (1 + max(_NOISE, noise))


@dataclasses.dataclass(frozen=True)
class EqualCores:
    """Builds of one problem on one MPI library with one number of processes, the fastest first and those without times
    last. `turns`: there are more processes than cores."""

    library: str
    processes: int
    turns: bool
    builds: list[Build]

    @property
    def timed(self) -> list[Build]:
        """The builds with times, the fastest first, and disturbed ones after all others."""
        return sorted((b for b in self.builds if b.times), key=lambda build: (build.doubtful, build.seconds))

    def ratio(self, build: Build) -> float | None:
        """Its time over that of the best."""
        return build.seconds / self.timed[0].seconds if build.times else None

    def by_runtime(self) -> list[Build]:
        """The fastest build with matrices of Global Arrays for each runtime, the best first."""
        found: dict[str, Build] = {}
        for build in self.timed:
            if build.by_global_arrays:
                found.setdefault(build.runtime, build)
        return list(found.values())

    def by_progress_ranks(self) -> list[Build]:
        """The fastest build with matrices of Global Arrays for each number of ranks that serve, the best first; empty
        if the sweep sets no such number."""
        found: dict[int, Build] = {}
        for build in self.timed:
            number = progress_ranks(build.row)
            if build.by_global_arrays and number is not None:
                found.setdefault(number, build)
        return list(found.values())

    def windows(self) -> Build | None:
        """The fastest build with our own windows."""
        return next((build for build in self.timed if not build.by_global_arrays), None)

    def without_answer(self) -> list[Build]:
        """One build for each runtime without a time with matrices of Global Arrays."""
        timed = {build.runtime for build in self.builds if build.times and build.by_global_arrays}
        missing = [b for b in self.builds if b.by_global_arrays and b.runtime not in timed]
        return list({build.runtime: build for build in reversed(missing)}.values())[::-1]


def equal_cores(sweep: Sweep) -> list[EqualCores]:
    """Groups rows by library and processes. Leaves out rows with a progress strategy, which would also use cores."""
    rows = [r for r in of_runtimes(sweep).all_of(FockRow) if r.get("progress", "none") == "none"]
    problems: dict[tuple[str, int, str], list[FockRow]] = {}
    for row in rows:
        alike = sorted((name, str(value)) for name, value in row.settings.items() if name not in _LEFT_OUT)
        problems.setdefault((library(row), processes(row), str(alike)), []).append(row)
    return [
        EqualCores(of, count, takes_turns(sweep, alike[0]), _builds(alike))
        for (of, count, _), alike in sorted(problems.items())
    ]


def _builds(rows: Sequence[FockRow]) -> list[Build]:
    alike: dict[str, list[FockRow]] = {}
    for row in rows:
        alike.setdefault(str([row.settings.get(name) for name in _APART]), []).append(row)
    found = []
    for same in alike.values():
        good = trusted(row for row in same if row.verified)
        times = [t for row in good for t in row.seconds]
        found.append(Build(good or same, times, bool(good) and all_doubtful(good)))
    return sorted(found, key=lambda build: build.seconds if build.times else float("inf"))


def chosen(found: Sequence[EqualCores]) -> EqualCores | None:
    """The best comparison of the runtimes of one library: as many processes as cores, then most builds."""
    timed = [equal for equal in found if equal.by_runtime()]

    def worth(equal: EqualCores) -> tuple[bool, int, int]:
        return not equal.turns, -equal.processes if equal.turns else equal.processes, len(equal.timed)

    return max(timed, key=worth, default=None)


def taking_turns(found: Sequence[EqualCores]) -> EqualCores | None:
    """The fastest comparison with more processes than cores."""
    timed = [equal for equal in found if equal.turns and equal.by_runtime()]
    return min(timed, key=lambda equal: equal.by_runtime()[0].seconds, default=None)
