"""Threads in a rank: do they cure the stall, and what do they cost beside ranks?"""

from collections.abc import Sequence
from functools import partial

from fockproxy_perf.report.analysis.degradation import Line, alike_but, comparisons, strategy
from fockproxy_perf.report.analysis.threads import TEAM, cures, discipline, equal_cores, of_threads, threads
from fockproxy_perf.report.drawing import degradation as drawing
from fockproxy_perf.report.section import Figure, Section
from fockproxy_perf.report.sections.thread_tables import builds_table, degradation_table
from fockproxy_perf.report.sections.thread_words import cost, cured
from fockproxy_perf.report.settings import varying
from fockproxy_perf.report.sweep import Sweep
from fockproxy_perf.report.table import Table
from fockproxy_perf.rows.row import Row


def section(sweep: Sweep) -> Section:
    result = Section(
        "threads",
        "Threads in a rank",
        "Do several threads cure the stall, which of them should call MPI, and what do they cost beside ranks?",
    )
    few = of_threads(sweep)
    if not few.rows:
        result.missing = "This sweep has no rows with several threads in a rank: perf/sweeps/hybrid measures them."
        return result
    lines, builds = comparisons(few), equal_cores(few)
    result.findings += [*cured(cures(lines)), *cost(builds)]
    table = degradation_table(few, lines)
    result.tables += [table for table in (table, builds_table(few, builds)) if table.rows]
    if lines:
        result.figures.append(_figure(lines, table))
    return result


def _figure(lines: Sequence[Line], table: Table) -> Figure:
    apart = ("stack", "ranks", "case", "window", "repeat", *TEAM)
    names = ["stack", *varying((line.row for line in lines), *apart), "window"]
    return Figure(
        "threads",
        "Degradation at no, one, six and twelve communications per task, by ranks x threads",
        "Lines of the degradation factor over the communications per task, a panel for each stack and window, a line"
        " for each number of ranks and threads.",
        partial(drawing.draw, alike_but(lines, "ranks", "case", *TEAM), names, _series),
        table,
    )


def _series(row: Row) -> str:
    """2 x 4 funneled, Case 1."""
    return f"{row.get('ranks')} x {threads(row)} {discipline(row)}".rstrip() + f", {strategy(row)}"
