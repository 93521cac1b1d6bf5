"""Operations on a computing target: which of them wait for it, and whether polling there ends the wait."""

import enum
from collections.abc import Sequence
from typing import NamedTuple

from fockproxy_perf.report.analysis import strategies as of_targets
from fockproxy_perf.report.analysis.onesided import doing, in_order, line, names, variant
from fockproxy_perf.report.analysis.outcomes import Outcomes
from fockproxy_perf.report.quantities import seconds
from fockproxy_perf.report.repetitions import medians
from fockproxy_perf.report.sweep import Sweep
from fockproxy_perf.rows.listed_rows import OnesidedRow

INSIDE = "inside MPI"
_STALL_SHARE = 0.1  # of a period: an operation that waits for the target waits for half a period in the median


class Kind(enum.StrEnum):
    FREE = "does not wait for a computing target"
    CURED = "waits; polling there ends it"
    WAITS = "waits for a computing target"
    UNSUPPORTED = "unsupported"
    FAILS = "failed"


class Busy(NamedTuple):
    """One operation of one size on one line; `operation` names its MPI_Op, datatype and completion unless they are
    usual. `seconds`: medians by the state of the target, which is INSIDE or the progress strategy with which it
    computes for `period` at a time."""

    rows: list[OnesidedRow]
    line: str
    operation: str
    shape: tuple[int, int]  # bytes, segments
    seconds: dict[str, float]
    period: float

    def waits(self, strategy: str) -> bool:
        """Whether the operation takes longer than a shared core or memory explains."""
        alone = self.seconds[INSIDE]
        return self.seconds[strategy] - alone > max(_STALL_SHARE * self.period, alone / 2)

    def factor(self, strategy: str) -> float:
        return self.seconds[strategy] / self.seconds[INSIDE]

    @property
    def usual(self) -> bool:
        """Whether it is as in a Fock build: a sum of the usual datatype, complete at the target."""
        return not variant(self.rows[0])

    @property
    def measured(self) -> bool:
        return {INSIDE, "none"} <= self.seconds.keys()

    @property
    def kind(self) -> Kind:
        if not self.measured:
            return Kind.FAILS if any(r.failed for r in self.rows) else Kind.UNSUPPORTED
        if not self.waits("none"):
            return Kind.FREE
        return Kind.CURED if "poll" in self.seconds and not self.waits("poll") else Kind.WAITS


def busy(sweep: Sweep) -> list[Busy]:
    """Results by line, operation and shape, including those without times."""
    rows = in_order(r for r in sweep.all_of(OnesidedRow) if r.get("table") == "busy")
    named = names(rows)
    groups: dict[tuple[str, str, tuple[int, int]], list[OnesidedRow]] = {}
    for row in rows:
        shape = (row.get("bytes", 0), row.get("segments", 1))  # rows without a document have no shape
        operation = ", ".join(filter(None, (doing(row), variant(row))))
        groups.setdefault((line(row, named), operation, shape), []).append(row)
    return [Busy(alike, *place, _seconds(alike), _period(alike)) for place, alike in groups.items()]


def _seconds(rows: Sequence[OnesidedRow]) -> dict[str, float]:
    return medians(
        (r for r in rows if r.verified),
        lambda r: INSIDE if r.get("target") == "inside" else str(r.get("progress")),
        lambda r: r.seconds,
    )


def _period(rows: Sequence[OnesidedRow]) -> float:
    periods: list[float] = [r.result["period_seconds"] for r in rows if "period_seconds" in r.result]
    return max(periods, default=0.0)


def strategies(found: Sequence[Busy]) -> list[str]:
    """The progress strategies of the computing targets."""
    return of_targets.in_order(strategy for b in found for strategy in b.seconds if strategy != INSIDE)


def shortest(found: Sequence[Busy]) -> list[Busy]:
    """The smallest transfer of each operation and line."""
    least: dict[tuple[str, str], Busy] = {}
    for b in found:
        least[b.operation, b.line] = min(least.get((b.operation, b.line), b), b, key=lambda of: of.shape)
    return list(least.values())


def grid(found: Sequence[Busy]) -> Outcomes[Kind]:
    """The cells have the median inside MPI, computing, and computing with polls."""
    cells = {}
    for b in found:
        times = [b.seconds[state] for state in (INSIDE, "none", "poll") if state in b.seconds] if b.measured else []
        cells[b.operation, b.line] = b.kind, " / ".join(seconds(t, 2) for t in times)
    return Outcomes(cells, list(dict.fromkeys(o for o, _ in cells)), list(dict.fromkeys(b.line for b in found)))
