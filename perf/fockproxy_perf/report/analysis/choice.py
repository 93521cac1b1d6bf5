"""The settings with which a Fock build takes least time, according to the rows of a sweep.

The measure is the wall time of the same Fock build with six communications per task, over that of the best build
without communication in which every rank works. So it includes the cost of an idle rank and of a helper's share of the
cores.
"""

from __future__ import annotations

import collections
import dataclasses
from collections.abc import Callable, Sequence
from typing import Any, Literal, NamedTuple, TypeVar

from fockproxy_perf.report.analysis.degradation import NONE, ONE, SIX, comparisons
from fockproxy_perf.report.repetitions import all_doubtful, median, spread, trusted
from fockproxy_perf.report.settings import group
from fockproxy_perf.report.sweep import Sweep
from fockproxy_perf.rows.build_rows import FockRow
from fockproxy_perf.rows.counter_rows import CounterRow
from fockproxy_perf.rows.problem import problem, workers
from fockproxy_perf.rows.row import Row

_NOISE = 0.02  # settings that differ by less are equally good, even with a smaller spread
_SIMPLER = {"none": 0, "idle-root": 1, "poll": 1, "library": 2}

Evidence = Literal["compare", "fock", "counter"]
T = TypeVar("T")


@dataclasses.dataclass(frozen=True)
class Candidate:
    row: Row
    seconds: float  # of the build; without builds, of the counter kernel
    factor: float  # over the least possible time: 1 is a build without communication cost
    noise: float
    doubtful: bool
    one: float | None = None  # the factor with only the counter
    wait: float | None = None  # mean, for a counter value: compares counters if no build was timed

    @property
    def simplicity(self) -> tuple[float, ...]:
        """A sort key: fewest threads, ranks and settings first."""
        r = self.row
        return (
            r.get("case") not in (1, None),
            _SIMPLER.get(r.get("progress", "none"), 3),
            r.own_window not in ("allocate", None),
            r.get("thread_level") == "multiple",
            self.seconds if self.wait is None else self.wait,
        )


@dataclasses.dataclass(frozen=True)
class Advice:
    best: Candidate
    candidates: list[Candidate]  # by cost
    equals: list[Candidate]  # as fast as the best within the noise, including the best
    evidence: Evidence

    @property
    def transports(self) -> list[str]:
        return list(dict.fromkeys(c.row.transport for c in self.candidates))

    def best_of(self, transport: str) -> Candidate:
        best, _ = simplest_of_the_fastest([c for c in self.candidates if c.row.transport == transport])
        return best

    @property
    def best_of_each_stack(self) -> list[Candidate]:
        """The best of each stack and transport, by cost."""
        found = {(c.row.stack, c.row.transport): c for c in reversed(self.candidates)}  # keeps the cheapest
        found[self.best.row.stack, self.best.row.transport] = self.best
        return sorted(found.values(), key=lambda c: c.seconds)


def advise(sweep: Sweep) -> Advice | None:
    """None if the sweep has no usable rows."""
    ways: tuple[tuple[Evidence, Callable[[Sweep], list[Candidate]]], ...] = (
        ("compare", _from_compare),
        ("fock", _from_fock),
        ("counter", _from_counter),
    )
    for evidence, candidates_of in ways:
        if found := candidates_of(sweep):
            best, equals = simplest_of_the_fastest(found)
            return Advice(best, sorted(found, key=lambda c: (c.doubtful, c.seconds)), equals, evidence)
    return None


def simplest_of_the_fastest(candidates: Sequence[Candidate]) -> tuple[Candidate, list[Candidate]]:
    """(best, equals): equals are as fast as the fastest within the noise; disturbed ones only if all are disturbed."""
    sound = [c for c in candidates if not c.doubtful] or candidates
    fastest = min(sound, key=lambda c: c.seconds)
    equals = [c for c in sound if c.seconds <= fastest.seconds * (1 + max(_NOISE, c.noise + fastest.noise))]
    return min(equals, key=lambda c: c.simplicity), equals


def _same_problem(found: Sequence[T], row_of: Callable[[T], Row]) -> list[T]:
    """The comparable candidates: those of the problem with most candidates, then most workers, then the longest tasks
    of the counter kernel."""

    def key(row: Row) -> tuple[int, float, list[tuple[str, str]]]:
        length = row.config.get("mean_task_seconds", 0)  # only the counter kernel has it
        return workers(row), length, list(problem(row).items())

    keys = [key(row_of(c)) for c in found]
    counts = collections.Counter(map(str, keys))
    best = max(keys, key=lambda k: (counts[str(k)], k), default=None)
    return [c for c, k in zip(found, keys, strict=True) if k == best]


def _from_compare(sweep: Sweep) -> list[Candidate]:
    lines = _same_problem(comparisons(sweep), lambda line: line.row)
    if not lines:
        return []
    working = [line for line in lines if line.row.get("case") == 1] or lines
    sound = [line for line in working if not line.doubtful] or working
    least = min(line.columns[NONE].build for line in sound)
    return [
        Candidate(
            line.row,
            line.columns[SIX].build,
            line.columns[SIX].build / least,
            line.spread,
            line.doubtful,
            line.columns[ONE].build / least,
        )
        for line in lines
    ]


class _Build(NamedTuple):
    row: FockRow
    times: list[float]
    computing: float  # computing time of a build in seconds, mean over ranks
    doubtful: bool


def _from_fock(sweep: Sweep) -> list[Candidate]:
    builds = _same_problem([_build(trusted(rows)) for rows in group(sweep.of(FockRow))], lambda build: build.row)
    if not builds:
        return []
    # All settings have the same reference. With its own computing time, a setting that slows down computing would look
    # good.
    least = min(b.computing for b in [b for b in builds if not b.doubtful] or builds)
    return [
        Candidate(b.row, median(b.times), median(b.times) / least, spread(b.times) / 2, b.doubtful) for b in builds
    ]


def _build(rows: Sequence[FockRow]) -> _Build:
    computing = median(
        sum(rank["compute_seconds"] for rank in r.ranks) / len(r.ranks) / len(r.seconds) for r in rows
    )
    return _Build(rows[0], [t for r in rows for t in r.seconds], computing, all_doubtful(rows))


def _from_counter(sweep: Sweep) -> list[Candidate]:
    found = [_kernel(trusted(rows)) for rows in group(r for r in sweep.of(CounterRow) if r.computes)]
    return _same_problem(found, lambda c: c.row)


def _kernel(rows: Sequence[CounterRow]) -> Candidate:
    results = [r.result for r in rows]
    per_task = [r["seconds"] / r["tasks"] * r["runs"] for r in results]  # an idle rank counts
    ideal = median(r["ideal_work_seconds"] / rows[0].get("ranks") for r in results)
    time, wait = median(per_task), median(r.waits["mean"] for r in rows)
    return Candidate(rows[0], time, time / ideal, spread(per_task), all_doubtful(rows), wait=wait)


class Wait(NamedTuple):
    """The wait for a counter value, in seconds."""

    mean: float
    p99: float


def counter_waits(sweep: Sweep) -> Callable[[Row], Wait | None]:
    """The wait for a counter value with a row's settings and the longest measured tasks; None if not measured."""
    like = ("stack", "transport", "bandwidth", "delay", "ranks", "counter", "window", "window_info", "progress", "case")
    where_silent = {"case": 1, "progress": "none", "window_info": "none"}

    def place(row: Row) -> tuple[Any, ...]:
        return tuple(row.get(name, where_silent.get(name)) for name in like)

    measured: dict[tuple[Any, ...], list[CounterRow]] = {}
    for row in sweep.of(CounterRow):
        if row.computes:
            measured.setdefault(place(row), []).append(row)

    def wait(row: Row) -> Wait | None:
        rows = trusted(measured.get(place(row), []))
        if not rows:
            return None
        longest = max(r.config["mean_task_seconds"] for r in rows)
        waits = [r.waits for r in rows if r.mean_task_seconds == longest]
        return Wait(median(w["mean"] for w in waits), median(w["p99"] for w in waits))

    return wait
