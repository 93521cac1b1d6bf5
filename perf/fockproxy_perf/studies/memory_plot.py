"""The plot of scripts/perf memory: what a rank took and what was expected of it, against the number of ranks."""

import pathlib
from collections.abc import Sequence

from matplotlib.ticker import NullFormatter, ScalarFormatter

from fockproxy_perf.report.drawing import style
from fockproxy_perf.report.drawing.panels import legend_below, panels
from fockproxy_perf.report.layout import WIDE
from fockproxy_perf.studies.memory_run import Run


def plot(runs: Sequence[Run], path: pathlib.Path) -> None:
    first = runs[0]
    ranks = [run["ranks"] for run in runs]
    peak = [max(run["peak"]) / 1e9 for run in runs]
    values = {
        "most that was resident": peak,
        "expected": [run["expected"] / 1e9 for run in runs],
        f"that of {ranks[0]} rank{'s' if ranks[0] > 1 else ''} / P": [peak[0] * ranks[0] / n for n in ranks],
    }
    with style.styled(WIDE):
        figure, (axis,) = panels(WIDE, [3.4], 1)
        looks = style.looks(values)
        for name, memory in values.items():
            axis.plot(ranks, memory, label=name, **looks[name].line())
        axis.set(xscale="log", xlabel="ranks P", ylabel="memory of a rank (GB)")
        axis.set_ylim(bottom=0)
        axis.set_title(f"{first['formula']}/{first['basis']}, {first['functions']} functions, {first['solve']}")
        axis.set_xticks(ranks)
        axis.xaxis.set_major_formatter(ScalarFormatter())
        axis.xaxis.set_minor_formatter(NullFormatter())
        handles, labels = axis.get_legend_handles_labels()
        legend_below(figure, handles, [str(label) for label in labels], WIDE)
        figure.savefig(path, metadata={"Date": None} if path.suffix == ".svg" else None)
