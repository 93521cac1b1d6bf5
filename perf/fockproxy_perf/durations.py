"""Durations as in fockproxy's options (300us, 20ms, 1.5s); here also 5min and 2h."""

import re

from fockproxy_perf.errors import UserError

UNITS = {"ns": 1e-9, "us": 1e-6, "ms": 1e-3, "s": 1.0, "min": 60.0, "h": 3600.0}


def parse_duration(text: str) -> float:
    """Returns seconds."""
    match = re.fullmatch(r"(\d+\.?\d*|\.\d+)(ns|us|ms|s|min|h)", str(text))
    if not match or float(match[1]) <= 0:
        raise UserError(f"'{text}' is not a duration such as 20ms, 90s or 5min")
    return float(match[1]) * UNITS[match[2]]


def format_duration(seconds: float) -> str:
    """A readable duration: 0.4 s, 12 s, 3 min 05 s, 2 h 10 min."""
    if seconds < 10:
        return f"{seconds:.1f} s"
    seconds = round(seconds)
    if seconds < 60:
        return f"{seconds} s"
    if seconds < 3600:
        return f"{seconds // 60} min {seconds % 60:02d} s"
    return f"{seconds // 3600} h {seconds % 3600 // 60:02d} min"
