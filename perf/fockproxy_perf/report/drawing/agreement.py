"""Predicted efficiencies over measured ones, by the number of ranks."""

from collections.abc import Sequence
from typing import Any

from matplotlib.figure import Figure as Canvas
from matplotlib.lines import Line2D

from fockproxy_perf.report.analysis.agreement import Compared
from fockproxy_perf.report.drawing import style
from fockproxy_perf.report.drawing.panels import legend_below, panels, wrap
from fockproxy_perf.report.layout import Layout

_TICKS = (0.1, 0.2, 0.5, 0.7, 1, 1.5, 2, 3, 5, 10)
_APART = 1.1  # factor between two stacks with the same number of ranks, which would hide each other


def _mark(look: style.Look) -> dict[str, Any]:
    """Arguments of matplotlib for points without a line."""
    return {"color": look.colour, "marker": look.marker, "linestyle": "none", "markerfacecolor": "none"}


def draw(points: Sequence[Compared], goal: float, layout: Layout) -> Canvas:
    """One panel for each recording. The grey band has the points whose error is at most `goal`."""
    titles = list(dict.fromkeys(point.panel for point in points))
    figure, axes = panels(layout, [2.3] * len(titles), 3)
    looks = style.looks(point.series for point in points)
    ranks = sorted({point.ranks for point in points})
    low, high = min(point.ratio for point in points), max(point.ratio for point in points)
    limits = (min(low, 1 - goal) / 1.1, max(high, 1 + goal) * 1.1)
    ticks = [tick for tick in _TICKS if limits[0] <= tick <= limits[1]]
    for axis, title in zip(axes, titles, strict=True):
        axis.axhspan(1 - goal, 1 + goal, color=style.FAINT, alpha=0.4, linewidth=0, zorder=0)
        axis.axhline(1, color=style.INK, linewidth=0.8, zorder=0)
        for count in ranks:
            here = [point for point in points if (point.panel, point.ranks) == (title, count)]
            present = list(dict.fromkeys(point.series for point in here))
            for place, series in enumerate(present):
                ratios = [point.ratio for point in here if point.series == series]
                aside = _APART ** (place - (len(present) - 1) / 2)
                axis.plot([count * aside] * len(ratios), ratios, **_mark(looks[series]))
        axis.set_xscale("log", base=2)
        axis.set_yscale("log")
        axis.set_xticks(ranks, [str(count) for count in ranks])
        axis.set_yticks(ticks, [f"{tick:g}" for tick in ticks])
        axis.minorticks_off()
        axis.set(xlim=(ranks[0] / 1.5, ranks[-1] * 1.5), ylim=limits)
        axis.set_title(wrap(title, 40), fontsize=layout.font - 0.5)
        axis.set_xlabel("ranks")
    figure.supylabel("predicted / replayed efficiency", fontsize=layout.font)
    figure.suptitle("Predicted by a model, over a replay of the tasks", fontsize=layout.font + 1, color=style.BAD)
    legend_below(figure, [Line2D([], [], **_mark(look)) for look in looks.values()], list(looks), layout, 3)
    return figure
