"""A row of `fockproxy onesided`: one one-sided operation by itself, in one shape and setting."""

from fockproxy_perf.rows.figures import time_figures
from fockproxy_perf.rows.ga_paths import ga_paths
from fockproxy_perf.rows.listed_row import ListedRow
from fockproxy_perf.rows.row import Observation

IDENTITY = ("table", "operation", "window", "completion", "method", "placement", "target", "progress", "cache", "bytes",
            "segments", "segment_bytes", "in_flight", "overlapping")
_OF_GLOBAL_ARRAYS = ("ga_", "armci_")


class OnesidedRow(ListedRow):
    kind = "onesided"
    command = "onesided"
    identity = IDENTITY

    def measured(self) -> list[Observation]:
        derived = {"method_in_effect": self.result["method_in_effect"], "bytes_per_second": self.bandwidth}
        return [Observation({}, {**self.figures, **derived, **time_figures(self.result["seconds"])})]

    def times(self) -> dict[str, float]:
        return {"seconds a transfer": self.seconds}

    def paths(self) -> list[str]:
        operation = str(self.get("operation"))
        return ga_paths(self.provenance["stack"]) if operation.startswith(_OF_GLOBAL_ARRAYS) else super().paths()

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
