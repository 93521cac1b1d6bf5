"""Configurations without a verified row: a table that has no times of them names them all the same."""

from collections.abc import Sequence
from typing import TypeVar

from fockproxy_perf.rows.row import Row

R = TypeVar("R", bound=Row)


def unanswered(rows: Sequence[R], *names: str) -> list[R]:
    """A row of every stack, number of ranks and values of `names` that no verified row has. A launch that left no
    document has fewer settings than one that did: what it does not say is no difference."""
    verified = [row.settings for row in rows if row.verified]
    found: dict[str, R] = {}
    for row in rows:
        asked = {name: row.settings[name] for name in ("stack", "ranks", *names) if name in row.settings}
        if not any(all(there.get(name) == value for name, value in asked.items()) for there in verified):
            found.setdefault(str(asked), row)
    return list(found.values())
