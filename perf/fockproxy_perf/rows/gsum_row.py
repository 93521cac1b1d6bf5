"""A row of `fockproxy gsum`: the global sum of one vector by one method."""

from fockproxy_perf.rows.figures import time_figures
from fockproxy_perf.rows.listed_row import ListedRow
from fockproxy_perf.rows.row import Observation

IDENTITY = ("method", "window", "bytes", "chunk_bytes", "late_seconds")


class GsumRow(ListedRow):
    kind = "gsum"
    command = "gsum"
    identity = IDENTITY

    def measured(self) -> list[Observation]:
        return [Observation({}, {**self.figures, **time_figures(self.result["seconds"])})]

    def times(self) -> dict[str, float]:
        return {"seconds a sum": self.seconds}

    @property
    def seconds(self) -> float:
        """From the arrival of the last rank until the last one has the sum, the median."""
        seconds: float = self.result["seconds"]["median"]
        return seconds
