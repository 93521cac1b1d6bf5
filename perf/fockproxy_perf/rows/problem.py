"""What two rows must have in common before their times show which settings are better."""

from collections.abc import Collection
from typing import Any

from fockproxy_perf.durations import parse_duration
from fockproxy_perf.rows.program_options import default, described
from fockproxy_perf.rows.row import Row

# What is computed; it determines the length and the content of tasks.
_COMPUTED = ("molecule", "basis", *(name for name, meaning in described("meaning") if meaning == "problem"), "density")
# When an operation counts as complete; by the rules of the experiment, no table mixes values.
_COMPLETION = tuple(name for name, meaning in described("meaning") if meaning == "completion")
# For the counter kernel, whose tasks are artificial.
_MADE_UP = ("mean_task_seconds", "work_kind", "distribution", "stretch")
_LINK = ("bandwidth", "delay")  # of hosts in network namespaces; they are given, not chosen
_NAMES = (*_COMPUTED, *_COMPLETION, *_MADE_UP, *_LINK)

Problem = dict[str, str]


def problem(row: Row) -> Problem:
    """The program's values by name. Rows with different values are never compared."""
    found = {name: _plain(name, known if (known := _known(row, name)) is not None else default(row.command, name))
             for name in _NAMES}
    return found | {"workers": str(workers(row))}


def workers(row: Row) -> int:
    """The threads of all ranks."""
    return int(row.get("ranks", 0)) * int(row.get("threads", 1))


def differences(base: Row, new: Row, ignore: Collection[str] = ()) -> list[str]:
    """The differences between the problems of two rows, in words: "integrals own -> libint". Ignores what a document
    does not tell, as older ones may, and names in `ignore`."""
    names = [name for name in _NAMES if name not in ignore and None not in (_known(base, name), _known(new, name))]
    if not {"ranks", "threads"} & set(ignore):
        names.append("workers")
    was, now = problem(base), problem(new)
    return [f"{name} {was[name]} -> {now[name]}" for name in names if was[name] != now[name]]


def unusual(row: Row) -> list[str]:
    """Settings that differ from the program's defaults and change the problem, in words: "integrals libint". Leaves out
    molecule, basis and workers, which every problem has."""
    named = (name for name in (*_COMPUTED, *_COMPLETION) if name not in ("molecule", "basis", "multiplicity"))
    found = problem(row)
    usual = {name: default(row.command, name) for name in named}
    return [f"{name.replace('_', ' ')} {found[name]}" for name, value in usual.items()
            if value is not None and found[name] != _plain(name, value)
            and (name != "precision" or found["integrals"] == "own")]


def _known(row: Row, name: str) -> Any:
    """The document's value before the requested one, which may be `auto` or one of a list."""
    if name == "molecule":
        return row.get(name)
    return next((source[name] for source in (row.config, row.molecule, row.axes, row.options) if name in source), None)


def _plain(name: str, value: Any) -> str:
    """One text for equal values: for 1e-10 and 1e-010, or 5ms and 0.005."""
    if name == "task_sleep":
        value = parse_duration(value) if isinstance(value, str) and value else value or 0.0
    try:
        return str(value) if value is None or isinstance(value, bool) else f"{float(value):g}"
    except ValueError:
        return str(value)
