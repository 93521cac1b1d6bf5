"""Which operations make progress by themselves, as a grid."""

from functools import partial

from fockproxy_perf.report.analysis.outcomes import Outcomes
from fockproxy_perf.report.analysis.verdicts import Grid, Verdict, grid, merged
from fockproxy_perf.report.drawing import grid as drawing
from fockproxy_perf.report.quantities import micro
from fockproxy_perf.report.section import Figure, Section
from fockproxy_perf.report.sections.words import counted, who_needs
from fockproxy_perf.report.sweep import Sweep
from fockproxy_perf.report.table import Cell, Table

_TABLE = "progress of one-sided operations on a computing target"


def section(sweep: Sweep) -> Section:
    result = Section(
        "verdicts", "What makes progress by itself", "Does a one-sided operation complete while its target computes?"
    )
    found = grid(sweep)
    if not found.rows:
        result.missing = "This sweep has no rows of `fockproxy counter --verdict`: perf/sweeps/quick measures them."
        return result
    short = merged(found)
    result.findings += _findings(short)
    table = _table(found)
    result.tables.append(table)
    result.figures.append(
        Figure(
            "verdicts",
            "Operation by stack and window, target on another rank",
            "A grid of verdicts. " + " ".join(result.findings),
            partial(drawing.draw_verdicts, short),
            table,
        )
    )
    return result


def _table(found: Grid) -> Table:
    return Table(
        _TABLE,
        ["configuration", "operation", "verdict", "median / us", "longest / us", "undisturbed / us", "reason"],
        [_line(found, at) for at in found.rows],
        {index: "bad" for index, verdict in enumerate(found.verdicts.values()) if verdict == Verdict.FAILS},
    )


def _line(found: Grid, at: tuple[str, str]) -> list[Cell]:
    operation, line = at
    rows = found.rows[at]
    measured = next((r for r in rows if r.verified), None)
    reasons = (r.reason or r.result.get("reason", "") for r in rows)
    return [
        line,
        operation,
        found.verdicts[at],
        micro(measured.waits["median"]) if measured else None,
        micro(measured.waits["maximum"]) if measured else None,
        micro(measured.result.get("undisturbed_seconds")) if measured else None,
        next(filter(None, reasons), "disturbed" if measured and measured.result.get("disturbed") else ""),
    ]


def _findings(cells: Outcomes[Verdict]) -> list[str]:
    """One sentence for all configurations in which the same operations need their targets."""
    said = {}
    for line in cells.lines:
        there = [
            (operation, verdict)
            for operation in cells.columns
            if (operation, line) in cells.cells
            and (verdict := cells.cells[operation, line][0]) in (Verdict.SELF, Verdict.NEEDS, Verdict.MIXED)
        ]
        if there:
            said[line] = who_needs([o for o, verdict in there if verdict == Verdict.NEEDS], len(there))
    return counted(said, _TABLE)
