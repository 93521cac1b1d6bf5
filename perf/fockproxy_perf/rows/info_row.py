"""A row of `fockproxy info`: a probe of one set of launch settings, which proves the transport."""

from collections.abc import Iterable
from typing import Any

from fockproxy_perf.rows.outcome import Outcome, without_surroundings
from fockproxy_perf.rows.row import Row


class InfoRow(Row):
    kind = "info"
    command = "info"
    is_probe = True

    @classmethod
    def outcomes(cls, document: dict[str, Any]) -> Iterable[Outcome]:
        return [Outcome({}, "verified", "", without_surroundings(document))]
