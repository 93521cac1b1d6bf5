"""What each progress strategy does to the wait for a counter value, to the tasks, and to a whole Fock build."""

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
)
_STALL_SHARE = 0.05  # of a task: a longer mean wait is a wait for the root to enter MPI
_DEAR = 1.1  # tasks so much longer pay for the strategy with computing

R = TypeVar("R", bound=Row)


class Kind(enum.StrEnum):
    """What comes of a strategy."""

    FREE = "a value does not wait for the root"
    DEAR = "does not wait; tasks over 10% longer"
    WAITS = "waits for the root"
    BOTH = "waits; tasks over 10% longer"
    UNSUPPORTED = "unsupported"
    FAILS = "failed"


class Measured(NamedTuple):
    """Medians over repetitions: seconds that rank 1 waits on average, and the time of a task over its time alone."""

    wait: float
    slowdown: float


class Effect(NamedTuple):
    kind: Kind
    measured: Measured | None
    notes: Sequence[str]


class CounterLine(NamedTuple):
    """Rows alike in all but the strategy, and the effect of each strategy that was tried."""

    rows: list[CounterRow]
    effects: dict[str, Effect]

    @property
    def stalls(self) -> bool:
        """Whether a value waits for the root where nothing is done about it."""
        return "none" in self.effects and self.effects["none"].kind in (Kind.WAITS, Kind.BOTH)


class BuildLine(NamedTuple):
    """Rows alike in all but the strategy; for each the median seconds of a build, or why there are none."""

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
    """[(rows, {strategy: rows})] of settings alike in all but the strategy, where more than one was tried."""
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
    """Of one strategy."""
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
