"""Efficiency against the number of ranks and against the length of a task, and load imbalance."""

from collections.abc import Mapping, Sequence

from matplotlib.axes import Axes
from matplotlib.figure import Figure as Canvas

from fockproxy_perf.report.analysis.curve import Curve
from fockproxy_perf.report.analysis.efficiency import HALF, RanksPoint, metg
from fockproxy_perf.report.analysis.imbalance import Imbalance
from fockproxy_perf.report.drawing import style
from fockproxy_perf.report.drawing.panels import legend_below, panels, wrap
from fockproxy_perf.report.layout import Layout
from fockproxy_perf.report.quantities import seconds


def _plot(axis: Axes, curves: Mapping[str, Sequence[tuple[float, float]]], looks: Mapping[str, style.Look]) -> None:
    for name, points in curves.items():
        axis.plot([x for x, _ in points], [y for _, y in points], **looks[name].line())
    axis.set_xscale("log")
    axis.set_ylabel("efficiency")
    axis.set_ylim(0, 1.08)


def _legend(figure: Canvas, looks: Mapping[str, style.Look], layout: Layout) -> None:
    legend_below(figure, [look.handle() for look in looks.values()], [wrap(n, 40) for n in looks], layout, 3)


def by_ranks(curves: Mapping[str, Sequence[RanksPoint]], layout: Layout) -> Canvas:
    figure, (axis,) = panels(layout, [3.2 + 0.15 * len(curves)], 1)
    looks = style.looks(curves)
    _plot(axis, {name: [(p.ranks, p.efficiency) for p in points] for name, points in curves.items()}, looks)
    ticks = sorted({p.ranks for points in curves.values() for p in points})
    axis.set_xticks(ticks, [str(t) for t in ticks])
    axis.minorticks_off()
    axis.axhline(1, color=style.INK, linewidth=0.8, zorder=0)
    axis.set_xlabel("ranks")
    _legend(figure, looks, layout)
    return figure


def by_length(curves: Sequence[Curve], layout: Layout) -> Canvas:
    """A tick on the line of one half marks METG."""
    titles = list(dict.fromkeys(c.panel for c in curves))
    figure, axes = panels(layout, [2.6 if len(titles) > 1 else 3.2] * len(titles), 2)
    looks = style.looks(c.line for c in curves)
    lengths = [length for c in curves for length, _ in c.points]
    for axis, title in zip(axes, titles, strict=True):
        shown = {c.line: c.points for c in curves if c.panel == title}
        _plot(axis, shown, looks)
        axis.axhline(HALF, color=style.INK, linewidth=0.8, zorder=0)
        axis.set_xlim(min(lengths) / 1.5, max(lengths) * 1.5)
        axis.xaxis.set_major_formatter(lambda v, _: seconds(v, 1))
        axis.set_xlabel("mean task")
        if len(titles) > 1:
            axis.set_title(wrap(title, 44))
        for line, points in shown.items():
            at = metg(points)
            if not at.side:
                axis.plot(at.seconds, HALF, marker="|", color=looks[line].colour, markersize=14, markeredgewidth=2)
    _legend(figure, looks, layout)
    return figure


def imbalance(found: Sequence[Imbalance], layout: Layout) -> Canvas:
    """Markers of disturbed builds are hollow."""
    figure, (axis,) = panels(layout, [0.9 + 0.27 * len(found) * (1.5 if layout.narrow else 1)], 1)
    for y, build in enumerate(found):
        axis.plot([1, build.imbalance], [y, y], color=style.FAINT, linewidth=3, zorder=1)
        face = "white" if build.doubtful else "#0072B2"
        axis.plot(build.imbalance, y, marker="o", color="#0072B2", markerfacecolor=face, zorder=2)
        axis.annotate(
            f"{build.imbalance:.3f}" + (" ?" if build.doubtful else ""),
            (build.imbalance, y),
            xytext=(6, 0),
            textcoords="offset points",
            va="center",
            fontsize=layout.font - 1.5,
        )
    span = max(0.05, *(build.imbalance - 1 for build in found))
    axis.set(
        ylim=(len(found) - 0.5, -0.5),
        xlim=(1 - 0.02 * span, 1 + 1.25 * span),
        xlabel="busiest rank / mean of the ranks",
    )
    axis.set_yticks(range(len(found)), [wrap(build.name, 24 if layout.narrow else 60) for build in found])
    axis.grid(False, axis="y")
    return figure
