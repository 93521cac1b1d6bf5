"""Speed-up S and efficiency E of every phase of a calculation, as in tables of reports on MCHF codes."""

from collections.abc import Mapping
from functools import partial

from fockproxy_perf.report.analysis.phases import TOTAL, ByRanks, families, speedups
from fockproxy_perf.report.drawing import phases as drawing
from fockproxy_perf.report.quantities import above_one, number
from fockproxy_perf.report.section import Figure, Section
from fockproxy_perf.report.sweep import Sweep
from fockproxy_perf.report.table import Cell, Table

_MOST_SAID = 4  # calculations with a sentence


def section(sweep: Sweep) -> Section:
    result = Section(
        "phases", "Speed-up and efficiency of each phase", "Which part of the calculation stops scaling first?"
    )
    found = families(sweep)
    if not found:
        result.missing = "This sweep has no rows of `fockproxy scf` or `fock`."
        return result
    table = _table(found)
    result.tables.append(table)
    scaled = {name: by_ranks for name, by_ranks in found.items() if len(by_ranks) > 1}
    if not scaled:
        result.missing = (
            "All calculations of this sweep ran on one number of ranks: the table gives the times; add ranks to the"
            " sweep's axes for speed-up and efficiency."
        )
        return result
    result.findings += [_finding(name, by_ranks) for name, by_ranks in list(scaled.items())[:_MOST_SAID]]
    result.figures.append(
        Figure("phases", "Speed-up of each phase", " ".join(result.findings), partial(drawing.draw, scaled), table)
    )
    return result


def _finding(name: str, by_ranks: ByRanks) -> str:
    most = max(by_ranks)
    efficiencies = {phase: s / most for phase, s in speedups(by_ranks, most).items() if phase != TOTAL}
    worst = min(efficiencies, key=efficiencies.__getitem__)
    return (
        f"{name}, {most} ranks: E = {number(efficiencies.get('Fock'), 2)} for the Fock builds; least for {worst},"
        f" {number(efficiencies[worst], 2)}."
    )


def _table(found: Mapping[str, ByRanks]) -> Table:
    rows: list[list[Cell]] = []
    for name, by_ranks in found.items():
        for ranks, times in by_ranks.items():
            gains = speedups(by_ranks, ranks) if len(by_ranks) > 1 else {}
            for phase, time in times.items():
                gain = gains.get(phase)
                rows.append([name, ranks, phase, time, gain, None if gain is None else gain / ranks])
    return Table(
        "time, speed-up S and efficiency E by phase",
        ["configuration", "ranks", "phase", "time / s", "S", "E"],
        rows,
        note=(
            "S: the least number of ranks measured times its time, over the time; E = S / ranks. A phase that one rank"
            " alone computes cannot exceed S = 1. " + above_one(row[5] for row in rows)
        ).rstrip(),
    )
