"""The rows of one configuration: which of them count, and their medians."""

import statistics
from collections.abc import Callable, Hashable, Iterable, Sequence
from typing import TypeVar

from fockproxy_perf.rows.row import Row

R = TypeVar("R", bound=Row)
K = TypeVar("K", bound=Hashable)


def median(values: Iterable[float]) -> float:
    return statistics.median(values)


def spread(values: Sequence[float]) -> float:
    """Half the range over the median, a measure for how repetitions differ."""
    middle = statistics.median(values)
    return (max(values) - min(values)) / 2 / middle if middle else 0.0


def trusted(rows: Iterable[R]) -> list[R]:
    """The undisturbed rows, or all rows if all were disturbed."""
    rows = list(rows)
    return [r for r in rows if not r.doubtful] or rows


def medians(rows: Iterable[R], key: Callable[[R], K], value: Callable[[R], float]) -> dict[K, float]:
    """Medians by key over repetitions, which are the rows with the same key. In order of first appearance."""
    alike: dict[K, list[R]] = {}
    for row in rows:
        alike.setdefault(key(row), []).append(row)
    return {k: median(value(r) for r in trusted(found)) for k, found in alike.items()}


def all_doubtful(rows: Iterable[Row]) -> bool:
    return all(r.doubtful for r in rows)
