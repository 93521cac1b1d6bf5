"""The figure of scripts/perf roofline."""

import pathlib
from collections.abc import Sequence
from typing import NamedTuple

from matplotlib.axes import Axes
from matplotlib.ticker import FuncFormatter, LogLocator, NullFormatter

from fockproxy_perf.report.drawing import style
from fockproxy_perf.report.drawing.panels import legend_below, panels
from fockproxy_perf.report.layout import WIDE


class Point(NamedTuple):
    name: str
    intensity: float  # operations a byte between L1 and registers
    rate: float       # operations a second
    seconds: float


class Series(NamedTuple):
    case: str
    classes: Sequence[Point]
    whole: Point


class Limits(NamedTuple):
    """Of one core, a second."""

    operations: float
    l1_bytes: float
    l2_bytes: float


def plot(series: Sequence[Series], limits: Limits, path: pathlib.Path) -> None:
    with style.styled(WIDE):
        figure, axes = panels(WIDE, [4.2], 1)
        axis = axes[0]
        points = [point for one in series for point in (*one.classes, one.whole)]
        low = min(point.intensity for point in points) / 1.3
        high = max(1.3 * limits.operations / limits.l1_bytes, 1.3 * max(point.intensity for point in points))
        _roof(axis, limits, low, high)
        looks = style.looks([one.case for one in series])
        for one in series:
            _classes(axis, one, looks[one.case])
        axis.set(xscale="log", yscale="log", xlim=(low, high), xlabel="operations per byte between L1 and registers",
                 ylabel="GFLOP/s on one core")
        slowest = min(point.rate for point in points)
        axis.set_ylim(0.6e-9 * slowest, 2e-9 * limits.operations)  # room for names
        for scale in (axis.xaxis, axis.yaxis):
            scale.set_major_locator(LogLocator(subs=(1, 2, 5)))
            scale.set_major_formatter(FuncFormatter(lambda value, _: f"{value:g}"))
            scale.set_minor_formatter(NullFormatter())
        handles, labels = axis.get_legend_handles_labels()
        legend_below(figure, handles, [str(label) for label in labels], WIDE)
        figure.savefig(path, metadata={"Date": None} if path.suffix == ".svg" else None)


def _roof(axis: Axes, limits: Limits, low: float, high: float) -> None:
    for name, rate, dashes in (("L1", limits.l1_bytes, "-"), ("L2", limits.l2_bytes, "--")):
        ridge = limits.operations / rate
        ends = [low, ridge, high] if ridge > low else [low, high]
        axis.plot(ends, [1e-9 * min(limits.operations, rate * x) for x in ends], dashes, color="0.4", linewidth=1,
                  label=f"the core's limit from {name}")


def _classes(axis: Axes, one: Series, look: style.Look) -> None:
    axis.scatter([p.intensity for p in one.classes], [1e-9 * p.rate for p in one.classes], s=14, color=look.colour,
                 marker=look.marker, label=f"{one.case}: classes, and all (ring)")
    axis.scatter([one.whole.intensity], [1e-9 * one.whole.rate], s=90, facecolors="none", edgecolors=look.colour,
                 marker=look.marker, linewidths=2)
    by_rate = sorted(one.classes, key=lambda p: p.rate)
    for p, shift in ((by_rate[0], -12), (by_rate[-1], 6)):
        axis.annotate(p.name, (p.intensity, 1e-9 * p.rate), xytext=(0, shift), textcoords="offset points",
                      ha="center", color=look.colour,
                      bbox={"facecolor": "white", "edgecolor": "none", "pad": 1, "alpha": 0.8})
