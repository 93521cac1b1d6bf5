"""A run of scripts/perf growth."""

import dataclasses


@dataclasses.dataclass(frozen=True)
class Run:
    """One run, or the medians of several. Seconds and bytes."""

    molecule: str
    functions: float
    quartets: float
    tasks: float
    build: float
    startup: float  # pairs of shells and their bounds
    table: float  # of tasks
    memory: float

    @property
    def matrix(self) -> float:
        """Bytes of one matrix of functions x functions."""
        return 8 * self.functions**2
