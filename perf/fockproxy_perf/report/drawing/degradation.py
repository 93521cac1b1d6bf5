"""The degradation factor against the communications per task, one panel for each stack and window."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from matplotlib.axes import Axes
from matplotlib.figure import Figure as Canvas
from matplotlib.lines import Line2D

from fockproxy_perf.report.analysis.degradation import Line
from fockproxy_perf.report.drawing import style
from fockproxy_perf.report.drawing.panels import legend_below, panels, wrap
from fockproxy_perf.report.layout import Layout
from fockproxy_perf.report.quantities import number
from fockproxy_perf.report.settings import label
from fockproxy_perf.rows.row import Row

_TICKS = ("none", "1", "1 + 6\n+ held", "1 + 12")
_HOLLOW: dict[str, Any] = {"markerfacecolor": "white", "linestyle": "none", "markersize": 4}


def draw(
    shown: Sequence[Sequence[Line]], names: Sequence[str], series: Callable[[Row], str], layout: Layout
) -> Canvas:
    """`shown`: the lines of each panel; its title has the settings `names`. `series` gives the legend entry of a
    row."""
    figure, axes = panels(layout, [2.35] * len(shown), 4)
    looks = style.looks(sorted({series(line.row) for lines in shown for line in lines}))
    every = [factor for lines in shown for line in lines for factor in line.degradations]
    for axis, lines in zip(axes, shown, strict=True):
        _lines(axis, [(series(line.row), line) for line in lines], looks)
        axis.axhline(1, color=style.INK, linewidth=0.8, zorder=0)
        axis.set_title(_title(lines[0], names, layout), fontsize=layout.font - 0.5)
        axis.set_xticks(range(len(_TICKS)), _TICKS)
        axis.set_xlabel("communications per task")
        _factors(axis, min(every), max(every))
        if not layout.narrow:
            axis.label_outer()
    figure.supylabel("degradation factor", fontsize=layout.font)
    handles = [look.handle() for look in looks.values()]
    handles.append(Line2D([], [], color=style.INK, marker="o", **_HOLLOW))
    legend_below(figure, handles, [*looks, "hollow: waits for remote operations alone"], layout, 4)
    return figure


def _lines(axis: Axes, lines: Sequence[tuple[str, Line]], looks: Mapping[str, style.Look]) -> None:
    order = list(looks)
    for name, line in lines:
        look = looks[name]
        # Equal ones are side by side.
        shift = (order.index(name) - (len(order) - 1) / 2) * 0.36 / len(order)
        places = [column + shift for column in range(len(_TICKS))]
        axis.plot(places, line.degradations, **look.line())
        axis.plot(places, line.remote_degradations, color=look.colour, marker=look.marker, alpha=0.9, **_HOLLOW)


def _factors(axis: Axes, low: float, top: float) -> None:
    """The same vertical axis for all panels."""
    if top > 4:
        axis.set_yscale("log")
    axis.set_ylim(min(0.95, 0.95 * low), top * 1.15)
    axis.yaxis.set_major_formatter(lambda v, _: number(v, 2))
    axis.yaxis.set_minor_formatter(lambda v, _: number(v, 2) if top < 40 and v in (2, 3, 5) else "")


def _title(line: Line, names: Sequence[str], layout: Layout) -> str:
    """The title; the stack has its own lines."""
    stack = label(line.row, [n for n in names if n == "stack"])
    rest = label(line.row, [n for n in names if n != "stack"])
    return "\n".join(wrap(t, 50 if layout.narrow else 32) for t in (stack, rest) if t) or line.row.stack
