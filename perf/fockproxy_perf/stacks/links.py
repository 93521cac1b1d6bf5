"""The links between hosts in network namespaces: slowed by scripts/hosts, and measured by `fockproxy info`."""

from collections.abc import Mapping
from typing import Any

UNIT = {"kbit": 1e3, "mbit": 1e6, "gbit": 1e9}
# A bucket of 128 kB is sent at once. A path that exceeds the rate by more than this factor does not have the limit.
MOST_OVER = 1.1


def options(settings: Mapping[str, Any]) -> list[str]:
    """The options of scripts/hosts."""
    return [word for name, none in (("bandwidth", "unlimited"), ("delay", "none"))
            if (value := settings.get(name, none)) != none for word in (f"--{name}", value)]


def words(settings: Mapping[str, Any]) -> str:
    """'at most 1gbit, 20us later', or an empty text."""
    said = []
    if (bandwidth := settings.get("bandwidth", "unlimited")) != "unlimited":
        said.append(f"at most {bandwidth}/s")
    if (delay := settings.get("delay", "none")) != "none":
        said.append(f"{delay} later")
    return ", ".join(said)


def label(settings: Mapping[str, Any]) -> str:
    return f", {said}" if (said := words(settings)) else ""


def is_in_force(settings: Mapping[str, Any], info: Mapping[str, Any]) -> bool:
    """Whether no path between the ranks is faster than the link. A slower one may be slow because of the library."""
    paths = [path for path in info["transport"]["paths"] if "refused" not in path]
    limit, delay = bytes_per_second(settings), delay_seconds(settings)
    return all((limit is None or path["bytes_per_second"] <= MOST_OVER * limit) and path["latency_seconds"] >= delay
               for path in paths) if limit or delay else True


def bytes_per_second(settings: Mapping[str, Any]) -> float | None:
    bandwidth = settings.get("bandwidth", "unlimited")
    return None if bandwidth == "unlimited" else int(bandwidth[:-4]) * UNIT[bandwidth[-4:]] / 8


def delay_seconds(settings: Mapping[str, Any]) -> float:
    delay = settings.get("delay", "none")
    return 0.0 if delay == "none" else int(delay[:-2]) * (1e-6 if delay.endswith("us") else 1e-3)
