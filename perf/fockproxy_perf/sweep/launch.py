"""One start of fockproxy, as planned."""

import dataclasses
import hashlib
import json
import random
from collections.abc import Sequence
from typing import Any

STARTUP = 2.0  # seconds: mpiexec, calibration, verification

# Values of the program's list options, which one launch measures in turns: {"case": 1, "window": "create"}.
Configuration = dict[str, Any]


@dataclasses.dataclass(frozen=True)
class Launch:
    """One launch. The configurations are a product of lists; everything else is fixed."""

    sweep: str
    part: str
    command: str
    kind: str  # of its rows
    settings: dict[str, Any]  # stack, transport, ranks, ..., env.NAME, and options that differ between launches
    options: dict[str, Any]  # fixed options of the part
    configurations: tuple[Configuration, ...]
    repetition: int
    estimate: float  # seconds
    timeout: float  # seconds

    def key(self, configuration: Configuration, repetition: int | None = None) -> str:
        """Identifies one planned configuration; it is the same in every run of the same sweep file."""
        repetition = self.repetition if repetition is None else repetition
        text = json.dumps([self.part, self.command, self.options, self.settings, configuration, repetition],
                          sort_keys=True)
        return hashlib.sha256(text.encode()).hexdigest()[:16]

    def lists(self) -> dict[str, list[Any]]:
        """The values of each list option, in order."""
        names = self.configurations[0].keys()
        return {name: list(dict.fromkeys(c[name] for c in self.configurations)) for name in names}

    def in_another_order(self, order: random.Random) -> "Launch":
        """The same configurations with the values of each list shuffled: what a process measures first may take longer
        for that reason alone."""
        place = {}
        for name, values in self.lists().items():
            order.shuffle(values)
            place[name] = {value: i for i, value in enumerate(values)}
        return dataclasses.replace(self, configurations=tuple(
            sorted(self.configurations, key=lambda c: [place[name][value] for name, value in c.items()])))

    def with_configurations(self, configurations: Sequence[Configuration]) -> "Launch":
        share = len(configurations) / len(self.configurations)
        return dataclasses.replace(self, configurations=tuple(configurations),
                                   estimate=STARTUP + (self.estimate - STARTUP) * share)

    def split(self) -> list["Launch"]:
        """Smaller launches that together equal this one, split at the first list with several values; or [self]."""
        for name, values in self.lists().items():
            if len(values) > 1:
                return [self.with_configurations([c for c in self.configurations if c[name] == value])
                        for value in values]
        return [self]
