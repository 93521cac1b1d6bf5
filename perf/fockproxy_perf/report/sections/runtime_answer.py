"""The recommended runtime of Global Arrays in words, for the first screen and for the section."""

from collections.abc import Iterable, Sequence

from fockproxy_perf.report.analysis.runtime_builds import Build, EqualCores, chosen, equal_cores, taking_turns
from fockproxy_perf.report.analysis.runtimes import (
    cores,
    library_names,
    of_runtimes,
    processes,
    progress_ranks,
    runtime,
    working,
)
from fockproxy_perf.report.analysis.runtimes import library as library_of
from fockproxy_perf.report.analysis.strategies import build_lines, counter_lines
from fockproxy_perf.report.opening import Answer
from fockproxy_perf.report.quantities import number, seconds
from fockproxy_perf.report.sections import advice
from fockproxy_perf.report.sections.command import command
from fockproxy_perf.report.sections.runtime_builds import builds_table
from fockproxy_perf.report.sections.words import capital, listed, without_answer
from fockproxy_perf.report.sweep import Sweep
from fockproxy_perf.rows.row import Row
from fockproxy_perf.stacks.ga_runtimes import PROGRESS_RANKS


def answer(sweep: Sweep) -> Answer | None:
    """The answer on the first screen; None if no library has Fock builds on several runtimes."""
    found = _compared(equal_cores(sweep))
    best = [equal for of in found.values() if (equal := chosen(of))]
    if not best:
        return None
    fastest = min((equal.by_runtime()[0] for equal in best), key=lambda build: (build.doubtful, build.seconds))
    more = [*kept_ranks(sweep), *_turns(sweep, found), *threads(sweep)]
    if len(of_runtimes(sweep).rows) < len(sweep.rows):  # other stacks have rows too
        general = advice.answer(sweep)
        more += [f"Of all stacks: {general.lead}", general.cost]
    table = builds_table(sweep, best, "Fock builds at equal cores")
    lead, *others = sentences(sweep)
    return Answer(lead, " ".join(others) or more.pop(0), command(fastest.row), more, table)


def sentences(sweep: Sweep) -> list[str]:
    """The recommendation for each MPI library."""
    found = _compared(equal_cores(sweep))
    names = library_names(of_runtimes(sweep).rows)
    take, none = [], []
    for of, equals in found.items():
        if equal := chosen(equals):
            take.append(_take(sweep, equal, names[of]))
        else:
            none.append(_none(equals, names[of]))
    return take + none


def more_sentences(sweep: Sweep) -> list[str]:
    """Sentences about ranks that serve, about processes that take turns on cores, and about threads."""
    return [*kept_ranks(sweep), *_turns(sweep, _compared(equal_cores(sweep))), *threads(sweep)]


def kept_ranks(sweep: Sweep) -> list[str]:
    """How many ranks of a node should serve the others; for libraries and processes with several numbers of them."""
    names = library_names(of_runtimes(sweep).rows)
    said = []
    for equal in equal_cores(sweep):
        builds = equal.by_progress_ranks()
        if len(builds) < 2:
            continue
        best = builds[0]
        serve = f"{PROGRESS_RANKS}={progress_ranks(best.row)}"
        times = [seconds(best.seconds), *(_beside(best, other) for other in builds[1:])]
        said.append(f"Under {best.runtime} on {names[equal.library]} {serve} is best{_doubt(best)}: with"
                    f" {_on(sweep, equal)} a Fock build takes {listed(times)}.")
    return said


def _beside(best: Build, other: Build) -> str:
    """For example: 1.2 times as long with 1."""
    alike = not other.doubtful and other.as_fast_as(best)
    longer = "as long within the noise" if alike else f"{number(other.seconds / best.seconds, 2)} times as long"
    return f"{longer} with {progress_ranks(other.row)}{_doubt(other)}"


def _compared(found: Sequence[EqualCores]) -> dict[str, list[EqualCores]]:
    """Results by library, for libraries with several runtimes."""
    of: dict[str, list[EqualCores]] = {}
    for equal in found:
        of.setdefault(equal.library, []).append(equal)
    return {library: equals for library, equals in of.items()
            if len({build.runtime for equal in equals for build in equal.builds}) > 1}


def _take(sweep: Sweep, equal: EqualCores, name: str) -> str:
    best, *others = equal.by_runtime()
    alike = [other.runtime for other in others if not other.doubtful and other.as_fast_as(best)]
    noise = f" ({listed(alike)} {'is' if len(alike) == 1 else 'are'} as fast within the noise)" if alike else ""
    slower = [f"{number(other.seconds / best.seconds, 2)} times as fast as on {_named(equal, other)}"
              for other in others if other.runtime not in alike]
    windows = equal.windows()
    parts = [
        f"Under Global Arrays on {name} take {_named(equal, best)}{noise}: with {_on(sweep, equal)} a Fock build takes"
        f" {seconds(best.seconds)}",
        *([listed(slower)] if slower else []),
    ]
    text = ", ".join(parts)
    if windows:
        row = windows.row
        text += f"; windows of MPI's own (matrix {row.get('matrix')}, counter {row.get('counter')}) take"
        text += f" {seconds(windows.seconds)}{_doubt(windows)}"
    return f"{text}.{_missing(equal.without_answer())}"


def _on(sweep: Sweep, equal: EqualCores) -> str:
    there = cores(sweep, equal.builds[0].row)
    return f"{equal.processes} processes taking turns on {there} cores" if equal.turns else f"{equal.processes} cores"


def _named(equal: EqualCores, build: Build) -> str:
    """For example: mpi-pr, which computes on 1 of 2 cores."""
    computing = working(build.row)
    what = "processes" if equal.turns else "cores"
    kept = f", which computes on {computing} of {equal.processes} {what}" if computing < equal.processes else ""
    return f"{build.runtime}{_doubt(build)}{kept}"


def _doubt(build: Build) -> str:
    return " (disturbed)" if build.doubtful else ""


def _missing(builds: Sequence[Build]) -> str:
    if not builds:
        return ""
    return " Without a time: " + "; ".join(f"{build.runtime}: {without_answer(build.row)}" for build in builds) + "."


def _none(equals: Sequence[EqualCores], name: str) -> str:
    first = {build.runtime: build for equal in reversed(equals) for build in equal.without_answer()}
    return f"Under Global Arrays on {name} no runtime has a verified Fock build.{_missing(list(first.values()))}"


def _turns(sweep: Sweep, found: dict[str, list[EqualCores]]) -> list[str]:
    """Whether more processes than cores are faster, for libraries whose recommendation has at most one per core."""
    names = library_names(of_runtimes(sweep).rows)
    said = []
    for of, equals in found.items():
        equal, turns = chosen(equals), taking_turns(equals)
        if equal is None or turns is None or equal.turns:
            continue
        best, other = equal.by_runtime()[0], turns.by_runtime()[0]
        gains = other.seconds < best.seconds and not best.as_fast_as(other)
        fastest = f"{_named(turns, other)}, takes {seconds(other.seconds)}"
        said.append(
            f"{capital(_on(sweep, turns))} {'gain something' if gains else 'gain nothing'} on {names[of]}: the fastest"
            f" runtime then, {fastest}."
        )
    return said


_STRATEGIES = {"library": "a thread of the MPI library", "ghost": "a rank that does nothing but serve"}

Gain = tuple[float, float, Row]  # seconds without the strategy and with it, and the row


def threads(sweep: Sweep) -> list[str]:
    """A sentence for each strategy in the sweep; without any, where to find measurements."""
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
