"""The speed-up of each phase, one panel per calculation."""

from collections.abc import Mapping

from matplotlib.figure import Figure as Canvas
from matplotlib.lines import Line2D

from fockproxy_perf.report.analysis.phases import ByRanks, speedups
from fockproxy_perf.report.drawing import style
from fockproxy_perf.report.drawing.panels import legend_below, panels, wrap
from fockproxy_perf.report.layout import Layout


def draw(families: Mapping[str, ByRanks], layout: Layout) -> Canvas:
    figure, axes = panels(layout, [2.7] * len(families), 3)
    looks = style.looks(phase for by_ranks in families.values() for times in by_ranks.values() for phase in times)
    for axis, (name, by_ranks) in zip(axes, families.items(), strict=True):
        ranks = list(by_ranks)
        gains = {n: speedups(by_ranks, n) for n in ranks}
        for phase, look in looks.items():
            if phase in by_ranks[ranks[0]]:
                shown = [n for n in ranks if phase in gains[n]]
                axis.plot(shown, [gains[n][phase] for n in shown], **look.line())
        axis.plot(ranks, ranks, color=style.INK, linewidth=0.8, zorder=0)
        axis.set(xscale="log", yscale="log", xlabel="ranks", ylabel="speed-up S", title=wrap(name, 34))
        axis.set_xticks(ranks, [str(n) for n in ranks])
        axis.set_yticks(ranks, [str(n) for n in ranks])
        axis.minorticks_off()
    handles = [look.handle() for look in looks.values()]
    handles.append(Line2D([], [], color=style.INK, linewidth=0.8))
    legend_below(figure, handles, [*looks, "ideal"], layout, 7)
    return figure
