"""One-sided operations: the patch of 1996, bandwidth by size, I/O vectors, rates, busy targets."""

from collections.abc import Mapping, Sequence
from functools import partial

from fockproxy_perf.report.analysis.crowds import Crowd, Flight, crowds, flights
from fockproxy_perf.report.analysis.curve import Curve
from fockproxy_perf.report.analysis.onesided import BLOCKS, At, Reach, bandwidths, patch
from fockproxy_perf.report.drawing import onesided as drawing
from fockproxy_perf.report.quantities import micro, number, rate, size
from fockproxy_perf.report.section import Figure, Section
from fockproxy_perf.report.sections import busy_targets, io_vectors
from fockproxy_perf.report.sections.words import without_rows
from fockproxy_perf.report.sweep import Sweep
from fockproxy_perf.report.table import Cell, Table
from fockproxy_perf.rows.listed_rows import OnesidedRow

_PLACEMENTS = ("self", "same node", "other node")


def section(sweep: Sweep) -> Section:
    result = Section(
        "onesided",
        "One-sided operations by themselves",
        "What does a get, a put, an accumulate cost here, in which pieces, and while its target computes?",
    )
    if not sweep.of(OnesidedRow):
        result.missing = without_rows(sweep, OnesidedRow, "onesided")
        return result
    _add_patch(result, patch(sweep))
    _add_bandwidths(result, bandwidths(sweep))
    io_vectors.add(result, sweep)
    add_crowds(result, sweep)
    busy_targets.add(result, sweep)
    return result


def _add_patch(result: Section, reaches: Mapping[At, Reach]) -> None:
    for operation in BLOCKS:
        there = {at: reach for at, reach in reaches.items() if at.operation == operation}
        if there:
            result.findings += _patch_finding(operation, there)
            result.tables.append(_patch_table(operation, there))


def _patch_finding(operation: str, reaches: Mapping[At, Reach]) -> list[str]:
    """The finding for an operation on another rank."""
    remote = {at: r.bandwidth for at, r in reaches.items() if at.placement != "self" and r.bandwidth}
    if not remote:
        return []
    best, worst = max(remote, key=lambda at: remote[at]), min(remote, key=lambda at: remote[at])
    way = "from" if operation == "get" else "to"
    text = f"{operation.capitalize()} of 353 x 353 doubles {way} another rank: {rate(remote[best])} ({best.line})"
    return [f"{text} at best, {rate(remote[worst])} ({worst.line}) at worst." if best != worst else f"{text}."]


def _patch_table(operation: str, reaches: Mapping[At, Reach]) -> Table:
    places = [p for p in _PLACEMENTS if any(at.placement == p for at in reaches)]
    none = Reach(None, None)
    rows: list[list[Cell]] = []
    for line in dict.fromkeys(at.line for at in reaches):
        found = [reaches.get(At(operation, line, place), none) for place in places]
        rows.append([line, *(cell for r in found for cell in (micro(r.latency), _mega(r.bandwidth)))])
    return Table(
        f"{operation} of a word and of 353 x 353 doubles, after Tables 1 to 3 of the Global Arrays paper (1996)",
        ["configuration", *(f"{place}: {what}" for place in places for what in ("latency / us", "bandwidth / MB/s"))],
        rows,
        note="Medians of verified transfers, complete at a target inside MPI; self is the origin's own part.",
    )


def _mega(value: float | None) -> float | None:
    return None if value is None else value / 1e6


def _add_bandwidths(result: Section, curves: Sequence[Curve]) -> None:
    if not curves:
        return
    result.figures.append(
        Figure(
            "onesided-bandwidth",
            "Bandwidth to another rank against the size of a contiguous transfer",
            "Curves of bandwidth over bytes moved, a panel for each operation and kind of window.",
            partial(drawing.bandwidths, curves),
            Table(
                "bandwidth by size",
                ["panel", "configuration", "bytes", "bytes per second"],
                [[c.panel, c.line, *point] for c in curves for point in c.points],
            ),
        )
    )


def add_crowds(result: Section, sweep: Sweep) -> None:
    several = flights(sweep)
    if several:
        result.findings.append(_flight_finding(several))
        result.tables.append(_flight_table(several))
    together = crowds(sweep)
    if together:
        result.findings += _crowd_findings(together)
        result.tables.append(_crowd_table(together))


def _flight_finding(found: Sequence[Flight]) -> str:
    most, least = max(found, key=lambda f: f.gain), min(found, key=lambda f: f.gain)
    best = max(most.rates, key=most.rates.__getitem__)
    return (
        f"Several in flight bring most for {_words(most)}: {best} at a time make"
        f" {number(most.gain, 2)} times as many a second as one at a time; least, {number(least.gain, 2)} times, for"
        f" {_words(least)}."
    )


def _words(flight: Flight) -> str:
    return f"{flight.what.operation} of {size(flight.what.moved)} ({flight.what.line})"


def _flight_table(found: Sequence[Flight]) -> Table:
    numbers = sorted({n for f in found for n in f.rates})
    return Table(
        "transfers a second by the number in flight",
        ["configuration", "operation", "bytes", *(f"{n} in flight / (1/s)" for n in numbers), "best over one"],
        [[*f.what, *(f.rates.get(n) for n in numbers), f.gain] for f in found],
        note="To another rank inside MPI; issued together, then completed by one flush.",
    )


def _crowd_findings(found: Sequence[Crowd]) -> list[str]:
    """The rate of the hottest target relative to a ring, and the least fair case."""
    rings = {(c.what, c.ranks): c.rate for c in found if c.pattern == "ring" and c.target == "inside"}
    at_one = [c for c in found if c.pattern == "one target" and c.target == "inside" and (c.what, c.ranks) in rings]
    said = []
    if at_one:
        worst = min(at_one, key=lambda c: c.rate / rings[c.what, c.ranks])
        share = worst.rate / rings[worst.what, worst.ranks]
        said.append(
            f"All others at one rank: at worst {number(share, 2)} times the transfers a second of a rank that a ring"
            f" has, {worst.what.operation} of {size(worst.what.moved)} ({worst.what.line}, {worst.ranks} ranks)."
        )
    crowded = [c for c in found if c.ranks > 2]
    if crowded:
        unfair = min(crowded, key=lambda c: c.fairness)
        said.append(
            f"Least fair (Jain's index {number(unfair.fairness, 2)}, 1 is fair): {unfair.pattern},"
            f" {unfair.what.operation} of {size(unfair.what.moved)} ({unfair.what.line}, {unfair.ranks} ranks)."
        )
    return said


def _crowd_table(found: Sequence[Crowd]) -> Table:
    rows: list[list[Cell]] = [[*c.what, c.pattern, c.target, c.ranks, c.rate, c.fairness] for c in found]
    columns = ["configuration", "operation", "bytes", "pattern", "target", "ranks", "of a rank / (1/s)", "fairness"]
    return Table(
        "transfers a second with all ranks at once",
        columns,
        rows,
        note=(
            "Ring: each rank to its right neighbour; one target: all others to rank 0; hot target: every second"
            " transfer to rank 0. Fairness: Jain's index over ranks, 1 where all are served alike."
        ),
    )
