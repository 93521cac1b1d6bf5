"""The effects and the costs of progress strategies."""

from collections.abc import Sequence
from functools import partial

from fockproxy_perf.report.analysis.outcomes import Outcomes
from fockproxy_perf.report.analysis.selection import few_enough, one_counter
from fockproxy_perf.report.analysis.strategies import (
    BuildLine,
    CounterLine,
    Kind,
    build_lines,
    counter_lines,
    in_order,
)
from fockproxy_perf.report.drawing import grid as drawing
from fockproxy_perf.report.quantities import micro, number, seconds
from fockproxy_perf.report.repetitions import median
from fockproxy_perf.report.section import Figure, Section
from fockproxy_perf.report.settings import named, varying, with_stack
from fockproxy_perf.report.sweep import Sweep
from fockproxy_perf.report.table import Table

_MOST_DRAWN = 40  # lines


def section(sweep: Sweep) -> Section:
    result = Section(
        "strategies",
        "What progress strategies cure, and what they cost",
        "Does polling, a helper thread or an idle rank end the wait for the counter, and at what price?",
    )
    counters, builds = counter_lines(sweep), build_lines(sweep)
    if not counters and not builds:
        result.missing = "This sweep has one progress strategy only: perf/sweeps/progress compares them."
    if counters:
        _add_counters(result, counters)
    if builds:
        result.tables.append(_build_table(builds))
    return result


def _add_counters(result: Section, lines: Sequence[CounterLine]) -> None:
    names = _names(lines)
    strategies = in_order(strategy for line in lines for strategy in line.effects)
    result.findings += _findings(lines, strategies)
    table = _counter_table(lines, names, strategies)
    result.tables.append(table)
    drawn, fewer = few_enough(lines, lambda line: line.rows, _MOST_DRAWN, (one_counter,))
    result.figures.append(
        Figure(
            "strategies",
            "Mean wait for a counter value, and by what the tasks got longer, by progress strategy"
            + ("; a choice, all are below" if fewer else ""),
            "A grid of strategies and stacks. " + " ".join(result.findings),
            partial(drawing.draw_strategies, _grid(drawn, names, strategies)),
            table,
        )
    )


def _names(lines: Sequence[CounterLine | BuildLine]) -> list[str]:
    return with_stack(varying((line.rows[0] for line in lines), "progress", "repeat"))


def _findings(lines: Sequence[CounterLine], strategies: Sequence[str]) -> list[str]:
    """For each strategy, how many of the stalls it ends and how it affects the tasks."""
    stalled = [line for line in lines if line.stalls]
    if not stalled:
        return ["Without a strategy no counter value waits for the root: none is needed."]
    found = [f"Without a strategy a value waits for the root in {len(stalled)} of {len(lines)} combinations."]
    for strategy in strategies:
        effects = [line.effects[strategy] for line in stalled if strategy in line.effects and strategy != "none"]
        measured = [e.measured for e in effects if e.measured]
        if measured:
            ended = sum(e.kind in (Kind.FREE, Kind.DEAR) for e in effects)
            found.append(
                f"{strategy} ends the wait in {ended} of {len(measured)} of them:"
                f" {seconds(median(m.wait for m in measured), 2)} a value in the median; tasks take"
                f" {number(median(m.slowdown for m in measured))} times as long as alone."
            )
    return found


def _grid(lines: Sequence[CounterLine], names: Sequence[str], strategies: Sequence[str]) -> Outcomes[Kind]:
    cells = {}
    for line in lines:
        for strategy, (kind, measured, _) in line.effects.items():
            text = f"{seconds(measured.wait, 2)}, {(measured.slowdown - 1) * 100:+.0f}%" if measured else ""
            cells[strategy, named(line.rows[0], names)] = kind, text
    return Outcomes(cells, strategies, list(dict.fromkeys(line for _, line in cells)))


def _counter_table(lines: Sequence[CounterLine], names: Sequence[str], strategies: Sequence[str]) -> Table:
    rows = [
        [
            named(line.rows[0], names),
            strategy,
            micro(effect.measured.wait) if effect.measured else None,
            effect.measured.slowdown if effect.measured else None,
            effect.kind,
            ", ".join(effect.notes),
        ]
        for line in lines
        for strategy in strategies
        if (effect := line.effects.get(strategy))
    ]
    return Table(
        "mean wait of rank 1 for a counter value, and the tasks beside it, by progress strategy",
        ["counter", "strategy", "wait / us", "task / task alone", "what it means", "note"],
        rows,
        {i: "bad" for i, row in enumerate(rows) if row[4] == Kind.FAILS},
        "Case 1. Medians over repetitions; where ranks and helpers are more than the cores, helpers lengthen tasks.",
    )


def _build_table(lines: Sequence[BuildLine]) -> Table:
    names = _names(lines)
    strategies = in_order(strategy for line in lines for strategy in line.times)
    return Table(
        "time of a Fock build by progress strategy",
        ["build", *(f"{s} / ms" for s in strategies)],
        [[named(line.rows[0], names), *(_milliseconds(line.times.get(s)) for s in strategies)] for line in lines],
        note="Medians over builds and repetitions, computing and communication.",
    )


def _milliseconds(time: float | str | None) -> float | str | None:
    return time * 1e3 if isinstance(time, float) else time
