"""The ladder of versions: how the time of a build is spent at each step, and the gain of each step."""

import statistics
from collections.abc import Sequence
from typing import NamedTuple

from fockproxy_perf.report.repetitions import trusted
from fockproxy_perf.report.settings import varying, with_stack, words
from fockproxy_perf.report.sweep import Sweep
from fockproxy_perf.rows.listed_rows import LadderRow

# The name in the report -> the program's name.
PARTS = {
    "computing": "compute_seconds",
    "counter": "counter_seconds",
    "gets": "fetch_seconds",
    "accumulates": "add_seconds",
    "rest": "rest_seconds",
}
NOTICEABLE = 1.05  # a step with a smaller gain or loss cannot be distinguished from noise in a few builds


class Step(NamedTuple):
    """Seconds of a build, medians over repetitions; `parts` are means over the ranks, in the order of PARTS."""

    number: int
    version: str
    base: int  # number of the step that this one changes; -1 for the first
    seconds: float
    parts: list[float]
    messages: float
    bytes: float
    checksum: float
    notes: list[str]  # reasons why the time is doubtful

    @property
    def name(self) -> str:
        return f"{self.number} {self.version}"


class Ladder(NamedTuple):
    """The steps of one configuration in order. `short` names only the stack, `line` the whole configuration."""

    line: str
    short: str
    case: int
    ranks: int
    rows: list[LadderRow]
    steps: list[Step]

    def over(self, number: int, step: Step) -> float | None:
        """How many times faster it is than the step with that number; None if that was not measured."""
        before = next((s for s in self.steps if s.number == number), None)
        return before.seconds / step.seconds if before else None

    @property
    def fastest(self) -> Step:
        return min(self.steps, key=lambda s: s.seconds)


def ladders(sweep: Sweep) -> list[Ladder]:
    """All ladders: for each stack the molecules, windows and Cases in order."""
    rows = sweep.of(LadderRow)
    apart = varying(rows, "step", "version", "case", "molecule", "per_rank", "repeat")
    names = [*with_stack(apart), "molecule"]
    found: dict[tuple[str, int], list[LadderRow]] = {}
    for row in sorted(rows, key=_place):
        found.setdefault((_label(row, names), row.get("case")), []).append(row)
    short = [name for name in names if name in ("stack", "transport")]
    return [
        Ladder(line, _label(of[0], short), case, of[0].get("ranks"), of, _steps(of))
        for (line, case), of in found.items()
    ]


def _place(row: LadderRow) -> tuple[str, str, int, str, str, int]:
    axes = row.axes
    return row.stack, str(axes.get("transport")), axes["ranks"], _molecule(row), str(axes["window"]), axes["case"]


def _molecule(row: LadderRow) -> str:
    """The molecule that was built; with constant work per rank it grows with the number of ranks."""
    return str(row.molecule.get("name", row.get("molecule")))


def _label(row: LadderRow, names: Sequence[str]) -> str:
    return words({name: _molecule(row) if name == "molecule" else row.get(name) for name in names})


def _steps(rows: Sequence[LadderRow]) -> list[Step]:
    alike: dict[int, list[LadderRow]] = {}
    for row in rows:
        alike.setdefault(row.axes["step"], []).append(row)
    return [_step(trusted(alike[number])) for number in sorted(alike)]


def _step(rows: Sequence[LadderRow]) -> Step:
    """`rows` are repetitions of one step."""
    first = rows[0]

    def median(figure: str) -> float:
        return float(statistics.median(row.result[figure] for row in rows))

    return Step(
        number=first.axes["step"],
        version=first.axes["version"],
        base=first.result["base"],
        seconds=median("seconds"),
        parts=[median(name) / first.axes["ranks"] for name in PARTS.values()],
        messages=median("messages"),
        bytes=median("bytes"),
        checksum=first.result["checksum"],
        notes=sorted({note for row in rows for note in row.notes}),
    )


class Gain(NamedTuple):
    """The gain of a step over the step that it changes, in all ladders of a stack."""

    version: str
    before: str
    median: float
    least: float
    most: float


def gains(of_stack: Sequence[Ladder]) -> list[Gain]:
    """The gains of a stack, the largest first."""
    found: dict[tuple[str, str], list[float]] = {}
    for ladder in of_stack:
        names = {step.number: step.version for step in ladder.steps}
        for step in ladder.steps:
            if gain := ladder.over(step.base, step):
                found.setdefault((step.version, names[step.base]), []).append(gain)
    listed = [Gain(*names, statistics.median(g), min(g), max(g)) for names, g in found.items()]
    return sorted(listed, key=lambda gain: -gain.median)
