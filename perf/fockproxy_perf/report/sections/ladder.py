"""The ladder of versions: one Fock build from the simplest communication to the best."""

from collections.abc import Sequence
from functools import partial

from fockproxy_perf.report.analysis.ladder import NOTICEABLE, PARTS, Gain, Ladder, Step, gains, ladders
from fockproxy_perf.report.analysis.selection import few_enough, shared_memory, window_create
from fockproxy_perf.report.drawing import ladder as drawing
from fockproxy_perf.report.quantities import number
from fockproxy_perf.report.section import Figure, Section
from fockproxy_perf.report.sections.words import without_rows
from fockproxy_perf.report.sweep import Sweep
from fockproxy_perf.report.table import Cell, Table
from fockproxy_perf.rows.listed_rows import LadderRow

_MOST_DRAWN = 24  # panels


def section(sweep: Sweep) -> Section:
    result = Section(
        "ladder",
        "From the simplest communication to the best",
        "What does each way of sparing communication gain, and where does the time go that is left?",
    )
    found = ladders(sweep)
    if not found:
        result.missing = without_rows(sweep, LadderRow, "ladder")
        return result
    first_case = [ladder for ladder in found if ladder.case == 1]
    result.findings += _findings(first_case)
    table = _table(found)
    result.tables.append(table)
    if first_case:
        drawn, fewer = few_enough(first_case, lambda ladder: ladder.rows, _MOST_DRAWN, (shared_memory, window_create))
        result.figures.append(
            Figure(
                "ladder",
                "Where the time of a Fock build goes at each step, Case 1"
                + ("; a choice, all are below" if fewer else ""),
                "Stacked bars by step, a panel for each stack and molecule. " + " ".join(result.findings),
                partial(drawing.draw, drawn),
                table,
            )
        )
    return result


def _findings(found: Sequence[Ladder]) -> list[str]:
    """A sentence for each stack. Leaves out runs on one rank, where no step can save a message."""
    of_stack: dict[str, list[Ladder]] = {}
    for ladder in found:
        if ladder.ranks > 1:
            of_stack.setdefault(ladder.short, []).append(ladder)
    said = [_finding(stack, of) for stack, of in of_stack.items() if gains(of)]
    steps = [step for of in of_stack.values() for ladder in of for step in ladder.steps]
    if doubtful := sum(bool(step.notes) for step in steps):
        said.append(f"{doubtful} of {len(steps)} steps have doubtful times: the table has their notes.")
    return said


def _finding(stack: str, of: Sequence[Ladder]) -> str:
    ordered = gains(of)
    best, worst = ordered[0], ordered[-1]
    bought = f"{best.version} bought most, {_said(best)}" if best.median >= NOTICEABLE else "no step bought anything"
    lost = f"{worst.version} lost most, {_said(worst)}" if worst.median * NOTICEABLE <= 1 else "none lost"
    return f"{stack}: {bought}; {lost}{_among(of)}."


def _said(gain: Gain) -> str:
    least, most = number(gain.least, 2), number(gain.most, 2)
    spread = "" if least == most else f" ({least} to {most})"
    return f"{number(gain.median, 2)} times as fast as {gain.before}{spread}"


def _among(of: Sequence[Ladder]) -> str:
    return f" (medians of {len(of)} ladders)" if len(of) > 1 else ""


def _table(found: Sequence[Ladder]) -> Table:
    rows: list[list[Cell]] = []
    marks = {}
    for ladder in found:
        for step in ladder.steps:
            if step == ladder.fastest:
                marks[len(rows)] = "best"
            rows.append(_line(ladder, step))
    return Table(
        "one Fock build at every step",
        [
            "configuration",
            "case",
            "step",
            "changes step",
            "total / ms",
            *(f"{part} / ms" for part in PARTS),
            "messages",
            "MB",
            "times as fast as step 0",
            "as the step it changes",
            "checksum of G",
            "note",
        ],
        rows,
        marks,
        "Medians over repetitions; computing and what follows are means of the ranks. Messages: block operations that"
        " left their rank. Rest: fences, waiting for the slowest rank, bookkeeping. The fastest step is marked.",
    )


def _line(ladder: Ladder, step: Step) -> list[Cell]:
    return [
        ladder.line,
        ladder.case,
        step.name,
        step.base if step.base >= 0 else None,
        step.seconds * 1e3,
        *(part * 1e3 for part in step.parts),
        step.messages,
        step.bytes / 1e6,
        ladder.over(0, step),
        ladder.over(step.base, step),
        f"{step.checksum:.10f}",
        ", ".join(step.notes),
    ]
