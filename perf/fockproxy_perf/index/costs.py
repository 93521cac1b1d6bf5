"""The cost of one, seven and thirteen communications per task for the same Fock build, by library and fabric."""

import statistics
from collections.abc import Iterator, Sequence

from fockproxy_perf.index.results import Result, newest
from fockproxy_perf.report.repetitions import all_doubtful, trusted
from fockproxy_perf.report.section import Section
from fockproxy_perf.report.table import Cell, Table
from fockproxy_perf.rows.build_rows import CompareRow
from fockproxy_perf.rows.problem import unusual

_COLUMNS = {"1": "one a task", "1+6+held": "six more, held blocks", "1+12": "twelve more"}
_Line = tuple[str, str, str, str, str, str, str]  # stack, transport, window, problem, grain, ranks, machine


def section(results: Sequence[Result]) -> Section:
    found = newest(results, _lines)
    made = Section("costs", "What six communications a task cost",
                   "How much longer does a Fock build take than the same tasks without communication?",
                   open_tables=True)
    if not found:
        made.missing = "None of the files has rows of `fockproxy compare`: perf/sweeps/six-comms measures them."
        return made
    factors = {line: _factors(rows) for line, (_, rows) in found.items()}
    disturbed = {line for line, (_, rows) in found.items() if all_doubtful(rows)}
    rows: list[Sequence[Cell]] = [[*line[:6], *factors[line], "disturbed" if line in disturbed else "", line[6],
                                   result.date] for line, (result, _) in found.items()]
    made.tables.append(Table(
        "time over that of the same tasks without communication",
        ["library", "fabric", "window", "problem", "grain", "ranks", *_COLUMNS.values(), "note", "machine", "measured"],
        rows,
        {number: "bad" for number, of_line in enumerate(factors.values()) if (of_line[1] or 0) >= 2},
        "Counter mpi3, Case 1 (every rank computes), no progress strategy, own integrals; marked: twice the time"))
    worst = max(factors, key=lambda line: (line not in disturbed, factors[line][1] or 0))
    made.findings.append(f"Six communications a task cost most with {worst[0]} over {worst[1]}, window {worst[2]}: "
                         f"{factors[worst][1] or 0:.1f} times the time{' (disturbed)' if worst in disturbed else ''}.")
    return made


def _lines(result: Result) -> Iterator[tuple[_Line, CompareRow]]:
    for row in filter(_is_plain, result.sweep.of(CompareRow)):
        of = ", ".join([f"{row.get('molecule')}/{row.get('basis')}", *unusual(row)])
        link = [f"{name} {row.get(name)}" for name in ("bandwidth", "delay") if row.get(name)]
        yield (row.stack, ", ".join([row.transport, *link]), str(row.get("window")), of, str(row.get("grain")),
               str(row.get("ranks")), result.machine), row


def _is_plain(row: CompareRow) -> bool:
    asked = {"case": 1, "counter": "mpi3", "progress": "none", "owners": "all", "integrals": "own", "matrix": "rma",
             "window_info": "none", "threads": 1}
    return not row.get("delayed") and all(row.get(name, usual) == usual for name, usual in asked.items())


def _factors(rows: Sequence[CompareRow]) -> list[float | None]:
    """The median over the repetitions for each of _COLUMNS."""
    return [statistics.median(values) if (values := [column["degradation"] for row in trusted(rows)
                                                     for column in row.columns if column["column"] == name]) else None
            for name in _COLUMNS]
