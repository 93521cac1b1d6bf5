"""What of a large sweep is drawn: figures that show everything show nothing; the tables have all.

Steps take groups of rows (each a list: one thing to draw) and leave out some, never all.
"""

from collections.abc import Callable, Iterable, Sequence
from typing import TypeVar

from fockproxy_perf.rows.row import Row

_CHIEF = ("mpi3", "mpi2", "ga", "helper")  # today's counter, that of 2008, and what the application had

T = TypeVar("T")
Groups = Sequence[Sequence[Row]]
Step = Callable[[Groups], Groups]


def few_enough(
    items: Iterable[T], rows_of: Callable[[T], Sequence[Row]], most: int, steps: Iterable[Step]
) -> tuple[list[T], bool]:
    """(items, whether some were left out): step after step, until no more than `most` are there."""
    every = list(items)
    chosen = every
    for step in steps:
        if len(chosen) <= most:
            break
        kept = {id(rows) for rows in step([rows_of(item) for item in chosen])}
        chosen = [item for item in chosen if id(rows_of(item)) in kept]
    return chosen, len(chosen) < len(every)


def those(groups: Groups, setting: str, values: Iterable[object]) -> Groups:
    """Those whose setting has one of the values, or all of them where none has."""
    wanted = list(values)
    return [g for g in groups if g[0].get(setting) in wanted] or groups


def level_of_case_3(groups: Groups) -> Groups:
    """The thread level that Case 3 was measured at: there all cases can stand side by side."""
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
    """Windows on the user's own memory: `allocate` may hide the target behind shared memory."""
    return those(groups, "window", ["create"])
