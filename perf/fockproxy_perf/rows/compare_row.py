"""A row of `fockproxy compare`: a Fock build with no, one, six and twelve communications a task, a column for each."""

import statistics
from collections.abc import Iterable
from typing import Any

from fockproxy_perf.rows import notes
from fockproxy_perf.rows.outcome import Outcome, judged
from fockproxy_perf.rows.row import Observation, Row


class CompareRow(Row):
    kind = "compare"
    command = "compare"

    @classmethod
    def outcomes(cls, document: dict[str, Any]) -> Iterable[Outcome]:
        names = ("grain", "case", "owners", "counter", "window", "progress")
        return [judged(row, names, row["status"]) for row in document["rows"]]

    @staticmethod
    def doubts(result: dict[str, Any]) -> list[str]:
        return [notes.DISTURBED] if any(column["disturbed"] for column in result["columns"]) else []

    @property
    def columns(self) -> list[dict[str, Any]]:
        columns: list[dict[str, Any]] = self.result["columns"]
        return columns

    def measured(self) -> list[Observation]:
        return [Observation({"communication": column["column"]}, self._figures(column)) for column in self.columns]

    def _figures(self, column: dict[str, Any]) -> dict[str, Any]:
        figures = {"tasks": self.result["tasks"], "degradation": column["degradation"],
                   "seconds": statistics.median(column["seconds"]),
                   "seconds_per_task": statistics.median(column["seconds_per_task"]),
                   "kernel_degradation": self.result["kernel_degradation"]}
        for operation in ("counter", "all_gets", "all_accumulates"):
            figures |= {f"{operation}_{name}": value for name, value in column[operation].items()}
        return figures

    def times(self) -> dict[str, float]:
        return {f"seconds a task, {column['column']}": statistics.median(column["seconds_per_task"])
                for column in self.columns}
