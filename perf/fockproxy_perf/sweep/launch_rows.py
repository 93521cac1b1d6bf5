"""Makes the rows of a launch that has ended."""

from typing import Any

from fockproxy_perf.rows.kinds import KINDS, kinds_of
from fockproxy_perf.rows.outcome import Status
from fockproxy_perf.rows.provenance import Surroundings
from fockproxy_perf.rows.row import Row
from fockproxy_perf.sweep.launch import Configuration, Launch

NO_KEYS = "none"  # the word of --window-info for no info keys


def rows_of_document(launch: Launch, document: dict[str, Any], surroundings: Surroundings) -> list[Row]:
    """The rows of a launch with a document."""
    return [
        kind(
            **shared(launch, surroundings),
            covers=tuple(launch.key(c) for c in launch.configurations if answers(c, outcome.identity)),
            status=outcome.status,
            notes=tuple(kind.doubts(outcome.result)) if outcome.result else (),
            axes=launch.settings | named_in_full(launch, outcome.identity),
            has_document=True,
            config=document.get("config", {}),
            molecule=document.get("molecule", {}),
            reason="" if outcome.status == "verified" else outcome.reason or "no reason given",
            result=outcome.result,
        )
        for kind in kinds_of(document["command"]) for outcome in kind.outcomes(document)
    ]


def rows_without_document(launch: Launch, status: Status, reason: str, surroundings: Surroundings) -> list[Row]:
    """One row per configuration of a launch without a document."""
    return [row_without_result(launch, configuration, status, reason, surroundings)
            for configuration in launch.configurations]


def missing_rows(launch: Launch, rows: list[Row]) -> list[Row]:
    """A row for every configuration without a result in the program's document, whose rows are given."""
    answered = {key for row in rows for key in row.covers}
    first = rows[0]
    surroundings = Surroundings(first.provenance, first.started, first.elapsed_seconds, first.exit_code)
    return [
        row_without_result(launch, configuration, "FAIL", "fockproxy's document has no row for it", surroundings,
                           has_document=True, config=first.config)
        for configuration in launch.configurations if launch.key(configuration) not in answered
    ]


def row_without_result(launch: Launch, configuration: Configuration, status: Status, reason: str,
                       surroundings: Surroundings, **more: Any) -> Row:
    return KINDS[launch.kind](**shared(launch, surroundings), covers=(launch.key(configuration),), status=status,
                              axes=launch.settings | configuration, reason=reason, **more)


def shared(launch: Launch, surroundings: Surroundings) -> dict[str, Any]:
    return {"sweep": launch.sweep, "part": launch.part, "repetition": launch.repetition, "options": launch.options,
            **surroundings._asdict()}


def named_in_full(launch: Launch, identity: dict[str, Any]) -> dict[str, Any]:
    """The identity of a result. A row without info keys does not name them; it does where they are an axis."""
    return {**({"window_info": NO_KEYS} if "window_info" in launch.lists() else {}), **identity}


def answers(configuration: Configuration, identity: dict[str, Any]) -> bool:
    """Whether a result with this identity belongs to the planned configuration.

    Counters without a window of their own report '-', and some dealers choose their progress strategy themselves.
    """
    named = {"window_info": NO_KEYS, **identity}
    for name, value in configuration.items():
        if name not in named or name == "progress":
            continue
        if named[name] != value and not (name in ("window", "window_info") and identity.get("window") == "-"):
            return False
    return True
