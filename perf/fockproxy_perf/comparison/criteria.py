"""What counts as a change between two sweeps."""

import dataclasses
from typing import Literal

from fockproxy_perf.comparison.ratio_interval import Ratio, repetitions_needed

Verdict = Literal["broken", "slower", "can't tell", "faster", "cured", "same", "only in BASE", "only in NEW"]


@dataclasses.dataclass(frozen=True)
class Criteria:
    """A change counts when the whole interval lies beyond the tolerance."""

    confidence: float = 0.9  # of the interval
    tolerance: float = 0.05  # of the ratio of times
    use_disturbed: bool = False  # believe rows with a note too

    def judge(self, ratio: Ratio, base_count: int, new_count: int) -> tuple[Verdict, str]:
        """The verdict on NEW / BASE out of so many repetitions, and why."""
        if ratio.low is None or ratio.high is None:
            return "can't tell", (f"{base_count} against {new_count} repetitions; {repetitions_needed(self.confidence)}"
                                  f" of each are needed for {self.confidence:.0%} confidence")
        span = f"{ratio.low:.3f} to {ratio.high:.3f}"
        if ratio.low > 1 + self.tolerance:
            return "slower", span
        if ratio.high < 1 / (1 + self.tolerance):
            return "faster", span
        if 1 / (1 + self.tolerance) <= ratio.low and ratio.high <= 1 + self.tolerance:
            return "same", span
        return "can't tell", f"{span}, noise"
