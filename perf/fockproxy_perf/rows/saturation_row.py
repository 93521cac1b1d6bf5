"""A row of `fockproxy counter --saturate`: how many values a second so many ranks draw at most."""

from collections.abc import Iterable
from typing import Any

from fockproxy_perf.rows.figures import wait_figures
from fockproxy_perf.rows.outcome import Outcome, judged
from fockproxy_perf.rows.row import Observation, Row


class SaturationRow(Row):
    kind = "saturation"
    command = "counter"
    asked_by = "saturate"

    @classmethod
    def outcomes(cls, document: dict[str, Any]) -> Iterable[Outcome]:
        names = ("counter", "window", "drawing_ranks")
        for entry in document["saturation"]:
            identity = {"counter": entry["counter"], "window": entry["window"]}
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
