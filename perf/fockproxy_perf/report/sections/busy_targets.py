"""Which operations wait for a computing target."""

from collections.abc import Mapping, Sequence
from functools import partial

from fockproxy_perf.report.analysis.busy import INSIDE, Busy, Kind, busy, grid, shortest, strategies
from fockproxy_perf.report.drawing import onesided as drawing
from fockproxy_perf.report.quantities import micro, seconds, size
from fockproxy_perf.report.section import Figure, Section
from fockproxy_perf.report.sections.words import counted, who_needs
from fockproxy_perf.report.sweep import Sweep
from fockproxy_perf.report.table import Cell, Table

_WHO = "which operations need a target inside MPI, by configuration"


def add(result: Section, sweep: Sweep) -> None:
    found = busy(sweep)
    if not any(b.measured for b in found):
        return
    drawn = shortest([b for b in found if b.usual] or found)  # the table has all
    others = _who_else_waits([b for b in found if not b.usual])
    findings = _findings(drawn, others)
    result.findings += findings
    table = _table(found)
    result.tables += [_who_table(drawn, others), table]
    result.figures.append(
        Figure(
            "onesided-busy",
            "Median with the target inside MPI / computing / computing and polling; the shortest transfer of each",
            "A grid of operations. " + " ".join(findings),
            partial(drawing.busy, grid(drawn)),
            table,
        )
    )


def who_waits(found: Sequence[Busy]) -> dict[str, str]:
    """For each line, which of its operations wait."""
    said = {}
    for line in dict.fromkeys(b.line for b in found):
        tried = [b for b in found if b.line == line and b.measured]
        waiting = [b.operation for b in tried if b.waits("none")]
        if tried:
            said[line] = who_needs(waiting, len(tried))
    return said


def _who_else_waits(found: Sequence[Busy]) -> dict[str, str]:
    """For each line, how many operations with other operators, datatypes or synchronisation wait: by synchronisation,
    and by datatype where the synchronisation does not decide it."""
    return {line: _how_many([b for b in found if b.line == line]) for line in dict.fromkeys(b.line for b in found)}


def _how_many(found: Sequence[Busy]) -> str:
    tried = [b for b in found if b.measured]
    parts = []
    for completion, alike in sorted(_by("completion", tried).items()):
        said = _share(alike)
        if len({b.waits("none") for b in alike}) > 1:
            by_datatype = sorted(_by("datatype", alike).items())
            said += f" ({', '.join(f'{name} {_share(some)}' for name, some in by_datatype)})"
        parts.append(f"{completion} {said}")
    return "; ".join(parts)


def _by(name: str, found: Sequence[Busy]) -> dict[str, list[Busy]]:
    groups: dict[str, list[Busy]] = {}
    for b in found:
        groups.setdefault(str(b.rows[0].get(name)), []).append(b)
    return groups


def _share(found: Sequence[Busy]) -> str:
    return f"{sum(b.waits('none') for b in found)} of {len(found)}"


def _findings(found: Sequence[Busy], others: Mapping[str, str]) -> list[str]:
    said = counted(who_waits(found), _WHO)
    if others:
        said.append(f"Other operators, datatypes and synchronisation may differ (table: {_WHO}).")
    polled = [b for b in found if b.measured and "poll" in b.seconds and b.waits("none")]
    if not polled:
        return said
    cured = sum(b.kind == Kind.CURED for b in polled)
    worst = max(polled, key=lambda b: b.factor("none"))
    return [
        *said,
        f"Polling in the target ends {cured} of {len(polled)} such waits. The longest by its factor is that of"
        f" {worst.operation} ({worst.line}): {seconds(worst.seconds[INSIDE])} inside MPI,"
        f" {seconds(worst.seconds['none'])} computing, {seconds(worst.seconds['poll'])} computing and polling.",
    ]


def _who_table(found: Sequence[Busy], others: Mapping[str, str]) -> Table:
    columns = ["configuration", "operations of a Fock build, while the target computes"]
    rows: list[list[Cell]] = [[line, saying] for line, saying in who_waits(found).items()]
    if others:
        columns.append("waiting with other operators, datatypes or synchronisation")
        rows = [[*row, others.get(str(row[0]), "")] for row in rows]
    return Table(_WHO, columns, rows)


def _table(found: Sequence[Busy]) -> Table:
    tried = strategies(found)
    rows = [_line(b, tried) for b in found]
    return Table(
        "medians on a target inside MPI, and on one that computes",
        [
            "configuration",
            "operation",
            "moved",
            "inside MPI / us",
            *(heading for s in tried for heading in (f"computing, {s} / us", "times inside")),
            "what it means",
        ],
        rows,
        {i: "bad" for i, row in enumerate(rows) if row[-1] == Kind.FAILS},
        "Columns name the progress strategy of the computing target. Who waits for it to enter MPI waits for half a"
        " period in the median; a tenth of one counts as waiting.",
    )


def _line(b: Busy, tried: Sequence[str]) -> list[Cell]:
    moved, segments = b.shape
    times: list[Cell] = []
    for strategy in tried:
        times += (
            [micro(b.seconds[strategy]), b.factor(strategy)]
            if strategy in b.seconds and INSIDE in b.seconds
            else [None, None]
        )
    each = size(moved // segments) if moved else ""
    shape = f"{segments} x {each}" if segments > 1 else each
    return [b.line, b.operation, shape, micro(b.seconds.get(INSIDE)), *times, b.kind]
