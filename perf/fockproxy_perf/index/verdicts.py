"""Which operations make progress by themselves, by library, fabric and window: the newest result of every machine."""

from collections.abc import Iterator, Sequence

from fockproxy_perf.index.results import Result, newest
from fockproxy_perf.report.analysis.verdicts import Verdict, on_another_rank, together
from fockproxy_perf.report.section import Section
from fockproxy_perf.report.table import Cell, Table
from fockproxy_perf.rows.counter_rows import VerdictRow

_MARKS = {Verdict.SELF: "itself", Verdict.NEEDS: "NEEDS", Verdict.MIXED: "differs", Verdict.UNSUPPORTED: "-",
          Verdict.FAILS: "FAILED"}
_SOME = "some NEED"
_Line = tuple[str, str, str, str]  # stack, transport, window, machine


def section(results: Sequence[Result]) -> Section:
    found = newest(results, _lines)
    made = Section("verdicts", "What makes progress by itself",
                   "Does a one-sided operation on a computing target complete by itself?", open_tables=True)
    if not found:
        made.missing = "None of the files has rows of `fockproxy counter --verdict`: perf/sweeps/quick measures them."
        return made
    kinds = list(dict.fromkeys(_kind(row) for _, rows in found.values() for row in rows))
    rows: list[Sequence[Cell]] = [
        [*line[:3], *(_come_to([row for row in rows if _kind(row) == kind]) for kind in kinds), line[3], result.date]
        for line, (result, rows) in found.items()]
    made.tables.append(Table("operations by library, fabric and window",
                             ["library", "fabric", "window", *kinds, "machine", "measured"], rows,
                             note="itself: progresses by itself; NEEDS: needs its target inside MPI; some: for "
                                  "some sizes or strides; differs: repetitions or thread levels do not agree; "
                                  "-: unsupported"))
    stuck = sum("NEEDS" in row or _SOME in row for row in rows)
    unclear = sum(not {"NEEDS", _SOME} & set(row) and bool({"differs", "FAILED"} & set(row)) for row in rows)
    made.findings.append(f"Of {len(rows)} combinations of library, fabric, window and machine "
                         f"{len(rows) - stuck - unclear} need their target for no operation, {stuck} for some or all"
                         + (f"; of {unclear} repetitions or thread levels disagree." if unclear else "."))
    return made


def _lines(result: Result) -> Iterator[tuple[_Line, VerdictRow]]:
    for row in on_another_rank(result.sweep):
        if row.get("progress", "none") == "none":
            yield (row.stack, row.transport, str(row.get("window")), result.machine), row


def _kind(row: VerdictRow) -> str:
    """The kind of the operation: get for "get, strided, 64 B"."""
    return str(row.get("operation")).split(",")[0]


def _come_to(rows: Sequence[VerdictRow]) -> str:
    """The common outcome of all operations of a kind."""
    operations = {row.get("operation") for row in rows}
    verdicts = {together(row for row in rows if row.get("operation") == operation) for operation in operations}
    if len(verdicts) < 2:
        return _MARKS[verdicts.pop()] if verdicts else ""
    return _MARKS[Verdict.FAILS] if Verdict.FAILS in verdicts else _SOME if Verdict.NEEDS in verdicts else "differs"
