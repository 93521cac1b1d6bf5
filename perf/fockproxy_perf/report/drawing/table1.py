"""Bars as in Figure 1 of van Dam et al. (2008): work over the wait for a counter value; and a grid of who waits."""

from collections.abc import Sequence
from typing import Any

from matplotlib.axes import Axes
from matplotlib.figure import Figure as Canvas
from matplotlib.patches import Patch

from fockproxy_perf.report.analysis.outcomes import Outcomes
from fockproxy_perf.report.analysis.table1 import CASES, Entry, Kind
from fockproxy_perf.report.drawing import grid, style
from fockproxy_perf.report.drawing.panels import legend_below, panels, wrap
from fockproxy_perf.report.layout import Layout
from fockproxy_perf.report.quantities import seconds
from fockproxy_perf.report.settings import label, named
from fockproxy_perf.rows.outcome import FAILED

_FACES = {1: "#0072B2", 2: "white", 3: "#E69F00"}
_HATCHES = {1: "", 2: "////", 3: "xxxx"}
_CASE_NAMES = {
    1: "Case 1: every rank works",
    2: "Case 2: rank 0 idles in MPI",
    3: "Case 3: works, and a thread sits in MPI",
}
_LOOKS = {
    Kind.FREE: grid.FREE,
    Kind.CURED: grid.Look("v", "#fbdcc0"),
    Kind.WAITS: grid.WAITS,
    Kind.CROWDED: grid.Look("D", "#d98a4a"),
    Kind.STUCK: grid.WORST,
    Kind.UNSUPPORTED: grid.UNSUPPORTED,
    Kind.FAILS: grid.FAILS,
}


def waits(outcomes: Outcomes[Kind], layout: Layout) -> Canvas:
    return grid.draw(outcomes, _LOOKS, layout)


def bars(entries: Sequence[Entry], names: Sequence[str], layout: Layout) -> Canvas:
    """One panel for each counter, window and transport in `names`; the other names label the bars."""
    panel_names = [n for n in names if n in ("counter", "window", "transport")]
    columns = _columns(entries, panel_names)
    rest = [n for n in names if n not in panel_names]
    labels = [[wrap(named(e.row, rest)) for e in column] for column in columns.values()]
    step = max(0.5, 0.06 + 0.15 * max(1 + name.count("\n") for names in labels for name in names))
    figure, axes = panels(layout, [0.75 + step * len(names) for names in labels], 2)
    every = [ratio for e in entries for c in CASES if (ratio := e.ratio(c))]
    low, high = min([1, *every]) / 3, max([1, *every]) * 30
    for axis, (title, column), names_of_bars in zip(axes, columns.items(), labels, strict=True):
        for y, entry in enumerate(column):
            for case in CASES:
                _bar(axis, entry, case, (low, y + (case - 2) * 0.26), layout.font - 2.5)
        axis.axvline(1, color=style.INK, linewidth=0.8, zorder=0)
        axis.set(
            xscale="log",
            xlim=(low, high),
            ylim=(len(column) - 0.45, -0.55),
            title=wrap(title, 24 if layout.narrow else 38),
            xlabel="work / wait (longer bars are better)",
        )
        axis.minorticks_off()
        axis.set_yticks(range(len(column)), names_of_bars)
        axis.grid(False, axis="y")
    legend_below(figure, [Patch(**_face(c)) for c in CASES], [_CASE_NAMES[c] for c in CASES], layout, 3)
    return figure


def _columns(entries: Sequence[Entry], panel_names: Sequence[str]) -> dict[str, list[Entry]]:
    """Entries by title; panels of equal height come side by side."""
    columns: dict[str, list[Entry]] = {}
    for entry in entries:
        columns.setdefault(label(entry.row, panel_names) or entry.row.get("counter"), []).append(entry)
    measured = {title: column for title, column in columns.items() if any(e.times for e in column)}
    return dict(sorted(measured.items(), key=lambda item: -len(item[1])))


def _bar(axis: Axes, entry: Entry, case: int, at: tuple[float, float], font: float) -> None:
    """`at`: where the bar begins. A case without times has a word instead."""
    left, y = at
    ratio, outcome = entry.ratio(case), entry.outcome.get(case)
    if ratio is not None:
        axis.barh(y, ratio - left, height=0.24, left=left, **_face(case))
        times = entry.times[case]
        text = seconds(times.wait, 2) + (" ?" if times.doubtful else "")
        axis.text(ratio * 1.15, y, text, va="center", fontsize=font)
    elif outcome:
        colour = style.BAD if outcome in FAILED else "#666666"
        axis.text(left * 1.15, y, f"{case}: {outcome}", va="center", fontsize=font, color=colour)


def _face(case: int) -> dict[str, Any]:
    return {"facecolor": _FACES[case], "edgecolor": style.INK, "hatch": _HATCHES[case], "linewidth": 0.6}
