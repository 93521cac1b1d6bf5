"""Table 1 and Figure 1 of van Dam et al. (2008): what a counter value costs beside the work it deals out."""

from __future__ import annotations

import dataclasses

from . import grid, style
from .figure import Figure, Section, Table, seconds
from .selection import chief_counters, few_enough, level_of_case_3, one_counter
from .style import wrap
from .sweep import FAILED, Sweep, group, label, median, trusted, varying

CASES = (1, 2, 3)
_FACES, _HATCHES = {1: "#0072B2", 2: "white", 3: "#E69F00"}, {1: "", 2: "////", 3: "xxxx"}
CASE_NAMES = {
    1: "Case 1: every rank works",
    2: "Case 2: rank 0 idles in MPI",
    3: "Case 3: works, and a thread sits in MPI",
}
# A wait of this part of a task, and so many times the median one of Case 2, is a wait for the root to enter MPI. (The
# mean of Case 2 would do but for the one of twenty draws in which the machine did something else.)
_STALL_SHARE, _STALL_RATIO = 0.05, 10
_MOST_DRAWN = 72  # counters on stacks: more bars than that nobody looks through

FREE, CURED, WAITS, CROWDED, STUCK, UNSUPPORTED, FAILS = (
    "a value does not wait for the root",
    "waits; Case 3 cures it",
    "waits; no Case 3 here",
    "waits; Case 3 had too few cores",
    "waits; Case 3 does not cure it",
    "unsupported",
    "failed",
)
_LOOKS = {
    FREE: grid.Look("o", "#ffffff"),
    CURED: grid.Look("v", "#fbdcc0"),
    WAITS: grid.Look("s", "#f0a868"),
    CROWDED: grid.Look("D", "#d98a4a"),
    STUCK: grid.Look("X", "#a84300", ink="#ffffff"),
    UNSUPPORTED: grid.Look("_", "#e4e4e4"),
    FAILS: grid.Look("$!$", "#b00020", "xxxx", "#ffffff"),
}


@dataclasses.dataclass
class Entry:
    """One line of the table: a counter on a stack, in every case. Seconds; None where nothing was measured."""

    rows: list
    work: dict
    wait: dict
    typical: dict
    p99: dict
    outcome: dict  # {case: "unsupported", "FAIL", ...} for cases without times
    doubtful: set

    def ratio(self, case):
        wait, work = self.wait.get(case), self.work.get(case)
        return work / wait if wait and work else None

    def stalls(self, case):
        wait, idle, work = self.wait.get(case), self.typical.get(2), self.work.get(case)
        if wait is None or work is None:
            return None
        return wait > _STALL_SHARE * work and (idle is None or wait > _STALL_RATIO * idle)

    @property
    def row(self):
        """Any of its rows, for the settings that all share."""
        return self.rows[0]

    def kind(self):
        """What the grid shows: one of the words above."""
        if any(outcome in FAILED for outcome in self.outcome.values()):
            return FAILS
        first, third = self.stalls(1), self.stalls(3)
        if first is None:
            return UNSUPPORTED if self.outcome else None
        if not first:
            return FREE
        return WAITS if third is None else CURED if not third else CROWDED if 3 in self.doubtful else STUCK

    def verdict(self):
        first, third = self.stalls(1), self.stalls(3)
        if first is None:
            return "; ".join(f"Case {c}: {o}" for c, o in self.outcome.items()) or "not measured"
        if not first:
            return "needs no progress of a working root"
        share = f"waits {self.wait[1] / self.work[1]:.2f} of a task"
        if third is None:
            return f"{share}; Case 3 {self.outcome.get(3, 'not measured')}"
        if third:
            doubt = " (too few cores for the helpers)" if 3 in self.doubtful else ""
            return f"{share}; Case 3 does not cure it{doubt}"
        return f"{share}; Case 3 cures it"


def entries(sweep: Sweep):
    rows = [r for r in sweep.of("counter", verified=False) if not r.get("null")]
    # Counter `helper` brings its thread along in every case.
    rows = [
        r for r in rows if r.get("case") == 3 or r.get("progress", "none") == "none" or r.get("counter") == "helper"
    ]
    lengths = [r.config.get("mean_task_seconds") for r in rows if r.verified]
    common = max(set(lengths), key=lambda length: (lengths.count(length), length or 0)) if lengths else None
    rows = [r for r in rows if r.config.get("mean_task_seconds", common) == common]  # other lengths: efficiency
    return [_entry(rows) for rows in group(rows, "case", "progress", "work", "tasks_per_rank", "repeat")]


def _entry(rows):
    entry = Entry(rows, {}, {}, {}, {}, {}, set())
    for case in CASES:
        of_case = [r for r in rows if r.get("case") == case]
        good = trusted(r for r in of_case if r.verified)
        if not good:
            for row in of_case[:1]:
                entry.outcome[case] = row.status if row.status in FAILED else "unsupported"
            continue
        waits = [r.result["waits"]["rank_1"] for r in good]
        entry.work[case] = median(r.result["work_seconds"] for r in good)
        entry.wait[case] = median(w["mean"] for w in waits)
        entry.typical[case] = median(w["median"] for w in waits)
        entry.p99[case] = median(w["p99"] for w in waits)
        if all(r.doubtful for r in good):
            entry.doubtful.add(case)
    return entry


def _table(found, names):
    micro = lambda value: None if value is None else value * 1e6  # noqa: E731
    rows, marks = [], {}
    for entry in found:
        row = [label(entry.rows[0], names) or entry.rows[0].stack]
        row += [entry.work[1] * 1e3 if 1 in entry.work else None]
        for case in CASES:
            row += [entry.outcome.get(case, micro(entry.wait.get(case)))]
        row += [micro(entry.typical.get(1)), micro(entry.p99.get(1)), entry.ratio(1), entry.ratio(3)]
        row += [
            entry.verdict()
            + ("; disturbed: Case " + ", ".join(map(str, sorted(entry.doubtful))) if entry.doubtful else "")
        ]
        if any(o in FAILED for o in entry.outcome.values()):
            marks[len(rows)] = "bad"
        rows.append(row)
    return Table(
        "time per work unit and per counter value of rank 1 (after Table 1 of van Dam et al. 2008)",
        [
            "counter",
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
        rows,
        marks,
        "Medians over repetitions. The wait of rank 1, as in the paper; a mean alone hides the two peaks of a stall.",
    )


def _draw(found, names, layout):
    panel_names = [n for n in names if n in ("counter", "window", "transport")]
    columns = {}
    for entry in found:
        columns.setdefault(label(entry.rows[0], panel_names) or entry.rows[0].get("counter"), []).append(entry)
    columns = {title: column for title, column in columns.items() if any(e.wait for e in column)}
    # Panels of a height side by side.
    columns = dict(sorted(columns.items(), key=lambda item: -len(item[1])))
    rest = [n for n in names if n not in panel_names]
    named = [[wrap(label(e.rows[0], rest) or e.rows[0].stack) for e in column] for column in columns.values()]
    step = max(0.5, 0.06 + 0.15 * max(1 + name.count("\n") for names in named for name in names))
    figure, axes = style.panels(layout, len(columns), 2, [0.75 + step * len(names) for names in named])
    every = [e.ratio(c) for e in found for c in CASES if e.ratio(c)]
    low, high = min([1, *every]) / 3, max([1, *every]) * 30
    for axis, (title, column), labels in zip(axes, columns.items(), named):
        for y, entry in enumerate(column):
            for k, case in enumerate(CASES):
                place = y + (k - 1) * 0.26
                ratio = entry.ratio(case)
                if ratio is None:
                    if outcome := entry.outcome.get(case):
                        axis.text(
                            low * 1.15,
                            place,
                            f"{case}: {outcome}",
                            va="center",
                            fontsize=layout.font - 2.5,
                            color=style.BAD if outcome in FAILED else "#666666",
                        )
                    continue
                axis.barh(
                    place,
                    ratio - low,
                    height=0.24,
                    left=low,
                    facecolor=_FACES[case],
                    edgecolor=style.INK,
                    hatch=_HATCHES[case],
                    linewidth=0.6,
                )
                axis.text(
                    ratio * 1.15,
                    place,
                    seconds(entry.wait[case], 2) + (" ?" if case in entry.doubtful else ""),
                    va="center",
                    fontsize=layout.font - 2.5,
                )
        axis.axvline(1, color=style.INK, linewidth=0.8, zorder=0)
        axis.set(
            xscale="log",
            xlim=(low, high),
            ylim=(len(column) - 0.45, -0.55),
            title=wrap(title, 38),
            xlabel="work / wait (longer bars are better)",
        )
        axis.set_yticks(range(len(column)), labels)
        axis.grid(False, axis="y")
    handles = [_patch(c) for c in CASES]
    style.legend_below(figure, handles, [CASE_NAMES[c] for c in CASES], layout, 3)
    return figure


def _patch(case):
    from matplotlib.patches import Patch

    return Patch(facecolor=_FACES[case], edgecolor=style.INK, linewidth=0.6, hatch=_HATCHES[case])


def _grid(found, names):
    """(cells, counters, lines) of all entries, with the mean wait of Case 1."""
    counter_names = [n for n in names if n in ("counter", "window")] or ["counter"]
    rest = [n for n in names if n not in counter_names]
    cells = {}
    for entry in found:
        if kind := entry.kind():
            at = label(entry.row, counter_names), label(entry.row, rest) or entry.row.stack
            cells[at] = kind, seconds(entry.wait[1], 2) if 1 in entry.wait else ""
    return cells, list(dict.fromkeys(c for c, _ in cells)), list(dict.fromkeys(line for _, line in cells))


def section(sweep: Sweep):
    result = Section(
        "table1",
        "Table 1 and Figure 1 of 2008, today",
        "How long does a rank wait for a counter value while the counter's owner computes?",
    )
    found = entries(sweep)
    if not any(e.wait for e in found):
        result.missing = "This sweep has no rows of `fockproxy counter`: perf/sweeps/table1 measures them."
        return result
    names = varying((r for e in found for r in e.rows), "case", "progress", "repeat", "tasks_per_rank", "work")
    names = (
        [n for n in ["stack", "counter"] if n not in names] + names
        if len(found) > 1
        else ["stack", "counter", "window"]
    )
    stalled = [e for e in found if e.stalls(1)]
    measured = [e for e in found if e.stalls(1) is not None]
    if stalled:
        worst = max(stalled, key=lambda e: e.wait[1] / e.work[1])
        cured = [e for e in stalled if e.stalls(3) is False]
        result.findings.append(
            f"The finding of 2008 holds for {len(stalled)} of {len(measured)} combinations: a value waits for the root"
            f" to enter MPI. Worst: {label(worst.rows[0], names)}, {seconds(worst.wait[1])} on average beside tasks of"
            f" {seconds(worst.work[1])}"
            + (f"; {seconds(worst.wait[2])} when the root idles (Case 2)." if 2 in worst.wait else ".")
        )
        crowded = [e for e in stalled if e.kind() == CROWDED]
        result.findings.append(
            f"A helper thread inside MPI (Case 3) cures {len(cured)} of them"
            + (f"; {len(crowded)} had too few cores for their helpers to tell." if crowded else ".")
        )
    if easy := [e for e in measured if not e.stalls(1)]:
        best = min(easy, key=lambda e: e.wait[1])
        result.findings.append(
            f"{len(easy)} of {len(measured)} need no progress of a working root; the fastest is "
            f"{label(best.rows[0], names)}: {seconds(best.wait[1])} a value."
        )
    if any(e.doubtful for e in found):
        result.findings.append(
            "Times marked ? come from rows that were disturbed: their ranks waited for a core, as they must "
            "where ranks and helper threads are more than the cores."
        )
    table = _table(found, names)
    result.tables.append(table)
    drawn, fewer = few_enough(found, lambda e: e.rows, _MOST_DRAWN, (level_of_case_3, chief_counters, one_counter))
    # A level that all bars share is said once.
    same = [n for n in names if n == "thread_level" and n not in varying(e.row for e in drawn)]
    shared = f"; {label(drawn[0].row, same)}" if same else ""
    bar_names = [n for n in names if n not in same]
    alt = (
        "Bars by MPI stack, counter and window: the time of a task over the time of a counter value, Cases 1, 2 and 3. "
    )
    result.figures.append(
        Figure(
            "figure1",
            "Work over the wait for a counter value (after Figure 1 of 2008), and the wait itself"
            + (f"{shared}; a choice, all are below" if fewer else shared),
            alt + " ".join(result.findings),
            lambda layout: _draw(drawn, bar_names, layout),
            table,
        )
    )
    cells, counters, lines = _grid(found, names)
    if len(lines) > 1 or len(counters) > 1:
        result.figures.append(
            Figure(
                "waits",
                "Who waits for the root: mean wait of Case 1 by counter and stack",
                "A grid of counters and stacks. " + " ".join(result.findings),
                lambda layout: grid.draw(cells, counters, lines, _LOOKS, layout),
                table,
            )
        )
    return result

