"""Degradation and whole Fock builds by ranks and threads, as tables."""

from collections.abc import Sequence

from fockproxy_perf.report.analysis.degradation import NONE, ONE, SIX, TWELVE, Line
from fockproxy_perf.report.analysis.threads import TEAM, EqualCores, by_team, discipline, threads
from fockproxy_perf.report.analysis.unanswered import unanswered
from fockproxy_perf.report.sections.words import without_answer
from fockproxy_perf.report.settings import named, varying
from fockproxy_perf.report.sweep import Sweep
from fockproxy_perf.report.table import Cell, Table
from fockproxy_perf.rows.build_row import FockRow
from fockproxy_perf.rows.compare_row import CompareRow
from fockproxy_perf.rows.row import Row

_TEAM = ("ranks", "threads", "calls")


def _team(row: Row) -> list[Cell]:
    """The cells below _TEAM."""
    return [row.get("ranks"), threads(row), discipline(row)]


def degradation_table(sweep: Sweep, lines: Sequence[Line]) -> Table:
    """`sweep`: the rows with threads alone, as in both tables."""
    few = ("stack", "ranks", "case", "window", "repeat", *TEAM)
    names = ["stack", *varying((line.row for line in lines), *few)]

    def begin(row: Row) -> list[Cell]:
        return [named(row, names), row.get("window"), *_team(row), row.get("case")]

    rows: list[list[Cell]] = [
        [
            *begin(line.row),
            line.columns[NONE].per_task * 1e6,
            *(line.degradations[column] for column in (ONE, SIX, TWELVE)),
            "disturbed" if line.doubtful else "",
        ]
        for line in sorted(lines, key=_place)
    ]
    missing = unanswered(sweep.all_of(CompareRow), "window", "case", *TEAM)
    rows += [[*begin(row), None, None, None, None, without_answer(row)] for row in missing]
    return Table(
        "time per task over the time per task without communication, by threads",
        ["stack", "window", *_TEAM, "Case", "no communication / us a task", "1 a task", "1+6+held", "1+12", "note"],
        rows,
        note="Calls: who of several threads calls MPI. Medians over builds and repetitions.",
    )


def _place(line: Line) -> tuple[str, str, int, tuple[int, int]]:
    row = line.row
    return row.stack, str(row.get("window")), -row.get("ranks"), by_team(row)


def builds_table(sweep: Sweep, found: Sequence[EqualCores]) -> Table:
    few = ("stack", "ranks", "repeat", *TEAM)
    names = ["stack", *varying((build.row for equal in found for build in equal.builds), *few)]
    rows: list[list[Cell]] = [
        [
            named(build.row, names),
            equal.cores,
            *_team(build.row),
            build.seconds,
            equal.ratio(build),
            "; ".join(_notes(sweep, equal, build.doubtful)),
        ]
        for equal in found
        for build in equal.builds
    ]
    for row in unanswered(sweep.all_of(FockRow), *TEAM):
        rows.append([named(row, names), row.get("ranks") * threads(row), *_team(row), None, None, without_answer(row)])
    return Table(
        "whole Fock builds at equal cores, by threads",
        ["stack", "cores", *_TEAM, "build / s", "times one thread a rank", "note"],
        rows,
        note="Cores: ranks times threads. Medians over builds and repetitions.",
    )


def _notes(sweep: Sweep, equal: EqualCores, doubtful: bool) -> list[str]:
    there = sweep.header["cores"] * equal.builds[0].row.get("hosts", 1)
    turns = [f"take turns on {there} cores"] if equal.cores > there else []
    return [*turns, "disturbed"] if doubtful else turns
