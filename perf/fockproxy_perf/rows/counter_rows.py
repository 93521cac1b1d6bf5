"""Rows of `fockproxy counter`: a counter in one case, a verdict on progress, or the most values per second."""

from collections.abc import Iterable
from typing import Any

from fockproxy_perf.rows import outcome
from fockproxy_perf.rows.figures import Distribution, dealing_figures, is_figure, wait_figures
from fockproxy_perf.rows.outcome import Outcome, judged
from fockproxy_perf.rows.row import Answer, Observation, Row


class CounterRow(Row):
    kind = "counter"
    command = "counter"

    @classmethod
    def outcomes(cls, document: dict[str, Any]) -> Iterable[Outcome]:
        keys = ("case", "counter", "window", "window_info", "progress")
        return [judged(row, keys, row["status"]) for row in document["rows"]]

    @staticmethod
    def doubts(result: dict[str, Any]) -> list[str]:
        found = [outcome.DISTURBED] if result["disturbed"] else []
        found += [outcome.SCHEDULER_BOUND] if result["scheduler_bound"] else []
        found += [outcome.NO_HELPER] if "helper" in result["progress"] and not result["helper_inside_mpi"] else []
        return found

    def measured(self) -> list[Observation]:
        result = self.result
        figures = {name: value for name, value in result.items() if is_figure(value) and name not in self.axes}
        for who in ("rank_1", "all", "other_nodes"):
            figures |= wait_figures(result["waits"][who], f"wait_{who}")
        figures |= dealing_figures(result["dealing"])
        return [Observation({"mean_task_seconds": self.config["mean_task_seconds"]}, figures)]

    def times(self) -> dict[str, float]:
        return {"degradation": self.result["degradation"]}

    @property
    def is_null(self) -> bool:
        """Whether it measures the kernel without a counter, as a reference for the others."""
        return bool(self.get("null"))

    @property
    def on_device(self) -> bool:
        """Whether its ranks wait for a device instead of computing."""
        return bool(self.get("work_kind") == "device")

    @property
    def computes(self) -> bool:
        """Whether its ranks compute and draw values."""
        return not self.is_null and not self.on_device

    @property
    def mean_task_seconds(self) -> float | None:
        """The requested mean; None without a document."""
        return self.config.get("mean_task_seconds")

    @property
    def work_seconds(self) -> float:
        """The mean length of a task beside the counter."""
        seconds: float = self.result["work_seconds"]
        return seconds

    @property
    def waits(self) -> Distribution:
        """The waits of rank 1 for counter values, as in the paper of 2008."""
        waits: Distribution = self.result["waits"]["rank_1"]
        return waits


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
        """Whether it tests the method itself: by construction its operation waits, or does not wait."""
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


class SaturationRow(Row):
    kind = "saturation"
    command = "counter"
    asked_by = "saturate"

    @classmethod
    def outcomes(cls, document: dict[str, Any]) -> Iterable[Outcome]:
        names = ("counter", "window", "window_info", "drawing_ranks")
        for entry in document["saturation"]:
            identity = {name: entry[name] for name in ("counter", "window", "window_info", "window_info_kept")
                        if name in entry}
            if "reason" in entry:
                yield judged({**identity, "reason": entry["reason"]}, names, "UNSUPPORTED")
            for measurement in entry["measurements"]:
                element = {**identity, **measurement, "drawing_ranks": measurement["ranks"]}
                yield judged(element, names, measurement["status"])

    def measured(self) -> list[Observation]:
        figures = {"values_per_second": self.result["values_per_second"], **wait_figures(self.result["waits"])}
        return [Observation({}, figures)]

    def times(self) -> dict[str, float]:
        return {"seconds a value": 1 / self.result["values_per_second"]}
