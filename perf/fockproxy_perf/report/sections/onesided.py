"""One-sided operations by themselves: the patch of 1996, bandwidth by size, I/O vectors, rates, busy targets."""

from collections.abc import Mapping, Sequence
from functools import partial

from fockproxy_perf.report.analysis.curve import Curve
from fockproxy_perf.report.analysis.onesided import BLOCKS, At, Reach, bandwidths, patch
from fockproxy_perf.report.drawing import onesided as drawing
from fockproxy_perf.report.quantities import micro, rate
from fockproxy_perf.report.section import Figure, Section
from fockproxy_perf.report.sections import busy_targets, crowds, io_vectors
from fockproxy_perf.report.sections.words import without_rows
from fockproxy_perf.report.sweep import Sweep
from fockproxy_perf.report.table import Cell, Table
from fockproxy_perf.rows.onesided_row import OnesidedRow

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
    crowds.add(result, sweep)
    busy_targets.add(result, sweep)
    return result


def _add_patch(result: Section, reaches: Mapping[At, Reach]) -> None:
    for operation in BLOCKS:
        there = {at: reach for at, reach in reaches.items() if at.operation == operation}
        if there:
            result.findings += _patch_finding(operation, there)
            result.tables.append(_patch_table(operation, there))


def _patch_finding(operation: str, reaches: Mapping[At, Reach]) -> list[str]:
    """Of the operation to another rank."""
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
