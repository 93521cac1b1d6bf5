"""One communication per task compared with six and twelve."""

from collections.abc import Sequence
from functools import partial

from fockproxy_perf.report.analysis.degradation import (
    APART,
    KINDS,
    ONE,
    SIX,
    TWELVE,
    Line,
    TwoLengths,
    alike_but,
    comparisons,
    strategy,
    two_lengths,
)
from fockproxy_perf.report.drawing import degradation as drawing
from fockproxy_perf.report.quantities import number, seconds
from fockproxy_perf.report.repetitions import median
from fockproxy_perf.report.section import Figure, Section
from fockproxy_perf.report.sections.words import without_rows
from fockproxy_perf.report.settings import label, named, varying
from fockproxy_perf.report.sweep import Sweep
from fockproxy_perf.report.table import Cell, Table
from fockproxy_perf.rows.build_rows import CompareRow


def section(sweep: Sweep) -> Section:
    result = Section(
        "degradation",
        "One communication per task against six and twelve",
        "What do six communications per task cost a real Fock build, where the paper measured one?",
    )
    lines = comparisons(sweep)
    if not lines:
        result.missing = without_rows(sweep, CompareRow, "six-comms")
        return result
    names = _names(lines)
    result.findings += _findings(lines, names)
    table = _table(lines, names)
    result.tables.append(table)
    result.figures.append(
        Figure(
            "degradation",
            "Degradation at no, one, six and twelve communications per task",
            "Lines of the degradation factor over the communications per task, a panel for each stack and window. "
            + result.findings[0],
            partial(drawing.draw, _panels(lines), names, strategy),
            table,
        )
    )
    return result


def _names(lines: Sequence[Line]) -> list[str]:
    names = varying((r for line in lines for r in line.rows), *APART, "repeat")
    names = ["stack"] + [n for n in names if n != "stack"]
    return names if "window" in names else [*names, "window"]


def _panels(lines: Sequence[Line]) -> list[list[Line]]:
    """One panel for lines that differ only in strategy."""
    return alike_but(lines, *APART)


def _findings(lines: Sequence[Line], names: Sequence[str]) -> list[str]:
    plain = [line for line in lines if strategy(line.row) == "Case 1"] or lines
    worst = max(plain, key=lambda line: line.degradations[SIX])
    best = min(plain, key=lambda line: line.degradations[SIX])

    def said(line: Line) -> str:
        return f"{label(line.row, names)}, {strategy(line.row)}"

    found = [
        f"Without help (Case 1) the same tasks take {number(worst.degradations[ONE])} times as long with the counter"
        f" alone and {number(worst.degradations[SIX])} times with six communications where it is worst ({said(worst)}),"
        f" {number(best.degradations[ONE])} and {number(best.degradations[SIX])} times where it is best"
        f" ({said(best)}).",
        "Six communications cost more than the counter alone, beyond the noise, in"
        f" {sum(line.six_cost_more for line in plain)} of {len(plain)} configurations without help: the prediction of"
        " 2008.",
    ]
    if disturbed := sum(line.doubtful for line in lines):
        found.append(
            f"{disturbed} of {len(lines)} configurations were disturbed in every repetition: ranks waited for a core."
        )
    spent = max(plain, key=lambda line: sum(line.columns[SIX].waits.values()))
    waits = ", ".join(f"{kind.removeprefix('all_')} {seconds(spent.columns[SIX].waits[kind])}" for kind in KINDS)
    found.append(f"Most is waited in {said(spent)} at six communications: {waits} a task.")
    return [*found, *_lengths(two_lengths(plain), names)]


def _lengths(pairs: Sequence[TwoLengths], names: Sequence[str]) -> list[str]:
    """How the finding changes if tasks are as long as in programs that call Libint."""
    if not pairs:
        return []
    most = max(pairs, key=lambda pair: pair.own.degradations[SIX])
    own, libint = most.own.degradations[SIX], most.libint.degradations[SIX]
    where = label(most.own.row, [name for name in names if name != "integrals"])
    agreeing = sum(pair.own.six_cost_more == pair.libint.six_cost_more for pair in pairs)
    return [
        f"With quartets from Libint the same tasks are {number(median(pair.ratio for pair in pairs))} times as long."
        f" Where six communications cost most with our own kernels ({where}, {strategy(most.own.row)}), the factor is"
        f" {number(own)} with own kernels and {number(libint)} with Libint; whether they cost more than the counter"
        f" alone comes out alike in {agreeing} of {len(pairs)} configurations measured with both."
    ]


def _table(lines: Sequence[Line], names: Sequence[str]) -> Table:
    return Table(
        "time per task over the time per task without communication",
        [
            "configuration",
            "strategy",
            "no communication / us a task",
            "1 a task",
            "1+6+held",
            "1+12",
            "remote alone: 1",
            "remote alone: 1+6+held",
            "remote alone: 1+12",
            "1+6+held: counter / us a task",
            "gets / us a task",
            "accumulates / us a task",
            "note",
        ],
        [_line(line, names) for line in lines],
        note=(
            "Remote alone: 1 + the recorded waits for operations that go to other ranks over the time of a task without"
            " communication. Medians over builds and repetitions; + held are the blocks kept between tasks."
        ),
    )


def _line(line: Line, names: Sequence[str]) -> list[Cell]:
    return [
        named(line.row, names),
        strategy(line.row),
        line.columns[0].per_task * 1e6,
        *(line.degradations[c] for c in (ONE, SIX, TWELVE)),
        *(line.remote_degradations[c] for c in (ONE, SIX, TWELVE)),
        *(line.columns[SIX].waits[kind] * 1e6 for kind in KINDS),
        "disturbed" if line.doubtful else "",
    ]
