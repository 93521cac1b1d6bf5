"""The time of a global sum by the size of the vector, a line for each method."""

from collections.abc import Sequence

from matplotlib.figure import Figure as Canvas

from fockproxy_perf.report.analysis.curve import Curve
from fockproxy_perf.report.drawing import curves as drawing
from fockproxy_perf.report.layout import Layout
from fockproxy_perf.report.quantities import seconds

_SCALES = drawing.Scales("bytes of the vector", "time of a sum", lambda v: seconds(v, 1), 3)


def draw(curves: Sequence[Curve], layout: Layout) -> Canvas:
    return drawing.draw(curves, _SCALES, layout)
