"""Latency histograms: is every operation a little slow, or are some of them stalled?"""

from functools import partial

from fockproxy_perf.report.analysis import latency as analysis
from fockproxy_perf.report.analysis import selection
from fockproxy_perf.report.analysis.latency import MARKS, Choice, Panels, edge
from fockproxy_perf.report.drawing import latency as drawing
from fockproxy_perf.report.quantities import seconds
from fockproxy_perf.report.section import Figure, Section
from fockproxy_perf.report.sweep import Sweep
from fockproxy_perf.report.table import Table

_DRAWN = (
    "fetch_and_op",
    "compare_and_swap",
    "exclusive lock",
    "get, 8 B",
    "get, 1 MB",
    "put, 8 B",
    "accumulate, 8 B",
    "accumulate, 1 MB",
)  # the table has strided operations and the rest
_MOST_DRAWN = 100  # per figure; the table has all
_ALT = "Histograms on log axes with median, 90% and 99% points. "


def section(sweep: Sweep) -> Section:
    result = Section("latency", "Latency histograms", "Is every operation a little slow, or are some of them stalled?")
    counters, operations = analysis.counters(sweep), analysis.operations(sweep)
    if not counters and not operations:
        result.missing = "This sweep has no rows of `fockproxy counter`."
    if counters:
        result.findings.append(_finding(counters))
        result.figures.append(_counter_figure(counters))
        result.tables.append(_table("time for a counter value, rank 1", counters))
    if operations:
        result.figures.append(_operation_figure(operations))
        result.tables.append(_table("time of single operations while their target computes", operations))
    return result


def _finding(counters: Panels) -> str:
    every = [(title, ridge) for title, ridges in counters.items() for ridge in ridges]
    two = [(title, ridge) for title, ridge in every if ridge.peaks > 1]
    text = f"{len(two)} of {len(every)} counter configurations have two peaks: quick draws and stalls."
    if not two:
        return text
    title, ridge = max(two, key=lambda tr: tr[1].marks["p99"])
    return (
        f"{text} The widest apart: {title}, {ridge.name}: median {seconds(ridge.marks['median'])}, 99%"
        f" {seconds(ridge.marks['p99'])}."
    )


def _counter_figure(counters: Panels) -> Figure:
    steps = (
        selection.level_of_case_3,
        selection.chief_counters,
        selection.without_case_2,
        selection.one_counter,
    )
    drawn = analysis.choice(counters, _MOST_DRAWN, steps)
    return Figure(
        "latency-counter",
        "Time for a counter value, rank 1 (height: logarithm of the count)" + _chosen(drawn),
        _ALT + _finding(counters),
        partial(drawing.counters, drawn.panels),
        _bins(drawn.panels),
    )


def _operation_figure(operations: Panels) -> Figure:
    named = {title: [r for r in ridges if r.name.startswith(_DRAWN)] for title, ridges in operations.items()}
    drawn = analysis.choice(named, _MOST_DRAWN, (selection.lowest_level, selection.window_create))
    return Figure(
        "latency-operations",
        "Time of single operations while their target computes" + _chosen(drawn),
        _ALT + "One row for each one-sided operation.",
        partial(drawing.operations, drawn.panels),
        _bins(drawn.panels),
    )


def _chosen(drawn: Choice) -> str:
    """The part of the title that names the choice."""
    if not drawn.fewer:
        return ""
    return (f"; {drawn.shared}" if drawn.shared else "") + "; a choice, the table has all"


def _table(title: str, panels: Panels) -> Table:
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
        [
            [panel, r.name, sum(r.bins.values()), *(r.marks[mark] * 1e6 for mark in MARKS), r.peaks]
            for panel, ridges in panels.items()
            for r in ridges
        ],
    )


def _bins(panels: Panels) -> Table:
    return Table(
        "histograms",
        ["panel", "row", "from / s", "to / s", "samples"],
        [
            [panel, r.name, edge(place), edge(place + 1), samples]
            for panel, ridges in panels.items()
            for r in ridges
            for place, samples in sorted(r.bins.items())
        ],
    )
