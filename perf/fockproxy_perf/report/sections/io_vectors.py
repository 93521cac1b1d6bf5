"""The fastest method for I/O vectors, by segment length."""

from collections import Counter
from collections.abc import Sequence
from functools import partial

from fockproxy_perf.report.analysis.io_vectors import Method, Stretch, Vectors, curves, grid, stretches, vectors
from fockproxy_perf.report.analysis.onesided import BLOCKS
from fockproxy_perf.report.analysis.selection import few_enough, shared_memory, window_create
from fockproxy_perf.report.drawing import onesided as drawing
from fockproxy_perf.report.quantities import number, size
from fockproxy_perf.report.section import Figure, Section
from fockproxy_perf.report.sections.words import FEW, capital, listed, together
from fockproxy_perf.report.sweep import Sweep
from fockproxy_perf.report.table import Cell, Table

_SHORT = "the fastest method of I/O vectors by configuration"
_MOST_DRAWN = 120  # segment lengths on all panels, about five per panel


def add(result: Section, sweep: Sweep) -> None:
    found = vectors(sweep)
    even = [v for v in found if v.even]
    if found:
        result.tables.append(_table(found))
    if not even:
        return
    advice = _findings(even)
    result.findings += advice
    result.tables.append(_short_table(even))
    result.figures.append(
        Figure(
            "onesided-methods",
            "The fastest method by operation and length of a segment, and how many times as fast as direct it is",
            "A grid of methods. " + " ".join(advice),
            partial(drawing.best, grid(even)),
            _table(even),
        )
    )
    drawn, fewer = few_enough(even, lambda v: v.rows, _MOST_DRAWN, (window_create, shared_memory))
    result.figures.append(
        Figure(
            "onesided-segments",
            "Bandwidth of strided transfers against the length of a segment, by method"
            + ("; a choice, the table has all" if fewer else ""),
            "Curves of bandwidth over the length of a segment, a line for each method. " + " ".join(advice),
            partial(drawing.methods, curves(drawn)),
            _table(drawn),
        )
    )


def _findings(found: Sequence[Vectors]) -> list[str]:
    """The method for each line; with many lines, how often each method is best, and the table with the details."""
    lines = dict.fromkeys(v.line for v in found)
    if len(lines) <= FEW:
        return together({line: _advice([v for v in found if v.line == line]) for line in lines})
    often = Counter(v.best for v in found).most_common()
    parts = [f"{method} in {n}" for method, n in often]
    text = (
        f"Of {len(found)} cases (operation, length of a segment, configuration) {listed(parts)} is the method to use:"
        " direct, one call with a datatype, unless another is 10% faster."
    )
    most = max(found, key=lambda v: v.gain(v.best))
    if most.best != Method.DIRECT:
        text += (
            f" The most is gained by {most.best}: {most.operation} of segments of {size(most.segment_bytes)} runs"
            f" {number(most.gain(most.best), 2)} times as fast ({most.line})."
        )
    return [f"{text} Where: table of {_SHORT}."]


def _advice(found: Sequence[Vectors]) -> str:
    """The advice for one line; names operations with the same advice together."""
    alike: dict[str, list[str]] = {}
    for operation in BLOCKS:
        if of := [v for v in found if v.operation == operation]:
            alike.setdefault(_fastest(of), []).append(operation)
    return capital("; ".join(f"{listed(operations)}: {text}" for text, operations in alike.items()))


def _fastest(found: Sequence[Vectors]) -> str:
    """For example: for segments up to 1 KiB packed is fastest, above it direct."""
    parts = stretches(found)
    if len(parts) == 1:
        return f"{parts[0].method} is fastest for segments of every length"
    first, *between, last = parts
    middle = "".join(f", up to {size(part.up_to)} {part.method}" for part in between)
    return f"for segments up to {size(first.up_to)} {first.method} is fastest{middle}, above it {last.method}"


def _short_table(found: Sequence[Vectors]) -> Table:
    rows: list[list[Cell]] = []
    for line in dict.fromkeys(v.line for v in found):
        of = [[v for v in found if v.line == line and v.operation == operation] for operation in BLOCKS]
        rows.append([line, *(_cell(stretches(vectors)) for vectors in of)])
    return Table(_SHORT, ["configuration", *BLOCKS], rows, note="By the length of a segment, even gaps.")


def _cell(parts: Sequence[Stretch]) -> Cell:
    """For example: packed up to 1 KiB, then direct."""
    if not parts:
        return None
    *first, last = parts
    return ", ".join(f"{part.method} up to {size(part.up_to)}" for part in first) + (
        f", then {last.method}" if first else last.method
    )


def _table(found: Sequence[Vectors]) -> Table:
    return Table(
        "bandwidth of transfers of many segments by method",
        [
            "configuration",
            "operation",
            "gaps",
            "bytes of a segment",
            *(f"{method} / MB/s" for method in Method),
            "fastest",
            "times direct",
        ],
        [
            [
                v.line,
                v.operation,
                "even" if v.even else "uneven",
                v.segment_bytes,
                *(v.bandwidths[m] / 1e6 if m in v.bandwidths else None for m in Method),
                v.best,
                v.gain(v.best),
            ]
            for v in found
        ],
        note=(
            "Geometric means over numbers of segments. Conservative: an epoch for each segment; batched: 64 calls in an"
            " epoch; direct: one call with a datatype; packed: a contiguous buffer here, a datatype there. Direct"
            " counts as fastest unless another is 10% faster and beyond the noise."
        ),
    )
