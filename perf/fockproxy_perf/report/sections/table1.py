"""Table 1 and Figure 1 of van Dam et al. (2008), today."""

from collections.abc import Sequence
from functools import partial

from fockproxy_perf.report.analysis.outcomes import Outcomes
from fockproxy_perf.report.analysis.selection import chief_counters, few_enough, level_of_case_3, one_counter
from fockproxy_perf.report.analysis.table1 import CASES, Entry, Kind, entries
from fockproxy_perf.report.drawing import table1 as drawing
from fockproxy_perf.report.quantities import micro, seconds
from fockproxy_perf.report.section import Figure, Section
from fockproxy_perf.report.settings import label, named, shared, varying
from fockproxy_perf.report.sweep import Sweep
from fockproxy_perf.report.table import Cell, Table

_COLUMNS = ("ranks", "transport")  # settings that have a column of their own
_PANELS = ("counter", "window", "transport")  # settings that distinguish panels of bars
_MOST_DRAWN = 72  # counters on stacks: more bars are unreadable


def section(sweep: Sweep) -> Section:
    result = Section(
        "table1",
        "Table 1 and Figure 1 of 2008, today",
        "How long does a rank wait for a counter value while the counter's owner computes?",
    )
    found = entries(sweep)
    if not any(e.times for e in found):
        result.missing = "This sweep has no rows of `fockproxy counter`: perf/sweeps/table1 measures them."
        return result
    names = _names(found)
    result.findings += _findings(found, names)
    table = _table(found, names)
    result.tables.append(table)
    result.figures.append(_bars(found, names, " ".join(result.findings), table))
    outcomes = grid(found, names)
    if len(outcomes.lines) > 1 or len(outcomes.columns) > 1:
        result.figures.append(
            Figure(
                "waits",
                "Who waits for the root: mean wait of Case 1 by counter and stack",
                "A grid of counters and stacks. " + " ".join(result.findings),
                partial(drawing.waits, outcomes),
                table,
            )
        )
    return result


def _names(found: Sequence[Entry]) -> list[str]:
    if len(found) == 1:
        return ["stack", "counter", "window"]
    names = varying((r for e in found for r in e.rows), "case", "progress", "repeat", "tasks_per_rank", "work")
    return [n for n in ("stack", "counter") if n not in names] + names


def _findings(found: Sequence[Entry], names: Sequence[str]) -> list[str]:
    stalled = [e for e in found if e.stalls(1)]
    easy = [e for e in found if e.stalls(1) is False]
    measured = len(stalled) + len(easy)
    said = []
    if stalled:
        worst = max(stalled, key=lambda e: e.times[1].wait / e.times[1].work)
        said.append(
            f"The finding of 2008 holds for {len(stalled)} of {measured} combinations: a value waits for the root"
            f" to enter MPI. Worst: {label(worst.row, names)}, {seconds(worst.times[1].wait)} on average beside tasks"
            f" of {seconds(worst.times[1].work)}"
            + (f"; {seconds(worst.times[2].wait)} when the root idles (Case 2)." if 2 in worst.times else ".")
        )
        cured = sum(e.stalls(3) is False for e in stalled)
        crowded = sum(e.kind == Kind.CROWDED for e in stalled)
        said.append(
            f"A helper thread inside MPI (Case 3) cures {cured} of them"
            + (f"; {crowded} had too few cores for their helpers to tell." if crowded else ".")
        )
    if easy:
        best = min(easy, key=lambda e: e.times[1].wait)
        said.append(
            f"{len(easy)} of {measured} need no progress of a working root; the fastest is"
            f" {label(best.row, names)}: {seconds(best.times[1].wait)} a value."
        )
    if any(e.doubtful for e in found):
        said.append(
            "Times marked ? come from rows that were disturbed: their ranks waited for a core, as they must where ranks"
            " and helper threads are more than the cores."
        )
    return said


def verdict(entry: Entry) -> str:
    """The meaning of an entry, for the table."""
    first, third = entry.stalls(1), entry.stalls(3)
    if first is None:
        return "; ".join(f"Case {c}: {o}" for c, o in entry.outcome.items()) or "not measured"
    if not first:
        return "needs no progress of a working root"
    share = f"waits {entry.times[1].wait / entry.times[1].work:.2f} of a task"
    if third is None:
        return f"{share}; Case 3 {entry.outcome.get(3, 'not measured')}"
    if not third:
        return f"{share}; Case 3 cures it"
    doubt = " (too few cores for the helpers)" if entry.times[3].doubtful else ""
    return f"{share}; Case 3 does not cure it{doubt}"


def _table(found: Sequence[Entry], names: Sequence[str]) -> Table:
    return Table(
        "time per work unit and per counter value of rank 1 (after Table 1 of van Dam et al. 2008)",
        [
            "counter",
            "processes",
            "interconnect",
            "processor",
            "work / ms",
            "Case 1 mean / us",
            "Case 2 mean / us",
            "Case 3 mean / us",
            "Case 1 median / us",
            "Case 1 99% / us",
            "work/wait, Case 1",
            "work/wait, Case 3",
            "what it means",
        ],
        [_line(entry, names) for entry in found],
        {index: "bad" for index, entry in enumerate(found) if entry.failed},
        "Medians over repetitions. The wait of rank 1, as in the paper; a mean alone hides the two peaks of a stall.",
    )


def _line(entry: Entry, names: Sequence[str]) -> list[Cell]:
    first = entry.times.get(1)
    disturbed = "; disturbed: Case " + ", ".join(map(str, entry.doubtful)) if entry.doubtful else ""
    return [
        named(entry.row, [name for name in names if name not in _COLUMNS]),
        entry.row.get("ranks"),
        entry.row.transport,
        entry.processor,
        first.work * 1e3 if first else None,
        *(micro(entry.times[c].wait) if c in entry.times else entry.outcome.get(c) for c in CASES),
        micro(first.typical) if first else None,
        micro(first.p99) if first else None,
        entry.ratio(1),
        entry.ratio(3),
        verdict(entry) + disturbed,
    ]


def _bars(found: Sequence[Entry], names: Sequence[str], findings: str, table: Table) -> Figure:
    drawn, fewer = few_enough(found, lambda e: e.rows, _MOST_DRAWN, (level_of_case_3, chief_counters, one_counter))
    same = [n for n in shared((e.row for e in found), (e.row for e in drawn), "stack", *_PANELS) if n in names]
    said = f"; {label(drawn[0].row, same)}" if same else ""
    return Figure(
        "figure1",
        "Work over the wait for a counter value (after Figure 1 of 2008), and the wait itself"
        + (f"{said}; a choice, all are below" if fewer else said),
        "Bars by MPI stack, counter and window: the time of a task over the time of a counter value, Cases 1, 2 and 3. "
        + findings,
        partial(drawing.bars, drawn, [n for n in names if n not in same]),
        table,
    )


def grid(found: Sequence[Entry], names: Sequence[str]) -> Outcomes[Kind]:
    """Counters against the other settings, with the mean wait in Case 1."""
    counter_names = [n for n in names if n in ("counter", "window")] or ["counter"]
    rest = [n for n in names if n not in counter_names]
    cells = {
        (label(e.row, counter_names), named(e.row, rest)): (e.kind, seconds(e.times[1].wait, 2) if 1 in e.times else "")
        for e in found
        if e.kind
    }
    return Outcomes(cells, list(dict.fromkeys(c for c, _ in cells)), list(dict.fromkeys(line for _, line in cells)))
