"""Contention for the blocks of D and F: how often a block was accessed, how long ranks waited for it, and how many
accesses overlapped in time."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from typing import NamedTuple

from fockproxy_perf.report.trace import Span, Trace

MATRICES = {"D": ("get", "held get"), "F": ("accumulate", "held accumulate")}
_BINS = 300  # number of time intervals in a run


class Use(NamedTuple):
    """The use of one block. `waited`: seconds, summed over the ranks."""

    accesses: int
    waited: float
    most_at_once: int


class Point(NamedTuple):
    """Accesses in progress in one time interval. `time` is its middle, in seconds from the begin of the run."""

    time: float
    mean: float
    most: int


@dataclasses.dataclass
class Contention:
    """The accesses of one run to D or to F."""

    trace: Trace
    matrix: str
    side: int  # blocks along a side of the matrix
    spans: list[Span]
    blocks: dict[tuple[int, ...], Use]
    over_time: list[Point]

    @property
    def waited(self) -> float:
        return sum(s.seconds for s in self.spans)

    @property
    def hottest(self) -> tuple[int, ...]:
        return max(self.blocks, key=lambda block: self.blocks[block].waited)


def contention(trace: Trace, matrix: str) -> Contention | None:
    """None if the trace has no run, or no accesses to the matrix."""
    run, layout = trace.chosen_run(), trace.layout
    spans = accesses(trace, run, matrix) if run else []
    if run is None or layout is None or not spans:
        return None
    return Contention(trace, matrix, layout.blocks, spans, by_block(spans), in_progress(spans, run.begin, run.seconds))


def accesses(trace: Trace, run: Span, matrix: str) -> list[Span]:
    """Spans of one run that read D or add to F."""
    return [s for s in trace.during(run.begin, run.end, *MATRICES[matrix]) if s.block]


def _shared_out(spans: Sequence[Span]) -> dict[tuple[int, ...], list[Span]]:
    blocks: dict[tuple[int, ...], list[Span]] = {}
    for span in spans:
        blocks.setdefault(span.block, []).append(span)
    return blocks


def by_block(spans: Sequence[Span]) -> dict[tuple[int, ...], Use]:
    return {
        block: Use(len(found), sum(s.seconds for s in found), overlap(found))
        for block, found in _shared_out(spans).items()
    }


def _ends(spans: Sequence[Span]) -> list[tuple[float, int]]:
    """Sorted (time, +1 or -1) of begins and ends; ends first, so that spans that only touch do not overlap."""
    return sorted([(s.begin, 1) for s in spans] + [(s.end, -1) for s in spans])


def overlap(spans: Sequence[Span]) -> int:
    """The largest number of spans that are open at the same time."""
    most = now = 0
    for _, step in _ends(spans):
        now += step
        most = max(most, now)
    return most


def colliding_seconds(spans: Sequence[Span]) -> float:
    """The time for which two or more accesses to one block were open together, summed over blocks."""
    total = 0.0
    for found in _shared_out(spans).values():
        open_, last = 0, 0.0
        for time, step in _ends(found):
            if open_ > 1:
                total += time - last
            open_, last = open_ + step, time
    return total


def in_progress(spans: Sequence[Span], begin: float, length: float) -> list[Point]:
    """The accesses in _BINS equal intervals of the `length` seconds from `begin`."""
    width = length / _BINS
    load, peak, open_ = [0.0] * _BINS, [0] * _BINS, 0

    def place(time: float) -> int:
        return min(_BINS - 1, max(0, int((time - begin) / width)))

    for s in spans:
        for b in range(place(s.begin), place(s.end) + 1):
            left = begin + b * width
            load[b] += max(0.0, min(s.end, left + width) - max(s.begin, left)) / width
    for time, step in _ends(spans):
        open_ += step
        peak[place(time)] = max(peak[place(time)], open_)
    return [Point((b + 0.5) * width, load[b], peak[b]) for b in range(_BINS)]
