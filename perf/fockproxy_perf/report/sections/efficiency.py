"""Efficiency and load balance: how short can tasks be, and how many ranks do they keep busy?"""

from collections.abc import Mapping, Sequence
from functools import partial

from fockproxy_perf.report.analysis.curve import Curve
from fockproxy_perf.report.analysis.efficiency import Metg, RanksPoint, by_length, by_ranks, metg
from fockproxy_perf.report.analysis.imbalance import Imbalance, imbalances
from fockproxy_perf.report.drawing import efficiency as drawing
from fockproxy_perf.report.quantities import above_one, number, seconds
from fockproxy_perf.report.section import Figure, Section
from fockproxy_perf.report.sweep import Sweep
from fockproxy_perf.report.table import Cell, Table

_MOST_BUILDS = 30  # in the figure, the best balanced ones; the table has all


def section(sweep: Sweep) -> Section:
    result = Section(
        "efficiency", "Efficiency and load balance", "How short may tasks be, and how many ranks do they keep busy?"
    )
    lengths, ranks, balance = by_length(sweep), by_ranks(sweep), imbalances(sweep)
    if not (lengths or ranks or balance):
        result.missing = (
            "This sweep varied neither ranks nor task lengths and has no Fock builds: perf/sweeps/grain and"
            " perf/sweeps/order do."
        )
    if lengths:
        _add_lengths(result, lengths)
    if ranks:
        _add_ranks(result, ranks)
    if balance:
        _add_balance(result, balance)
    return result


def _add_lengths(result: Section, curves: Mapping[str, Curve]) -> None:
    found = {name: metg(curve.points) for name, curve in curves.items()}
    best = min(found, key=lambda name: (found[name].side == ">", found[name].seconds))
    finding = f"Tasks may be shortest with {best}: METG {_said(found[best])}."
    result.findings.append(finding)
    rows: list[list[Cell]] = []
    for name, curve in curves.items():
        lengths = [length for length, _ in curve.points]
        rows.append([name, _said(found[name]), found[name].seconds, min(lengths), max(lengths)])
    result.tables.append(
        Table(
            "METG: the least mean task at which half of the time is computing",
            ["configuration", "METG", "METG / s", "shortest measured / s", "longest measured / s"],
            rows,
        )
    )
    result.figures.append(
        Figure(
            "efficiency-length",
            "Efficiency against the length of a task; the line at 0.5 gives METG",
            "Curves of efficiency over the mean task length. " + finding,
            partial(drawing.by_length, list(curves.values())),
            Table(
                "efficiency by task length",
                ["configuration", "mean task / s", "efficiency"],
                [[name, *point] for name, curve in curves.items() for point in curve.points],
                note=above_one(share for curve in curves.values() for _, share in curve.points),
            ),
        )
    )


def _said(found: Metg) -> str:
    return f"{found.side} {seconds(found.seconds)}".lstrip()


def _add_ranks(result: Section, curves: Mapping[str, Sequence[RanksPoint]]) -> None:
    last = [(points[-1].efficiency, points[-1].ranks, name) for name, points in curves.items()]
    best, worst = max(last), min(last)
    finding = f"At {best[1]} ranks {best[2]} has an efficiency of {number(best[0])}" + (
        f", {worst[2]} {number(worst[0])}." if len(last) > 1 else "."
    )
    result.findings.append(finding)
    table = Table(
        "Fock builds by number of ranks",
        ["configuration", "ranks", "build / s", "speed-up S", "efficiency E"],
        [[name, *point] for name, points in curves.items() for point in points],
        note=above_one(point.efficiency for points in curves.values() for point in points),
    )
    result.tables.append(table)
    result.figures.append(
        Figure(
            "efficiency-ranks",
            "Efficiency of Fock builds against the number of ranks",
            "Curves of efficiency over ranks. " + finding,
            partial(drawing.by_ranks, curves),
            table,
        )
    )


def _add_balance(result: Section, balance: Sequence[Imbalance]) -> None:
    ordered = sorted(balance, key=lambda build: build.imbalance)
    least, most = ordered[0], max(balance, key=lambda build: build.imbalance)
    finding = (
        f"Load imbalance is from {number(least.imbalance, 4)} ({least.name}) to {number(most.imbalance, 4)}"
        f" ({most.name})."
    )
    result.findings.append(finding)
    table = Table(
        "load imbalance of Fock builds",
        ["configuration", "max / mean busy time", "time waiting at the end", "disturbed"],
        balance,
    )
    result.tables.append(table)
    result.figures.append(
        Figure(
            "imbalance",
            "Load imbalance of Fock builds",
            finding,
            partial(drawing.imbalance, ordered[:_MOST_BUILDS]),
            table,
        )
    )
