"""A row of `fockproxy gsum`: the global sum of one vector by one method."""

from collections.abc import Iterable
from typing import Any

from fockproxy_perf.rows import notes
from fockproxy_perf.rows.figures import is_figure, time_figures
from fockproxy_perf.rows.outcome import Outcome, judged
from fockproxy_perf.rows.row import Observation, Row

IDENTITY = ("method", "window", "bytes", "chunk_bytes", "late_seconds")


class GsumRow(Row):
    kind = "gsum"
    command = "gsum"

    @classmethod
    def outcomes(cls, document: dict[str, Any]) -> Iterable[Outcome]:
        return [judged(row, IDENTITY, row["status"]) for row in document["rows"]]

    @staticmethod
    def doubts(result: dict[str, Any]) -> list[str]:
        return [notes.DISTURBED] if result.get("disturbed") else []

    def measured(self) -> list[Observation]:
        result = self.result
        figures = {name: value for name, value in result.items() if is_figure(value) and name not in self.axes}
        return [Observation({}, {**figures, **time_figures(result["seconds"])})]

    def times(self) -> dict[str, float]:
        return {"seconds a sum": self.seconds}

    @property
    def seconds(self) -> float:
        """From the arrival of the last rank until the last one has the sum, the median."""
        seconds: float = self.result["seconds"]["median"]
        return seconds
