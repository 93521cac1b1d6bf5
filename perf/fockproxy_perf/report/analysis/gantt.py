"""What every rank did and when: the bars of a chart, and how the time of the ranks was spent."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Mapping

from fockproxy_perf.report.trace import OPERATIONS, SHOWN, STATES, Span, Trace

MOST_BARS = 4000  # per chart; if there are more, neighbours of one kind are joined
_DETAIL_TASKS = 12  # per rank, in the detail chart

Bars = list[tuple[float, float]]  # begins and ends
Shares = dict[int, dict[str, float]]  # seconds of each state, by rank


@dataclasses.dataclass
class Chart:
    """The content of one chart. Times are in seconds; bars count from the begin of the chart."""

    begin: float
    end: float
    bars: dict[tuple[int, str], Bars]  # by rank and state
    gap: float  # spans of one kind with a smaller gap were joined; 0: none
    helpers: set[int]  # ranks with a helper thread inside MPI


@dataclasses.dataclass
class Activity:
    """One run of a trace: the whole run, and a few tasks around its slowest operation."""

    trace: Trace
    run: Span
    shares: Shares
    whole: Chart
    detail: Chart

    @property
    def spans(self) -> list[Span]:
        return self.trace.during(self.run.begin, self.run.end, *SHOWN)

    @property
    def together(self) -> dict[str, float]:
        """{state: share of the time of all ranks}."""
        total = sum(sum(times.values()) for times in self.shares.values()) or 1
        return {state: sum(times[state] for times in self.shares.values()) / total for state in STATES}


def activity(trace: Trace) -> Activity | None:
    """None if the trace has no run that is complete enough."""
    run = trace.chosen_run()
    if run is None:
        return None
    return Activity(
        trace, run, shares(trace, run), chart(trace, run.begin, run.end), chart(trace, *_slowest_stretch(trace, run))
    )


def shares(trace: Trace, run: Span) -> Shares:
    """The time of each rank by state. The states of a rank add up to the length of its run."""
    found: Shares = {}
    for rank in range(trace.ranks):
        mine = [s for s in trace.during(run.begin, run.end, *SHOWN) if s.rank == rank]
        lengths = (
            s.seconds
            for s in trace.of("run")
            if s.rank == rank and abs(s.end - run.end) < 0.5 * run.seconds and s.begin < run.end
        )
        length = max(lengths, default=run.seconds)
        times = {state: sum(s.seconds for s in mine if s.kind == state) for state in SHOWN}
        times["other"] = max(0.0, length - sum(times.values()))
        found[rank] = times
    return found


def joined(spans: Iterable[Span], gap: float) -> Bars:
    """Joins spans of one kind and rank that are closer than `gap`, because gaps below a pixel cannot be seen."""
    merged: Bars = []
    for span in sorted(spans, key=lambda s: s.begin):
        if merged and span.begin - merged[-1][1] <= gap:
            begin, end = merged[-1]
            merged[-1] = begin, max(end, span.end)
        else:
            merged.append((span.begin, span.end))
    return merged


def chart(trace: Trace, begin: float, end: float) -> Chart:
    """At most MOST_BARS bars even for a long trace, so that the page stays small; but at least one per rank and
    state."""
    spans: dict[tuple[int, str], list[Span]] = {}
    for s in trace.of(*SHOWN):
        if s.overlaps(begin, end):
            spans.setdefault((s.rank, s.kind), []).append(s)
    gap = 0.0 if sum(map(len, spans.values())) <= MOST_BARS else (end - begin) / 2000
    bars = {of: joined(found, gap) for of, found in spans.items()} if gap else _as_they_are(spans)
    while gap < end - begin and sum(map(len, bars.values())) > MOST_BARS:
        gap *= 1.5
        bars = {of: joined(found, gap) for of, found in spans.items()}
    within = {of: [(max(b, begin) - begin, min(e, end) - begin) for b, e in found] for of, found in bars.items()}
    return Chart(begin, end, within, gap, {s.rank for s in trace.of("helper") if s.overlaps(begin, end)})


def _as_they_are(spans: Mapping[tuple[int, str], list[Span]]) -> dict[tuple[int, str], Bars]:
    return {of: [(s.begin, s.end) for s in found] for of, found in spans.items()}


def _slowest_stretch(trace: Trace, run: Span) -> tuple[float, float]:
    """The part of the run, a few tasks long, around the slowest operation."""
    lasting = trace.during(run.begin, run.end, *OPERATIONS)
    computing = trace.during(run.begin, run.end, "compute")
    if not lasting or not computing:
        return run.begin, run.end
    slowest = max(lasting, key=lambda s: s.seconds)
    task = sum(s.seconds for s in computing) / len(computing)
    length = min(run.seconds, max(_DETAIL_TASKS * task, 1.5 * slowest.seconds))
    begin = min(max(run.begin, slowest.begin - 0.3 * length), run.end - length)
    return begin, begin + length
