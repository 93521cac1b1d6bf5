"""The global sum: the best chunk of each method, and the best method, by size of the vector."""

from collections.abc import Sequence
from typing import NamedTuple

from fockproxy_perf.report.analysis.curve import Curve
from fockproxy_perf.report.repetitions import medians
from fockproxy_perf.report.settings import label, varying, with_stack
from fockproxy_perf.report.sweep import Sweep
from fockproxy_perf.rows.listed_rows import GSUM_IDENTITY, GsumRow

PLAIN = "allreduce"
_WORTH_IT = 1.1  # a method that gains less is no reason to replace MPI_Allreduce of the whole vector


class Sum(NamedTuple):
    """One way of summing. `memory`: resident bytes beyond the vector; negative if unknown."""

    line: str
    late: float
    bytes: int
    method: str  # includes its window
    chunk: int
    seconds: float
    memory: float

    @property
    def is_plain(self) -> bool:
        """Whether it is MPI_Allreduce of the whole vector, the simplest way."""
        return self.method == PLAIN and self.is_whole

    @property
    def is_whole(self) -> bool:
        return self.chunk >= self.bytes


def sums(sweep: Sweep) -> list[Sum]:
    """The sums by line, kind of arrival and size."""
    rows = sweep.of(GsumRow)
    names = with_stack(varying(rows, *GSUM_IDENTITY, "chunk", "late", "row_time", "interval"))

    def key(row: GsumRow) -> tuple[str, float, int, str, int]:
        method = label(row, ["method", "window"]).removeprefix("method ")
        return label(row, names), row.get("late_seconds"), row.get("bytes"), method, row.get("chunk_bytes")

    times = medians(rows, key, lambda r: r.seconds)
    memory = medians(rows, key, lambda r: r.result["extra_memory_bytes"])
    lines = list(dict.fromkeys(line for line, *_ in times))
    found = [Sum(*k, times[k], memory[k]) for k in times]
    return sorted(found, key=lambda s: (lines.index(s.line), s.late, s.bytes))


class Contest(NamedTuple):
    """All ways to sum a vector of one size on one line."""

    sums: list[Sum]

    @property
    def plain(self) -> Sum | None:
        return next((s for s in self.sums if s.is_plain), None)

    @property
    def best(self) -> Sum:
        """The simplest way, unless another is clearly faster."""
        fastest = min(self.sums, key=lambda s: s.seconds)
        plain = self.plain
        return plain if plain and plain.seconds < _WORTH_IT * fastest.seconds else fastest

    @property
    def of_methods(self) -> list[Sum]:
        """Each method with its best chunk."""
        best: dict[str, Sum] = {}
        for s in sorted(self.sums, key=lambda s: s.seconds):
            best.setdefault(s.method, s)
        return list(best.values())

    def gain(self, s: Sum) -> float | None:
        """How many times faster it is than the simplest way; None if that was not measured."""
        return self.plain.seconds / s.seconds if self.plain else None


def contests(found: Sequence[Sum]) -> list[Contest]:
    groups: dict[tuple[str, float, int], list[Sum]] = {}
    for s in found:
        groups.setdefault((s.line, s.late, s.bytes), []).append(s)
    return [Contest(alike) for alike in groups.values()]


def curves(found: Sequence[Contest]) -> list[Curve]:
    """(bytes, seconds) for ranks that arrive together; one panel per line."""
    points: dict[tuple[str, str], list[tuple[float, float]]] = {}
    for contest in found:
        for s in sorted(contest.of_methods, key=lambda s: s.method):
            if not s.late:
                points.setdefault((s.line, s.method), []).append((s.bytes, s.seconds))
    return [Curve(line, method, of) for (line, method), of in points.items()]
