"""How much larger one sample is than another, without assumptions about their distribution.

The interval is that of Hodges & Lehmann (Ann. Math. Statist. 34, 598, 1963). Of all ratios between the two samples, as
many are cut off at each end as the exact distribution of Mann & Whitney's U allows. Few repetitions give no interval
rather than a wrong one.
"""

import dataclasses
import functools
import math
import statistics
from collections.abc import Sequence


@dataclasses.dataclass(frozen=True)
class Ratio:
    """new / base: the median of all pairwise ratios, and its confidence interval (None: too few samples)."""

    estimate: float
    low: float | None
    high: float | None


@functools.cache
def ways(m: int, n: int, u: int) -> int:
    """The number of orders of m and n samples with U = u (Mann & Whitney, Ann. Math. Statist. 18, 50, 1947)."""
    if u < 0:
        return 0
    if m == 0 or n == 0:
        return 1 if u == 0 else 0
    return ways(m - 1, n, u - n) + ways(m, n - 1, u)


def cut_off(m: int, n: int, confidence: float) -> int | None:
    """How many of the m n sorted ratios lie outside the interval at each end; None if even zero is too many."""
    allowed = (1 - confidence) / 2 * math.comb(m + n, m)
    below, u = 0, 0
    while (below := below + ways(m, n, u)) <= allowed * (1 + 1e-12):
        u += 1
    return u - 1 if u > 0 else None


def ratio_interval(base: Sequence[float], new: Sequence[float], confidence: float) -> Ratio:
    """base, new: positive figures, one per repetition."""
    ratios = sorted(b / a for a in base for b in new)
    cut = cut_off(len(base), len(new), confidence)
    if cut is None:
        return Ratio(statistics.median(ratios), None, None)
    return Ratio(statistics.median(ratios), ratios[cut], ratios[-1 - cut])


def repetitions_needed(confidence: float) -> int:
    """The smallest number of repetitions on both sides that gives an interval."""
    n = 2
    while cut_off(n, n, confidence) is None:
        n += 1
    return n
