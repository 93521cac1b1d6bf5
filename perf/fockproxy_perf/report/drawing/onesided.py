"""Bandwidth by size and by method, and grids of the best method and of operations on busy targets."""

from collections.abc import Sequence

from matplotlib.figure import Figure as Canvas

from fockproxy_perf.report.analysis.busy import Kind
from fockproxy_perf.report.analysis.curve import Curve
from fockproxy_perf.report.analysis.io_vectors import Method
from fockproxy_perf.report.analysis.outcomes import Outcomes
from fockproxy_perf.report.drawing import curves as drawing
from fockproxy_perf.report.drawing import grid
from fockproxy_perf.report.layout import Layout
from fockproxy_perf.report.quantities import rate

_BANDWIDTH = drawing.Scales("bytes moved", "bandwidth", lambda v: rate(v, 1), 3)
_METHODS = drawing.Scales("bytes of a segment", "bandwidth", lambda v: rate(v, 1), 3)
_BUSY = {
    Kind.FREE: grid.FREE,
    Kind.CURED: grid.Look("v", "#fbdcc0"),
    Kind.WAITS: grid.WAITS,
    Kind.UNSUPPORTED: grid.UNSUPPORTED,
    Kind.FAILS: grid.FAILS,
}
_BEST = {
    Method.DIRECT: grid.FREE,
    Method.PACKED: grid.Look("s", "#cfe4f3"),
    Method.BATCHED: grid.Look("^", "#fbdcc0"),
    Method.CONSERVATIVE: grid.Look("X", "#d98a4a"),
}


def bandwidths(curves: Sequence[Curve], layout: Layout) -> Canvas:
    return drawing.draw(curves, _BANDWIDTH, layout)


def methods(curves: Sequence[Curve], layout: Layout) -> Canvas:
    return drawing.draw(curves, _METHODS, layout)


def best(outcomes: Outcomes[Method], layout: Layout) -> Canvas:
    return grid.draw(outcomes, _BEST, layout)


def busy(outcomes: Outcomes[Kind], layout: Layout) -> Canvas:
    return grid.draw(outcomes, _BUSY, layout)
