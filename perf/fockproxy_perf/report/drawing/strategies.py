"""A grid of progress strategies and stacks."""

from matplotlib.figure import Figure as Canvas

from fockproxy_perf.report.analysis.outcomes import Outcomes
from fockproxy_perf.report.analysis.strategies import Kind
from fockproxy_perf.report.drawing import grid
from fockproxy_perf.report.layout import Layout

_LOOKS = {
    Kind.FREE: grid.FREE,
    Kind.DEAR: grid.Look("v", "#cfe4f3"),
    Kind.WAITS: grid.WAITS,
    Kind.BOTH: grid.WORST,
    Kind.UNSUPPORTED: grid.UNSUPPORTED,
    Kind.FAILS: grid.FAILS,
}


def draw(outcomes: Outcomes[Kind], layout: Layout) -> Canvas:
    return grid.draw(outcomes, _LOOKS, layout)
