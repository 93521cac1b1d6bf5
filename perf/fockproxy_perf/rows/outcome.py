"""What a document of fockproxy tells about one configuration: the outcome, and reasons to doubt its times."""

from collections.abc import Sequence
from typing import Any, Literal, NamedTuple

Status = Literal["verified", "FAIL", "other transport", "UNSUPPORTED", "hung", "crashed"]

# Statuses without an answer although one was due, the worst first. Other transport: verified, but with another
# transport than the one that the row is named after.
FAILED: tuple[Status, ...] = ("FAIL", "other transport", "crashed", "hung")

# From the program's word in its documents.
OF_DOCUMENTS: dict[str, Status] = {"PASS": "verified", "FAIL": "FAIL", "UNSUPPORTED": "UNSUPPORTED"}

# Reasons to doubt the times of a verified row.
DISTURBED = "disturbed"
SCHEDULER_BOUND = "scheduler-bound"
NO_HELPER = "no helper"
NOT_BOUND = "not bound as asked"

# What a document has besides its results.
_SURROUNDINGS = ("schema_version", "command", "provenance", "config", "molecule")


class Outcome(NamedTuple):
    """`identity`: the axes that the program itself names. `result` is empty unless the row is verified."""

    identity: dict[str, Any]
    status: Status
    reason: str
    result: dict[str, Any]


def judged(element: dict[str, Any], names: Sequence[str], status: str) -> Outcome:
    """The outcome of an element in a list of the document. `names` identify it; `status` is the program's word."""
    identity = {name: element[name] for name in names if name in element}
    reason = element.get("reason", "").replace("UNSUPPORTED: ", "")  # the status says this
    return Outcome(identity, OF_DOCUMENTS[status], reason, element if status == "PASS" else {})


def without_surroundings(document: dict[str, Any]) -> dict[str, Any]:
    """The result of a document that is a single result."""
    return {name: value for name, value in document.items() if name not in _SURROUNDINGS}
