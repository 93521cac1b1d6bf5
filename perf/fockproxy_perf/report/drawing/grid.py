"""A grid of outcomes: configurations as lines, operations or counters as columns, a look for each kind of outcome."""

import dataclasses
from collections.abc import Mapping
from typing import Any, cast

from matplotlib.artist import Artist
from matplotlib.axes import Axes
from matplotlib.collections import PolyCollection
from matplotlib.figure import Figure as Canvas
from matplotlib.legend_handler import HandlerTuple
from matplotlib.lines import Line2D
from matplotlib.patches import Patch

from fockproxy_perf.report.analysis.outcomes import K, Outcomes
from fockproxy_perf.report.analysis.strategies import Kind
from fockproxy_perf.report.analysis.verdicts import Verdict
from fockproxy_perf.report.drawing import style
from fockproxy_perf.report.drawing.panels import wrap
from fockproxy_perf.report.layout import Layout

_CORNERS = ((-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5))  # of a cell, relative to its middle
_LEGIBLE = 1.15  # inches per column: with more, headings need not be rotated


@dataclasses.dataclass(frozen=True)
class Look:
    """Looks differ in shape and lightness. `marker` is drawn if the cell has no text or the page is narrow."""

    marker: str
    face: str
    hatch: str = ""
    ink: str = style.INK

    def mark(self, size: float) -> dict[str, Any]:
        """Arguments of matplotlib for the marker."""
        face = "none" if self.marker == "o" else self.ink
        return {"marker": self.marker, "color": self.ink, "markersize": size, "markerfacecolor": face}

    def handle(self) -> tuple[Patch, Line2D]:
        """The cell for a legend."""
        cell = Patch(facecolor=self.face, hatch=self.hatch, edgecolor=style.FAINT)
        return cell, Line2D([], [], linestyle="none", **self.mark(4))


# Looks that several grids use.
FREE = Look("o", "#ffffff")
WAITS = Look("s", "#f0a868")
WORST = Look("X", "#a84300", ink="#ffffff")
UNSUPPORTED = Look("_", "#e4e4e4")
FAILS = Look("$!$", "#b00020", "xxxx", "#ffffff")


def draw(outcomes: Outcomes[K], looks: Mapping[K, Look], layout: Layout) -> Canvas:
    """Cells that were not measured stay empty."""
    labels = [wrap(line, 18 if layout.narrow else 44) for line in outcomes.lines]
    upright = layout.width / (len(outcomes.columns) + 1.5) > _LEGIBLE  # the labels of lines need space as well
    headings = [wrap(column, 16 if upright else 30) for column in outcomes.columns]
    above = 0.5 if upright else 0.0075 * layout.font * max(map(len, headings))
    height = sum(0.16 * (1 + text.count("\n")) + 0.1 for text in labels) + above + 1.5
    figure = style.canvas(layout, height)
    axis = figure.add_subplot()
    present = [kind for kind in looks if any(found == kind for found, _ in outcomes.cells.values())]
    for kind in present:
        _cells(axis, outcomes, kind, looks[kind], layout)
    axis.set(xlim=(-0.5, len(outcomes.columns) - 0.5), ylim=(len(outcomes.lines) - 0.5, -0.5))
    axis.grid(False)
    axis.spines[["left", "bottom"]].set_visible(False)
    axis.tick_params(length=0)
    axis.xaxis.tick_top()
    axis.set_xticks(range(len(outcomes.columns)), headings, rotation=0 if upright else 90)
    axis.set_yticks(range(len(outcomes.lines)), labels)
    figure.legend(
        cast(list[Artist], [looks[kind].handle() for kind in present]),  # tuples, which HandlerTuple draws
        present,
        loc="outside lower left",
        ncols=1 if layout.narrow else min(4, len(present)),
        handler_map={tuple: HandlerTuple(ndivide=None, pad=-1.55)},
        handlelength=1.5,
    )
    return figure


def _cells(axis: Axes, outcomes: Outcomes[K], kind: K, look: Look, layout: Layout) -> None:
    """Draws the cells of one kind together, because matplotlib takes as long for a collection as for a single part."""
    places = {
        (outcomes.columns.index(column), outcomes.lines.index(line)): text
        for (column, line), (found, text) in outcomes.cells.items()
        if found == kind
    }
    squares = [[(x + dx, y + dy) for dx, dy in _CORNERS] for x, y in places]
    axis.add_collection(
        PolyCollection(squares, facecolor=look.face, hatch=look.hatch or None, edgecolor=style.FAINT, linewidth=0.6)
    )
    worded = {place: text for place, text in places.items() if text and not layout.narrow}
    for (x, y), text in worded.items():
        axis.text(x, y, text, ha="center", va="center", fontsize=layout.font - 2.5, color=look.ink)
    marked = [place for place in places if place not in worded]
    if marked:
        axis.plot(*zip(*marked, strict=True), linestyle="none", **look.mark(4 if layout.narrow else 5.5))


_VERDICT_LOOKS = {
    Verdict.SELF: FREE,
    Verdict.NEEDS: Look("X", "#D55E00"),
    Verdict.UNSUPPORTED: UNSUPPORTED,
    Verdict.FAILS: FAILS,
    Verdict.MIXED: Look("$?$", "#F0E442", "////"),
}


def draw_verdicts(outcomes: Outcomes[Verdict], layout: Layout) -> Canvas:
    return draw(outcomes, _VERDICT_LOOKS, layout)


_STRATEGY_LOOKS = {
    Kind.FREE: FREE,
    Kind.DEAR: Look("v", "#cfe4f3"),
    Kind.WAITS: WAITS,
    Kind.BOTH: WORST,
    Kind.UNSUPPORTED: UNSUPPORTED,
    Kind.FAILS: FAILS,
}


def draw_strategies(outcomes: Outcomes[Kind], layout: Layout) -> Canvas:
    return draw(outcomes, _STRATEGY_LOOKS, layout)
