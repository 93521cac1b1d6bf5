"""What of a large sweep is drawn: figures that show everything show nothing; the tables have all.

Steps take groups of rows (each a list: one thing to draw) and leave out some, never all.
"""

from __future__ import annotations

_CHIEF = ("mpi3", "mpi2", "ga", "helper")  # today's counter, that of 2008, and what the application had


def few_enough(items, rows_of, most, steps):
    """(items, whether some were left out): step after step, until no more than `most` are there."""
    chosen = list(items)
    for step in steps:
        if len(chosen) <= most:
            break
        kept = {id(rows) for rows in step([rows_of(item) for item in chosen])}
        chosen = [item for item in chosen if id(rows_of(item)) in kept]
    return chosen, len(chosen) < len(items)


def _those(groups, setting, values):
    return [g for g in groups if g[0].get(setting) in values] or groups


def level_of_case_3(groups):
    """The thread level that Case 3 was measured at: there all cases can stand side by side."""
    return _those(groups, "thread_level", {r.get("thread_level") for g in groups for r in g if r.get("case") == 3})


def lowest_level(groups):
    return _those(groups, "thread_level", {"lowest"})


def chief_counters(groups):
    return _those(groups, "counter", _CHIEF)


def one_counter(groups):
    present = {g[0].get("counter") for g in groups}
    return _those(groups, "counter", [c for c in _CHIEF if c in present][:1])


def without_case_2(groups):
    return _those(groups, "case", {1, 3})


def window_create(groups):
    """Windows on the user's own memory: `allocate` may hide the target behind shared memory."""
    return _those(groups, "window", {"create"})
