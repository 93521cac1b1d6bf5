"""What a thread of the MPI library or a ghost rank adds to Global Arrays' runtimes, in words."""

from collections.abc import Iterable, Sequence

from fockproxy_perf.report.analysis.runtimes import library as library_of
from fockproxy_perf.report.analysis.runtimes import library_names, of_runtimes, processes, runtime
from fockproxy_perf.report.analysis.strategies import build_lines, counter_lines
from fockproxy_perf.report.quantities import seconds
from fockproxy_perf.report.sections.words import without_answer
from fockproxy_perf.report.sweep import Sweep
from fockproxy_perf.rows.row import Row

_STRATEGIES = {"library": "a thread of the MPI library", "ghost": "a rank that does nothing but serve"}

Gain = tuple[float, float, Row]  # seconds without the strategy and with it, and where that was


def threads(sweep: Sweep) -> list[str]:
    """A sentence for each strategy that the sweep has rows of, or one that tells where to find them."""
    few = of_runtimes(sweep)
    tried = {name: [row for row in few.rows if row.get("progress") == name] for name in _STRATEGIES}
    if not any(tried.values()):
        return ["What a thread of the MPI library would add (progress library), no row of this sweep says:"
                " perf/sweeps/progress measures it."]
    return [_said(few, strategy, rows) for strategy, rows in tried.items() if rows]


def _said(sweep: Sweep, strategy: str, rows: Sequence[Row]) -> str:
    begin = f"With {_STRATEGIES[strategy]} (progress {strategy})"
    for what, gains in (("a Fock build", _of_builds), ("a counter value", _of_counters)):
        best = min(gains(sweep, strategy), key=lambda gain: gain[1] / gain[0], default=None)
        if best:
            without, beside, row = best
            where = f"{runtime(row)} on {library_names(sweep.rows)[library_of(row)]}, {processes(row)} processes"
            return (f"{begin} {what} takes {seconds(beside)} instead of {seconds(without)} where that gains most"
                    f" ({where}).")
    if any(row.verified for row in rows):
        return f"{begin} this sweep has neither Fock builds nor counter values to hold against those without."
    return f"{begin} nothing was measured: {without_answer(rows[0])}."


def _of_builds(sweep: Sweep, strategy: str) -> Iterable[Gain]:
    for rows, times in build_lines(sweep):
        without, beside = times.get("none"), times.get(strategy)
        if isinstance(without, float) and isinstance(beside, float):
            yield without, beside, rows[0]


def _of_counters(sweep: Sweep, strategy: str) -> Iterable[Gain]:
    for rows, effects in counter_lines(sweep):
        without, beside = (effects[name].measured if name in effects else None for name in ("none", strategy))
        if without and beside:
            yield without.wait, beside.wait, rows[0]
