"""Waits for a counter value while its owner waits for a device, by the way in which the owner waits."""

from __future__ import annotations

import dataclasses

from fockproxy_perf.report.repetitions import all_doubtful, median, trusted
from fockproxy_perf.report.settings import group
from fockproxy_perf.report.sweep import Sweep
from fockproxy_perf.rows.counter_rows import CounterRow

WAY, DEVICE = "device_wait", "device"
DEAF_SHARE = 0.05  # of a task: with a longer wait, the value had to wait until the owner entered MPI


@dataclasses.dataclass(frozen=True)
class Waiting:
    """A counter on a stack, a device and a way to wait for it. Seconds: medians over repetitions."""

    row: CounterRow  # any of them
    wait: float | None  # mean of rank 1; None without a measurement
    typical: float | None  # median of rank 1
    work: float | None  # of a task
    doubtful: bool

    @property
    def way(self) -> str:
        return str(self.row.get(WAY, "spin"))

    @property
    def share(self) -> float | None:
        """The wait over the length of a task."""
        return None if self.wait is None or not self.work else self.wait / self.work

    @property
    def is_deaf(self) -> bool:
        return self.share is not None and self.share > DEAF_SHARE


def waitings(sweep: Sweep) -> list[Waiting]:
    """The rows of Case 1, in order of first appearance."""
    rows = [r for r in sweep.all_of(CounterRow) if r.on_device and not r.is_null and str(r.get("case", 1)) == "1"]
    return [_waiting(alike) for alike in group(rows)]


def _waiting(rows: list[CounterRow]) -> Waiting:
    good = trusted(r for r in rows if r.verified)
    if not good:
        return Waiting(rows[0], None, None, None, False)
    return Waiting(
        good[0],
        median(r.waits["mean"] for r in good),
        median(r.waits["median"] for r in good),
        median(r.work_seconds for r in good),
        all_doubtful(good),
    )
