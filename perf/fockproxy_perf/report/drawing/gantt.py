"""A Gantt chart of a run, its details, and how the time of every rank was spent."""

from matplotlib.axes import Axes
from matplotlib.figure import Figure as Canvas
from matplotlib.patches import Patch

from fockproxy_perf.report.analysis.gantt import Activity, Chart, Shares
from fockproxy_perf.report.drawing import style
from fockproxy_perf.report.drawing.panels import panels, time_axis, wrap
from fockproxy_perf.report.layout import Layout
from fockproxy_perf.report.trace import SHOWN, STATES

# Face, hatch: computation is light without hatch, waits are dark or hatched.
_LOOKS = {
    "compute": ("#cfe3f2", ""),
    "counter": ("#D55E00", "xxxx"),
    "get": ("#0072B2", "////"),
    "accumulate": ("#009E73", "\\\\\\\\"),
    "held get": ("#56B4E9", "----"),
    "held accumulate": ("#8fd3b6", "||||"),
    "flush": ("#000000", ""),
    "idle": ("#9a9a9a", "++++"),
    "other": ("#ffffff", ""),
}


def draw(activity: Activity, titles: tuple[str, str], layout: Layout) -> Canvas:
    """`titles`: those of the chart of the whole run and of the detail chart."""
    ranks = activity.trace.ranks
    figure, axes = panels(layout, [0.9 + 0.4 * ranks, 0.9 + 0.4 * ranks, 1 + 0.35 * ranks], 1)
    for axis, title, chart in zip(axes, titles, (activity.whole, activity.detail), strict=False):
        _bars(axis, chart, ranks)
        time_axis(axis, layout)
        axis.set_title(wrap(title, 30))
    _shares(axes[2], activity.shares)
    for axis in axes:
        axis.set(ylim=(ranks - 0.45, -0.55))
        axis.set_yticks(range(ranks), [f"rank {r}" for r in range(ranks)])
        axis.grid(False, axis="y")
    figure.legend(
        [
            Patch(facecolor=face, hatch=hatch, edgecolor=style.INK, linewidth=0.4)
            for face, hatch in map(_LOOKS.__getitem__, STATES)
        ],
        STATES,
        loc="outside lower left",
        ncols=3 if layout.narrow else len(STATES),
        columnspacing=1,
        handlelength=1.6,
    )
    return figure


def _bars(axis: Axes, chart: Chart, ranks: int) -> None:
    length = chart.end - chart.begin
    for state in SHOWN:
        face, hatch = _LOOKS[state]
        for rank in range(ranks):
            if bars := chart.bars.get((rank, state)):
                axis.broken_barh(
                    [(b, e - b) for b, e in bars],
                    (rank - 0.4, 0.8),
                    facecolor=face,
                    hatch=hatch,
                    edgecolor=style.INK,
                    linewidth=0.15,
                    zorder=1 if state == "compute" else 2,
                )
    for rank in chart.helpers:
        axis.plot([0, length], [rank + 0.45] * 2, color=style.INK, linewidth=1, linestyle=":")
    axis.set_xlim(0, length)


def _shares(axis: Axes, shares: Shares) -> None:
    for rank, times in shares.items():
        left, total = 0.0, sum(times.values()) or 1
        for state in STATES:
            face, hatch = _LOOKS[state]
            part = 100 * times[state] / total
            axis.barh(
                rank, part, left=left, height=0.7, facecolor=face, hatch=hatch, edgecolor=style.INK, linewidth=0.4
            )
            left += part
    axis.set(xlim=(0, 100), xlabel="share of the run / %", title="where the time went")
