"""Configurations without a verified row, so that tables can name them even without times."""

from collections.abc import Sequence
from typing import TypeVar

from fockproxy_perf.rows.row import Row

R = TypeVar("R", bound=Row)


def unanswered(rows: Sequence[R], *names: str) -> list[R]:
    """A row for every stack, number of ranks and values of `names` for which there is no verified row. A launch without
    a document has fewer settings than one with a document; missing settings count as equal."""
    verified = [row.settings for row in rows if row.verified]
    found: dict[str, R] = {}
    for row in rows:
        asked = {name: row.settings[name] for name in ("stack", "ranks", *names) if name in row.settings}
        if not any(all(there.get(name) == value for name, value in asked.items()) for there in verified):
            found.setdefault(str(asked), row)
    return list(found.values())
