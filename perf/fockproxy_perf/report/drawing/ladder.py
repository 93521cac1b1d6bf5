"""Stacked bars of how the time of a build is spent at each step, one panel per ladder."""

from collections.abc import Sequence
from typing import Any

from matplotlib.artist import Artist
from matplotlib.axes import Axes
from matplotlib.figure import Figure as Canvas
from matplotlib.lines import Line2D
from matplotlib.patches import Patch
from matplotlib.ticker import MaxNLocator

from fockproxy_perf.report.analysis.ladder import PARTS, Ladder
from fockproxy_perf.report.drawing import style
from fockproxy_perf.report.drawing.panels import legend_below, panels, wrap
from fockproxy_perf.report.layout import Layout
from fockproxy_perf.report.quantities import seconds

# Face, hatch: computation is light without hatch, as in the Gantt chart.
_LOOKS = {
    "computing": ("#cfe3f2", ""),
    "counter": ("#D55E00", "xxxx"),
    "gets": ("#0072B2", "////"),
    "accumulates": ("#009E73", "\\\\\\\\"),
    "rest": ("#9a9a9a", "++++"),
}
_TOTAL = "total"


def draw(ladders: Sequence[Ladder], layout: Layout) -> Canvas:
    figure, axes = panels(layout, [3.1] * len(ladders), 3)
    for axis, ladder in zip(axes, ladders, strict=True):
        _bars(axis, ladder)
        axis.set_title(wrap(ladder.line, 34), fontsize=layout.font - 0.5)
        axis.set_xticks(
            range(len(ladder.steps)), [s.name for s in ladder.steps], rotation=60, ha="right", rotation_mode="anchor"
        )
        axis.tick_params(axis="x", labelsize=layout.font - 2)
        axis.grid(False, axis="x")
        axis.yaxis.set_major_locator(MaxNLocator(5))
        axis.yaxis.set_major_formatter(lambda v, _: seconds(v, 2))
    figure.supylabel("time of a build (parts: mean of the ranks)", fontsize=layout.font)
    handles: list[Artist] = [
        Patch(facecolor=face, hatch=hatch, edgecolor=style.INK, linewidth=0.4) for face, hatch in _LOOKS.values()
    ]
    legend_below(figure, [*handles, Line2D([], [], **_marker())], [*_LOOKS, _TOTAL], layout, 6)
    return figure


def _bars(axis: Axes, ladder: Ladder) -> None:
    for x, step in enumerate(ladder.steps):
        bottom = 0.0
        for part, height in zip(PARTS, step.parts, strict=True):
            face, hatch = _LOOKS[part]
            axis.bar(
                x, height, bottom=bottom, width=0.75, facecolor=face, hatch=hatch, edgecolor=style.INK, linewidth=0.4
            )
            bottom += height
    axis.plot(range(len(ladder.steps)), [step.seconds for step in ladder.steps], **_marker())


def _marker() -> dict[str, Any]:
    return {"linestyle": "", "marker": "D", "color": style.INK, "markerfacecolor": "white", "markersize": 4}
