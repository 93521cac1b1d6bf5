"""A row of `fockproxy counter --verdict`: whether one operation makes progress while its target computes."""

from collections.abc import Iterable
from typing import Any

from fockproxy_perf.rows.distribution import Distribution
from fockproxy_perf.rows.figures import wait_figures
from fockproxy_perf.rows.outcome import Outcome, judged
from fockproxy_perf.rows.row import Answer, Observation, Row

NEEDS_TARGET = "needs the target in MPI"


class VerdictRow(Row):
    kind = "verdict"
    command = "counter"
    asked_by = "verdict"

    @classmethod
    def outcomes(cls, document: dict[str, Any]) -> Iterable[Outcome]:
        return [judged(verdict, ("operation", "window", "target"),
                       "UNSUPPORTED" if verdict["verdict"] == "UNSUPPORTED" else "PASS")
                for verdict in document["verdicts"]]

    def measured(self) -> list[Observation]:
        return [Observation({}, {"verdict": self.result["verdict"], **wait_figures(self.result["waits"])})]

    def answer(self) -> Answer:
        word = self.result["verdict"]
        return Answer(word, word == NEEDS_TARGET)

    @property
    def is_control(self) -> bool:
        """Whether it is a trial of the method itself: its operation waits, or does not, by construction."""
        return bool(self.result.get("control")) or str(self.get("operation")).startswith("control")

    @property
    def verdict(self) -> str:
        verdict: str = self.result["verdict"]
        return verdict

    @property
    def samples(self) -> list[float]:
        """Every wait, in seconds."""
        return list(self.result.get("samples_seconds", ()))

    @property
    def waits(self) -> Distribution:
        waits: Distribution = self.result["waits"]
        return waits
