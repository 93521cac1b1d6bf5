"""Runtimes of Global Arrays: how a computing rank is served, and the cost of the cores for it."""

from collections.abc import Sequence

from fockproxy_perf.report.analysis.busy import Busy, Kind, busy, grid, shortest
from fockproxy_perf.report.analysis.degradation import NONE, ONE, SIX, TWELVE, Line, comparisons, strategy
from fockproxy_perf.report.analysis.runtime_builds import equal_cores
from fockproxy_perf.report.analysis.runtimes import library_names, of_runtimes
from fockproxy_perf.report.analysis.unanswered import unanswered
from fockproxy_perf.report.quantities import micro
from fockproxy_perf.report.repetitions import all_doubtful, medians, trusted
from fockproxy_perf.report.section import Section
from fockproxy_perf.report.sections import runtime_answer
from fockproxy_perf.report.sections.busy_targets import who_waits
from fockproxy_perf.report.sections.runtime_builds import WHO, builds_table, note, who
from fockproxy_perf.report.sections.words import counted, without_answer
from fockproxy_perf.report.settings import group, label, varying
from fockproxy_perf.report.sweep import Sweep
from fockproxy_perf.report.table import Cell, Table
from fockproxy_perf.rows.build_rows import CompareRow
from fockproxy_perf.rows.counter_rows import CounterRow
from fockproxy_perf.rows.row import Row


def section(sweep: Sweep) -> Section:
    result = Section(
        "runtimes",
        "Who serves",
        "Which runtime under Global Arrays, and how many cores for those who serve the others?",
    )
    few = of_runtimes(sweep)
    if not few.rows:
        result.missing = (
            "This sweep has no stack with a Global Arrays of its own (NAME+RUNTIME): perf/sweeps/ga-runtimes has them."
        )
        return result
    found = equal_cores(sweep)
    result.findings += [*runtime_answer.sentences(sweep), *runtime_answer.more_sentences(sweep)]
    waits = busy_table(busy(few))
    result.findings += counted(who_waits(busy(few)), waits.title)
    tables = (
        builds_table(sweep, found, "whole Fock builds at equal processes"),
        degradation_table(few, comparisons(few)),
        counter_table(few),
        waits,
    )
    result.tables += [table for table in tables if table.rows]
    return result


_CASES = (1, 2)
_APART = ("stack", "ranks", "counter", "window", "case", "repeat")  # these have a column, or are no setting


def degradation_table(sweep: Sweep, lines: Sequence[Line]) -> Table:
    """`sweep` has only the rows of the runtimes, as for all tables here."""
    names = library_names(sweep.rows)
    settings = varying((line.row for line in lines), *_APART, "matrix", "progress", "owners", "thread_level")

    def begin(row: Row) -> list[Cell]:
        return [*who(row, names), row.get("matrix"), ", ".join(filter(None, (strategy(row), label(row, settings))))]

    rows = [
        [
            *begin(line.row),
            line.columns[NONE].per_task * 1e6,
            *(line.degradations[column] for column in (ONE, SIX, TWELVE)),
            note(sweep, line.row, line.doubtful),
        ]
        for line in lines
    ]
    missing = unanswered(sweep.all_of(CompareRow), "matrix", "counter", "case")
    rows += [[*begin(row), None, None, None, None, without_answer(row)] for row in missing]
    return Table(
        "time per task over the time per task without communication, by runtime",
        [*WHO, "matrix", "strategy", "no communication / us a task", "1 a task", "1+6+held", "1+12", "note"],
        _in_order(rows),
        note="Against the same working ranks without communication: here a rank that a runtime keeps costs nothing.",
    )


def counter_table(sweep: Sweep) -> Table:
    """One line per counter and stack, one column per Case."""
    names = library_names(sweep.rows)
    tried = [r for r in sweep.all_of(CounterRow) if r.computes and r.get("case") in _CASES]
    found = [r for r in tried if r.verified]
    settings = varying(found, *_APART)
    rows: list[list[Cell]] = []
    for alike in group(found, "case"):
        waits = medians(alike, lambda r: r.get("case"), lambda r: r.waits["median"])
        doubtful = any(all_doubtful(trusted(r for r in alike if r.get("case") == case)) for case in waits)
        first = alike[0]
        rows.append([
            *who(first, names),
            label(first, ["counter", "window", *settings]),
            *(micro(waits.get(case)) for case in _CASES),
            "disturbed" if doubtful else "",
        ])
    for row in unanswered(tried, "counter", "case"):
        reason = f"Case {row.get('case')}: {without_answer(row)}"
        rows.append([*who(row, names), label(row, ["counter", "window"]), None, None, reason])
    return Table(
        "median wait of rank 1 for a counter value, by runtime",
        [*WHO, "counter", *(f"Case {case} / us" for case in _CASES), "note"],
        _in_order(rows),
        note="In Case 1 every rank works, in Case 2 rank 0, which has the counter, waits inside MPI or Global Arrays.",
    )


def busy_table(found: Sequence[Busy]) -> Table:
    """The shortest transfer of each operation."""
    outcomes = grid(shortest(found))

    def cell(operation: str, line: str) -> Cell:
        if (operation, line) not in outcomes.cells:
            return None
        kind, times = outcomes.cells[operation, line]
        if not times:
            return str(kind)
        return times if kind == Kind.FREE else f"{times}: waits"

    return Table(
        "medians with the target inside MPI or Global Arrays / computing, by runtime",
        ["configuration", *outcomes.columns],
        [[line, *(cell(operation, line) for operation in outcomes.columns)] for line in outcomes.lines],
        note="Where a target computes and polls as well, a third median says so. What does not wait makes progress by"
        " itself.",
    )


def _in_order(rows: Sequence[list[Cell]]) -> list[list[Cell]]:
    """Sorted by library and processes, otherwise in their order."""
    return sorted(rows, key=lambda row: (str(row[0]), row[2]))
