"""A trace from fockproxy --trace: the spans of every rank, on one time axis."""

from __future__ import annotations

import dataclasses
import json
import pathlib
from typing import Any

from fockproxy_perf.errors import UserError

OPERATIONS = ("counter", "get", "accumulate", "held get", "held accumulate")
SHOWN = ("compute", *OPERATIONS, "flush", "idle")
STATES = (*SHOWN, "other")  # the states of a rank's time; "other" is time without a span


@dataclasses.dataclass(frozen=True)
class Span:
    """Times in seconds since the trace began. `name` is the label of a run, otherwise it describes `kind`."""

    kind: str
    name: str
    rank: int
    begin: float
    end: float
    arguments: dict[str, Any]

    @property
    def seconds(self) -> float:
        return self.end - self.begin

    @property
    def block(self) -> tuple[int, ...]:
        """Row and column of the accessed block of D or F; () without one."""
        return tuple(self.arguments.get("block", ()))

    def overlaps(self, begin: float, end: float) -> bool:
        return self.end > begin and self.begin < end


@dataclasses.dataclass(frozen=True)
class BlockLayout:
    """How D and F are divided into blocks, and the blocks among ranks. Columns of both spins are side by side."""

    first_functions: list[int]  # one per block, then the total
    spins: int
    row_cuts: list[int]  # boundaries between ranks, in blocks
    column_cuts: list[int]

    @property
    def blocks(self) -> int:
        """The number of blocks along a side."""
        return len(self.first_functions) - 1

    @property
    def functions(self) -> int:
        return self.first_functions[-1]

    @property
    def columns(self) -> int:
        return self.spins * self.functions


@dataclasses.dataclass
class Trace:
    path: pathlib.Path
    about: dict[str, Any]
    spans: list[Span]

    @property
    def ranks(self) -> int:
        return len(self.about["ranks"])

    @property
    def dropped(self) -> int:
        return sum(r["dropped_events"] for r in self.about["ranks"])

    @property
    def layout(self) -> BlockLayout | None:
        """The layout of D and F; None for a trace of the counter alone."""
        about = self.about
        if not about.get("first_functions"):
            return None
        return BlockLayout(about["first_functions"], about["spins"], about["row_cuts"], about["column_cuts"])

    @property
    def config(self) -> dict[str, Any]:
        found: dict[str, Any] = self.about.get("config", {})
        return found

    @property
    def title(self) -> str:
        mpi = self.about["provenance"]["mpi"]
        parts = [self.about["command"]]
        if molecule := self.about.get("molecule"):
            parts.append(f"{molecule['name']}, {molecule['basis']}")
        named = ("counter", "window", "progress", "order", "grain")
        parts += [f"{key} {self.config[key]}" for key in named if key in self.config]
        return ", ".join([*parts, f"{self.ranks} ranks, {mpi['library'].split(',')[0]}"])

    def of(self, *kinds: str) -> list[Span]:
        return [s for s in self.spans if s.kind in kinds]

    def during(self, begin: float, end: float, *kinds: str) -> list[Span]:
        return [s for s in self.of(*kinds) if s.begin >= begin - 1e-9 and s.end <= end + 1e-9]

    def runs(self) -> list[Span]:
        """The runs of rank 0 in order: each is a Fock build or a run of the counter kernel."""
        return sorted((s for s in self.of("run") if s.rank == 0), key=lambda s: s.begin)

    def whole_runs(self) -> list[Span]:
        """The runs of which no rank has dropped events. Dropped events ended before all that were kept."""
        kept = [
            min(s.end for s in self.spans if s.rank == rank)
            for rank, about in enumerate(self.about["ranks"])
            if about["dropped_events"]
        ]
        return [run for run in self.runs() if run.begin >= max(kept, default=run.begin)]

    def chosen_run(self) -> Span | None:
        """The run with the median length, so that the reader does not see a lucky or disturbed one; it is a whole run
        unless the trace has none."""
        runs = sorted(self.whole_runs() or self.runs(), key=lambda r: r.seconds)
        return runs[len(runs) // 2] if runs else None


def read(path: str | pathlib.Path) -> Trace:
    """Throws UserError, with one line, if the file is no trace of fockproxy."""
    path = pathlib.Path(path)
    try:
        document = json.loads(path.read_text())
        about = document["otherData"]
        spans = [
            Span(e["cat"], e["name"], e["pid"], e["ts"] * 1e-6, (e["ts"] + e["dur"]) * 1e-6, e["args"])
            for e in document["traceEvents"]
            if e["ph"] == "X"
        ]
        _ = len(about["ranks"]), about["provenance"]["mpi"]
    except OSError as error:
        raise UserError(f"cannot read {path}: {error.strerror}") from error
    except (KeyError, TypeError, ValueError) as error:
        raise UserError(f"{path} is no trace that fockproxy --trace wrote") from error
    if not any(s.kind != "run" for s in spans):
        raise UserError(f"{path} holds no spans")
    return Trace(path, about, spans)
