"""The global sum: which method, in which chunks."""

import itertools
from collections.abc import Sequence
from functools import partial

from fockproxy_perf.report.analysis.gsum import Contest, Sum, contests, curves, sums
from fockproxy_perf.report.drawing import curves as drawing
from fockproxy_perf.report.quantities import micro, number, seconds, size
from fockproxy_perf.report.section import Figure, Section
from fockproxy_perf.report.sections.words import without_rows
from fockproxy_perf.report.sweep import Sweep
from fockproxy_perf.report.table import Cell, Table
from fockproxy_perf.rows.listed_rows import GsumRow


def section(sweep: Sweep) -> Section:
    result = Section(
        "gsum", "The global sum by itself", "How are replicated matrices summed fastest, and in which chunks?"
    )
    found = contests(sums(sweep))
    if not found:
        result.missing = without_rows(sweep, GsumRow, "gsum")
        return result
    together = [contest for contest in found if not contest.best.late]
    lines = dict.fromkeys(contest.best.line for contest in together)
    result.findings.append(
        "The fastest way by size; in brackets how many times as fast as MPI_Allreduce of the whole vector at once."
    )
    result.findings += [_finding([c for c in together if c.best.line == line]) for line in lines]
    table = _table(found)
    result.tables.append(table)
    if drawn := curves(found):
        result.figures.append(
            Figure(
                "gsum",
                "Time of the global sum against the size of the vector, each method with its best chunk",
                "Curves of time over size, a panel for each stack. " + " ".join(result.findings),
                partial(drawing.draw_sums, drawn),
                table,
            )
        )
    return result


def _finding(of_line: Sequence[Contest]) -> str:
    """Names sizes with the same best way together."""
    parts = []
    for way, alike in itertools.groupby(of_line, lambda contest: _way(contest.best)):
        group = list(alike)
        first, last = size(group[0].best.bytes), size(group[-1].best.bytes)
        where = f"at {first}" if len(group) == 1 else f"from {first} to {last}"
        parts.append(f"{where} {way}{_gain(group)}")
    return f"{of_line[0].best.line}: {'; '.join(parts)}."


def _way(s: Sum) -> str:
    if s.is_plain:
        return "MPI_Allreduce of the whole"
    return f"{s.method}, {'whole' if s.is_whole else f'chunks of {size(s.chunk)}'}"


def _gain(group: Sequence[Contest]) -> str:
    """The gain over MPI_Allreduce of the whole vector."""
    gains = [gain for c in group if (gain := c.gain(c.best)) and not c.best.is_plain]
    if not gains:
        return ""
    least, most = number(min(gains), 2), number(max(gains), 2)
    return f" ({least if least == most else f'{least} to {most}'} times)"


def _table(found: Sequence[Contest]) -> Table:
    rows: list[list[Cell]] = []
    marks = {}
    for contest in found:
        for s in contest.of_methods:
            if s == contest.best:
                marks[len(rows)] = "best"
            rows.append(_line(contest, s))
    return Table(
        "global sums: each method with its best chunk",
        [
            "configuration",
            "ranks arrive",
            "vector",
            "method",
            "chunk",
            "median / us",
            "MB/s",
            "MPI_Allreduce of the whole / this",
            "memory / MB",
        ],
        rows,
        marks,
        "From the arrival of the last rank until the last one has the sum. Memory: resident beyond the vector, of the"
        " rank that needed most. MPI_Allreduce of the whole counts as best unless another way is 10% faster.",
    )


def _line(contest: Contest, s: Sum) -> list[Cell]:
    return [
        s.line,
        f"within {seconds(s.late)}" if s.late else "together",
        size(s.bytes),
        s.method,
        "whole" if s.is_whole else size(s.chunk),
        micro(s.seconds),
        s.bytes / s.seconds / 1e6,
        contest.gain(s),
        None if s.memory < 0 else s.memory / 1e6,
    ]
