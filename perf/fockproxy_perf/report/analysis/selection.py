"""Selects what is drawn from a large sweep, because crowded figures are unreadable; the tables have everything.

Steps take groups of rows (each a list that is drawn together) and leave out some, never all.
"""

from collections.abc import Callable, Iterable, Sequence
from typing import TypeVar

from fockproxy_perf.rows.row import Row

_CHIEF = ("mpi3", "mpi2", "ga", "helper")  # today's counter, that of 2008, and those of the application

T = TypeVar("T")
Groups = Sequence[Sequence[Row]]
Step = Callable[[Groups], Groups]


def few_enough(
    items: Iterable[T], rows_of: Callable[[T], Sequence[Row]], most: int, steps: Iterable[Step]
) -> tuple[list[T], bool]:
    """(items, whether some were left out): applies one step after another until at most `most` are left."""
    every = list(items)
    chosen = every
    for step in steps:
        if len(chosen) <= most:
            break
        kept = {id(rows) for rows in step([rows_of(item) for item in chosen])}
        chosen = [item for item in chosen if id(rows_of(item)) in kept]
    return chosen, len(chosen) < len(every)


def those(groups: Groups, setting: str, values: Iterable[object]) -> Groups:
    """The groups with one of these values of the setting, or all groups if none has."""
    wanted = list(values)
    return [g for g in groups if g[0].get(setting) in wanted] or groups


def level_of_case_3(groups: Groups) -> Groups:
    """The groups with the thread level of Case 3, at which all cases are comparable."""
    return those(groups, "thread_level", {r.get("thread_level") for g in groups for r in g if r.get("case") == 3})


def lowest_level(groups: Groups) -> Groups:
    return those(groups, "thread_level", ["lowest"])


def chief_counters(groups: Groups) -> Groups:
    return those(groups, "counter", _CHIEF)


def one_counter(groups: Groups) -> Groups:
    present = {g[0].get("counter") for g in groups}
    return those(groups, "counter", [c for c in _CHIEF if c in present][:1])


def without_case_2(groups: Groups) -> Groups:
    return those(groups, "case", [1, 3])


def shared_memory(groups: Groups) -> Groups:
    return those(groups, "transport", ["shared memory"])


def window_create(groups: Groups) -> Groups:
    """Windows on the user's own memory, because `allocate` may use shared memory, which hides the state of the
    target."""
    return those(groups, "window", ["create"])
