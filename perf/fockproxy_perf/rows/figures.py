"""Figures that several kinds of rows have, as columns of the CSV."""

import collections
from typing import Any, NotRequired, TypedDict


class Distribution(TypedDict):
    """Seconds. `histogram`: (lower edge, samples) of the non-empty bins; missing if all samples are given."""

    count: int
    mean: float
    median: float
    p90: float
    p99: float
    p999: float
    maximum: float
    histogram: NotRequired[list[tuple[float, int]]]


WAITS = ("count", "mean", "median", "p90", "p99", "p999", "maximum")


def wait_figures(waits: dict[str, float], prefix: str = "wait") -> dict[str, float]:
    """The figures of a distribution of waits, without its histogram."""
    return {f"{prefix}_{name}": waits[name] for name in WAITS}


def time_figures(times: dict[str, float]) -> dict[str, float]:
    """Mean, median and so on of the row's own seconds."""
    return {f"seconds_{name}": value for name, value in times.items()}


def dealing_figures(*dealings: dict[str, int]) -> dict[str, int]:
    """Sums of a distributor's counts: {"node refills": 3} as {"dealing_node_refills": 3}."""
    total: collections.Counter[str] = collections.Counter()
    for dealing in dealings:
        total.update({f"dealing_{name.replace(' ', '_')}": value for name, value in dealing.items()})
    return dict(total)


def is_figure(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)
