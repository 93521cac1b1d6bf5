"""What to do: the counter, window, progress strategy and settings that cost a Fock build least, and the numbers behind it.

The measure is the wall time of the same Fock build with six communications per task, over that of the best build
without communication in which every rank works. An idle rank and a helper's share of the cores are so paid for.
"""

from __future__ import annotations

import dataclasses
import html

from . import failures
from .degradation import comparisons
from .figure import Section, Table, number, seconds
from .sweep import Row, Sweep, group, label, median, spread, trusted, varying

_NOISE = 0.02  # settings that differ by less are equally good, whatever their spread
_SIMPLER = {"none": 0, "idle-root": 1, "poll": 1, "library": 2}
_SHOWN = ("stack", "transport", "counter", "window", "progress", "thread_level", "grain", "cache", "matrix", "order", "schedule",
          "chunk", "case", "owners")


@dataclasses.dataclass
class Candidate:
    row: Row
    seconds: float    # of the build; of the counter kernel where there is no build
    factor: float     # of the least time possible: 1 is a build that communicates for nothing
    noise: float
    doubtful: bool
    per_task: float | None = None
    free_per_task: float | None = None  # without communication
    one: float | None = None            # the factor with the counter alone

    @property
    def simplicity(self):
        """What needs fewest threads, ranks and settings, first."""
        r = self.row
        return (r.get("case") != 1 and r.get("case") is not None, _SIMPLER.get(r.get("progress", "none"), 3),
                r.get("window") not in ("allocate", "-", None), r.get("thread_level") == "multiple", self.seconds)


@dataclasses.dataclass
class Advice:
    best: Candidate
    candidates: list   # by cost
    equals: list       # as fast as the best within the noise, the best included
    evidence: str      # "compare", "fock" or "counter"
    problem: str


def advise(sweep: Sweep):
    """None where the sweep has nothing to go by."""
    for evidence, found in (("compare", _from_compare(sweep)), ("fock", _from_fock(sweep)), ("counter", _from_counter(sweep))):
        if found:
            break
    else:
        return None
    sound = [c for c in found if not c.doubtful] or found
    fastest = min(sound, key=lambda c: c.seconds)
    equals = [c for c in sound if c.seconds <= fastest.seconds * (1 + max(_NOISE, c.noise + fastest.noise))]
    best = min(equals, key=lambda c: c.simplicity)
    row = best.row
    problem = ", ".join(str(p) for p in (row.get("molecule"), row.get("basis")) if p)
    problem += f"{', ' if problem else ''}{row.get('ranks')} ranks"
    return Advice(best, sorted(found, key=lambda c: (c.doubtful, c.seconds)), equals, evidence, problem)


def _same_problem(rows_of, found):
    """Only what can be compared: the molecule, basis and ranks with most candidates; more ranks where that is a draw."""
    keys = [(str(rows_of(c).get("molecule")), str(rows_of(c).get("basis")), rows_of(c).get("ranks")) for c in found]
    best = max(set(keys), key=lambda k: (keys.count(k), k[2], k))
    return [c for c, k in zip(found, keys) if k == best]


def _from_compare(sweep):
    lines = comparisons(sweep)
    if not lines:
        return []
    lines = _same_problem(lambda l: l.rows[0], lines)
    working = [l for l in lines if l.rows[0].get("case") == 1] or lines
    least = min(l.build[0] for l in working)
    return [Candidate(l.rows[0], l.build[2], l.build[2] / least, l.spread, l.doubtful, l.per_task[2], l.per_task[0],
                      l.build[1] / least) for l in lines]


def _from_fock(sweep):
    found = []
    for rows in group(sweep.of("fock")):
        good = trusted(rows)
        times = [t for r in good for t in r.result["fock"]["seconds"]]
        ideal = median(sum(k["compute_seconds"] for k in r.result["fock"]["ranks"]) / len(r.result["fock"]["ranks"]) /
                       len(r.result["fock"]["seconds"]) for r in good)
        found.append(Candidate(good[0], median(times), median(times) / ideal, spread(times) / 2, all(r.doubtful for r in good)))
    return _same_problem(lambda c: c.row, found) if found else []


def _from_counter(sweep):
    found = []
    for rows in group(r for r in sweep.of("counter") if not r.get("null")):
        good = trusted(rows)
        results = [r.result for r in good]
        per_task = [r["seconds"] / r["tasks"] * r["runs"] for r in results]  # an idle rank counts
        ideal = median(r["ideal_work_seconds"] / good[0].get("ranks") for r in results)
        found.append(Candidate(good[0], median(per_task), median(per_task) / ideal, spread(per_task),
                               all(r.doubtful for r in good)))
    return found


def counter_wait(sweep: Sweep, row: Row):
    """(mean, 99%) of the wait for a counter value under a row's settings, in seconds; None where it was not measured."""
    like = ("stack", "transport", "ranks", "counter", "window", "progress", "case")
    rows = trusted(r for r in sweep.of("counter") if not r.get("null") and
                   all(r.get(k) == row.get(k, {"case": 1, "progress": "none"}.get(k)) for k in like))
    if not rows:
        return None
    lengths = [r.config["mean_task_seconds"] for r in rows]
    rows = [r for r in rows if r.config["mean_task_seconds"] == max(lengths)]
    waits = [r.result["waits"]["rank_1"] for r in rows]
    return median(w["mean"] for w in waits), median(w["p99"] for w in waits)


def _progress(row):
    case, progress = row.get("case"), row.get("progress", "none")
    if case == 2:
        owners = " that owns D and F" if row.get("owners") == "idle" else ""
        return f"rank 0 kept idle inside MPI{owners} (--idle-ranks 1)"
    return "no progress strategy" if progress == "none" else f"progress strategy {progress}"


def _window(row):
    return "" if row.get("window") in ("-", None) else f", window {row.get('window')}"


def _more_settings(advice, row):
    """Settings that the sweep varied among the candidates, beside those that the first sentence names."""
    names = varying((c.row for c in advice.candidates), "stack", "transport", "counter", "window", "progress", "case", "owners")
    return label(row, names)


def _cost(percent):
    """"1.2% more time", "no more time than can be measured", "2.9 times the time"."""
    factor = percent
    if factor < 1.005:
        return "no more than can be measured"
    return f"{number((factor - 1) * 100, 2)}% more time" if factor < 1.995 else f"{number(factor, 2)} times the time"


def options_of(row):
    """The command-line options of a row."""
    parts = [f"--counter {row.get('counter')}"]
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
    more = _more_settings(advice, row)
    found = [f"Use {row.stack} with counter {row.get('counter')}{_window(row)} and {_progress(row)}" +
             (f" ({more})" if more else "") + "."]
    if advice.evidence == "compare":
        cost = (f"Six communications per task then cost your Fock build {_cost(best.factor)} than computing alone: "
                f"{seconds(best.per_task)} a task against {seconds(best.free_per_task)} ({advice.problem}); the counter alone "
                f"{_cost(best.one)}.")
        if best.factor < 1.005:
            cost = cost.replace(" than computing alone", "")
    elif advice.evidence == "fock":
        cost = f"A Fock build takes {seconds(best.seconds)} ({advice.problem}), {number(best.factor)} times its computing alone."
    else:
        cost = (f"This sweep timed the shared counter alone, no Fock build: dealing out tasks of {seconds(best.row.config['mean_task_seconds'])} "
                f"takes {number(best.factor)} times the work ({advice.problem}).")
    wait = counter_wait(sweep, row)
    if wait:
        cost += f" A counter value takes {seconds(wait[0], 2)} on average, {seconds(wait[1], 2)} at 99%."
    found.append(cost)
    if others := [c for c in advice.equals if c is not best]:
        names = varying([c.row for c in advice.candidates], "repeat")
        text = "; ".join(label(c.row, names) for c in others[:2])
        found.append(f"As fast within the noise: {text}" + (f" and {len(others) - 2} more" if len(others) > 2 else "") +
                     ". The advice is the simplest of them.")
    bad = [c for c in advice.candidates if c.factor > 1.1 * best.factor and not c.doubtful]
    if bad:
        worst = bad[-1]
        names = varying([c.row for c in advice.candidates], "repeat")
        found.append(f"Avoid {label(worst.row, names)}: {number(worst.factor / best.factor)} times as long. {len(bad)} of "
                     f"{len(advice.candidates)} settings cost more than 10% extra.")
    if best.doubtful:
        found.append("Every row was disturbed (ranks waited for a core): repeat the sweep on a quiet machine before you believe this.")
    return found


def _ranking(sweep, advice, candidates, title):
    names = [n for n in varying([c.row for c in advice.candidates], "repeat", "case") if n in _SHOWN]
    names = list(dict.fromkeys(["stack", "counter", "window", "progress", *names]))
    case = any(c.row.get("case") for c in candidates)
    rows, marks = [], {}
    for c in candidates:
        wait = counter_wait(sweep, c.row)
        if c is advice.best:
            marks[len(rows)] = "best"
        elif c.doubtful:
            marks[len(rows)] = "faint"
        rows.append([*(c.row.get(n) for n in names), *([c.row.get("case")] if case else []),
                     None if wait is None else wait[0] * 1e6, None if wait is None else wait[1] * 1e6, c.one,
                     c.factor, "disturbed" if c.doubtful else ""])
    factor = {"compare": "build at 1+6 comm. / computing alone", "fock": "build / computing alone",
              "counter": "wall / work"}[advice.evidence]
    columns = [*(n.replace("_", " ") for n in names), *(["Case"] if case else []), "counter mean / us", "counter 99% / us",
               "build with counter alone / computing alone", factor, "note"]
    keep = [i for i, _ in enumerate(columns) if any(r[i] not in (None, "", "-") for r in rows)]
    return Table(title, [columns[i] for i in keep], [[r[i] for i in keep] for r in rows], marks)


def opening(sweep: Sweep):
    """HTML of the first screen: what failed, then the answer."""
    parts = [failures.banner(sweep)]
    advice = advise(sweep)
    if advice is None:
        return parts[0] + ('<div class=answer><p class=lead>No advice: no row of this sweep that could give it is verified.</p>'
                           "<p>perf/sweeps/quick measures what is needed in five minutes.</p></div>")
    said = sentences(sweep, advice)
    per_stack = {}
    for c in advice.candidates:  # by cost
        per_stack.setdefault((c.row.stack, c.row.transport), c)
    per_stack[advice.best.row.stack, advice.best.row.transport] = advice.best
    table = _ranking(sweep, advice, sorted(per_stack.values(), key=lambda c: c.seconds), "The best of each stack")
    parts.append(f'<div class=answer id=answer><p class=lead>{html.escape(said[0])}</p><p>{html.escape(said[1])}</p>'
                 f"<p><code>{html.escape(options_of(advice.best.row))}</code></p>"
                 "<ul>" + "".join(f"<li>{html.escape(s)}</li>" for s in said[2:]) + f"</ul>{table.html()}</div>")
    return "".join(parts)


def section(sweep: Sweep):
    result = Section("advice", "What to do: every setting by its cost", "What would the other settings have cost?")
    advice = advise(sweep)
    if advice is None:
        result.missing = "This sweep has no verified rows of `fockproxy compare`, `fock` or `counter`."
        return result
    result.findings = sentences(sweep, advice)
    result.tables.append(_ranking(sweep, advice, advice.candidates, f"every setting by its cost ({advice.problem})"))
    result.tables[-1].note = ("Wall time of the build over that of the best build without communication in which every rank works: "
                              "an idle rank and a helper's share of the cores count. Disturbed rows stand last.")
    return result
