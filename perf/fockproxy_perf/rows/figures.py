"""Figures that rows of several kinds have, as columns of the CSV."""

import collections
from typing import Any, NotRequired, TypedDict


class Distribution(TypedDict):
    """Seconds. `histogram`: (lower edge, samples) of the bins that have any; missing where all samples are given."""

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
    """A distribution of waits, without its histogram."""
    return {f"{prefix}_{name}": waits[name] for name in WAITS}


def time_figures(times: dict[str, float]) -> dict[str, float]:
    """Mean, median and the like of a row's own seconds."""
    return {f"seconds_{name}": value for name, value in times.items()}


def dealing_figures(*dealings: dict[str, int]) -> dict[str, int]:
    """What a distributor counted, summed: {"node refills": 3} as {"dealing_node_refills": 3}."""
    total: collections.Counter[str] = collections.Counter()
    for dealing in dealings:
        total.update({f"dealing_{name.replace(' ', '_')}": value for name, value in dealing.items()})
    return dict(total)


def is_figure(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)
