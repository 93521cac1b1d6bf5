"""What to do: the recommended counter, window, progress strategy and settings in words, with the numbers."""

from collections.abc import Sequence

from fockproxy_perf.report.analysis.choice import Advice, Candidate, Wait, advise, counter_waits
from fockproxy_perf.report.opening import Answer
from fockproxy_perf.report.quantities import micro, number, seconds
from fockproxy_perf.report.section import Section
from fockproxy_perf.report.sections.command import command
from fockproxy_perf.report.settings import label, varying
from fockproxy_perf.report.sweep import Sweep
from fockproxy_perf.report.table import Cell, Table
from fockproxy_perf.rows.problem import unusual
from fockproxy_perf.rows.row import Row


def section(sweep: Sweep) -> Section:
    result = Section("advice", "What to do: every setting by its cost", "What would the other settings have cost?")
    advice = advise(sweep)
    if advice is None:
        result.missing = "This sweep has no verified rows of `fockproxy compare`, `fock` or `counter`."
        return result
    result.findings = sentences(sweep, advice)
    table = ranking(sweep, advice, advice.candidates, f"every setting by its cost ({_problem(advice)})")
    table.note = (
        "Wall time of the build over that of the best build without communication in which every rank works: an idle"
        " rank and a helper's share of the cores count. Disturbed rows stand last."
    )
    result.tables.append(table)
    return result


def answer(sweep: Sweep) -> Answer:
    """The answer on the first screen."""
    advice = advise(sweep)
    if advice is None:
        return Answer(
            "No advice: no row of this sweep that could give it is verified.",
            "perf/sweeps/quick measures what is needed in five minutes.",
        )
    lead, cost, *more = sentences(sweep, advice)
    table = ranking(sweep, advice, advice.best_of_each_stack, "The best of each stack")
    return Answer(lead, cost, command(advice.best.row), more, table)


def sentences(sweep: Sweep, advice: Advice) -> list[str]:
    """The recommendation, its cost, the alternatives, and what to avoid."""
    row = advice.best.row
    over = f" over {row.transport}" if len(advice.transports) > 1 else ""
    found = [
        f"Use {_setting(advice, row, over)}.",
        _cost(advice) + _wait(sweep, row),
        *(_elsewhere(advice, transport) for transport in advice.transports if transport != row.transport),
        *_equals(advice),
        *_avoid(advice),
    ]
    if advice.best.doubtful:
        found.append(
            "Every row was disturbed (ranks waited for a core): repeat the sweep on a quiet machine before you believe"
            " this."
        )
    return found


def _problem(advice: Advice) -> str:
    row = advice.best.row
    named = (row.get("molecule"), row.get("basis"), f"{row.get('ranks')} ranks", *unusual(row))
    return ", ".join(str(p) for p in named if p)


def _setting(advice: Advice, row: Row, over: str = "") -> str:
    """The recommendation in words, with other settings that the candidates vary. The lowest thread level is the default
    and is not named."""
    named = ["stack", "transport", "counter", "window", "progress", "case", "owners"]
    if row.get("thread_level") == "lowest":
        named.append("thread_level")
    more = label(row, varying((c.row for c in advice.candidates), *named))
    window = "" if row.own_window is None else f", window {row.own_window}"
    words = f"{row.stack}{over} with counter {row.get('counter')}{window} and {_progress(row)}"
    return f"{words} ({more})" if more else words


def _progress(row: Row) -> str:
    if row.get("case") == 2:
        owners = " that owns D and F" if row.get("owners") == "idle" else ""
        return f"rank 0 kept idle inside MPI{owners} (--idle-ranks 1)"
    progress = row.get("progress", "none")
    return "no progress strategy" if progress == "none" else f"progress strategy {progress}"


def _cost(advice: Advice) -> str:
    best, problem = advice.best, _problem(advice)
    if advice.evidence == "compare":
        return (
            f"{_six(best.factor)}: {seconds(best.seconds)} a build against {seconds(best.seconds / best.factor)}"
            f" ({problem}); the counter alone costs {_more(best.one or 1)}."
        )
    if advice.evidence == "fock":
        return (
            f"A Fock build takes {seconds(best.seconds)} ({problem}), {number(best.factor)} times the least computing"
            " alone."
        )
    return (
        "This sweep timed the shared counter alone, no Fock build: dealing out tasks of"
        f" {seconds(best.row.config['mean_task_seconds'])} takes {number(best.factor)} times the work ({problem})."
    )


def _wait(sweep: Sweep, row: Row) -> str:
    wait = counter_waits(sweep)(row)
    if wait is None:
        return ""
    return f" A counter value takes {seconds(wait.mean, 2)} on average, {seconds(wait.p99, 2)} at 99%."


def _six(factor: float) -> str:
    """The effect of six communications on a Fock build, as the beginning of a sentence."""
    if factor >= 1.995:
        times = number(factor, 2)
        return f"With six communications per task your Fock build then takes {times} times as long as computing alone"
    than = "" if factor < 1.005 else " than computing alone"
    return f"Six communications per task then cost your Fock build {_more(factor)}{than}"


def _more(factor: float) -> str:
    """For example: 1.2% more time, no more than can be measured, 2.9 times the time."""
    if factor < 1.005:
        return "no more than can be measured"
    return f"{number((factor - 1) * 100, 2)}% more time" if factor < 1.995 else f"{number(factor, 2)} times the time"


def _longer(factor: float) -> str:
    if factor < 1.005:
        return "no longer"
    return f"{number((factor - 1) * 100, 2)}% longer" if factor < 1.995 else f"{number(factor, 2)} times as long"


def _elsewhere(advice: Advice, transport: str) -> str:
    there = advice.best_of(transport)
    doubt = " (disturbed)" if there.doubtful else ""
    factor = there.factor / advice.best.factor
    return f"Over {transport} use {_setting(advice, there.row)}: that takes {_longer(factor)}{doubt}."


def _name(advice: Advice, candidate: Candidate) -> str:
    return label(candidate.row, varying((c.row for c in advice.candidates), "repeat"))


def _equals(advice: Advice) -> list[str]:
    others = [c for c in advice.equals if c is not advice.best]
    if not others:
        return []
    named = "; ".join(_name(advice, c) for c in others[:2])
    more = f" and {len(others) - 2} more" if len(others) > 2 else ""
    return [f"As fast within the noise: {named}{more}. The advice is the simplest of them."]


def _avoid(advice: Advice) -> list[str]:
    sound = [c for c in advice.candidates if not c.doubtful]
    bad = [c for c in sound if c.factor > 1.1 * advice.best.factor]
    if not bad:
        return []
    return [
        f"Avoid {_name(advice, bad[-1])}: {number(bad[-1].factor / advice.best.factor)} times as long. {len(bad)} of"
        f" the {len(sound)} settings that nothing disturbed take more than 10% longer than this advice."
    ]


_ALWAYS = ("stack", "counter", "window", "progress")
_FACTORS = {
    "compare": "build at 1+6 comm. / computing alone",
    "fock": "build / computing alone",
    "counter": "wall / work",
}


def ranking(sweep: Sweep, advice: Advice, candidates: Sequence[Candidate], title: str) -> Table:
    """Leaves out empty columns."""
    names = list(dict.fromkeys([*_ALWAYS, *varying((c.row for c in advice.candidates), "repeat", "case")]))
    columns = [
        *(n.replace("_", " ") for n in names),
        "Case",
        "counter mean / us",
        "counter 99% / us",
        "build with counter alone / computing alone",
        _FACTORS[advice.evidence],
        "note",
    ]
    wait_of = counter_waits(sweep)
    rows = [_line(c, wait_of(c.row), names) for c in candidates]
    keep = [i for i, _ in enumerate(columns) if any(r[i] not in (None, "", "-") for r in rows)]
    marks = {i: "faint" for i, c in enumerate(candidates) if c.doubtful}
    marks |= {i: "best" for i, c in enumerate(candidates) if c is advice.best}
    return Table(title, [columns[i] for i in keep], [[r[i] for i in keep] for r in rows], marks)


def _line(candidate: Candidate, wait: Wait | None, names: Sequence[str]) -> list[Cell]:
    return [
        *(candidate.row.get(n) for n in names),
        candidate.row.get("case"),
        micro(wait.mean) if wait else None,
        micro(wait.p99) if wait else None,
        candidate.one,
        candidate.factor,
        "disturbed" if candidate.doubtful else "",
    ]
