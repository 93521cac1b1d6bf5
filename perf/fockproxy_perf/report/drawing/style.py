"""One look for all figures: readable with any colour vision and on a black-and-white printer.

Colours are those of Okabe and Ito (2008), ordered so that neighbours also differ in lightness. Everything with a colour
also has a marker, a dash or a hatch.
"""

import contextlib
import dataclasses
from collections.abc import Iterable, Iterator
from typing import Any

import matplotlib
from matplotlib.figure import Figure as Canvas  # no pyplot: figures share no global state
from matplotlib.lines import Line2D
from matplotlib.typing import LineStyleType, RcKeyType

from fockproxy_perf.report.layout import Layout

matplotlib.use("svg")

INK = "#1a1a1a"
FAINT = "#b8b8b8"
BAD = "#b00020"

_COLOURS = ("#0072B2", "#E69F00", "#000000", "#56B4E9", "#D55E00", "#009E73", "#CC79A7", "#7a7a7a", "#F0E442")
_MARKERS = ("o", "s", "^", "D", "v", "P", "X", "*", "h", "<", ">", "p")
_DASHES: tuple[LineStyleType, ...] = ("-", "--", "-.", ":", (0, (5, 1, 1, 1, 1, 1)), (0, (8, 2)))
_HATCHES = ("", "////", "xxxx", "....", "\\\\\\\\", "++++", "----", "oooo", "****")


@dataclasses.dataclass(frozen=True)
class Look:
    colour: str
    marker: str
    dash: LineStyleType
    hatch: str

    def line(self) -> dict[str, Any]:
        """Arguments of matplotlib for a line with this look."""
        return {"color": self.colour, "marker": self.marker, "linestyle": self.dash}

    def handle(self) -> Line2D:
        """The line for a legend."""
        return Line2D([], [], **self.line())


def look(index: int) -> Look:
    """The look of the index-th series. It repeats only after hundreds, because the four lists have different
    lengths."""
    return Look(
        _COLOURS[index % len(_COLOURS)],
        _MARKERS[index % len(_MARKERS)],
        _DASHES[index % len(_DASHES)],
        _HATCHES[index % len(_HATCHES)],
    )


def looks(names: Iterable[str]) -> dict[str, Look]:
    """{name: look}, in the order given."""
    return {name: look(i) for i, name in enumerate(dict.fromkeys(names))}


@contextlib.contextmanager
def styled(layout: Layout) -> Iterator[None]:
    """Text stays text (small files, searchable). Ids depend only on the drawing, so that pages can be compared."""
    settings: dict[RcKeyType, Any] = {
        "svg.fonttype": "none",
        "svg.hashsalt": "fockproxy",
        "text.hinting": "none",  # widths as in a browser, and fast drawing of glyphs
        "font.family": "DejaVu Sans",
        "font.size": layout.font,
        "axes.titlesize": layout.font + 0.5,
        "axes.titleweight": "bold",
        "axes.titlelocation": "left",
        "axes.labelsize": layout.font,
        "xtick.labelsize": layout.font - 1,
        "ytick.labelsize": layout.font - 1,
        "legend.fontsize": layout.font - 1,
        "legend.frameon": False,
        "axes.edgecolor": INK,
        "text.color": INK,
        "axes.labelcolor": INK,
        "xtick.color": INK,
        "ytick.color": INK,
        "axes.spines.top": False,
        "axes.spines.right": False,
        "axes.grid": True,
        "grid.color": "#dddddd",
        "grid.linewidth": 0.6,
        "axes.axisbelow": True,
        "hatch.linewidth": 0.5,
        "lines.linewidth": 1.4,
        "lines.markersize": 5,
        "figure.constrained_layout.use": True,
    }
    with matplotlib.rc_context(settings):
        yield


def canvas(layout: Layout, height: float) -> Canvas:
    """An empty figure with the width of the layout; `height` is in inches."""
    return Canvas(figsize=(layout.width, height))
