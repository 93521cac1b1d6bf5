"""What the paper of 2008 predicted but did not measure: the same tasks with no, one, six and twelve communications."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from typing import Any

from fockproxy_perf.report.repetitions import all_doubtful, median, trusted
from fockproxy_perf.report.settings import group
from fockproxy_perf.report.sweep import Sweep
from fockproxy_perf.rows.build_rows import CompareRow
from fockproxy_perf.rows.row import Row

NONE, ONE, SIX, TWELVE = range(4)  # indices of the columns
KINDS = ("counter", "all_gets", "all_accumulates")
APART = ("case", "progress", "owners", "thread_level")  # settings that strategy() describes


@dataclasses.dataclass(frozen=True)
class Column:
    """Seconds: medians over repetitions and builds."""

    per_task: float
    build: float
    remote: float  # waits per task for operations that go to other ranks
    waits: dict[str, float]  # per task, by kind of operation


@dataclasses.dataclass(frozen=True)
class Line:
    """One strategy on one stack, with its four columns."""

    rows: list[CompareRow]
    columns: list[Column]
    spread: float
    doubtful: bool

    @property
    def row(self) -> CompareRow:
        """Any of its rows, for the settings that all have in common."""
        return self.rows[0]

    @property
    def degradations(self) -> list[float]:
        """The factor of each column."""
        return [column.per_task / self.columns[NONE].per_task for column in self.columns]

    @property
    def remote_degradations(self) -> list[float]:
        """The factors if only waits for remote operations cost time."""
        return [1 + column.remote / self.columns[NONE].per_task for column in self.columns]

    @property
    def six_cost_more(self) -> bool:
        """Whether six communications cost more than the counter alone, beyond the noise."""
        factors = self.degradations
        return factors[SIX] > factors[ONE] * (1 + max(0.02, 2 * self.spread))


def comparisons(sweep: Sweep) -> list[Line]:
    """Every verified configuration of `fockproxy compare`, except those with injected delays."""
    rows = [r for r in sweep.of(CompareRow) if not r.get("delayed")]
    return [_line(trusted(alike)) for alike in group(rows)]


def alike_but(lines: Sequence[Line], *apart: str) -> list[list[Line]]:
    """Groups of lines that differ only in the settings `apart`."""
    by_row = {id(line.row): line for line in lines}
    return [[by_row[id(row)] for row in rows] for rows in group((line.row for line in lines), *apart)]


@dataclasses.dataclass(frozen=True)
class TwoLengths:
    """One configuration with integrals of our kernels and of Libint: the same tasks with two lengths."""

    own: Line
    libint: Line

    @property
    def ratio(self) -> float:
        """How many times longer a task takes with Libint, without communication."""
        return self.libint.columns[NONE].per_task / self.own.columns[NONE].per_task


def two_lengths(lines: Sequence[Line]) -> list[TwoLengths]:
    """The configurations that were measured with both integral sources."""
    found = []
    for alike in alike_but(lines, "integrals"):
        by_source = {line.row.get("integrals", "own"): line for line in alike}
        if {"own", "libint"} <= by_source.keys():
            found.append(TwoLengths(by_source["own"], by_source["libint"]))
    return found


def _line(rows: list[CompareRow]) -> Line:
    columns = [[r.columns[c] for r in rows] for c in (NONE, ONE, SIX, TWELVE)]
    return Line(rows, [_column(column) for column in columns], _noise(columns[SIX]), all_doubtful(rows))


def _column(repetitions: Sequence[dict[str, Any]]) -> Column:
    return Column(
        per_task=median(t for c in repetitions for t in c["seconds_per_task"]),
        build=median(t for c in repetitions for t in c["seconds"]),
        remote=sum(median(c[k]["remote_seconds_per_task"] for c in repetitions) for k in KINDS),
        waits={k: median(c[k]["seconds_per_task"] for c in repetitions) for k in KINDS},
    )


def _noise(repetitions: Sequence[dict[str, Any]]) -> float:
    """Half the interquartile range over the median, so that a single outlier does not count as noise."""
    times: list[float] = sorted(t for c in repetitions for t in c["seconds_per_task"])
    quartile = len(times) // 4
    middle = times[quartile : len(times) - quartile]
    return (middle[-1] - middle[0]) / 2 / median(times)


def strategy(row: Row) -> str:
    """The measure for progress: "Case 1", "Case 1, poll", "Case 2, owners idle", "Case 3", "Case 1, threads multiple"
    (Case 3 needs this level, the others do not)."""
    case, progress, level = row.get("case"), row.get("progress", "none"), row.get("thread_level", "lowest")
    text = f"Case {case}"
    if case == 2:
        text += f", owners {row.get('owners')}"
    if progress not in ("none", None) and not (case == 3 and progress == "helper-block"):
        text += f", {progress}"
    if case != 3 and level != "lowest":
        text += f", threads {level}"
    return text
