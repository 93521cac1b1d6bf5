"""Many transfers at the same time: several of one origin in flight, or all ranks at once."""

from typing import NamedTuple

from fockproxy_perf.report.analysis.onesided import line, names, rows_of
from fockproxy_perf.report.repetitions import medians
from fockproxy_perf.report.sweep import Sweep
from fockproxy_perf.rows.listed_rows import OnesidedRow


class What(NamedTuple):
    """A kind of transfer on a stack."""

    line: str
    operation: str
    moved: int  # bytes


class Flight(NamedTuple):
    """`rates`: transfers per second, by the number issued before any is completed."""

    what: What
    rates: dict[int, float]

    @property
    def gain(self) -> float:
        """The best rate over the rate of one at a time."""
        return max(self.rates.values()) / self.rates[1]


class Crowd(NamedTuple):
    """All ranks at once. `rate`: mean transfers per second of a rank; `fairness`: Jain's index over ranks."""

    what: What
    pattern: str  # ring, one target, hot target
    target: str  # inside, or computing with this strategy
    ranks: int
    rate: float
    fairness: float


def flights(sweep: Sweep) -> list[Flight]:
    """Transfers to another rank, inside MPI, for which one at a time was measured too."""
    rows = rows_of(sweep, "in-flight", free=["in_flight"])
    named = names(rows)
    found: dict[What, dict[int, float]] = {}
    for (what, several), rate in medians(rows, lambda r: (_what(r, named), r.get("in_flight")), _rate).items():
        found.setdefault(what, {})[several] = rate
    return [Flight(what, rates) for what, rates in found.items() if 1 in rates and len(rates) > 1]


def crowds(sweep: Sweep) -> list[Crowd]:
    rows = rows_of(sweep, "contention", free=["target"])
    named = names(rows)

    def place(row: OnesidedRow) -> tuple[What, str, str, int]:
        return _what(row, named), str(row.get("placement")), _state(row), int(row.get("ranks"))

    rates, fairness = medians(rows, place, _rate), medians(rows, place, lambda r: r.result["fairness"])
    return [Crowd(*at, rate, fairness[at]) for at, rate in rates.items()]


def _what(row: OnesidedRow, named: list[str]) -> What:
    return What(line(row, named), str(row.get("operation")), int(row.get("bytes")))


def _rate(row: OnesidedRow) -> float:
    rates: list[float] = row.result["rates"]
    return sum(rates) / len(rates)


def _state(row: OnesidedRow) -> str:
    target, progress = str(row.get("target")), str(row.get("progress"))
    return target if target == "inside" or progress == "none" else f"{target}, {progress}"
