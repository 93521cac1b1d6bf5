"""Histograms on log axes, one above the other."""

import math
from collections.abc import Sequence
from typing import Any

from matplotlib.axes import Axes
from matplotlib.collections import PolyCollection
from matplotlib.figure import Figure as Canvas
from matplotlib.lines import Line2D
from matplotlib.patches import Patch

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
_LOOKS = {
    "Case 1": style.look(0),
    "Case 2": style.Look("#ffffff", "s", "--", "////"),
    "Case 3": style.look(1),
    Verdict.SELF: style.look(3),
    Verdict.NEEDS: style.look(4),
}


def counters(shown: Panels, layout: Layout) -> Canvas:
    return _draw(shown, "time for a value", 2, layout)


def operations(shown: Panels, layout: Layout) -> Canvas:
    return _draw(shown, "time of an operation", 3, layout)


def _draw(shown: Panels, xlabel: str, widest: int, layout: Layout) -> Canvas:
    """`widest`: the number of panels side by side on a wide page."""
    names = [[wrap(_name(r), 26 if layout.narrow else 34) for r in ridges] for ridges in shown.values()]
    step = max(0.24, 0.06 + 0.15 * max(1 + name.count("\n") for of_panel in names for name in of_panel))
    figure, axes = panels(layout, [0.75 + step * len(of_panel) for of_panel in names], widest)
    every = [ridge for ridges in shown.values() for ridge in ridges]
    places = [place for ridge in every for place in ridge.bins]
    for axis, (title, ridges), of_panel in zip(axes, shown.items(), names, strict=True):
        _ridges(axis, ridges)
        _marks(axis, ridges)
        axis.set(xscale="log", title=wrap(title, 22), ylim=(len(ridges) - 0.6, -1.0), xlabel=xlabel)
        axis.set_xlim(edge(min(places)), edge(max(places) + 1))
        axis.set_yticks(range(len(ridges)), of_panel, fontsize=layout.font - 2)
        axis.xaxis.set_major_formatter(lambda v, _: seconds(v, 1))
        axis.minorticks_off()
        axis.tick_params(axis="y", length=0)
        axis.grid(False, axis="y")
    _legend(figure, [kind for kind in _LOOKS if any(ridge.kind == kind for ridge in every)], layout)
    return figure


def _legend(figure: Canvas, kinds: Sequence[str], layout: Layout) -> None:
    marks = [Line2D([], [], **_marker(marker, 4)) for _, marker, _ in _MARKS]
    handles = [*(Patch(**_face(kind)) for kind in kinds), *marks]
    legend_below(figure, handles, [*kinds, *(name for *_, name in _MARKS)], layout, len(handles))


def _face(kind: str) -> dict[str, Any]:
    look = _LOOKS[kind]
    return {"facecolor": look.colour, "alpha": 0.55, "hatch": look.hatch, "edgecolor": style.INK, "linewidth": 0.5}


def _name(ridge: Ridge) -> str:
    return ridge.name + (" ?" if ridge.doubtful else "")


def _ridges(axis: Axes, ridges: Sequence[Ridge]) -> None:
    """Draws the ridges of one kind together: matplotlib takes as long for a collection as for a single part."""
    for kind in dict.fromkeys(ridge.kind for ridge in ridges):
        outlines = [_outline(y, ridge) for y, ridge in enumerate(ridges) if ridge.kind == kind]
        axis.add_collection(PolyCollection(outlines, **_face(kind)))
    across = axis.get_yaxis_transform()
    axis.hlines(range(len(ridges)), 0, 1, transform=across, color=style.INK, linewidth=0.6)


def _outline(y: int, ridge: Ridge) -> list[tuple[float, float]]:
    """Steps above the line y, with the logarithm of the count as height."""
    most = math.log1p(max(ridge.bins.values()))
    corners = [(edge(min(ridge.bins)), float(y))]
    for place in range(min(ridge.bins), max(ridge.bins) + 1):
        top = y - 0.85 * math.log1p(ridge.bins.get(place, 0)) / most
        corners += [(edge(place), top), (edge(place + 1), top)]
    return [*corners, (edge(max(ridge.bins) + 1), float(y))]


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
