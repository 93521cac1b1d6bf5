"""A grid of outcomes: lines of configurations, columns of operations or counters, a look for each kind of outcome."""

from __future__ import annotations

import dataclasses

from . import style
from .style import wrap


@dataclasses.dataclass(frozen=True)
class Look:
    """Told apart by shape and lightness alone. `marker` stands where the cell has no text or the page is narrow."""

    marker: str
    face: str
    hatch: str = ""
    ink: str = style.INK


def draw(cells, columns, lines, looks, layout):
    """`cells`: {(column, line): (key of looks, text or "")}. Cells that were not measured stay empty."""
    from matplotlib.legend_handler import HandlerTuple
    from matplotlib.patches import Rectangle

    labels = [wrap(line, 18 if layout.narrow else 44) for line in lines]
    headings = [wrap(column, 22) for column in columns]
    height = sum(0.16 * (1 + text.count("\n")) + 0.1 for text in labels) + 2.6
    figure = style.canvas(layout, height)
    axis = figure.add_subplot()
    for (column, line), (kind, text) in cells.items():
        x, y, look = columns.index(column), lines.index(line), looks[kind]
        axis.add_patch(
            Rectangle((x - 0.5, y - 0.5), 1, 1, facecolor=look.face, hatch=look.hatch, edgecolor=style.FAINT, lw=0.6)
        )
        if text and not layout.narrow:
            axis.text(x, y, text, ha="center", va="center", fontsize=layout.font - 2.5, color=look.ink)
        else:
            axis.plot(x, y, **_mark(look, 4 if layout.narrow else 5.5))
    axis.set(xlim=(-0.5, len(columns) - 0.5), ylim=(len(lines) - 0.5, -0.5))
    axis.grid(False)
    axis.spines[["left", "bottom"]].set_visible(False)
    axis.tick_params(length=0)
    axis.xaxis.tick_top()
    axis.set_xticks(range(len(columns)), headings, rotation=90)
    axis.set_yticks(range(len(lines)), labels)
    present = [kind for kind in looks if any(found == kind for found, _ in cells.values())]
    figure.legend(
        [_legend(looks[kind]) for kind in present],
        present,
        loc="outside lower left",
        ncols=1 if layout.narrow else min(4, len(present)),
        handler_map={tuple: HandlerTuple(ndivide=None, pad=-1.55)},
        handlelength=1.5,
    )
    return figure


def _mark(look, size):
    return {
        "marker": look.marker,
        "color": look.ink,
        "markersize": size,
        "markerfacecolor": "none" if look.marker == "o" else look.ink,
    }


def _legend(look):
    from matplotlib.lines import Line2D
    from matplotlib.patches import Patch

    return (
        Patch(facecolor=look.face, hatch=look.hatch, edgecolor=style.FAINT),
        Line2D([], [], linestyle="none", **_mark(look, 4)),
    )
