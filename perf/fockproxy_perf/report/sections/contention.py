"""Contention for the blocks of D and F: do ranks access the same blocks at the same time, and what does it cost?"""

from collections.abc import Sequence
from functools import partial

from fockproxy_perf.report.analysis.contention import MATRICES, Contention, colliding_seconds, contention
from fockproxy_perf.report.drawing import contention as drawing
from fockproxy_perf.report.quantities import number, seconds
from fockproxy_perf.report.section import Figure, Section
from fockproxy_perf.report.table import Table
from fockproxy_perf.report.trace import Trace


def section(traces: Sequence[Trace]) -> Section:
    result = Section(
        "contention", "Contention for the blocks of D and F", "Do ranks meet at the same blocks, and what does it cost?"
    )
    traces = [t for t in traces if t.layout and t.chosen_run()]
    if not traces:
        result.missing = (
            "No trace of a Fock build was given: fockproxy fock --trace FILE writes one, scripts/perf report --trace"
            " FILE reads it."
        )
        return result
    views = [(_title(traces, index), view) for index, trace in enumerate(traces) for view in _views(trace)]
    if not views:
        result.missing = "The traces hold no accesses to blocks: with --cache replicated there are none."
        return result
    result.findings += [_finding(title, view) for title, view in views]
    table = _by_block(views)
    result.tables.append(table)
    result.figures.append(
        Figure(
            "contention-blocks",
            "Accesses to each block, and the time waited for it: one scale for all",
            "Maps of blocks. " + " ".join(result.findings),
            partial(drawing.maps, views),
            table,
        )
    )
    result.figures.append(
        Figure(
            "contention-time",
            "Accesses in progress at a time, all ranks together",
            "Open accesses over time.",
            partial(drawing.over_time, views),
            _over_time(views),
        )
    )
    return result


def _views(trace: Trace) -> list[Contention]:
    return [found for found in (contention(trace, matrix) for matrix in MATRICES) if found]


def _title(traces: Sequence[Trace], index: int) -> str:
    """The part of the title that distinguishes two traces."""
    if len(traces) == 1:
        return ""
    order = traces[index].config.get("order", traces[index].path.name)
    return f", {'before' if index == 0 else 'after'}: order {order}"


def _finding(title: str, view: Contention) -> str:
    row, column = view.hottest
    use, waited = view.blocks[view.hottest], view.waited
    return (
        f"{view.matrix}{title}: {len(view.spans)} accesses to {len(view.blocks)} blocks wait {seconds(waited)}"
        f" together; most for block ({row},{column}), {number(100 * use.waited / waited if waited else 0, 2)}% in"
        f" {use.accesses} accesses. Two or more ranks are at one block for {seconds(colliding_seconds(view.spans))}."
    )


def _by_block(views: drawing.Views) -> Table:
    return Table(
        "accesses by block",
        ["trace", "matrix", "block row", "block column", "accesses", "time waited / s", "most at one time"],
        [
            [view.trace.path.name, view.matrix, *block, *use]
            for _, view in views
            for block, use in sorted(view.blocks.items())
        ],
    )


def _over_time(views: drawing.Views) -> Table:
    return Table(
        "accesses in progress",
        ["matrix", "time / s", "mean", "most at one time"],
        [[f"{view.matrix}{title}", *point] for title, view in views for point in view.over_time],
    )
