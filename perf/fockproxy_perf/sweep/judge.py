"""Judges whether the settings of a row took effect: binding, and transport, which must match the label of the row."""

import dataclasses
import json
from collections.abc import Mapping, Sequence
from typing import Any

from fockproxy_perf.rows import outcome
from fockproxy_perf.rows.provenance import TransportJson
from fockproxy_perf.rows.row import Row
from fockproxy_perf.stacks import launchers, links, transports
from fockproxy_perf.sweep.sweep_file import is_of_launch


class Judge:
    """Stores the output of `fockproxy info` for each set of launch settings, and judges rows by it."""

    def __init__(self, namespaces: bool = False) -> None:
        """namespaces: several hosts of a launch are network namespaces of one machine."""
        self.namespaces = namespaces
        self.infos: dict[str, dict[str, Any]] = {}

    def remember(self, probe: Row) -> None:
        self.infos[info_key(probe.axes)] = probe.result

    def judged(self, rows: Sequence[Row]) -> list[Row]:
        """Rows of a launch with a document. Their status is `other transport` if the transport was not the requested
        one."""
        return [self._judged(row) for row in rows]

    def _judged(self, row: Row) -> Row:
        provenance, asked = row.provenance, row.axes["transport"]
        level = provenance["mpi"]["thread_level_requested"]
        info = row.result if row.is_probe else self.infos.get(info_key({**row.axes, "thread_level": level}))
        proved, words = transports.proof(asked, info, row.paths())
        if info and not links.is_in_force(row.axes, info):
            proved, words = False, f"the link is not {links.words(row.axes)}; {words}"
        transport = transport_json(row.axes, proved, words, self.namespaces)
        row = dataclasses.replace(row, provenance={**provenance, "transport": transport})
        if row.verified and proved is False and not row.is_probe:
            return dataclasses.replace(row, status="other transport", notes=(), result={},
                                       reason=f"the transport is not {asked}: {words}")
        if launchers.bound_as_asked(row.axes["binding"], provenance["ranks"]) is False:
            return dataclasses.replace(row, notes=(*row.notes, outcome.NOT_BOUND))
        return row


def info_key(settings: Mapping[str, Any]) -> str:
    return json.dumps({name: value for name, value in settings.items() if is_of_launch(name)}, sort_keys=True)


def transport_json(settings: Mapping[str, Any], proved: bool | None, words: str, namespaces: bool) -> TransportJson:
    label = transports.transport_label(settings["transport"], settings["hosts"], namespaces) + links.label(settings)
    return {"label": label, "proved": proved, "proof": words}
