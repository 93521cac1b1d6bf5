"""What every rank did and when: a Gantt chart of one run of each trace."""

from collections.abc import Sequence
from functools import partial

from fockproxy_perf.report.analysis.gantt import Activity, activity
from fockproxy_perf.report.drawing import gantt as drawing
from fockproxy_perf.report.quantities import number, seconds
from fockproxy_perf.report.section import Figure, Section
from fockproxy_perf.report.table import Cell, Table
from fockproxy_perf.report.trace import Trace

_WHOLE, _DETAIL = "the whole run", "around its slowest operation"


def section(traces: Sequence[Trace]) -> Section:
    result = Section("gantt", "What every rank did, and when", "Where are the ranks while they do not compute?")
    if not traces:
        result.missing = (
            "No trace was given: fockproxy scf, fock and counter write one with --trace FILE, and scripts/perf report"
            " takes it with --trace FILE. Gantt charts and contention are drawn from it."
        )
    for index, trace in enumerate(traces, 1):
        found = activity(trace)
        if found is None:
            result.findings.append(
                f"{trace.path.name}: every run began before what the trace still holds; --trace-events keeps more."
            )
        else:
            _add(result, found, "gantt" if len(traces) == 1 else f"gantt-{index}")
    return result


def _add(result: Section, found: Activity, name: str) -> None:
    """The findings, the table and the figure of one trace."""
    trace, which = found.trace, _which(found)
    result.findings += _findings(found, which)
    result.tables.append(
        Table(
            f"time of every rank, {which} of {trace.path.name}",
            ["rank", "state", "time / s", "share"],
            [
                [rank, state, time, time / (sum(times.values()) or 1)]
                for rank, times in found.shares.items()
                for state, time in times.items()
            ],
        )
    )
    result.figures.append(
        Figure(
            name,
            f"{trace.title}: {which}",
            "Gantt chart. " + _spent(found, which),
            partial(drawing.draw, found, (_WHOLE, _DETAIL)),
            _bars(found) if found.whole.gap else _spans(found),
        )
    )


def _which(found: Activity) -> str:
    runs = found.trace.runs()
    return found.run.name if found.run.name != "run" else f"build {runs.index(found.run) + 1} of {len(runs)}"


def _spent(found: Activity, which: str) -> str:
    share = found.together
    most = max((state for state in share if state != "compute"), key=share.__getitem__)
    return (
        f"{found.trace.title}: {which} takes {seconds(found.run.seconds)}; {number(100 * share['compute'])}% of the"
        f" ranks' time is computing, and of the rest most is {most} ({number(100 * share[most], 2)}%)."
    )


def _findings(found: Activity, which: str) -> list[str]:
    name = found.trace.path.name
    said = [_spent(found, which)]
    if found.trace.dropped:
        said.append(f"{name} has dropped {found.trace.dropped} earlier events: its first runs are incomplete.")
    if gap := found.whole.gap:
        said.append(
            f"{which} of {name} has {len(found.spans)} spans; the chart of the whole of it, and its data, join those"
            f" of a kind that are less than {seconds(gap, 2)} apart. The trace itself has them all."
        )
    return said


def _spans(found: Activity) -> Table:
    begin = found.run.begin
    rows: list[list[Cell]] = [
        [
            s.rank,
            s.kind,
            s.begin - begin,
            s.end - begin,
            s.arguments.get("target"),
            s.arguments.get("bytes"),
            " ".join(map(str, s.block)),
        ]
        for s in found.spans
    ]
    return Table("spans", ["rank", "span", "begin / s", "end / s", "target rank", "bytes", "block"], rows)


def _bars(found: Activity) -> Table:
    """The bars as drawn, for a run with too many spans for a table."""
    rows: list[list[Cell]] = [
        [title, rank, state, round(chart.begin - found.run.begin + b, 9), round(chart.begin - found.run.begin + e, 9)]
        for title, chart in ((_WHOLE, found.whole), (_DETAIL, found.detail))
        for (rank, state), bars in chart.bars.items()
        for b, e in bars
    ]
    return Table("bars as drawn", ["chart", "rank", "span", "begin / s", "end / s"], rows)
