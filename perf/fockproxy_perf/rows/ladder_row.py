"""A row of `fockproxy ladder`: one Fock build at one step of the ladder of versions."""

from collections.abc import Iterable
from typing import Any

from fockproxy_perf.rows import notes
from fockproxy_perf.rows.figures import is_figure
from fockproxy_perf.rows.outcome import Outcome, judged
from fockproxy_perf.rows.row import Observation, Row

IDENTITY = ("step", "version", "case", "window")


class LadderRow(Row):
    kind = "ladder"
    command = "ladder"

    @classmethod
    def outcomes(cls, document: dict[str, Any]) -> Iterable[Outcome]:
        return [judged(row, IDENTITY, row["status"]) for row in document["rows"]]

    @staticmethod
    def doubts(result: dict[str, Any]) -> list[str]:
        return [notes.DISTURBED] if result["disturbed"] else []

    def measured(self) -> list[Observation]:
        result = self.result
        figures = {name: value for name, value in result.items() if is_figure(value) and name not in self.axes}
        return [Observation({}, figures)]

    def times(self) -> dict[str, float]:
        return {"seconds a build": self.seconds}

    @property
    def seconds(self) -> float:
        """Of one build, the median."""
        seconds: float = self.result["seconds"]
        return seconds
