"""How long single operations took: histograms on log axes, in which a stall shows as a second peak."""

from __future__ import annotations

import dataclasses
import math

from . import selection, style
from .figure import Figure, Section, Table, seconds
from .style import wrap
from .sweep import Sweep, group, label, median, trusted, varying

_BINS_PER_DECADE = 5  # as lib/record/distribution.hpp
_MARKS = (("median", "|", "median"), ("p90", 2, "90%"), ("p99", "o", "99%"), ("maximum", ">", "longest"))
_DRAWN = (
    "fetch_and_op",
    "compare_and_swap",
    "exclusive lock",
    "get, 8 B",
    "get, 1 MB",
    "put, 8 B",
    "accumulate, 8 B",
    "accumulate, 1 MB",
)  # strided ones and the rest are in the table
_MOST_DRAWN = 100  # histograms in a figure: more nobody reads; the table has all


def pooled(histograms):
    """{lower edge: count} of several histograms with the same bins."""
    bins = {}
    for histogram in histograms:
        for edge, count in histogram:
            place = round(math.log10(edge) * _BINS_PER_DECADE)
            bins[place] = bins.get(place, 0) + count
    return bins


def binned(samples):
    bins = {}
    for s in samples:
        place = math.floor(math.log10(max(s, 1e-9)) * _BINS_PER_DECADE)
        bins[place] = bins.get(place, 0) + 1
    return bins


@dataclasses.dataclass(frozen=True)
class Ridge:
    """One histogram and the percentiles that go with it. `rows`: where it comes from."""

    name: str
    rows: list
    bins: dict
    marks: dict
    look: style.Look
    doubtful: bool = False

    @property
    def peaks(self):
        """Two where an empty or nearly empty stretch of half a decade or more parts the samples."""
        total, last, count = sum(self.bins.values()), None, 1
        for place in sorted(p for p, n in self.bins.items() if n > 0.004 * total):
            if last is not None and place - last > _BINS_PER_DECADE // 2 + 1:
                count += 1
            last = place
        return count


def _draw(panels, layout, xlabel, widest):
    """Ridges one above the other; height is the logarithm of the count. Ticks: median |, 90% /, 99% o, longest >."""
    named = [
        [wrap(r.name + (" ?" if r.doubtful else ""), 26 if layout.narrow else 30) for r in ridges]
        for _, ridges in panels
    ]
    step = max(0.24, 0.06 + 0.15 * max(1 + name.count("\n") for names in named for name in names))
    figure, axes = style.panels(layout, len(panels), widest, [0.75 + step * len(names) for names in named])
    low = min(p for _, ridges in panels for r in ridges for p in r.bins)
    high = max(p for _, ridges in panels for r in ridges for p in r.bins) + 1
    for axis, (title, ridges), names in zip(axes, panels, named):
        for y, ridge in enumerate(ridges):
            most = math.log1p(max(ridge.bins.values()))
            edges, heights = [], []
            for place in range(min(ridge.bins) - 1, max(ridge.bins) + 2):
                edges.append(10 ** (place / _BINS_PER_DECADE))
                heights.append(y - 0.85 * math.log1p(ridge.bins.get(place, 0)) / most)
            axis.fill_between(
                edges,
                heights,
                y,
                step="post",
                facecolor=ridge.look.colour,
                alpha=0.55,
                hatch=ridge.look.hatch,
                edgecolor=style.INK,
                linewidth=0.5,
            )
            axis.axhline(y, color=style.INK, linewidth=0.6)
        for key, marker, _ in _MARKS:
            axis.plot(
                [r.marks[key] for r in ridges],
                [y + 0.02 for y in range(len(ridges))],
                linestyle="none",
                marker=marker,
                color=style.INK,
                markersize=7 if marker == "|" else 3.5,
                clip_on=False,
                zorder=5,
                markerfacecolor="white" if marker == "o" else style.INK,
            )
        axis.set(xscale="log", title=wrap(title, 22), ylim=(len(ridges) - 0.6, -1.0), xlabel=xlabel)
        axis.set_xlim(10 ** (low / _BINS_PER_DECADE), 10 ** (high / _BINS_PER_DECADE))
        axis.set_yticks(range(len(ridges)), names, fontsize=layout.font - 2)
        axis.xaxis.set_major_formatter(lambda v, _: seconds(v, 1))
        axis.tick_params(axis="y", length=0)
        axis.grid(False, axis="y")
    from matplotlib.lines import Line2D

    style.legend_below(
        figure,
        [
            Line2D(
                [],
                [],
                color=style.INK,
                marker=m,
                linestyle="none",
                markersize=7 if m == "|" else 4,
                markerfacecolor="white" if m == "o" else style.INK,
            )
            for _, m, _ in _MARKS
        ],
        [name for *_, name in _MARKS],
        layout,
    )
    return figure


def _counter_panels(sweep):
    rows = [r for r in sweep.of("counter") if not r.get("null")]
    lengths = [r.config.get("mean_task_seconds") for r in rows]
    rows = [r for r in rows if lengths.count(r.config.get("mean_task_seconds")) == max(map(lengths.count, lengths))]
    looks = {1: style.look(0), 2: style.Look("#ffffff", "s", "--", "////"), 3: style.look(1)}
    panel_names = ["counter", "window"] + [n for n in varying(rows) if n == "transport"]
    names = varying(rows, "repeat", "tasks_per_rank", "progress", "work", *panel_names)
    if "stack" not in names:
        names.insert(0, "stack")
    panels = {}
    for same in group(rows):
        good = trusted(same)
        row = good[0]
        waits = [r.result["waits"]["rank_1"] for r in good]
        marks = {k: median(w[k] for w in waits) for k in ("median", "p90", "p99", "p999", "maximum", "mean")}
        if not any(w["count"] for w in waits):
            continue
        name = label(row, names) + (
            "" if row.get("case") == 3 or row.get("progress") == "none" else f", {row.get('progress')}"
        )
        bins = pooled(w["histogram"] for w in waits)
        ridge = Ridge(name, good, bins, marks, looks[row.get("case")], all(r.doubtful for r in good))
        panels.setdefault(label(row, panel_names), []).append(ridge)
    return panels


def _operation_panels(sweep):
    rows = [
        r
        for r in sweep.of("verdict")
        if not r.result.get("control") and r.get("target") != "itself" and r.result.get("samples_seconds")
    ]
    names = varying(rows, "operation", "target")
    if "stack" not in names:
        names.insert(0, "stack")
    if "window" not in names:
        names.append("window")
    looks = {"progresses by itself": style.look(3), "needs the target in MPI": style.look(4)}
    panels = {}
    for same in group(rows):
        good = trusted(same)
        samples = [s for r in good for s in r.result["samples_seconds"]]
        marks = {
            k: median(r.result["waits"][k] for r in good) for k in ("median", "p90", "p99", "p999", "maximum", "mean")
        }
        look = looks.get(good[0].result["verdict"], style.look(7))
        panels.setdefault(label(good[0], names), []).append(
            Ridge(good[0].get("operation"), good, binned(samples), marks, look)
        )
    return panels


def _drawn(panels, steps):
    """(panels, words for the title) of a figure: a choice, whose common thread level is said once."""
    every = [ridge for ridges in panels.values() for ridge in ridges]
    kept, fewer = selection.few_enough(every, lambda r: r.rows, _MOST_DRAWN, steps)
    if not fewer:
        return list(panels.items()), ""
    levels = {r.rows[0].get("thread_level") for r in kept}
    common = label(kept[0].rows[0], ["thread_level"]) if len(levels) == 1 else ""
    short = lambda text: text.replace(f", {common}", "") if common else text  # noqa: E731
    kept = {id(ridge) for ridge in kept}
    chosen = [
        (short(title), [dataclasses.replace(r, name=short(r.name)) for r in ridges if id(r) in kept])
        for title, ridges in panels.items()
    ]
    words = f"; {common}" if common else ""
    return [(title, ridges) for title, ridges in chosen if ridges], f"{words}; a choice, the table has all"


def _table(title, panels):
    micro = [
        [
            panel,
            r.name,
            sum(r.bins.values()),
            *(r.marks[k] * 1e6 for k in ("mean", "median", "p90", "p99", "p999", "maximum")),
            r.peaks,
        ]
        for panel, ridges in panels.items()
        for r in ridges
    ]
    return Table(
        title,
        [
            "panel",
            "row",
            "samples",
            "mean / us",
            "median / us",
            "90% / us",
            "99% / us",
            "99.9% / us",
            "longest / us",
            "peaks",
        ],
        micro,
    )


def _bins(panels):
    return Table(
        "histograms",
        ["panel", "row", "from / s", "to / s", "samples"],
        [
            [panel, r.name, 10 ** (p / _BINS_PER_DECADE), 10 ** ((p + 1) / _BINS_PER_DECADE), n]
            for panel, ridges in panels.items()
            for r in ridges
            for p, n in sorted(r.bins.items())
        ],
    )


def section(sweep: Sweep):
    result = Section("latency", "Latency histograms", "Is every operation a little slow, or are some of them stalled?")
    counters, operations = _counter_panels(sweep), _operation_panels(sweep)
    if not counters and not operations:
        result.missing = "This sweep has no rows of `fockproxy counter`."
        return result
    alt = "Histograms on log axes with median, 90% and 99% points. "
    if counters:
        two = [(t, r) for t, ridges in counters.items() for r in ridges if r.peaks > 1]
        everything = sum(len(r) for r in counters.values())
        text = f"{len(two)} of {everything} counter configurations have two peaks: quick draws and stalls."
        if two:
            title, ridge = max(two, key=lambda tr: tr[1].marks["p99"])
            text += (
                f" The widest apart: {title}, {ridge.name}: median {seconds(ridge.marks['median'])}, 99% "
                f"{seconds(ridge.marks['p99'])}."
            )
        result.findings.append(text)
        shown, words = _drawn(
            counters,
            (
                selection.level_of_case_3,
                selection.chief_counters,
                selection.without_case_2,
                selection.one_counter,
            ),
        )
        result.figures.append(
            Figure(
                "latency-counter",
                "Time for a counter value, rank 1 (height: logarithm of the count)" + words,
                alt + text,
                lambda layout: _draw(shown, layout, "time for a value", 2),
                _bins(dict(shown)),
            )
        )
        result.tables.append(_table("time for a counter value, rank 1", counters))
    if operations:
        chosen = {t: [r for r in ridges if r.name.startswith(_DRAWN)] for t, ridges in operations.items()}
        drawn, words = _drawn(chosen, (selection.lowest_level, selection.window_create))
        result.figures.append(
            Figure(
                "latency-operations",
                "Time of single operations while their target computes" + words,
                alt + "One row for each one-sided operation.",
                lambda layout: _draw(drawn, layout, "time of an operation", 3),
                _bins(dict(drawn)),
            )
        )
        result.tables.append(_table("time of single operations while their target computes", operations))
    return result
