"""Converts lines of older schema versions; only this file knows the differences. docs/json.md describes them."""

from typing import Any

from fockproxy_perf import SCHEMA_VERSION

READABLE = (1, SCHEMA_VERSION)
# In version 1, `get` of `compare` and `ladder` included held blocks, unlike in other rows.
_COMPARE = {"get": "all_gets", "accumulate": "all_accumulates"}
_LADDER = {"get_seconds": "fetch_seconds", "accumulate_seconds": "add_seconds"}


def as_now(entry: Any) -> Any:
    """A line of a sweep's file in the current version. A line of an unknown version stays as it is."""
    if not isinstance(entry, dict) or entry.get("schema_version") != 1:
        return entry
    entry = {**entry, "schema_version": SCHEMA_VERSION}
    result = entry.get("result")
    if isinstance(result, dict) and isinstance(result.get("figure_of_merit"), dict):
        result = entry["result"] = {**result, "figure_of_merit": _without_interval(result["figure_of_merit"])}
    if entry.get("kind") == "ladder" and isinstance(result, dict):
        entry["result"] = _renamed(result, _LADDER)
    elif entry.get("kind") == "compare" and isinstance(result, dict) and isinstance(result.get("columns"), list):
        columns = [_renamed(c, _COMPARE) if isinstance(c, dict) else c for c in result["columns"]]
        entry["result"] = {**result, "columns": columns}
    return entry


def _without_interval(figure: dict[str, Any]) -> dict[str, Any]:
    """In version 1, an efficiency was one number for a whole run."""
    efficiency = figure.get("efficiency")
    unknown = {
        "efficiency_low": efficiency,
        "efficiency_high": efficiency,
        "efficiency_builds": 1,
        "efficiency_mark": "",
    }
    return {**unknown, **figure}


def _renamed(fields: dict[str, Any], names: dict[str, str]) -> dict[str, Any]:
    return {names.get(name, name): value for name, value in fields.items()}
