"""A row of the counter experiment: one counter in one case."""

from collections.abc import Iterable
from typing import Any

from fockproxy_perf.rows import notes
from fockproxy_perf.rows.distribution import Distribution
from fockproxy_perf.rows.figures import dealing_figures, is_figure, wait_figures
from fockproxy_perf.rows.outcome import Outcome, judged
from fockproxy_perf.rows.row import Observation, Row


class CounterRow(Row):
    kind = "counter"
    command = "counter"

    @classmethod
    def outcomes(cls, document: dict[str, Any]) -> Iterable[Outcome]:
        return [judged(row, ("case", "counter", "window", "progress"), row["status"]) for row in document["rows"]]

    @staticmethod
    def doubts(result: dict[str, Any]) -> list[str]:
        found = [notes.DISTURBED] if result["disturbed"] else []
        found += [notes.SCHEDULER_BOUND] if result["scheduler_bound"] else []
        found += [notes.NO_HELPER] if "helper" in result["progress"] and not result["helper_inside_mpi"] else []
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
        """Whether it measures the kernel without a counter, against which others are held."""
        return bool(self.get("null"))

    @property
    def mean_task_seconds(self) -> float | None:
        """As asked for; None where the program wrote no document."""
        return self.config.get("mean_task_seconds")

    @property
    def work_seconds(self) -> float:
        """A task, as long as it took beside the counter."""
        seconds: float = self.result["work_seconds"]
        return seconds

    @property
    def waits(self) -> Distribution:
        """For counter values, of rank 1 as in the paper of 2008."""
        waits: Distribution = self.result["waits"]["rank_1"]
        return waits
