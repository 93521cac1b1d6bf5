"""The effect of each progress strategy on the wait for a counter value, on the tasks, and on a whole Fock build."""

import enum
from collections.abc import Iterable, Sequence
from typing import NamedTuple, TypeVar

from fockproxy_perf.report.repetitions import median, trusted
from fockproxy_perf.report.settings import group, varying
from fockproxy_perf.report.sweep import Sweep
from fockproxy_perf.rows.build_rows import FockRow
from fockproxy_perf.rows.counter_rows import CounterRow
from fockproxy_perf.rows.row import Row

_ORDER = (
    "none",
    "poll",
    "idle-root",
    "helper-poll",
    "helper-send",
    "helper-2008",
    "helper-recv",
    "helper-block",
    "library",
    "stream",
)
_STALL_SHARE = 0.05  # of a task: with a longer mean wait, values waited until the root entered MPI
_DEAR = 1.1  # relative length of tasks from which the strategy slows down computation

R = TypeVar("R", bound=Row)


class Kind(enum.StrEnum):
    """The effect of a strategy."""

    FREE = "a value does not wait for the root"
    DEAR = "does not wait; tasks over 10% longer"
    WAITS = "waits for the root"
    BOTH = "waits; tasks over 10% longer"
    UNSUPPORTED = "unsupported"
    FAILS = "failed"


class Measured(NamedTuple):
    """Medians over repetitions: the mean wait of rank 1 in seconds, and the time of a task over its time alone."""

    wait: float
    slowdown: float


class Effect(NamedTuple):
    kind: Kind
    measured: Measured | None
    notes: Sequence[str]


class CounterLine(NamedTuple):
    """Rows that differ only in the strategy, and the effect of each strategy that was measured."""

    rows: list[CounterRow]
    effects: dict[str, Effect]

    @property
    def stalls(self) -> bool:
        """Whether a value waits for the root without a strategy."""
        return "none" in self.effects and self.effects["none"].kind in (Kind.WAITS, Kind.BOTH)


class BuildLine(NamedTuple):
    """Rows that differ only in the strategy; for each strategy the median seconds of a build, or why there is none."""

    rows: list[FockRow]
    times: dict[str, float | str]


def in_order(strategies: Iterable[str]) -> list[str]:
    return sorted(set(strategies), key=lambda s: (_ORDER.index(s) if s in _ORDER else len(_ORDER), s))


def counter_lines(sweep: Sweep) -> list[CounterLine]:
    rows = [r for r in sweep.all_of(CounterRow) if r.computes and str(r.get("case", 1)) == "1"]
    return [
        CounterLine(alike, {strategy: effect(of) for strategy, of in tried.items()}) for alike, tried in _lines(rows)
    ]


def build_lines(sweep: Sweep) -> list[BuildLine]:
    return [
        BuildLine(alike, {strategy: _build_time(of) for strategy, of in tried.items()})
        for alike, tried in _lines(sweep.all_of(FockRow))
    ]


def _lines(rows: Sequence[R]) -> list[tuple[list[R], dict[str, list[R]]]]:
    """[(rows, {strategy: rows})] of settings that differ only in the strategy, if more than one was measured."""
    found = []
    for alike in group(rows, "progress", "repeat"):
        tried: dict[str, list[R]] = {s: [] for s in in_order(_strategy(r) for r in alike)}
        for row in alike:
            tried[_strategy(row)].append(row)
        if len(tried) > 1:
            found.append((alike, tried))
    names = varying((alike[0] for alike, _ in found), "progress", "repeat")
    return sorted(found, key=lambda line: [str(line[0][0].get(name)) for name in names])  # stacks, then transports, ...


def _strategy(row: Row) -> str:
    return str(row.get("progress", "none"))


def effect(rows: Sequence[CounterRow]) -> Effect:
    """The effect of one strategy."""
    notes = sorted({note for r in rows for note in r.notes})
    good = trusted(r for r in rows if r.verified)
    if not good:
        return Effect(Kind.FAILS if any(r.failed for r in rows) else Kind.UNSUPPORTED, None, notes)
    measured = Measured(median(r.waits["mean"] for r in good), median(r.result["work_slowdown"] for r in good))
    work = median(r.work_seconds for r in good)
    return Effect(_kind(measured.wait > _STALL_SHARE * work, measured.slowdown > _DEAR), measured, notes)


def _kind(waits: bool, dear: bool) -> Kind:
    if waits:
        return Kind.BOTH if dear else Kind.WAITS
    return Kind.DEAR if dear else Kind.FREE


def _build_time(rows: Sequence[FockRow]) -> float | str:
    good = trusted(r for r in rows if r.verified)
    return median(t for r in good for t in r.seconds) if good else rows[0].status
