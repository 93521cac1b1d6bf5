"""Which operations make progress by themselves, and which need their target inside MPI."""

import dataclasses
import enum
from collections.abc import Iterable

from fockproxy_perf.report.analysis.outcomes import Outcomes
from fockproxy_perf.report.repetitions import trusted
from fockproxy_perf.report.settings import label, varying, words
from fockproxy_perf.report.sweep import Sweep
from fockproxy_perf.rows.counter_rows import VerdictRow
from fockproxy_perf.rows.row import Row


class Verdict(enum.StrEnum):
    """The first two are the program's words."""

    SELF = "progresses by itself"
    NEEDS = "needs the target in MPI"
    UNSUPPORTED = "unsupported"
    FAILS = "failed"
    MIXED = "repetitions differ"


_Verdicts = tuple[Verdict | None, ...]  # of the operations, in order
_Values = dict[str, list[object]]  # of settings


@dataclasses.dataclass(frozen=True)
class Grid:
    """The rows of each operation on each line, which is a stack with its settings; and their common verdicts."""

    rows: dict[tuple[str, str], list[VerdictRow]]
    verdicts: dict[tuple[str, str], Verdict]
    operations: list[str]
    lines: list[str]

    def of_line(self, line: str) -> _Verdicts:
        return tuple(self.verdicts.get((operation, line)) for operation in self.operations)

    def any_row(self, line: str) -> VerdictRow:
        return next(rows[0] for (_, at), rows in self.rows.items() if at == line)


def _names(rows: Iterable[Row]) -> list[str]:
    """The settings that distinguish lines."""
    return ["stack", *varying(rows, "stack", "operation", "target", "window"), "window"]


def on_another_rank(sweep: Sweep) -> list[VerdictRow]:
    """The rows of operations on another rank, including those without an answer."""
    return [
        r
        for r in sweep.all_of(VerdictRow)
        if r.get("operation") and not r.is_control and r.get("target") != "itself"
    ]


def grid(sweep: Sweep) -> Grid:
    """The verdicts on operations on another rank."""
    rows = on_another_rank(sweep)
    names = _names(rows)
    found: dict[tuple[str, str], list[VerdictRow]] = {}
    for row in rows:
        found.setdefault((row.get("operation"), label(row, names)), []).append(row)
    verdicts = {at: together(rows) for at, rows in found.items()}
    return Grid(found, verdicts, list(dict.fromkeys(o for o, _ in found)), sorted({line for _, line in found}))


def together(rows: Iterable[VerdictRow]) -> Verdict:
    """The common verdict of the repetitions of one operation."""
    verdicts = {_verdict(row) for row in trusted(rows)}
    if Verdict.FAILS in verdicts:
        return Verdict.FAILS
    return verdicts.pop() if len(verdicts) == 1 else Verdict.MIXED


def _verdict(row: VerdictRow) -> Verdict:
    if row.verified:
        return Verdict(row.verdict)
    return Verdict.FAILS if row.failed else Verdict.UNSUPPORTED


def merged(found: Grid) -> Outcomes[Verdict]:
    """Merges lines that have the same verdicts and differ in only one setting; the merged line names all its values."""
    rows = {line: found.any_row(line) for line in found.lines}
    names = _names(rows.values())
    lines: list[tuple[_Values, _Verdicts]] = [
        ({n: [row.get(n)] for n in names}, found.of_line(line)) for line, row in rows.items()
    ]
    for name in ("window", "thread_level"):
        alike: dict[tuple[str, _Verdicts], list[_Values]] = {}
        for values, verdicts in lines:
            rest = str([v for n, v in values.items() if n != name])
            alike.setdefault((rest, verdicts), []).append(values)
        lines = [
            ({**same[0], name: [v for values in same for v in values.get(name, [])]}, verdicts)
            for (_, verdicts), same in alike.items()
        ]
    joined = {words({n: _either(values.get(n)) for n in names}): verdicts for values, verdicts in lines}
    cells = {
        (operation, line): (verdict, "")
        for line, verdicts in joined.items()
        for operation, verdict in zip(found.operations, verdicts, strict=True)
        if verdict
    }
    return Outcomes(cells, found.operations, list(joined))


def _either(values: list[object] | None) -> str | None:
    return " or ".join(map(str, values)) if values and values != [None] else None
