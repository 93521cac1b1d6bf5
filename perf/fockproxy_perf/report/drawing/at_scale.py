"""Predicted efficiencies against the number of ranks."""

from collections.abc import Sequence

from matplotlib.figure import Figure as Canvas

from fockproxy_perf.report.analysis.curve import Curve
from fockproxy_perf.report.drawing import style
from fockproxy_perf.report.drawing.panels import legend_below, panels, wrap
from fockproxy_perf.report.layout import Layout


def draw(curves: Sequence[Curve], layout: Layout) -> Canvas:
    """One panel for each recording and kind of progress. A curve with a band has it in its colour."""
    titles = list(dict.fromkeys(curve.panel for curve in curves))
    figure, axes = panels(layout, [2.3] * len(titles), max(1, len(titles) // 2))
    looks = style.looks(curve.line for curve in curves)
    ticks = sorted({ranks for curve in curves for ranks, _ in curve.points})
    for axis, title in zip(axes, titles, strict=True):
        for curve in curves:
            if curve.panel == title:
                axis.plot(*zip(*curve.points, strict=True), **looks[curve.line].line(), markerfacecolor="white")
                if curve.band:
                    ranks, low, high = ([point[part] for point in curve.band] for part in range(3))
                    axis.fill_between(ranks, low, high, color=looks[curve.line].colour, alpha=0.25, linewidth=0)
        axis.set_xscale("log", base=2)
        axis.set_xticks(ticks, [f"{tick:g}" if tick < 1024 else f"{tick / 1024:g}k" for tick in ticks])
        axis.minorticks_off()
        axis.set(xlim=(ticks[0] / 1.5, ticks[-1] * 1.5), ylim=(0, 1.04))
        axis.axhline(0.5, color=style.INK, linewidth=0.8, zorder=0)
        axis.set_title(wrap(title, 40), fontsize=layout.font - 0.5)
        axis.set_xlabel("ranks")
    figure.supylabel("efficiency", fontsize=layout.font)
    banded = "; bands: times drawn from the profile" if any(curve.band for curve in curves) else ""
    figure.suptitle(f"Predicted by a model, not measured{banded}", fontsize=layout.font + 1, color=style.BAD)
    legend_below(figure, [look.handle() for look in looks.values()], list(looks), layout, 6)
    return figure
