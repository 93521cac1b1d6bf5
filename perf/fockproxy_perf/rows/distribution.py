"""Waits of one kind of operation, as the program sums them up."""

from typing import NotRequired, TypedDict


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
