"""Message rates: many transfers of one origin in flight, and all ranks at once."""

from collections.abc import Sequence

from fockproxy_perf.report.analysis.crowds import Crowd, Flight, crowds, flights
from fockproxy_perf.report.quantities import number, size
from fockproxy_perf.report.section import Section
from fockproxy_perf.report.sweep import Sweep
from fockproxy_perf.report.table import Cell, Table


def add(result: Section, sweep: Sweep) -> None:
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
    """What the hottest target costs against a ring, and who is treated least fairly."""
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
