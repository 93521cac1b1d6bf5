"""Threads in a rank: do they cure the stall, and what do they cost compared with ranks?"""

from collections.abc import Sequence
from functools import partial

from fockproxy_perf.report.analysis.degradation import NONE, ONE, SIX, TWELVE, Line, alike_but, comparisons, strategy
from fockproxy_perf.report.analysis.threads import (
    TEAM,
    Build,
    Cure,
    EqualCores,
    by_team,
    cures,
    discipline,
    equal_cores,
    of_threads,
    threads,
)
from fockproxy_perf.report.analysis.unanswered import unanswered
from fockproxy_perf.report.drawing import degradation as drawing
from fockproxy_perf.report.quantities import number, seconds
from fockproxy_perf.report.repetitions import median
from fockproxy_perf.report.section import Figure, Section
from fockproxy_perf.report.sections.words import listed, without_answer
from fockproxy_perf.report.settings import label, named, varying
from fockproxy_perf.report.sweep import Sweep
from fockproxy_perf.report.table import Cell, Table
from fockproxy_perf.rows.build_rows import CompareRow, FockRow
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
    """For example: 2 x 4 funneled, Case 1."""
    return f"{row.get('ranks')} x {threads(row)} {discipline(row)}".rstrip() + f", {strategy(row)}"


_CURED, _LESS, _MORE = 0.1, 0.8, 1.2  # shares of the excess that remain


def cured(found: Sequence[Cure]) -> list[str]:
    """An answer for each stack and number of ranks, then the best discipline."""
    names = ["stack", "ranks", *varying((cure.one.row for cure in found), "stack", "ranks", "repeat"), "window"]
    said = [_cured(cure, label(cure.one.row, names)) for cure in found]
    return [*said, *_disciplines([cure for cure in found if cure.stalls])]


def _cured(cure: Cure, where: str) -> str:
    one = number(cure.one.degradations[SIX])
    if not cure.stalls:
        return f"{where}: one thread takes {one} times the time without communication, nothing to cure."
    counts = dict.fromkeys(threads(line.row) for line in cure.several)
    remains = [
        f"{count} threads leave {listed([_share(cure, line) for line in cure.several if threads(line.row) == count])}"
        for count in counts
    ]
    return (
        f"{where}: several threads {_verdict(cure.left(cure.best))}. With six communications one thread takes {one}"
        f" times the time without communication; of that excess {listed(remains)}."
    )


def _share(cure: Cure, line: Line) -> str:
    share = f"{max(0, 100 * cure.left(line)):.0f}% with {discipline(line.row)}"
    return f"{share} (disturbed)" if line.doubtful else share


def _verdict(left: float) -> str:
    """The verdict for the share of the excess that the best team leaves."""
    if left <= _CURED:
        return "cure the stall"
    if left <= _LESS:
        return "lessen the stall and do not cure it"
    return "do not cure the stall" if left <= _MORE else "make the stall worse"


def _disciplines(found: Sequence[Cure]) -> list[str]:
    left: dict[str, list[float]] = {}
    for cure in found:
        for line in cure.several:
            left.setdefault(discipline(line.row), []).append(cure.left(line))
    middle = sorted((median(shares), name) for name, shares in left.items())
    if len(middle) < 2:
        return []
    others = listed([f"{name} {100 * max(0, share):.0f}%" for share, name in middle[1:]])
    share, best = middle[0]
    least = f"{100 * max(0, share):.0f}%"
    return [f"Of the disciplines {best} leaves least of the excess, {least} in the median; {others}."]


def cost(found: Sequence[EqualCores]) -> list[str]:
    """The cost of threads instead of ranks, for all equal numbers of cores with both."""
    names = ["stack", *varying((build.row for equal in found for build in equal.builds),
                               "stack", "ranks", "threads", "thread_calls", "repeat")]
    return [_cost(equal, equal.plain, label(equal.plain.row, names))
            for equal in found if equal.plain and len(equal.builds) > 1]


def _cost(equal: EqualCores, plain: Build, where: str) -> str:
    others = [f"{number(build.seconds / plain.seconds)} times that with {_team_words(build)}"
              for build in equal.builds if build is not plain]
    return (f"{where}, {equal.cores} cores: a Fock build takes {seconds(plain.seconds)} with {_team_words(plain)},"
            f" {listed(others)}.")


def _team_words(build: Build) -> str:
    """For example: 1 rank of 2 threads, funneled."""
    ranks, count = build.row.get("ranks"), threads(build.row)
    text = f"{ranks} {'rank' if ranks == 1 else 'ranks'} of {'one thread' if count == 1 else f'{count} threads'}"
    doubt = " (disturbed)" if build.doubtful else ""
    return text + (f" {discipline(build.row)}" if count > 1 else "") + doubt


_TEAM = ("ranks", "threads", "calls")


def _team(row: Row) -> list[Cell]:
    """The cells of the columns _TEAM."""
    return [row.get("ranks"), threads(row), discipline(row)]


def degradation_table(sweep: Sweep, lines: Sequence[Line]) -> Table:
    """`sweep` has only the rows with threads, as for both tables."""
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
