"""The same sweep on the same machine at two dates: what became slower, and what no longer works."""

from collections import Counter
from collections.abc import Iterator, Sequence

from fockproxy_perf.comparison.comparison import Compared, Criteria, compare_sweeps
from fockproxy_perf.index.results import Result
from fockproxy_perf.report.section import Section
from fockproxy_perf.report.table import Cell, Table

_MOST = 20  # lines per pair; the rest is only counted
_BAD = ("broken", "slower")


def pairs(results: Sequence[Result]) -> Iterator[tuple[Result, Result]]:
    """Each result with the previous one of the same sweep and machine."""
    last: dict[tuple[str, str], Result] = {}
    for result in results:
        key = (result.name, result.machine)
        if key in last:
            yield last[key], result
        last[key] = result


def section(results: Sequence[Result]) -> Section:
    made = Section("regressions", "What became slower", "The same sweep on the same machine, and the one before it.",
                   open_tables=True)
    summary: list[Sequence[Cell]] = []
    worst: list[Sequence[Cell]] = []
    for before, after in pairs(results):
        compared = compare_sweeps(before.sweep.rows, after.sweep.rows, Criteria(), {}, {})
        count = Counter(entry.verdict for entry in compared)
        summary.append([after.name, after.machine, f"{before.date} ({before.revision})",
                        f"{after.date} ({after.revision})",
                        *(count[verdict] for verdict in ("broken", "slower", "can't tell", "faster", "cured", "same"))])
        worst += _worst(after, [entry for entry in compared if entry.verdict in _BAD])
    if not summary:
        made.missing = ("No two files are of the same sweep on the same machine: keep the files of earlier dates, and "
                        "give all of them to `scripts/perf index`.")
        return made
    made.tables.append(Table("figures of each pair by verdict",
                             ["sweep", "machine", "before", "after", "broken", "slower", "can't tell", "faster",
                              "cured", "same"], summary,
                             {at: "bad" for at, row in enumerate(summary) if row[4] or row[5]},
                             "slower, faster: the whole 90% interval of the ratio of times lies beyond 5%"))
    if worst:
        made.tables.append(Table("what is broken or slower",
                                 ["sweep", "after", "configuration", "verdict", "ratio", "why"], worst))
    bad = sum(1 for row in summary if row[4] or row[5])
    made.findings.append(f"{bad} of {len(summary)} pairs have something that is broken or slower.")
    return made


def _worst(after: Result, bad: Sequence[Compared]) -> list[Sequence[Cell]]:
    rows: list[Sequence[Cell]] = [
        [after.name, after.date, entry.label, entry.verdict, entry.ratio.estimate if entry.ratio else None, entry.why]
        for entry in bad[:_MOST]]
    if len(bad) > _MOST:
        rows.append([after.name, after.date, f"and {len(bad) - _MOST} more: scripts/perf compare", "", None, ""])
    return rows
