"""What to do: the recommended counter, window, progress strategy and settings in words, and the numbers behind them."""

from __future__ import annotations

import html

from . import failures
from .choice import Advice, advise, counter_wait, simplest_of_the_fastest
from .figure import Section, Table, number, seconds
from .sweep import Sweep, label, varying

_SHOWN = (
    "stack",
    "transport",
    "counter",
    "window",
    "progress",
    "thread_level",
    "binding",
    "grain",
    "cache",
    "matrix",
    "order",
    "schedule",
    "chunk",
    "case",
    "owners",
)


def _progress(row):
    case, progress = row.get("case"), row.get("progress", "none")
    if case == 2:
        owners = " that owns D and F" if row.get("owners") == "idle" else ""
        return f"rank 0 kept idle inside MPI{owners} (--idle-ranks 1)"
    return "no progress strategy" if progress == "none" else f"progress strategy {progress}"


def _window(row):
    return "" if row.get("window") in ("-", None) else f", window {row.get('window')}"


def _more_settings(advice, row):
    """Settings that the sweep varied among the candidates, beside those that the first sentence names.

    Nobody need ask for the lowest thread level.
    """
    named = ["stack", "transport", "counter", "window", "progress", "case", "owners"]
    if row.get("thread_level") == "lowest":
        named.append("thread_level")
    return label(row, varying((c.row for c in advice.candidates), *named))


def _setting(advice, row, over=""):
    """The words of an advice."""
    more = _more_settings(advice, row)
    words = f"{row.stack}{over} with counter {row.get('counter')}{_window(row)} and {_progress(row)}"
    return f"{words} ({more})" if more else words


def _longer(factor):
    if factor < 1.005:
        return "no longer"
    return f"{number((factor - 1) * 100, 2)}% longer" if factor < 1.995 else f"{number(factor, 2)} times as long"


def _cost(factor):
    """ "1.2% more time", "no more than can be measured", "2.9 times the time"."""
    if factor < 1.005:
        return "no more than can be measured"
    return f"{number((factor - 1) * 100, 2)}% more time" if factor < 1.995 else f"{number(factor, 2)} times the time"


def _six(factor):
    """What six communications do to a Fock build, as the beginning of a sentence."""
    if factor >= 1.995:
        times = number(factor, 2)
        return f"With six communications per task your Fock build then takes {times} times as long as computing alone"
    than = "" if factor < 1.005 else " than computing alone"
    return f"Six communications per task then cost your Fock build {_cost(factor)}{than}"


def command(row):
    """How to run what a row ran: a line for the shell."""
    parts = [f"{name.removeprefix('env.')}={value}" for name, value in row.settings.items() if name.startswith("env.")]
    parts += [f"mpiexec -n {row.get('ranks')} fockproxy scf {row.get('molecule', 'MOLECULE')}"]
    if row.get("basis"):
        parts.append(f"--basis {row.get('basis')}")
    parts.append(f"--counter {row.get('counter')}")
    if row.get("window") not in ("-", None):
        parts.append(f"--window {row.get('window')}")
    if row.get("case") == 2:
        parts.append("--idle-ranks 1")
    elif row.get("progress", "none") != "none":
        parts.append(f"--progress {row.get('progress')}")
    for name in ("grain", "cache", "matrix", "order", "chunk", "schedule"):
        if name in row.settings:
            parts.append(f"--{name} {row.settings[name]}")
    return " ".join(parts)


def sentences(sweep: Sweep, advice: Advice):
    """The answer, then what it costs, what else would do, and what to avoid."""
    best, row = advice.best, advice.best.row
    transports = list(dict.fromkeys(c.row.transport for c in advice.candidates))
    found = [f"Use {_setting(advice, row, f' over {row.transport}' if len(transports) > 1 else '')}."]
    if advice.evidence == "compare":
        cost = (
            f"{_six(best.factor)}: {seconds(best.seconds)} a build against {seconds(best.seconds / best.factor)} "
            f"({advice.problem}); the counter alone costs {_cost(best.one)}."
        )
    elif advice.evidence == "fock":
        cost = (
            f"A Fock build takes {seconds(best.seconds)} ({advice.problem}), {number(best.factor)} times the least"
            " computing alone."
        )
    else:
        cost = (
            "This sweep timed the shared counter alone, no Fock build: dealing out tasks of"
            f" {seconds(best.row.config['mean_task_seconds'])} takes {number(best.factor)} times the work"
            f" ({advice.problem})."
        )
    wait = counter_wait(sweep, row)
    if wait:
        cost += f" A counter value takes {seconds(wait[0], 2)} on average, {seconds(wait[1], 2)} at 99%."
    found.append(cost)
    for transport in transports:
        if transport != row.transport:
            there, _ = simplest_of_the_fastest([c for c in advice.candidates if c.row.transport == transport])
            found.append(
                f"Over {transport} use {_setting(advice, there.row)}: that takes {_longer(there.factor / best.factor)}"
                + (" (disturbed)." if there.doubtful else ".")
            )
    if others := [c for c in advice.equals if c is not best]:
        names = varying([c.row for c in advice.candidates], "repeat")
        text = "; ".join(label(c.row, names) for c in others[:2])
        found.append(
            f"As fast within the noise: {text}"
            + (f" and {len(others) - 2} more" if len(others) > 2 else "")
            + ". The advice is the simplest of them."
        )
    sound = [c for c in advice.candidates if not c.doubtful]
    bad = [c for c in sound if c.factor > 1.1 * best.factor]
    if bad:
        worst = bad[-1]
        names = varying([c.row for c in advice.candidates], "repeat")
        found.append(
            f"Avoid {label(worst.row, names)}: {number(worst.factor / best.factor)} times as long. {len(bad)} of the "
            f"{len(sound)} settings that nothing disturbed take more than 10% longer than this advice."
        )
    if best.doubtful:
        found.append(
            "Every row was disturbed (ranks waited for a core): repeat the sweep on a quiet machine before you believe"
            " this."
        )
    return found


def _ranking(sweep, advice, candidates, title):
    names = varying([c.row for c in advice.candidates], "repeat", "case")
    names = [n for n in names if n in _SHOWN or n.startswith("env.")]
    names = list(dict.fromkeys(["stack", "counter", "window", "progress", *names]))
    case = any(c.row.get("case") for c in candidates)
    rows, marks = [], {}
    for c in candidates:
        wait = counter_wait(sweep, c.row)
        if c is advice.best:
            marks[len(rows)] = "best"
        elif c.doubtful:
            marks[len(rows)] = "faint"
        rows.append(
            [
                *(c.row.get(n) for n in names),
                *([c.row.get("case")] if case else []),
                None if wait is None else wait[0] * 1e6,
                None if wait is None else wait[1] * 1e6,
                c.one,
                c.factor,
                "disturbed" if c.doubtful else "",
            ]
        )
    factor = {
        "compare": "build at 1+6 comm. / computing alone",
        "fock": "build / computing alone",
        "counter": "wall / work",
    }[advice.evidence]
    columns = [
        *(n.replace("_", " ") for n in names),
        *(["Case"] if case else []),
        "counter mean / us",
        "counter 99% / us",
        "build with counter alone / computing alone",
        factor,
        "note",
    ]
    keep = [i for i, _ in enumerate(columns) if any(r[i] not in (None, "", "-") for r in rows)]
    return Table(title, [columns[i] for i in keep], [[r[i] for i in keep] for r in rows], marks)


def opening(sweep: Sweep):
    """HTML of the first screen: what failed, then the answer."""
    parts = [failures.banner(sweep)]
    advice = advise(sweep)
    if advice is None:
        return (
            parts[0]
            + "<div class=answer><p class=lead>No advice: no row of this sweep that could give it is verified.</p>"
            "<p>perf/sweeps/quick measures what is needed in five minutes.</p></div>"
        )
    said = sentences(sweep, advice)
    per_stack = {}
    for c in advice.candidates:  # by cost
        per_stack.setdefault((c.row.stack, c.row.transport), c)
    per_stack[advice.best.row.stack, advice.best.row.transport] = advice.best
    table = _ranking(sweep, advice, sorted(per_stack.values(), key=lambda c: c.seconds), "The best of each stack")
    parts.append(
        f"<div class=answer id=answer><p class=lead>{html.escape(said[0])}</p><p>{html.escape(said[1])}</p>"
        f"<p><code>{html.escape(command(advice.best.row))}</code></p>"
        "<ul>" + "".join(f"<li>{html.escape(s)}</li>" for s in said[2:]) + f"</ul>{table.html()}</div>"
    )
    return "".join(parts)


def section(sweep: Sweep):
    result = Section("advice", "What to do: every setting by its cost", "What would the other settings have cost?")
    advice = advise(sweep)
    if advice is None:
        result.missing = "This sweep has no verified rows of `fockproxy compare`, `fock` or `counter`."
        return result
    result.findings = sentences(sweep, advice)
    result.tables.append(_ranking(sweep, advice, advice.candidates, f"every setting by its cost ({advice.problem})"))
    result.tables[-1].note = (
        "Wall time of the build over that of the best build without communication in which every rank works: "
        "an idle rank and a helper's share of the cores count. Disturbed rows stand last."
    )
    return result
