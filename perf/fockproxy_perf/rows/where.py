"""Selects rows by values of axes, as on the command line: --where stack=mpich-4.3."""

from collections.abc import Mapping, Sequence

from fockproxy_perf.errors import UserError
from fockproxy_perf.rows.row import Row


def parse_where(texts: Sequence[str]) -> dict[str, str]:
    """The axes from AXIS=VALUE, with names as in rows."""
    pairs = [text.partition("=") for text in texts]
    if bad := [name for name, equals, _ in pairs if not equals]:
        raise UserError(f"'{bad[0]}' is no AXIS=VALUE")
    return {name.replace("-", "_"): value for name, _, value in pairs}


def agrees(row: Row, where: Mapping[str, str]) -> bool:
    """Whether the row has all of these values."""
    settings = row.settings
    return all(str(settings.get(name)) == value for name, value in where.items())
