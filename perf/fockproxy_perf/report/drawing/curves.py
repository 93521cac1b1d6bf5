"""Curves over the transfer size, on log axes that all panels share."""

import dataclasses
from collections.abc import Callable, Sequence

from matplotlib.figure import Figure as Canvas

from fockproxy_perf.report.analysis.curve import Curve
from fockproxy_perf.report.drawing import style
from fockproxy_perf.report.drawing.panels import legend_below, panels, size_axis, wrap
from fockproxy_perf.report.layout import Layout
from fockproxy_perf.report.quantities import seconds


@dataclasses.dataclass(frozen=True)
class Scales:
    """The labels of the axes. `widest`: the number of panels side by side on a wide page."""

    size: str
    value: str
    said: Callable[[float], str]  # a value in words
    widest: int


def draw(curves: Sequence[Curve], scales: Scales, layout: Layout) -> Canvas:
    titles = list(dict.fromkeys(c.panel for c in curves))
    figure, axes = panels(layout, [2.3] * len(titles), scales.widest)
    looks = style.looks(c.line for c in curves)
    sizes, values = ([point[i] for c in curves for point in c.points] for i in (0, 1))
    for axis, title in zip(axes, titles, strict=True):
        for curve in curves:
            if curve.panel == title:
                axis.plot(*zip(*curve.points, strict=True), **looks[curve.line].line())
        axis.set_yscale("log")
        axis.set(xlim=(min(sizes) / 1.5, max(sizes) * 1.5), ylim=(min(values) / 1.5, max(values) * 1.5))
        axis.set_title(wrap(title, 40 if layout.narrow else 108 // scales.widest), fontsize=layout.font - 0.5)
        axis.yaxis.set_major_formatter(lambda v, _: scales.said(v))
        size_axis(axis, scales.size)
    figure.supylabel(scales.value, fontsize=layout.font)
    legend_below(figure, [look.handle() for look in looks.values()], list(looks), layout, 4)
    return figure


_SUM_SCALES = Scales("bytes of the vector", "time of a sum", lambda v: seconds(v, 1), 3)


def draw_sums(curves: Sequence[Curve], layout: Layout) -> Canvas:
    return draw(curves, _SUM_SCALES, layout)
