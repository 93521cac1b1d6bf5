"""What each progress strategy does to the wait for a counter value, to the tasks, and to a whole Fock build."""

from __future__ import annotations

from . import grid
from .figure import Figure, Section, Table, number, seconds
from .selection import few_enough, one_counter
from .sweep import FAILED, Sweep, group, label, median, trusted, varying

_ORDER = ("none", "poll", "idle-root", "helper-poll", "helper-send", "helper-recv", "helper-block", "library")
_STALL_SHARE = 0.05  # of a task: a longer mean wait is a wait for the root to enter MPI
_DEAR = 1.1  # tasks so much longer pay for the strategy with computing
_MOST_DRAWN = 40  # lines

FREE, DEAR, WAITS, BOTH, UNSUPPORTED, FAILS = (
    "a value does not wait for the root",
    "does not wait; tasks over 10% longer",
    "waits for the root",
    "waits; tasks over 10% longer",
    "unsupported",
    "failed",
)
_LOOKS = {
    FREE: grid.Look("o", "#ffffff"),
    DEAR: grid.Look("v", "#cfe4f3"),
    WAITS: grid.Look("s", "#f0a868"),
    BOTH: grid.Look("X", "#a84300", ink="#ffffff"),
    UNSUPPORTED: grid.Look("_", "#e4e4e4"),
    FAILS: grid.Look("$!$", "#b00020", "xxxx", "#ffffff"),
}


def _strategy(row):
    return row.get("progress", "none")


def _in_order(found):
    return sorted(set(found), key=lambda s: (_ORDER.index(s) if s in _ORDER else len(_ORDER), s))


def _lines(rows, *apart):
    """[(rows, {strategy: rows})] of settings alike in all but the strategy, where more than one was tried."""
    found = []
    for alike in group(rows, "progress", "repeat", *apart):
        tried = {s: [r for r in alike if _strategy(r) == s] for s in _in_order(map(_strategy, alike))}
        if len(tried) > 1:
            found.append((alike, tried))
    names = varying((alike[0] for alike, _ in found), "progress", "repeat")
    return sorted(found, key=lambda line: [str(line[0][0].get(name)) for name in names])  # stacks, then transports, ...


def counter_cell(rows):
    """(kind, mean wait of rank 1 and median factor of task lengths or None) of one strategy."""
    good = trusted(r for r in rows if r.verified)
    if not good:
        return (FAILS if rows[0].status in FAILED else UNSUPPORTED), None
    wait = median(r.result["waits"]["rank_1"]["mean"] for r in good)
    work = median(r.result["work_seconds"] for r in good)
    slowdown = median(r.result["work_slowdown"] for r in good)
    waits, dear = wait > _STALL_SHARE * work, slowdown > _DEAR
    kind = (BOTH if dear else WAITS) if waits else (DEAR if dear else FREE)
    return kind, (wait, slowdown)


def _percent(factor):
    return f"{(factor - 1) * 100:+.0f}%"


def counter_lines(sweep: Sweep):
    rows = [r for r in sweep.of("counter", verified=False) if not r.get("null") and str(r.get("case", 1)) == "1"]
    return _lines(rows)


def build_lines(sweep: Sweep):
    """[(rows, {strategy: median seconds of a build; a status where none was verified})]."""
    found = []
    for alike, tried in _lines(sweep.of("fock", verified=False)):
        times = {}
        for strategy, rows in tried.items():
            good = trusted(r for r in rows if r.verified)
            times[strategy] = median(t for r in good for t in r.result["fock"]["seconds"]) if good else rows[0].status
        found.append((alike, times))
    return found


def _counter_table(lines, names, strategies):
    rows = []
    for alike, tried in lines:
        for strategy in strategies:
            if strategy in tried:
                kind, figures = counter_cell(tried[strategy])
                rows.append(
                    [
                        label(alike[0], names) or alike[0].stack,
                        strategy,
                        figures and figures[0] * 1e6,
                        figures and figures[1],
                        kind,
                        ", ".join(sorted({note for r in tried[strategy] for note in r.notes})),
                    ]
                )
    marks = {i: "bad" for i, row in enumerate(rows) if row[4] == FAILS}
    return Table(
        "mean wait of rank 1 for a counter value, and the tasks beside it, by progress strategy",
        ["counter", "strategy", "wait / us", "task / task alone", "what it means", "note"],
        rows,
        marks,
        "Case 1. Medians over repetitions; where ranks and helpers are more than the cores, helpers lengthen tasks.",
    )


def _build_table(lines, names):
    strategies = _in_order(s for _, times in lines for s in times)
    rows = [
        [label(alike[0], names) or alike[0].stack]
        + [t * 1e3 if isinstance(t, float) else t for t in (times.get(s) for s in strategies)]
        for alike, times in lines
    ]
    return Table(
        "time of a Fock build by progress strategy",
        ["build", *(f"{s} / ms" for s in strategies)],
        rows,
        note="Medians over builds and repetitions, computing and communication.",
    )


def _findings(lines, strategies):
    """For each strategy how many of the stalls it ends, and what that costs the tasks."""
    stalled = []
    for _, tried in lines:
        if "none" in tried and counter_cell(tried["none"])[0] in (WAITS, BOTH):
            stalled.append(tried)
    if not stalled:
        return ["Without a strategy no counter value waits for the root: none is needed."]
    found = [f"Without a strategy a value waits for the root in {len(stalled)} of {len(lines)} combinations."]
    for strategy in strategies:
        cells = [counter_cell(tried[strategy]) for tried in stalled if strategy in tried and strategy != "none"]
        measured = [(kind, figures) for kind, figures in cells if figures]
        if measured:
            ended = sum(kind in (FREE, DEAR) for kind, _ in measured)
            waits, factors = median(f[0] for _, f in measured), median(f[1] for _, f in measured)
            found.append(
                f"{strategy} ends the wait in {ended} of {len(measured)} of them: {seconds(waits, 2)} a value in the"
                f" median; tasks take {number(factors)} times as long as alone."
            )
    return found


def section(sweep: Sweep):
    result = Section(
        "strategies",
        "What progress strategies cure, and what they cost",
        "Does polling, a helper thread or an idle rank end the wait for the counter, and at what price?",
    )
    lines, builds = counter_lines(sweep), build_lines(sweep)
    if not lines and not builds:
        result.missing = "This sweep has one progress strategy only: perf/sweeps/progress compares them."
        return result
    if lines:
        names = varying((a[0] for a, _ in lines), "progress", "repeat")
        names = [n for n in ["stack"] if n not in names] + names
        strategies = _in_order(s for _, tried in lines for s in tried)
        result.findings += _findings(lines, strategies)
        table = _counter_table(lines, names, strategies)
        result.tables.append(table)
        drawn, fewer = few_enough(lines, lambda line: line[0], _MOST_DRAWN, (one_counter,))
        cells = {}
        for alike, tried in drawn:
            for strategy, rows in tried.items():
                kind, figures = counter_cell(rows)
                text = f"{seconds(figures[0], 2)}, {_percent(figures[1])}" if figures else ""
                cells[strategy, label(alike[0], names) or alike[0].stack] = kind, text
        result.figures.append(
            Figure(
                "strategies",
                "Mean wait for a counter value, and by what the tasks got longer, by progress strategy"
                + ("; a choice, all are below" if fewer else ""),
                "A grid of strategies and stacks. " + " ".join(result.findings),
                lambda layout: grid.draw(cells, strategies, list(dict.fromkeys(c[1] for c in cells)), _LOOKS, layout),
                table,
            )
        )
    if builds:
        names = varying((a[0] for a, _ in builds), "progress", "repeat")
        result.tables.append(_build_table(builds, [n for n in ["stack"] if n not in names] + names))
    return result
