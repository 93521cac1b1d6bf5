"""Transfers of many segments: which method for I/O vectors is fastest, by segment length."""

import enum
import statistics
from collections.abc import Sequence
from typing import NamedTuple

from fockproxy_perf.report.analysis.curve import Curve
from fockproxy_perf.report.analysis.onesided import BLOCKS, by_mpi, line, names, rows_of
from fockproxy_perf.report.analysis.outcomes import Outcomes
from fockproxy_perf.report.quantities import number, size
from fockproxy_perf.report.repetitions import medians
from fockproxy_perf.report.sweep import Sweep
from fockproxy_perf.rows.listed_rows import OnesidedRow

_WORTH_IT = 1.1  # a method that gains less is no reason to replace the direct one


class Method(enum.StrEnum):
    """The program's names of the methods, from ARMCI-MPI."""

    CONSERVATIVE = "conservative"
    BATCHED = "batched"
    DIRECT = "direct"
    PACKED = "packed"


class Vectors(NamedTuple):
    """Segments of one length on one line. `bandwidths`: geometric means over the numbers of segments that all methods
    transferred; `faster`: methods that are faster than direct beyond the noise."""

    rows: list[OnesidedRow]
    line: str
    operation: str
    even: bool  # whether the gaps between segments are equal
    segment_bytes: int
    bandwidths: dict[Method, float]
    faster: frozenset[Method]

    @property
    def best(self) -> Method:
        """Direct, which is one call with a datatype, unless another method is clearly faster."""
        if Method.DIRECT not in self.bandwidths:
            return max(self.bandwidths, key=self.bandwidths.__getitem__)
        worth_it = [method for method in self.faster if self.gain(method) > _WORTH_IT]
        return max(worth_it, key=self.bandwidths.__getitem__, default=Method.DIRECT)

    def gain(self, method: Method) -> float:
        """How many times faster than direct; 1 if direct was not measured."""
        return self.bandwidths[method] / self.bandwidths.get(Method.DIRECT, self.bandwidths[method])


def vectors(sweep: Sweep) -> list[Vectors]:
    """Results by line, operation, gaps and segment length, if more than one method was measured."""
    rows = [r for r in rows_of(sweep, "strided", "vectors") if by_mpi(r) and not r.get("overlapping")]
    named = names(rows)
    lines = list(dict.fromkeys(line(r, named) for r in rows))
    groups: dict[tuple[int, int, bool, int], list[OnesidedRow]] = {}
    for row in rows:
        if row.get("operation") in BLOCKS:
            place = (lines.index(line(row, named)), BLOCKS.index(row.get("operation")), row.get("table") != "strided")
            groups.setdefault((*place, row.get("segment_bytes")), []).append(row)
    found = [
        Vectors(alike, lines[where], BLOCKS[what], not uneven, length, _means(alike), _faster(alike))
        for (where, what, uneven, length), alike in sorted(groups.items())
    ]
    return [v for v in found if len(v.bandwidths) > 1]


def _place(row: OnesidedRow) -> tuple[Method, int]:
    """The common key of repetitions, among rows with one segment length."""
    return Method(row.get("method")), row.get("segments")


def _means(rows: Sequence[OnesidedRow]) -> dict[Method, float]:
    points = medians(rows, _place, lambda r: r.bandwidth)
    tried = dict.fromkeys(method for method, _ in points)
    common = [n for n in {n for _, n in points} if all((method, n) in points for method in tried)]
    return {method: statistics.geometric_mean(points[method, n] for n in common) for method in tried if common}


def _faster(rows: Sequence[OnesidedRow]) -> frozenset[Method]:
    """Methods whose 95% intervals lie below those of direct for at least half of the numbers of segments."""
    low = medians(rows, _place, lambda r: r.result["median_low"])
    high = medians(rows, _place, lambda r: r.result["median_high"])
    below: dict[Method, list[bool]] = {}
    for method, n in high:
        if (Method.DIRECT, n) in low:
            below.setdefault(method, []).append(high[method, n] < low[Method.DIRECT, n])
    return frozenset(method for method, found in below.items() if 2 * sum(found) >= len(found))


class Stretch(NamedTuple):
    """The method that is best up to this segment length, the last before another method is best, or the longest."""

    method: Method
    up_to: int


def stretches(alike: Sequence[Vectors]) -> tuple[Stretch, ...]:
    """The stretches of one line and operation, the shortest segments first."""
    found: list[Stretch] = []
    for v in alike:
        if found and found[-1].method == v.best:
            found.pop()
        found.append(Stretch(v.best, v.segment_bytes))
    return tuple(found)


def curves(found: Sequence[Vectors]) -> list[Curve]:
    """(bytes of a segment, bytes per second); one panel per line and operation."""
    points: dict[tuple[str, Method], list[tuple[float, float]]] = {}
    for v in found:
        for method in Method:
            if method in v.bandwidths:
                points.setdefault((f"{v.operation}, {v.line}", method), []).append(
                    (v.segment_bytes, v.bandwidths[method])
                )
    return [Curve(panel, method, of) for (panel, method), of in points.items()]


def grid(found: Sequence[Vectors]) -> Outcomes[Method]:
    """The best method for each operation and segment length; cells tell how many times faster than direct it is."""
    cells = {
        (_column(v), v.line): (
            v.best,
            "" if v.best == Method.DIRECT else f"x{number(v.gain(v.best), 2)}",
        )
        for v in found
    }
    in_order = sorted(found, key=lambda v: (BLOCKS.index(v.operation), v.segment_bytes))
    return Outcomes(cells, list(dict.fromkeys(map(_column, in_order))), list(dict.fromkeys(v.line for v in found)))


def _column(v: Vectors) -> str:
    return f"{v.operation}, {size(v.segment_bytes)}"
