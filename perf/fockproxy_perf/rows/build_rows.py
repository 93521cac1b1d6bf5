"""Rows of Fock builds: `fockproxy fock` and `scf`, whose document is one row, and `compare`, with one column for each
number of communications."""

import statistics
from collections.abc import Iterable
from typing import Any, TypedDict

from fockproxy_perf.rows import outcome
from fockproxy_perf.rows.figures import dealing_figures
from fockproxy_perf.rows.outcome import OF_DOCUMENTS, Outcome, judged, without_surroundings
from fockproxy_perf.rows.row import Observation, Row

_OF_THE_BUILD = ("mean_task_seconds", "mean_communication_seconds", "load_imbalance", "cpu_per_useful_second")
_OPERATIONS = ("counter", "get", "accumulate", "held_get", "held_accumulate")


class RankTimes(TypedDict):
    """Times of one rank, summed over all builds; the document has more."""

    compute_seconds: float
    wait_seconds: float  # at the end of builds
    reduce_seconds: float


class BuildRow(Row):
    @classmethod
    def outcomes(cls, document: dict[str, Any]) -> Iterable[Outcome]:
        verification = document["verification"]
        failed = [check for check in verification["checks"] if not check["passed"]]
        reason = "; ".join(f"{check['name']}: {check['detail']}" for check in failed)
        result = without_surroundings(document) if verification["status"] == "PASS" else {}
        return [Outcome({}, OF_DOCUMENTS[verification["status"]], reason, result)]

    @staticmethod
    def doubts(result: dict[str, Any]) -> list[str]:
        ranks = result["fock"]["ranks"]
        found = [outcome.DISTURBED] if any(rank["disturbed"] for rank in ranks) else []
        found += [outcome.NO_HELPER] if any(rank["helper"] and not rank["helper_inside_mpi"] for rank in ranks) else []
        return found

    @property
    def fock(self) -> dict[str, Any]:
        """Times of the builds and of each rank in them."""
        fock: dict[str, Any] = self.result["fock"]
        return fock

    @property
    def seconds(self) -> list[float]:
        """The seconds of each build."""
        return list(self.fock["seconds"])

    @property
    def ranks(self) -> list[RankTimes]:
        return list(self.fock["ranks"])

    def measured(self) -> list[Observation]:
        fock = self.fock
        ranks = fock["ranks"]
        figures = {"tasks": fock["tasks"][-1], "seconds": statistics.median(fock["seconds"]),
                   **{name: fock[name] for name in _OF_THE_BUILD}, **dealing_figures(*(r["dealing"] for r in ranks))}
        for name in ("compute", "wait"):
            figures[f"{name}_seconds_all_ranks"] = sum(rank[f"{name}_seconds"] for rank in ranks)
        for operation in _OPERATIONS:
            figures[f"{operation}_seconds_all_ranks"] = sum(rank[operation]["seconds"] for rank in ranks)
        return [Observation({}, figures)]

    def times(self) -> dict[str, float]:
        return {"seconds a build": statistics.median(self.seconds)}


class FockRow(BuildRow):
    kind = "fock"
    command = "fock"


class ScfRow(BuildRow):
    kind = "scf"
    command = "scf"


class CompareRow(Row):
    kind = "compare"
    command = "compare"

    @classmethod
    def outcomes(cls, document: dict[str, Any]) -> Iterable[Outcome]:
        names = ("grain", "case", "owners", "counter", "window", "window_info", "progress")
        return [judged(row, names, row["status"]) for row in document["rows"]]

    @staticmethod
    def doubts(result: dict[str, Any]) -> list[str]:
        return [outcome.DISTURBED] if any(column["disturbed"] for column in result["columns"]) else []

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
