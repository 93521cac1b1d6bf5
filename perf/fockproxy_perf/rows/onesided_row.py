"""A row of `fockproxy onesided`: one one-sided operation by itself, in one shape and setting."""

from collections.abc import Iterable
from typing import Any

from fockproxy_perf.rows import notes
from fockproxy_perf.rows.figures import is_figure, time_figures
from fockproxy_perf.rows.outcome import Outcome, judged
from fockproxy_perf.rows.row import ARMCI_PATHS, Observation, Row

IDENTITY = ("table", "operation", "window", "completion", "method", "placement", "target", "progress", "cache", "bytes",
            "segments", "segment_bytes", "in_flight", "overlapping")
_OF_GLOBAL_ARRAYS = ("ga_", "armci_")


class OnesidedRow(Row):
    kind = "onesided"
    command = "onesided"

    @classmethod
    def outcomes(cls, document: dict[str, Any]) -> Iterable[Outcome]:
        return [judged(row, IDENTITY, row["status"]) for row in document["rows"]]

    @staticmethod
    def doubts(result: dict[str, Any]) -> list[str]:
        return [notes.DISTURBED] if result.get("disturbed") else []

    def measured(self) -> list[Observation]:
        result = self.result
        figures = {name: value for name, value in result.items() if is_figure(value) and name not in self.axes}
        figures |= {"method_in_effect": result["method_in_effect"], "bytes_per_second": self.bandwidth}
        return [Observation({}, {**figures, **time_figures(result["seconds"])})]

    def times(self) -> dict[str, float]:
        return {"seconds a transfer": self.seconds}

    def paths(self) -> list[str]:
        operation = str(self.get("operation"))
        return ARMCI_PATHS if operation.startswith(_OF_GLOBAL_ARRAYS) else super().paths()

    @property
    def seconds(self) -> float:
        """Of one transfer, the median."""
        seconds: float = self.result["seconds"]["median"]
        return seconds

    @property
    def bandwidth(self) -> float:
        """Bytes a second of the median transfer."""
        moved: int = self.result["bytes"]
        return moved / self.seconds
