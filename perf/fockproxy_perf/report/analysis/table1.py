"""What a counter value costs beside the work it deals out, in Cases 1, 2 and 3 of van Dam et al. (2008)."""

from __future__ import annotations

import dataclasses
import enum

from fockproxy_perf.report.repetitions import all_doubtful, median, trusted
from fockproxy_perf.report.settings import group
from fockproxy_perf.report.sweep import Sweep
from fockproxy_perf.rows.counter_rows import CounterRow
from fockproxy_perf.rows.outcome import FAILED

CASES = (1, 2, 3)
# A wait of this part of a task, and so many times the median one of Case 2, is a wait for the root to enter MPI. (The
# mean of Case 2 would do but for the one of twenty draws in which the machine did something else.)
_STALL_SHARE, _STALL_RATIO = 0.05, 10


class Kind(enum.StrEnum):
    """What comes of a counter on a stack."""

    FREE = "a value does not wait for the root"
    CURED = "waits; Case 3 cures it"
    WAITS = "waits; no Case 3 here"
    CROWDED = "waits; Case 3 had too few cores"
    STUCK = "waits; Case 3 does not cure it"
    UNSUPPORTED = "unsupported"
    FAILS = "failed"


@dataclasses.dataclass(frozen=True)
class Times:
    """Of one case, in seconds, medians over repetitions."""

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
    """A counter on a stack: the cases with times, and for those without {case: "unsupported", "FAIL", ...}."""

    rows: list[CounterRow]
    times: dict[int, Times]
    outcome: dict[int, str]
    machine: str = ""  # processor of the host that the sweep was started on

    @property
    def row(self) -> CounterRow:
        """Any of its rows, for the settings that all share."""
        return self.rows[0]

    @property
    def processor(self) -> str:
        """Of the host that measured; of the sweep's where no launch wrote a document."""
        return next((cpu for r in self.rows if (cpu := r.provenance.get("cpu"))), self.machine)

    @property
    def failed(self) -> bool:
        return any(outcome in FAILED for outcome in self.outcome.values())

    @property
    def doubtful(self) -> list[int]:
        """Cases whose rows were all disturbed."""
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
        """None where nothing was measured that tells."""
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
    # Counter `helper` brings its thread along in every case.
    rows = [
        r for r in rows if r.get("case") == 3 or r.get("progress", "none") == "none" or r.get("counter") == "helper"
    ]
    lengths = [r.mean_task_seconds for r in rows if r.verified]
    common = max(set(lengths), key=lambda length: (lengths.count(length), length or 0)) if lengths else None
    rows = [r for r in rows if r.mean_task_seconds in (None, common)]  # other lengths: efficiency
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
