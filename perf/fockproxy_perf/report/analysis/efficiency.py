"""Efficiency against the number of ranks, and against the length of a task (METG)."""

import itertools
import math
from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple, TypeVar

from fockproxy_perf.report.analysis.curve import Curve
from fockproxy_perf.report.repetitions import median, trusted
from fockproxy_perf.report.settings import group, label, varying, with_stack
from fockproxy_perf.report.sweep import Sweep
from fockproxy_perf.rows.build_rows import BuildRow, CompareRow, FockRow, ScfRow
from fockproxy_perf.rows.counter_rows import CounterRow
from fockproxy_perf.rows.row import Row

HALF = 0.5  # METG: the shortest task with which half of the time is computation (Slaughter et al. 2020)
_MOST_LINES = 8  # per panel; if there are more, each stack and transport gets a panel

R = TypeVar("R", bound=Row)
LengthPoint = tuple[float, float]  # mean task in seconds, efficiency


class RanksPoint(NamedTuple):
    ranks: int
    seconds: float
    speedup: float
    efficiency: float


class Metg(NamedTuple):
    """`side`: "<" if METG is below all measured lengths and `seconds` is the shortest; ">" if it is above all."""

    seconds: float
    side: str


def metg(points: Iterable[LengthPoint]) -> Metg:
    """The length at which efficiency crosses one half, interpolated in its logarithm."""
    points = sorted(points)
    if points[-1][1] < HALF:
        return Metg(points[-1][0], ">")
    for (short, low), (long, high) in reversed(list(itertools.pairwise(points))):
        if low < HALF <= high:
            part = (HALF - low) / (high - low)
            return Metg(math.exp(math.log(short) + part * math.log(long / short)), "")
    return Metg(points[0][0], "<")


def names_of(rows: Iterable[Row], *but: str) -> list[str]:
    """The settings that distinguish rows, except `but`, which are on an axis of the figure."""
    return with_stack(varying(rows, "hosts", "repeat", "work", "tasks_per_rank", *but))


def computing_share(row: BuildRow) -> float:
    """The share of all ranks' time in the builds that was spent on integrals and digestion."""
    return sum(rank["compute_seconds"] for rank in row.ranks) / (len(row.ranks) * sum(row.seconds))


def by_ranks(sweep: Sweep) -> dict[str, list[RanksPoint]]:
    """Fock builds by name that were measured with more than one number of ranks."""
    rows: list[BuildRow] = [*sweep.of(FockRow), *sweep.of(ScfRow)]
    families = [family for family in group(rows, "ranks", "hosts") if len({r.get("ranks") for r in family}) > 1]
    names = names_of((r for family in families for r in family), "ranks")
    return {f"{family[0].kind}: {label(family[0], names)}": _points(family) for family in families}


def _points(family: Sequence[BuildRow]) -> list[RanksPoint]:
    times = {
        ranks: median(median(r.seconds) for r in trusted(r for r in family if r.get("ranks") == ranks))
        for ranks in sorted({r.get("ranks") for r in family})
    }
    least = min(times)
    speedups = {ranks: least * times[least] / time for ranks, time in times.items()}
    return [RanksPoint(ranks, time, speedups[ranks], speedups[ranks] / ranks) for ranks, time in times.items()]


def by_length(sweep: Sweep) -> dict[str, Curve]:
    """Curves by name, if the sweep varied the length of tasks."""
    counters = [r for r in sweep.of(CounterRow) if r.computes]
    compares = [r for r in sweep.of(CompareRow) if not r.get("delayed")]
    return {
        **_curves(counters, ("work", "tasks_per_rank", "repeat"), _counter_point),
        **_curves(compares, ("grain",), _compare_point),
        **_curves(sweep.of(FockRow), ("grain",), _build_point),
    }


def _counter_point(rows: Sequence[CounterRow]) -> LengthPoint:
    return (
        median(r.result["ideal_work_seconds"] for r in rows),
        1 / median(r.result["degradation"] for r in rows),
    )


def _compare_point(rows: Sequence[CompareRow]) -> LengthPoint:
    """The point of a build with six communications per task."""
    return (
        median(t for r in rows for t in r.columns[0]["seconds_per_task"]),
        1 / median(r.columns[2]["degradation"] for r in rows),
    )


def _build_point(rows: Sequence[FockRow]) -> LengthPoint:
    return median(r.fock["mean_task_seconds"] for r in rows), median(computing_share(r) for r in rows)


def _curves(rows: Iterable[R], apart: Sequence[str], point: Callable[[list[R]], LengthPoint]) -> dict[str, Curve]:
    """Curves of rows of one kind. `apart`: settings that determine the length of tasks."""
    found = []
    for family in group(rows, *apart):
        by_length: dict[object, list[R]] = {}
        for row in family:
            by_length.setdefault(row.config.get("mean_task_seconds") or row.get("grain"), []).append(row)
        if len(by_length) > 1:
            found.append((family[0], sorted(point(trusted(alike)) for alike in by_length.values())))
    names = names_of((row for row, _ in found), "grain")
    shared = [n for n in names if n in ("stack", "transport")] if len(found) > _MOST_LINES else []
    own = [n for n in names if n not in shared]
    return {
        f"{row.kind}: {label(row, names)}": Curve(
            f"{row.kind}: {label(row, shared)}" if shared else row.kind, label(row, own), points
        )
        for row, points in found
    }
