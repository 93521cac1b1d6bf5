"""The settings that rows differ in: groups of rows alike, and what tells a row apart in words."""

from collections.abc import Iterable, Sequence
from typing import TypeVar

from fockproxy_perf.rows.program_options import described
from fockproxy_perf.rows.row import Row

R = TypeVar("R", bound=Row)

# How a value of an axis is called in labels, where the bare value would not tell what it is.
_PATTERNS = {
    # Settings of the program: by their names, or as it says; the others, and those that need other words here.
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
_MAY_BE_LEFT = ("case_3",)  # rows without these were measured with what no row names
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
    "progress",
    "thread_level",
)


def group(rows: Iterable[R], *apart: str) -> list[list[R]]:
    """Lists of rows of one kind alike in all settings but `apart`, in order of first appearance. A setting that a row
    leaves alone has the value that the program took."""
    rows = list(rows)
    names = {"stack", "transport"}.union(*(row.settings for row in rows)) - set(apart)
    found: dict[tuple[str, ...], list[R]] = {}
    for row in rows:
        found.setdefault((row.kind, *(str(row.get(name)) for name in sorted(names))), []).append(row)
    return list(found.values())


def varying(rows: Iterable[Row], *but: str) -> list[str]:
    """Names of the settings in which rows differ, without those of `but`, the important ones first."""
    rows = list(rows)
    names = dict.fromkeys([*_IMPORTANT, *(k for row in rows for k in row.settings)])

    def values(name: str) -> set[str]:
        return {str(row.get(name)) for row in rows if name in _MAY_BE_LEFT or row.get(name) is not None}

    return [n for n in names if n not in but and len(values(n)) > 1]


def shared(every: Iterable[Row], shown: Iterable[Row], *but: str) -> list[str]:
    """Names of the settings that tell `every` row apart and those shown no more: a figure says them once."""
    left = varying(shown, *but)
    return [name for name in varying(every, *but) if name not in left]


def with_stack(names: Sequence[str]) -> list[str]:
    """The names, and the stack before them where it is not among them."""
    return list(names) if "stack" in names else ["stack", *names]


def label(row: Row, names: Iterable[str]) -> str:
    """What tells a row apart, in words: "MPICH 4.3.2, window create, Case 3"."""
    return words({name: row.get(name) for name in names})


def words(values: dict[str, object]) -> str:
    """Settings by name in words; those without a value are left out."""
    parts = []
    for name, value in values.items():
        if value is None or value == "-" or (name == "transport" and value == "as the library chooses"):
            continue
        parts.append(_PATTERNS.get(name, name.removeprefix("env.") + "={}").format(value))
    return ", ".join(parts)


def named(row: Row, names: Iterable[str]) -> str:
    """Its label, or its stack where the label is empty."""
    return label(row, names) or row.stack
