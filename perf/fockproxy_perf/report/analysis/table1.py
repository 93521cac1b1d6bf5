"""The cost of a counter value beside the tasks that it deals, in Cases 1, 2 and 3 of van Dam et al. (2008)."""

from __future__ import annotations

import dataclasses
import enum

from fockproxy_perf.report.repetitions import all_doubtful, median, trusted
from fockproxy_perf.report.settings import group
from fockproxy_perf.report.sweep import Sweep
from fockproxy_perf.rows.counter_rows import CounterRow
from fockproxy_perf.rows.outcome import FAILED

CASES = (1, 2, 3)
# A value waited until the root entered MPI if the wait is more than this share of a task and this many times the median
# of Case 2. (The mean of Case 2 does not serve, because in one of twenty draws the machine did something else.)
_STALL_SHARE, _STALL_RATIO = 0.05, 10


class Kind(enum.StrEnum):
    """The outcome for a counter on a stack."""

    FREE = "a value does not wait for the root"
    CURED = "waits; Case 3 cures it"
    WAITS = "waits; no Case 3 here"
    CROWDED = "waits; Case 3 had too few cores"
    STUCK = "waits; Case 3 does not cure it"
    UNSUPPORTED = "unsupported"
    FAILS = "failed"


@dataclasses.dataclass(frozen=True)
class Times:
    """Times of one case in seconds, medians over repetitions."""

    work: float
    wait: float  # mean of rank 1
    typical: float  # median of rank 1
    p99: float
    doubtful: bool

    @property
    def ratio(self) -> float | None:
        return self.work / self.wait if self.wait and self.work else None


@dataclasses.dataclass(frozen=True)
class Entry:
    """A counter on a stack: the times of its cases; for cases without times {case: "unsupported", "FAIL", ...}."""

    rows: list[CounterRow]
    times: dict[int, Times]
    outcome: dict[int, str]
    machine: str = ""  # processor of the host on which the sweep was started

    @property
    def row(self) -> CounterRow:
        """Any of its rows, for the settings that all have in common."""
        return self.rows[0]

    @property
    def processor(self) -> str:
        """The processor of the measuring host; without a document, that of the sweep's host."""
        return next((cpu for r in self.rows if (cpu := r.provenance.get("cpu"))), self.machine)

    @property
    def failed(self) -> bool:
        return any(outcome in FAILED for outcome in self.outcome.values())

    @property
    def doubtful(self) -> list[int]:
        """Cases in which all rows were disturbed."""
        return [case for case, times in self.times.items() if times.doubtful]

    def ratio(self, case: int) -> float | None:
        return self.times[case].ratio if case in self.times else None

    def stalls(self, case: int) -> bool | None:
        if case not in self.times:
            return None
        wait, work = self.times[case].wait, self.times[case].work
        return wait > _STALL_SHARE * work and (2 not in self.times or wait > _STALL_RATIO * self.times[2].typical)

    @property
    def kind(self) -> Kind | None:
        """None if the measurements do not tell."""
        if self.failed:
            return Kind.FAILS
        first, third = self.stalls(1), self.stalls(3)
        if first is None:
            return Kind.UNSUPPORTED if self.outcome else None
        if not first:
            return Kind.FREE
        if third is None:
            return Kind.WAITS
        if not third:
            return Kind.CURED
        return Kind.CROWDED if self.times[3].doubtful else Kind.STUCK


def entries(sweep: Sweep) -> list[Entry]:
    rows = [r for r in sweep.all_of(CounterRow) if r.computes]
    # The counter `helper` has its thread in every case.
    rows = [
        r for r in rows if r.get("case") == 3 or r.get("progress", "none") == "none" or r.get("counter") == "helper"
    ]
    lengths = [r.mean_task_seconds for r in rows if r.verified]
    common = max(set(lengths), key=lambda length: (lengths.count(length), length or 0)) if lengths else None
    rows = [r for r in rows if r.mean_task_seconds in (None, common)]  # the section on efficiency has the other lengths
    groups = group(rows, "case", "progress", "work", "tasks_per_rank", "repeat")
    return [_entry(alike, sweep.header["cpu"]) for alike in groups]


def _entry(rows: list[CounterRow], machine: str) -> Entry:
    entry = Entry(rows, {}, {}, machine)
    for case in CASES:
        of_case = [r for r in rows if r.get("case") == case]
        if good := trusted(r for r in of_case if r.verified):
            entry.times[case] = _times(good)
        elif of_case:
            entry.outcome[case] = of_case[0].status if of_case[0].failed else "unsupported"
    return entry


def _times(rows: list[CounterRow]) -> Times:
    return Times(
        work=median(r.work_seconds for r in rows),
        wait=median(r.waits["mean"] for r in rows),
        typical=median(r.waits["median"] for r in rows),
        p99=median(r.waits["p99"] for r in rows),
        doubtful=all_doubtful(rows),
    )
