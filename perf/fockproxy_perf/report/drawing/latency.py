"""Histograms on log axes, one above the other."""

import math
from collections.abc import Callable, Sequence
from typing import Any

from matplotlib.axes import Axes
from matplotlib.figure import Figure as Canvas
from matplotlib.lines import Line2D

from fockproxy_perf.report.analysis.latency import Mark, Panels, Ridge, edge
from fockproxy_perf.report.analysis.verdicts import Verdict
from fockproxy_perf.report.drawing import style
from fockproxy_perf.report.drawing.panels import legend_below, panels, wrap
from fockproxy_perf.report.layout import Layout
from fockproxy_perf.report.quantities import seconds

_MARKS: tuple[tuple[Mark, str | int, str], ...] = (
    ("median", "|", "median"),
    ("p90", 2, "90%"),
    ("p99", "o", "99%"),
    ("maximum", ">", "longest"),
)
_CASES = {1: style.look(0), 2: style.Look("#ffffff", "s", "--", "////"), 3: style.look(1)}
_VERDICTS = {Verdict.SELF: style.look(3), Verdict.NEEDS: style.look(4)}


def counters(shown: Panels, layout: Layout) -> Canvas:
    """A look for each case."""
    return _draw(shown, lambda ridge: _CASES[ridge.rows[0].get("case")], layout, "time for a value", 2)


def operations(shown: Panels, layout: Layout) -> Canvas:
    """A look for each verdict."""

    def look(ridge: Ridge) -> style.Look:
        return _VERDICTS.get(ridge.rows[0].result["verdict"], style.look(7))

    return _draw(shown, look, layout, "time of an operation", 3)


def _draw(shown: Panels, look: Callable[[Ridge], style.Look], layout: Layout, xlabel: str, widest: int) -> Canvas:
    names = [[wrap(_name(r), 26 if layout.narrow else 30) for r in ridges] for ridges in shown.values()]
    step = max(0.24, 0.06 + 0.15 * max(1 + name.count("\n") for of_panel in names for name in of_panel))
    figure, axes = panels(layout, [0.75 + step * len(of_panel) for of_panel in names], widest)
    places = [place for ridges in shown.values() for r in ridges for place in r.bins]
    for axis, (title, ridges), of_panel in zip(axes, shown.items(), names, strict=True):
        for y, ridge in enumerate(ridges):
            _ridge(axis, y, ridge, look(ridge))
        _marks(axis, ridges)
        axis.set(xscale="log", title=wrap(title, 22), ylim=(len(ridges) - 0.6, -1.0), xlabel=xlabel)
        axis.set_xlim(edge(min(places)), edge(max(places) + 1))
        axis.set_yticks(range(len(ridges)), of_panel, fontsize=layout.font - 2)
        axis.xaxis.set_major_formatter(lambda v, _: seconds(v, 1))
        axis.tick_params(axis="y", length=0)
        axis.grid(False, axis="y")
    handles = [Line2D([], [], **_marker(marker, 4)) for _, marker, _ in _MARKS]
    legend_below(figure, handles, [name for *_, name in _MARKS], layout)
    return figure


def _name(ridge: Ridge) -> str:
    return ridge.name + (" ?" if ridge.doubtful else "")


def _ridge(axis: Axes, y: int, ridge: Ridge, look: style.Look) -> None:
    """Its height is the logarithm of the count."""
    most = math.log1p(max(ridge.bins.values()))
    places = range(min(ridge.bins) - 1, max(ridge.bins) + 2)
    axis.fill_between(
        [edge(place) for place in places],
        [y - 0.85 * math.log1p(ridge.bins.get(place, 0)) / most for place in places],
        y,
        step="post",
        facecolor=look.colour,
        alpha=0.55,
        hatch=look.hatch,
        edgecolor=style.INK,
        linewidth=0.5,
    )
    axis.axhline(y, color=style.INK, linewidth=0.6)


def _marks(axis: Axes, ridges: Sequence[Ridge]) -> None:
    for mark, marker, _ in _MARKS:
        times = [r.marks[mark] for r in ridges]
        axis.plot(times, [y + 0.02 for y in range(len(ridges))], clip_on=False, zorder=5, **_marker(marker, 3.5))


def _marker(marker: str | int, size: float) -> dict[str, Any]:
    return {
        "linestyle": "none",
        "marker": marker,
        "color": style.INK,
        "markersize": 7 if marker == "|" else size,
        "markerfacecolor": "white" if marker == "o" else style.INK,
    }
