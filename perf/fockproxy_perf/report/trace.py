"""A trace that fockproxy --trace wrote: the spans of every rank, on one time axis."""

from __future__ import annotations

import dataclasses
import json
import pathlib

from .sweep import UserError

OPERATIONS = ("counter", "get", "accumulate", "held get", "held accumulate")
# What the time of a rank is divided into; "other" is what no span covers.
STATES = ("compute", *OPERATIONS, "flush", "idle", "other")


@dataclasses.dataclass(frozen=True)
class Span:
    """Seconds since the trace began. `name` is the label of a run, else what `kind` says."""

    kind: str
    name: str
    rank: int
    begin: float
    end: float
    arguments: dict

    @property
    def seconds(self):
        return self.end - self.begin


@dataclasses.dataclass
class Trace:
    path: pathlib.Path
    about: dict
    spans: list[Span]

    @property
    def ranks(self):
        return len(self.about["ranks"])

    @property
    def dropped(self):
        return sum(r["dropped_events"] for r in self.about["ranks"])

    @property
    def blocks(self):
        """Blocks along a side of D and F; None for a trace of the counter alone."""
        first = self.about.get("first_functions")
        return len(first) - 1 if first else None

    @property
    def title(self):
        config, mpi = self.about.get("config", {}), self.about["provenance"]["mpi"]
        parts = [self.about["command"]]
        if molecule := self.about.get("molecule"):
            parts.append(f"{molecule['name']}, {molecule['basis']}")
        parts += [
            f"{key} {config[key]}" for key in ("counter", "window", "progress", "order", "grain") if key in config
        ]
        return ", ".join([*parts, f"{mpi['ranks']} ranks, {mpi['library'].split(',')[0]}"])

    def of(self, *kinds):
        return [s for s in self.spans if s.kind in kinds]

    def runs(self):
        """The runs of rank 0 in their order: each a Fock build or a run of the counter kernel."""
        return sorted((s for s in self.spans if s.kind == "run" and s.rank == 0), key=lambda s: s.begin)

    def whole_runs(self):
        """The runs of which no rank has dropped anything: what it dropped ended before all that it kept."""
        kept = [
            min(s.end for s in self.spans if s.rank == rank)
            for rank, about in enumerate(self.about["ranks"])
            if about["dropped_events"]
        ]
        return [run for run in self.runs() if run.begin >= max(kept, default=run.begin)]

    def during(self, begin, end, *kinds):
        return [s for s in self.spans if s.kind in kinds and s.begin >= begin - 1e-9 and s.end <= end + 1e-9]


def read(path):
    """Throws UserError, in one line, for what is no trace of fockproxy."""
    path = pathlib.Path(path)
    try:
        document = json.loads(path.read_text())
        about = document["otherData"]
        spans = [
            Span(e["cat"], e["name"], e["pid"], e["ts"] * 1e-6, (e["ts"] + e["dur"]) * 1e-6, e["args"])
            for e in document["traceEvents"]
            if e["ph"] == "X"
        ]
        len(about["ranks"]), about["provenance"]["mpi"]
    except OSError as error:
        raise UserError(f"cannot read {path}: {error.strerror}") from error
    except (KeyError, TypeError, ValueError) as error:
        raise UserError(f"{path} is no trace that fockproxy --trace wrote") from error
    if not any(s.kind != "run" for s in spans):
        raise UserError(f"{path} holds no spans")
    return Trace(path, about, spans)
