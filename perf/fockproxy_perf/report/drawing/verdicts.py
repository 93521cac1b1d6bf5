"""A grid of verdicts: operations by stack and window."""

from matplotlib.figure import Figure as Canvas

from fockproxy_perf.report.analysis.outcomes import Outcomes
from fockproxy_perf.report.analysis.verdicts import Verdict
from fockproxy_perf.report.drawing import grid
from fockproxy_perf.report.layout import Layout

_LOOKS = {
    Verdict.SELF: grid.FREE,
    Verdict.NEEDS: grid.Look("X", "#D55E00"),
    Verdict.UNSUPPORTED: grid.UNSUPPORTED,
    Verdict.FAILS: grid.FAILS,
    Verdict.MIXED: grid.Look("$?$", "#F0E442", "////"),
}


def draw(outcomes: Outcomes[Verdict], layout: Layout) -> Canvas:
    return grid.draw(outcomes, _LOOKS, layout)
