"""Contention for blocks, drawn as in the Global Arrays visualiser. Traces before and after a change share one scale."""

from collections.abc import Mapping, Sequence

import numpy
from matplotlib.axes import Axes
from matplotlib.figure import Figure as Canvas
from matplotlib.image import AxesImage
from matplotlib.ticker import MaxNLocator

from fockproxy_perf.report.analysis.contention import Contention
from fockproxy_perf.report.drawing import style
from fockproxy_perf.report.drawing.panels import legend_below, panels, time_axis, wrap
from fockproxy_perf.report.layout import Layout
from fockproxy_perf.report.quantities import seconds

Views = Sequence[tuple[str, Contention]]  # (end of its titles, what is drawn)


def maps(views: Views, layout: Layout) -> Canvas:
    """Two images for each trace and matrix: accesses and waits."""
    figure, axes = panels(layout, [2.6 if layout.narrow else 2.7] * (2 * len(views)), 4)
    most_accesses = max(use.accesses for _, view in views for use in view.blocks.values())
    most_waited = max(use.waited for _, view in views for use in view.blocks.values())
    for i, (title, view) in enumerate(views):
        counted, waited = axes[2 * i : 2 * i + 2]
        counts = {block: use.accesses for block, use in view.blocks.items()}
        bar = figure.colorbar(_image(counted, view, counts, most_accesses), ax=counted, shrink=0.8)
        bar.set_label("accesses")
        times = {block: use.waited for block, use in view.blocks.items()}
        bar = figure.colorbar(_image(waited, view, times, most_waited), ax=waited, shrink=0.8)
        bar.set_label("time")
        bar.ax.yaxis.set_major_formatter(lambda v, _: seconds(v, 2))
        for axis, what in ((counted, "accesses"), (waited, "time waited")):
            words = wrap(f"{view.matrix}, {what}{title}", 26 if layout.narrow else 19)
            axis.set_title(words, fontsize=layout.font - 0.5)
    return figure


def _image(axis: Axes, view: Contention, values: Mapping[tuple[int, ...], float], top: float) -> AxesImage:
    """Blocks without accesses stay empty."""
    pixels = numpy.full((view.side, view.side), numpy.nan)
    for block, value in values.items():
        pixels[block] = value
    axis.set(xlabel="block column", ylabel="block row")
    axis.grid(False)
    for side in (axis.xaxis, axis.yaxis):
        side.set_major_locator(MaxNLocator(6, integer=True))
    return axis.imshow(pixels, vmin=0, vmax=top or 1, cmap="cividis_r", interpolation="nearest", origin="upper")


def over_time(views: Views, layout: Layout) -> Canvas:
    """Accesses in progress against time."""
    figure, axes = panels(layout, [1.7] * len(views), 1)
    most = max(point.most for _, view in views for point in view.over_time)
    for axis, (title, view) in zip(axes, views, strict=True):
        times = [p.time for p in view.over_time]
        means = [p.mean for p in view.over_time]
        peaks = [p.most for p in view.over_time]
        axis.fill_between(times, means, step="mid", facecolor="#0072B2", edgecolor="none", label="mean")
        axis.step(times, peaks, where="mid", color=style.INK, linewidth=0.7, label="most at one time")
        axis.set(
            title=wrap(f"{view.matrix}{title}", 44 if layout.narrow else 110),
            ylabel="open accesses",
            xlim=(0, None),
            ylim=(0, most + 0.5),
        )
        time_axis(axis, layout)
    handles, labels = axes[0].get_legend_handles_labels()
    legend_below(figure, handles, labels, layout)
    return figure
