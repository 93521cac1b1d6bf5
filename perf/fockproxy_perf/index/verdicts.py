"""What makes progress by itself: by library, fabric and window, of every machine the last that was measured."""

from collections.abc import Sequence

from fockproxy_perf.index.results import Result, latest_first
from fockproxy_perf.report.analysis.verdicts import Verdict, together
from fockproxy_perf.report.section import Section
from fockproxy_perf.report.table import Cell, Table
from fockproxy_perf.rows.verdict_row import VerdictRow

_MARKS = {Verdict.SELF: "itself", Verdict.NEEDS: "NEEDS", Verdict.MIXED: "differs", Verdict.UNSUPPORTED: "-",
          Verdict.FAILS: "FAILED"}
_SOME = "some NEED"
_Line = tuple[str, str, str, str]  # stack, transport, window, machine


def section(results: Sequence[Result]) -> Section:
    found: dict[_Line, dict[str, list[VerdictRow]]] = {}
    when: dict[_Line, Result] = {}
    for result in latest_first(results):
        for row in result.sweep.all_of(VerdictRow):
            if row.is_control or row.get("target") == "itself" or not row.get("operation"):
                continue
            if row.get("progress", "none") != "none":
                continue
            line = (row.stack, row.transport, str(row.get("window")), result.machine)
            if when.setdefault(line, result) is result:  # an older file does not speak where a newer one does
                found.setdefault(line, {}).setdefault(row.get("operation"), []).append(row)
    made = Section("verdicts", "What makes progress by itself",
                   "Does a one-sided operation on a computing target complete by itself?", open_tables=True)
    if not found:
        made.missing = "None of the files has rows of `fockproxy counter --verdict`: perf/sweeps/quick measures them."
        return made
    kinds = list(dict.fromkeys(_kind(operation) for line in found.values() for operation in line))
    rows: list[Sequence[Cell]] = []
    for line in sorted(found):
        cells = [_of_kind(found[line], kind) for kind in kinds]
        rows.append([*line[:3], *cells, line[3], when[line].date])
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


def _kind(operation: str) -> str:
    """Of "get, strided, 64 B": get."""
    return operation.split(",")[0]


def _of_kind(line: dict[str, list[VerdictRow]], kind: str) -> str:
    """What all operations of a kind come to."""
    verdicts = {together(rows) for operation, rows in line.items() if _kind(operation) == kind}
    if len(verdicts) < 2:
        return _MARKS[verdicts.pop()] if verdicts else ""
    return _MARKS[Verdict.FAILS] if Verdict.FAILS in verdicts else _SOME if Verdict.NEEDS in verdicts else "differs"
