"""What every rank did and when: a Gantt chart of one run, and how the ranks' time was spent."""

from __future__ import annotations

import dataclasses

from . import style
from .figure import Figure, Section, Table, number, seconds
from .style import wrap
from .trace import OPERATIONS, STATES, Trace

# Face, hatch: computing is light and plain, waiting is dark or hatched.
LOOKS = {
    "compute": ("#cfe3f2", ""),
    "counter": ("#D55E00", "xxxx"),
    "get": ("#0072B2", "////"),
    "accumulate": ("#009E73", "\\\\\\\\"),
    "held get": ("#56B4E9", "----"),
    "held accumulate": ("#8fd3b6", "||||"),
    "flush": ("#000000", ""),
    "idle": ("#9a9a9a", "++++"),
    "other": ("#ffffff", ""),
}
_DETAIL_TASKS = 12  # per rank, in the lower chart
_MOST_BARS = 4000  # in a chart: beyond that, neighbours of a kind are joined
_SHOWN = STATES[:-1]


def chosen_run(trace: Trace):
    """The run with the median length, so that a lucky or disturbed one is not what the reader sees; a whole one, unless
    the trace has none."""
    runs = sorted(trace.whole_runs() or trace.runs(), key=lambda r: r.seconds)
    return runs[len(runs) // 2] if runs else None


def shares(trace: Trace, run):
    """{rank: {state: seconds}} of one run; the states add up to its length on every rank."""
    found = {}
    for rank in range(trace.ranks):
        mine = [s for s in trace.during(run.begin, run.end, "run", *_SHOWN) if s.rank == rank]
        length = max(
            (
                s.seconds
                for s in trace.spans
                if s.kind == "run" and s.rank == rank and abs(s.end - run.end) < 0.5 * run.seconds and s.begin < run.end
            ),
            default=run.seconds,
        )
        times = {state: sum(s.seconds for s in mine if s.kind == state) for state in _SHOWN}
        times["other"] = max(0.0, length - sum(times.values()))
        found[rank] = times
    return found


def joined(spans, gap):
    """Spans of one kind and rank that are closer than `gap` become one: what is narrower than a dot cannot be seen."""
    merged = []
    for span in sorted(spans, key=lambda s: s.begin):
        if merged and span.begin - merged[-1][1] <= gap:
            merged[-1][1] = max(merged[-1][1], span.end)
        else:
            merged.append([span.begin, span.end])
    return merged


@dataclasses.dataclass
class Chart:
    """What is drawn of a stretch of the trace. Seconds; bars are [begin, end] and count from the chart's begin."""

    begin: float
    end: float
    bars: dict  # {(rank, state): bars}
    gap: float  # spans of a kind that are closer have become one bar; 0: none
    helpers: set  # ranks with a helper thread inside MPI


def chart(trace: Trace, begin, end):
    """At most _MOST_BARS bars, however long the trace is, so that a page stays a page; at least one for each rank and
    state, however many ranks."""
    spans = {}
    for s in trace.spans:
        if s.kind in _SHOWN and s.end > begin and s.begin < end:
            spans.setdefault((s.rank, s.kind), []).append(s)
    gap = 0.0 if sum(map(len, spans.values())) <= _MOST_BARS else (end - begin) / 2000
    while True:
        bars = {of: joined(found, gap) for of, found in spans.items()} if gap else as_they_are(spans)
        if gap >= end - begin or sum(map(len, bars.values())) <= _MOST_BARS:
            break
        gap *= 1.5
    within = {of: [[max(b, begin) - begin, min(e, end) - begin] for b, e in found] for of, found in bars.items()}
    helpers = {s.rank for s in trace.spans if s.kind == "helper" and s.end > begin and s.begin < end}
    return Chart(begin, end, within, gap, helpers)


def as_they_are(spans):
    return {of: [[s.begin, s.end] for s in found] for of, found in spans.items()}


def _bars(axis, drawn: Chart, ranks, layout):
    length = drawn.end - drawn.begin
    for state in _SHOWN:
        face, hatch = LOOKS[state]
        for rank in range(ranks):
            if bars := drawn.bars.get((rank, state)):
                axis.broken_barh(
                    [(b, e - b) for b, e in bars],
                    (rank - 0.4, 0.8),
                    facecolor=face,
                    hatch=hatch,
                    edgecolor=style.INK,
                    linewidth=0.15,
                    zorder=1 if state == "compute" else 2,
                )
    for rank in drawn.helpers:
        axis.plot([0, length], [rank + 0.45] * 2, color=style.INK, linewidth=1, linestyle=":")
    axis.set(xlim=(0, length), ylim=(ranks - 0.45, -0.55), xlabel="time")
    axis.set_yticks(range(ranks), [f"rank {r}" for r in range(ranks)])
    axis.xaxis.set_major_formatter(lambda v, _: seconds(v, 3))
    axis.xaxis.set_major_locator(style.few_ticks(layout))
    axis.grid(False, axis="y")


_WHOLE, _DETAIL = "the whole run", "around its slowest operation"


def _window(trace, run):
    """A stretch of the run in which the slowest operation stands, a few tasks long."""
    lasting = trace.during(run.begin, run.end, *OPERATIONS)
    computing = trace.during(run.begin, run.end, "compute")
    if not lasting or not computing:
        return run.begin, run.end
    slowest = max(lasting, key=lambda s: s.seconds)
    length = min(
        run.seconds, max(_DETAIL_TASKS * sum(s.seconds for s in computing) / len(computing), 1.5 * slowest.seconds)
    )
    begin = min(max(run.begin, slowest.begin - 0.3 * length), run.end - length)
    return begin, begin + length


def _draw(trace, run, charts, layout):
    from matplotlib.patches import Patch

    figure, axes = style.panels(
        layout, 3, 1, [0.9 + 0.4 * trace.ranks, 0.9 + 0.4 * trace.ranks, 1 + 0.35 * trace.ranks]
    )
    for axis, (title, drawn) in zip(axes, charts.items()):
        _bars(axis, drawn, trace.ranks, layout)
        axis.set_title(wrap(title, 30))
    axis = axes[2]
    for rank, times in shares(trace, run).items():
        left, total = 0, sum(times.values()) or 1
        for state in STATES:
            axis.barh(
                rank,
                100 * times[state] / total,
                left=left,
                height=0.7,
                facecolor=LOOKS[state][0],
                hatch=LOOKS[state][1],
                edgecolor=style.INK,
                linewidth=0.4,
            )
            left += 100 * times[state] / total
    axis.set(
        xlim=(0, 100), ylim=(trace.ranks - 0.45, -0.55), xlabel="share of the run / %", title="where the time went"
    )
    axis.set_yticks(range(trace.ranks), [f"rank {r}" for r in range(trace.ranks)])
    axis.grid(False, axis="y")
    handles = [Patch(facecolor=LOOKS[s][0], hatch=LOOKS[s][1], edgecolor=style.INK, linewidth=0.4) for s in STATES]
    figure.legend(
        handles,
        STATES,
        loc="outside lower left",
        ncols=3 if layout.narrow else len(STATES),
        columnspacing=1,
        handlelength=1.6,
    )
    return figure


def _data(trace, run, charts):
    """The spans of a run; of a long one the bars, as they are drawn."""
    whole = charts[_WHOLE]
    if not whole.gap:
        return Table(
            "spans",
            ["rank", "span", "begin / s", "end / s", "target rank", "bytes", "block"],
            [
                [
                    s.rank,
                    s.kind,
                    s.begin - run.begin,
                    s.end - run.begin,
                    s.arguments.get("target"),
                    s.arguments.get("bytes"),
                    " ".join(map(str, s.arguments.get("block", []))),
                ]
                for s in trace.during(run.begin, run.end, *_SHOWN)
            ],
        )
    rows = [
        [title, rank, state, round(drawn.begin - run.begin + b, 9), round(drawn.begin - run.begin + e, 9)]
        for title, drawn in charts.items()
        for (rank, state), bars in drawn.bars.items()
        for b, e in bars
    ]
    return Table("bars as drawn", ["chart", "rank", "span", "begin / s", "end / s"], rows)


def section(traces):
    result = Section("gantt", "What every rank did, and when", "Where are the ranks while they do not compute?")
    if not traces:
        result.missing = (
            "No trace was given: fockproxy scf, fock and counter write one with --trace FILE, and scripts/perf report takes"
            " it with --trace FILE. Gantt charts and contention are drawn from it."
        )
        return result
    for index, trace in enumerate(traces, 1):
        run = chosen_run(trace)
        if run is None:
            result.findings.append(
                f"{trace.path.name}: every run began before what the trace still holds; --trace-events keeps more."
            )
            continue
        spent = shares(trace, run)
        rows = [
            [rank, state, time, time / (sum(times.values()) or 1)]
            for rank, times in spent.items()
            for state, time in times.items()
        ]
        share = {
            state: sum(t[state] for t in spent.values()) / (sum(sum(t.values()) for t in spent.values()) or 1)
            for state in STATES
        }
        most = max((s for s in STATES if s != "compute"), key=share.get)
        which = run.name if run.name != "run" else f"build {trace.runs().index(run) + 1} of {len(trace.runs())}"
        text = (
            f"{trace.title}: {which} takes {seconds(run.seconds)}; {number(100 * share['compute'])}% of the ranks' time"
            f" is computing, and of the rest most is {most} ({number(100 * share[most], 2)}%)."
        )
        result.findings.append(text)
        if trace.dropped:
            result.findings.append(
                f"{trace.path.name} has dropped {trace.dropped} earlier events: its first runs are incomplete."
            )
        table = Table(f"time of every rank, {which} of {trace.path.name}", ["rank", "state", "time / s", "share"], rows)
        result.tables.append(table)
        charts = {_WHOLE: chart(trace, run.begin, run.end), _DETAIL: chart(trace, *_window(trace, run))}
        if gap := charts[_WHOLE].gap:
            spans = len(trace.during(run.begin, run.end, *_SHOWN))
            result.findings.append(
                f"{which} of {trace.path.name} has {spans} spans; the chart of the whole of it, and its data, join"
                f" those of a kind that are less than {seconds(gap, 2)} apart. The trace itself has them all."
            )
        suffix = "" if len(traces) == 1 else f"-{index}"
        result.figures.append(
            Figure(
                f"gantt{suffix}",
                f"{trace.title}: {which}",
                "Gantt chart. " + text,
                lambda layout, t=trace, r=run, c=charts: _draw(t, r, c, layout),
                _data(trace, run, charts),
            )
        )
    return result
