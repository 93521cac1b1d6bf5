"""A grid of progress strategies and stacks."""

from matplotlib.figure import Figure as Canvas

from fockproxy_perf.report.analysis.outcomes import Outcomes
from fockproxy_perf.report.analysis.strategies import Kind
from fockproxy_perf.report.drawing import grid
from fockproxy_perf.report.layout import Layout

_LOOKS = {
    Kind.FREE: grid.Look("o", "#ffffff"),
    Kind.DEAR: grid.Look("v", "#cfe4f3"),
    Kind.WAITS: grid.Look("s", "#f0a868"),
    Kind.BOTH: grid.Look("X", "#a84300", ink="#ffffff"),
    Kind.UNSUPPORTED: grid.Look("_", "#e4e4e4"),
    Kind.FAILS: grid.Look("$!$", "#b00020", "xxxx", "#ffffff"),
}


def draw(outcomes: Outcomes[Kind], layout: Layout) -> Canvas:
    return grid.draw(outcomes, _LOOKS, layout)
