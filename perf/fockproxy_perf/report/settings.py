"""The settings in which rows differ: groups of equal rows, and labels that distinguish rows."""

from collections.abc import Iterable, Sequence
from typing import TypeVar

from fockproxy_perf.rows.program_options import described
from fockproxy_perf.rows.row import Row

R = TypeVar("R", bound=Row)

# Labels for values that would be unclear without the name of their axis.
_PATTERNS = {
    # Labels of the program's settings come from the program; here are the others, and those that need other words.
    **{name: name.replace("_", " ") + " {}" for name, _ in described("meaning")},
    **dict(described("label")),
    **dict.fromkeys(("stack", "transport", "molecule", "basis", "operation"), "{}"),
    "ranks": "{} ranks",
    "hosts": "{} hosts",
    "case": "Case {}",
    "case_3": "{}",
    "owners": "owners {}",
    "table": "table {}",
    "method": "method {}",
    "version": "step {}",
    "target": "target {}",
    "bytes": "{} B",
    "chunk_bytes": "chunk {} B",
    "binding": "bound to {}",
    "work": "tasks of {}",
    "repeat": "{} builds",
}
_MAY_BE_LEFT = ("case_3",)  # rows without these were measured with a value that no row names
_IMPORTANT = (
    "stack",
    "transport",
    "hosts",
    "ranks",
    "molecule",
    "basis",
    "grain",
    "case",
    "owners",
    "counter",
    "window",
    "window_info",
    "progress",
    "thread_level",
)


def group(rows: Iterable[R], *apart: str) -> list[list[R]]:
    """Groups of rows of one kind that differ only in `apart`, in order of first appearance. A setting that a row does
    not set has the value that the program chose."""
    rows = list(rows)
    names = {"stack", "transport"}.union(*(row.settings for row in rows)) - set(apart)
    found: dict[tuple[str, ...], list[R]] = {}
    for row in rows:
        found.setdefault((row.kind, *(str(row.get(name)) for name in sorted(names))), []).append(row)
    return list(found.values())


def varying(rows: Iterable[Row], *but: str) -> list[str]:
    """Names of the settings in which rows differ, except `but`; the important ones come first."""
    rows = list(rows)
    names = dict.fromkeys([*_IMPORTANT, *(k for row in rows for k in row.settings)])

    def values(name: str) -> set[str]:
        return {str(row.get(name)) for row in rows if name in _MAY_BE_LEFT or row.get(name) is not None}

    return [n for n in names if n not in but and len(values(n)) > 1]


def shared(every: Iterable[Row], shown: Iterable[Row], *but: str) -> list[str]:
    """Names of the settings that distinguish `every` row but no longer those in `shown`; a figure names them once."""
    left = varying(shown, *but)
    return [name for name in varying(every, *but) if name not in left]


def with_stack(names: Sequence[str]) -> list[str]:
    """The names, preceded by the stack if they do not include it."""
    return list(names) if "stack" in names else ["stack", *names]


def label(row: Row, names: Iterable[str]) -> str:
    """The label of a row in words: "MPICH 4.3.2, window create, Case 3"."""
    return words({name: row.get(name) for name in names})


def words(values: dict[str, object]) -> str:
    """Settings in words; those without a value are left out."""
    parts = []
    for name, value in values.items():
        if value is None or value == "-" or (name == "transport" and value == "as the library chooses"):
            continue
        parts.append(_PATTERNS.get(name, name.removeprefix("env.") + "={}").format(value))
    return ", ".join(parts)


def named(row: Row, names: Iterable[str]) -> str:
    """The label, or the stack if the label is empty."""
    return label(row, names) or row.stack
