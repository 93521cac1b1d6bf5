"""A row of `fockproxy ladder`: one Fock build at one step of the ladder of versions."""

from fockproxy_perf.rows.listed_row import ListedRow
from fockproxy_perf.rows.row import Observation

IDENTITY = ("step", "version", "case", "window")


class LadderRow(ListedRow):
    kind = "ladder"
    command = "ladder"
    identity = IDENTITY

    def measured(self) -> list[Observation]:
        return [Observation({}, self.figures)]

    def times(self) -> dict[str, float]:
        return {"seconds a build": self.seconds}

    @property
    def seconds(self) -> float:
        """Of one build, the median."""
        seconds: float = self.result["seconds"]
        return seconds
