"""Which setting costs a Fock build least, out of the rows of a sweep.

The measure is the wall time of the same Fock build with six communications per task, over that of the best build
without communication in which every rank works. An idle rank and a helper's share of the cores are so paid for.
"""

from __future__ import annotations

import dataclasses

from .degradation import comparisons
from .sweep import Row, Sweep, group, median, spread, trusted

_NOISE = 0.02  # settings that differ by less are equally good, whatever their spread
_SIMPLER = {"none": 0, "idle-root": 1, "poll": 1, "library": 2}


@dataclasses.dataclass
class Candidate:
    row: Row
    seconds: float  # of the build; of the counter kernel where there is no build
    factor: float  # of the least time possible: 1 is a build that communicates for nothing
    noise: float
    doubtful: bool
    one: float | None = None  # the factor with the counter alone
    wait: float | None = None  # mean, for a counter value: tells counters apart where no build was timed

    @property
    def simplicity(self):
        """What needs fewest threads, ranks and settings, first."""
        r = self.row
        return (
            r.get("case") != 1 and r.get("case") is not None,
            _SIMPLER.get(r.get("progress", "none"), 3),
            r.get("window") not in ("allocate", "-", None),
            r.get("thread_level") == "multiple",
            self.seconds if self.wait is None else self.wait,
        )


@dataclasses.dataclass
class Advice:
    best: Candidate
    candidates: list  # by cost
    equals: list  # as fast as the best within the noise, the best included
    evidence: str  # "compare", "fock" or "counter"
    problem: str


def advise(sweep: Sweep):
    """None where the sweep has nothing to go by."""
    for evidence, found in (
        ("compare", _from_compare(sweep)),
        ("fock", _from_fock(sweep)),
        ("counter", _from_counter(sweep)),
    ):
        if found:
            break
    else:
        return None
    best, equals = simplest_of_the_fastest(found)
    row = best.row
    problem = ", ".join(str(p) for p in (row.get("molecule"), row.get("basis")) if p)
    problem += f"{', ' if problem else ''}{row.get('ranks')} ranks"
    return Advice(best, sorted(found, key=lambda c: (c.doubtful, c.seconds)), equals, evidence, problem)


def simplest_of_the_fastest(candidates):
    """(best, equals): equals are as fast as the fastest within the noise; disturbed ones only where all are."""
    sound = [c for c in candidates if not c.doubtful] or candidates
    fastest = min(sound, key=lambda c: c.seconds)
    equals = [c for c in sound if c.seconds <= fastest.seconds * (1 + max(_NOISE, c.noise + fastest.noise))]
    return min(equals, key=lambda c: c.simplicity), equals


def _same_problem(rows_of, found):
    """Only what can be compared: the molecule, basis, ranks and length of the counter's tasks with most candidates, of
    these the most ranks, then the longest tasks."""

    def problem(row):
        length = row.config.get("mean_task_seconds", 0)  # asked of the counter kernel; that of builds follows from grain
        return row.get("ranks"), length, str(row.get("molecule")), str(row.get("basis"))

    keys = [problem(rows_of(c)) for c in found]
    best = max(set(keys), key=lambda k: (keys.count(k), k), default=None)
    return [c for c, k in zip(found, keys) if k == best]


def _from_compare(sweep):
    lines = comparisons(sweep)
    if not lines:
        return []
    lines = _same_problem(lambda l: l.rows[0], lines)
    working = [l for l in lines if l.rows[0].get("case") == 1] or lines
    least = min(l.build[0] for l in working)
    return [
        Candidate(
            l.rows[0],
            l.build[2],
            l.build[2] / least,
            l.spread,
            l.doubtful,
            l.build[1] / least,
        )
        for l in lines
    ]


def _from_fock(sweep):
    builds = []  # (row, times, computing alone, doubtful)
    for rows in group(sweep.of("fock")):
        good = trusted(rows)
        times = [t for r in good for t in r.result["fock"]["seconds"]]
        computing = median(
            sum(k["compute_seconds"] for k in r.result["fock"]["ranks"])
            / len(r.result["fock"]["ranks"])
            / len(r.result["fock"]["seconds"])
            for r in good
        )
        builds.append((good[0], times, computing, all(r.doubtful for r in good)))
    if not builds:
        return []
    builds = _same_problem(lambda b: b[0], builds)
    # One measure for all: with its own computing as measure, a setting that slows down computing would look good.
    least = min(b[2] for b in [b for b in builds if not b[3]] or builds)
    return [
        Candidate(row, median(times), median(times) / least, spread(times) / 2, doubtful)
        for row, times, _, doubtful in builds
    ]


def _from_counter(sweep):
    found = []
    for rows in group(r for r in sweep.of("counter") if not r.get("null")):
        good = trusted(rows)
        results = [r.result for r in good]
        per_task = [r["seconds"] / r["tasks"] * r["runs"] for r in results]  # an idle rank counts
        ideal = median(r["ideal_work_seconds"] / good[0].get("ranks") for r in results)
        time, doubtful = median(per_task), all(r.doubtful for r in good)
        wait = median(r["waits"]["rank_1"]["mean"] for r in results)
        found.append(Candidate(good[0], time, time / ideal, spread(per_task), doubtful, wait=wait))
    return _same_problem(lambda c: c.row, found)


def counter_wait(sweep: Sweep, row: Row):
    """(mean, 99%) of the wait for a counter value under a row's settings, in seconds; None: not measured."""
    like = ("stack", "transport", "ranks", "counter", "window", "progress", "case")
    rows = trusted(
        r
        for r in sweep.of("counter")
        if not r.get("null") and all(r.get(k) == row.get(k, {"case": 1, "progress": "none"}.get(k)) for k in like)
    )
    if not rows:
        return None
    lengths = [r.config["mean_task_seconds"] for r in rows]
    rows = [r for r in rows if r.config["mean_task_seconds"] == max(lengths)]
    waits = [r.result["waits"]["rank_1"] for r in rows]
    return median(w["mean"] for w in waits), median(w["p99"] for w in waits)
