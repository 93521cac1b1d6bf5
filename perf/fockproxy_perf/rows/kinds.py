"""All kinds of rows by name."""

from collections.abc import Iterable
from typing import Any

from fockproxy_perf.rows.build_rows import CompareRow, FockRow, ScfRow
from fockproxy_perf.rows.counter_rows import CounterRow, SaturationRow, VerdictRow
from fockproxy_perf.rows.listed_rows import GsumRow, LadderRow, OnesidedRow
from fockproxy_perf.rows.outcome import Outcome, without_surroundings
from fockproxy_perf.rows.row import Row


class InfoRow(Row):
    kind = "info"
    command = "info"
    is_probe = True

    @classmethod
    def outcomes(cls, document: dict[str, Any]) -> Iterable[Outcome]:
        return [Outcome({}, "verified", "", without_surroundings(document))]


KINDS: dict[str, type[Row]] = {kind.kind: kind for kind in (CounterRow, VerdictRow, SaturationRow, CompareRow, FockRow,
                                                            ScfRow, OnesidedRow, GsumRow, LadderRow, InfoRow)}


def kind_of(command: str, options: dict[str, Any]) -> type[Row]:
    """The kind of the rows that a launch of a subcommand will give."""
    kinds = kinds_of(command)
    return next((kind for kind in kinds if kind.asked_by and options.get(kind.asked_by)), kinds[0])


def kinds_of(command: str) -> list[type[Row]]:
    """The kinds that a document of this subcommand may have; first the kind that it has without a special option."""
    return [kind for kind in KINDS.values() if kind.command == command]


def row_from_json(entry: dict[str, Any]) -> Row:
    """Reads a row from a line of the file. KeyError if the kind is unknown or a name is missing."""
    return KINDS[entry["kind"]].from_json(entry)
