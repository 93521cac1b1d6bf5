"""The plot of scripts/perf growth: times against quartets, memory against the size of a matrix."""

import pathlib
from collections.abc import Sequence

from matplotlib.axes import Axes
from matplotlib.ticker import NullFormatter

from fockproxy_perf.report.drawing import style
from fockproxy_perf.report.drawing.panels import legend_below, panels
from fockproxy_perf.report.layout import WIDE
from fockproxy_perf.studies.growth_run import Run


def plot(rows: Sequence[Run], about: str, path: pathlib.Path) -> None:
    with style.styled(WIDE):
        figure, (left, right) = panels(WIDE, [3.4, 3.4], 2)
        _times(left, rows)
        left.set_title(about)
        _memory(right, rows)
        handles, labels = left.get_legend_handles_labels()
        legend_below(figure, handles, [str(label) for label in labels], WIDE)
        figure.savefig(path, metadata={"Date": None} if path.suffix == ".svg" else None)


def _times(axis: Axes, rows: Sequence[Run]) -> None:
    quartets = [r.quartets for r in rows]
    per_quartet = rows[0].build / rows[0].quartets
    values = {
        "one build": [r.build for r in rows],
        "in proportion to the quartets": [per_quartet * q for q in quartets],
        "pairs and bounds": [r.startup for r in rows],
        "task table": [r.table for r in rows],
    }
    looks = style.looks(values)
    for name, times in values.items():
        axis.plot(quartets, times, label=name, **looks[name].line())
    for r in rows:
        axis.annotate(r.molecule, (r.quartets, r.build), xytext=(-6, 6), textcoords="offset points", ha="right")
    axis.margins(x=0.25)
    axis.set(xscale="log", yscale="log", xlabel="shell quartets that survive screening", ylabel="seconds")
    axis.xaxis.set_minor_formatter(NullFormatter())


def _memory(axis: Axes, rows: Sequence[Run]) -> None:
    look = style.look(0)
    axis.plot([r.matrix / 1e6 for r in rows], [r.memory / 1e6 for r in rows], color=look.colour, marker=look.marker)
    axis.set(
        xlabel="one matrix of functions x functions (MB)",
        ylabel="memory of the rank (MB)",
        title="Memory of the one rank, all matrices whole",
    )
    axis.set_xlim(left=0)
    axis.set_ylim(bottom=0)
