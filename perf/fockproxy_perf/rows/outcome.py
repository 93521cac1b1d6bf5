"""What a document of fockproxy says of one configuration: how it ended, and what makes its times doubtful."""

from collections.abc import Sequence
from typing import Any, Literal, NamedTuple

Status = Literal["verified", "FAIL", "other transport", "UNSUPPORTED", "hung", "crashed"]

# Without an answer though one was due, the worst first. Other transport: verified, but not by the way that the row is
# named after.
FAILED: tuple[Status, ...] = ("FAIL", "other transport", "crashed", "hung")

# As the program's own documents say it.
OF_DOCUMENTS: dict[str, Status] = {"PASS": "verified", "FAIL": "FAIL", "UNSUPPORTED": "UNSUPPORTED"}

# What makes the times of a verified row doubtful.
DISTURBED = "disturbed"
SCHEDULER_BOUND = "scheduler-bound"
NO_HELPER = "no helper"
NOT_BOUND = "not bound as asked"

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
