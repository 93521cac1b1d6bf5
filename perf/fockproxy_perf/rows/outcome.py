"""What a document of fockproxy says of one configuration."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from fockproxy_perf.rows.status import OF_DOCUMENTS, Status

# What a document says besides its results.
_SURROUNDINGS = ("schema_version", "command", "provenance", "config", "molecule")


class Outcome(NamedTuple):
    """`identity`: the axes that the program itself names. `result` is empty unless verified."""

    identity: dict[str, Any]
    status: Status
    reason: str
    result: dict[str, Any]


def judged(element: dict[str, Any], names: Sequence[str], status: str) -> Outcome:
    """Of an element of one of the document's lists; `names` tell it from others, `status` is the program's word."""
    identity = {name: element[name] for name in names if name in element}
    reason = element.get("reason", "").replace("UNSUPPORTED: ", "")  # the status says so
    return Outcome(identity, OF_DOCUMENTS[status], reason, element if status == "PASS" else {})


def without_surroundings(document: dict[str, Any]) -> dict[str, Any]:
    """The result of a document that is one result as a whole."""
    return {name: value for name, value in document.items() if name not in _SURROUNDINGS}
