"""How a configuration can end."""

from typing import Literal

Status = Literal["verified", "FAIL", "other transport", "UNSUPPORTED", "hung", "crashed"]

# Without an answer though one was due, the worst first. Other transport: verified, but not by the way that the row is
# named after.
FAILED: tuple[Status, ...] = ("FAIL", "other transport", "crashed", "hung")

# As the program's own documents say it.
OF_DOCUMENTS: dict[str, Status] = {"PASS": "verified", "FAIL": "FAIL", "UNSUPPORTED": "UNSUPPORTED"}
