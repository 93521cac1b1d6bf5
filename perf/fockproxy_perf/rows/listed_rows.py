"""Rows of `fockproxy onesided`, `gsum` and `ladder`: elements of a list in the document, each with its own figures."""

from collections.abc import Iterable
from typing import Any, ClassVar

from fockproxy_perf.rows import outcome
from fockproxy_perf.rows.figures import is_figure, time_figures
from fockproxy_perf.rows.outcome import Outcome, judged
from fockproxy_perf.rows.provenance import ga_paths
from fockproxy_perf.rows.row import Observation, Row


class ListedRow(Row):
    """`identity` has the names that distinguish elements."""

    identity: ClassVar[tuple[str, ...]]

    @classmethod
    def outcomes(cls, document: dict[str, Any]) -> Iterable[Outcome]:
        return [judged(row, cls.identity, row["status"]) for row in document["rows"]]

    @staticmethod
    def doubts(result: dict[str, Any]) -> list[str]:
        return [outcome.DISTURBED] if result["disturbed"] else []

    @property
    def figures(self) -> dict[str, float]:
        """The numbers of the result that are not axes."""
        return {name: value for name, value in self.result.items() if is_figure(value) and name not in self.axes}


ONESIDED_IDENTITY = ("table", "operation", "combination", "datatype", "window", "completion", "method", "placement",
                     "target", "progress", "cache", "bytes", "segments", "segment_bytes", "in_flight", "overlapping")
_OF_GLOBAL_ARRAYS = ("ga_", "armci_")


class OnesidedRow(ListedRow):
    kind = "onesided"
    command = "onesided"
    identity = (*ONESIDED_IDENTITY, "window_info")

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
        """The median of one transfer."""
        seconds: float = self.result["seconds"]["median"]
        return seconds

    @property
    def bandwidth(self) -> float:
        """Bytes per second of the median transfer."""
        moved: int = self.result["bytes"]
        return moved / self.seconds


GSUM_IDENTITY = ("method", "window", "bytes", "chunk_bytes", "late_seconds")


class GsumRow(ListedRow):
    kind = "gsum"
    command = "gsum"
    identity = GSUM_IDENTITY

    def measured(self) -> list[Observation]:
        return [Observation({}, {**self.figures, **time_figures(self.result["seconds"])})]

    def times(self) -> dict[str, float]:
        return {"seconds a sum": self.seconds}

    @property
    def seconds(self) -> float:
        """The median time from the arrival of the last rank until the last rank has the sum."""
        seconds: float = self.result["seconds"]["median"]
        return seconds


LADDER_IDENTITY = ("step", "version", "case", "window")


class LadderRow(ListedRow):
    kind = "ladder"
    command = "ladder"
    identity = LADDER_IDENTITY

    def measured(self) -> list[Observation]:
        return [Observation({}, self.figures)]

    def times(self) -> dict[str, float]:
        return {"seconds a build": self.seconds}

    @property
    def seconds(self) -> float:
        """The median of one build."""
        seconds: float = self.result["seconds"]
        return seconds
