"""Panels side by side or below each other, with their legend and labels."""

from collections.abc import Iterable, Sequence

from matplotlib.artist import Artist
from matplotlib.axes import Axes
from matplotlib.figure import Figure as Canvas
from matplotlib.ticker import LogLocator, MaxNLocator

from fockproxy_perf.report.drawing import style
from fockproxy_perf.report.layout import Layout
from fockproxy_perf.report.quantities import seconds, size

_LOWEST = 1.6  # inches: a title, an axis, its content and a legend need as much


def panels(layout: Layout, heights: Sequence[float], widest: int) -> tuple[Canvas, list[Axes]]:
    """A figure with axes of these heights in inches, at most `widest` side by side."""
    count, columns = len(heights), layout.columns(len(heights), widest)
    heights = [max(h, _LOWEST) for h in heights]
    rows = [max(heights[i : i + columns]) for i in range(0, count, columns)]
    figure = style.canvas(layout, sum(rows) + 0.35)
    grid = figure.add_gridspec(len(rows), columns, height_ratios=rows)
    return figure, [figure.add_subplot(grid[i // columns, i % columns]) for i in range(count)]


def legend_below(
    figure: Canvas, handles: Iterable[Artist], labels: Sequence[str], layout: Layout, widest: int = 5
) -> None:
    """One legend for all panels, below them."""
    columns = min(1 if layout.narrow else widest, len(labels))
    figure.legend(handles, labels, loc="outside lower left", ncols=columns)


def time_axis(axis: Axes, layout: Layout) -> None:
    """Few ticks, because labels of times are long."""
    axis.set_xlabel("time")
    axis.xaxis.set_major_formatter(lambda v, _: seconds(v, 3))
    axis.xaxis.set_major_locator(MaxNLocator(3 if layout.narrow else 7))


def size_axis(axis: Axes, label: str) -> None:
    """An axis of bytes, with ticks at powers of two."""
    axis.set_xscale("log", base=2)
    axis.set_xlabel(label)
    axis.xaxis.set_major_locator(LogLocator(2, numticks=5))
    axis.xaxis.set_major_formatter(lambda v, _: size(v))
    axis.minorticks_off()


def wrap(text: str, width: int = 24) -> str:
    """Breaks a label at spaces, so that it leaves space for the bars."""
    lines = [""]
    for word in text.split(" "):
        if lines[-1] and len(lines[-1]) + len(word) + 1 > width:
            lines.append(word)
        else:
            lines[-1] = f"{lines[-1]} {word}".strip()
    return "\n".join(lines)
