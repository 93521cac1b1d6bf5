"""One look for all figures: readable with any colour vision and on a black-and-white printer.

Colours are those of Okabe and Ito (2008), ordered so that neighbours also differ in lightness; everything that has a
colour has a marker, a dash or a hatch as well.
"""

import contextlib
import dataclasses

import matplotlib

matplotlib.use("svg")
from matplotlib.figure import Figure as Canvas  # noqa: E402  (no pyplot: nothing global is kept between figures)
from matplotlib.ticker import MaxNLocator  # noqa: E402

INK = "#1a1a1a"
FAINT = "#b8b8b8"
BAD = "#b00020"

_COLOURS = ("#0072B2", "#E69F00", "#000000", "#56B4E9", "#D55E00", "#009E73", "#CC79A7", "#7a7a7a", "#F0E442")
_MARKERS = ("o", "s", "^", "D", "v", "P", "X", "*", "h", "<", ">", "p")
_DASHES = ("-", "--", "-.", ":", (0, (5, 1, 1, 1, 1, 1)), (0, (8, 2)))
_HATCHES = ("", "////", "xxxx", "....", "\\\\\\\\", "++++", "----", "oooo", "****")


@dataclasses.dataclass(frozen=True)
class Look:
    colour: str
    marker: str
    dash: object
    hatch: str


def look(index):
    """The look of the index-th series. Repeats after hundreds: the four lists have different lengths."""
    return Look(
        _COLOURS[index % len(_COLOURS)],
        _MARKERS[index % len(_MARKERS)],
        _DASHES[index % len(_DASHES)],
        _HATCHES[index % len(_HATCHES)],
    )


def looks(names):
    """{name: look}, in the order given."""
    return {name: look(i) for i, name in enumerate(dict.fromkeys(names))}


@contextlib.contextmanager
def styled(layout):
    """Text stays text (small files, searchable); ids depend on the drawing alone, so that pages can be compared."""
    settings = {
        "svg.fonttype": "none",
        "svg.hashsalt": "fockproxy",
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


def canvas(layout, height):
    """An empty figure of the layout's width; height in inches."""
    return Canvas(figsize=(layout.width, height))


_LOWEST = 1.35  # inches: less has no room for a title, an axis and what it says


def panels(layout, count, widest, heights):
    """A figure with `count` axes, at most `widest` side by side; `heights` in inches, one number or one for each."""
    columns = layout.columns(count, widest)
    heights = list(heights) if isinstance(heights, (list, tuple)) else [heights] * count
    heights = [max(h, _LOWEST) for h in heights]
    rows = [max(heights[i : i + columns]) for i in range(0, count, columns)]
    figure = canvas(layout, sum(rows) + 0.35)
    grid = figure.add_gridspec(len(rows), columns, height_ratios=rows)
    return figure, [figure.add_subplot(grid[i // columns, i % columns]) for i in range(count)]


def few_ticks(layout):
    """A locator of ticks whose labels are long, as those of times are."""
    return MaxNLocator(3 if layout.narrow else 7)


def legend_below(figure, handles, labels, layout, widest=5):
    """One legend for all panels, under them."""
    columns = min(1 if layout.narrow else widest, len(labels))
    figure.legend(handles, labels, loc="outside lower left", ncols=columns)


def wrap(text, width=24):
    """Breaks a label after a comma or a space, that it leaves room for the bars."""
    lines = [""]
    for word in text.split(" "):
        if lines[-1] and len(lines[-1]) + len(word) + 1 > width:
            lines.append(word)
        else:
            lines[-1] = f"{lines[-1]} {word}".strip()
    return "\n".join(lines)
