"""One row of a sweep: one configuration, measured in one launch. schemas/sweep.json describes it on disk."""

import dataclasses
from collections.abc import Iterable
from typing import Any, ClassVar, NamedTuple, Self

from fockproxy_perf import SCHEMA_VERSION
from fockproxy_perf.rows.outcome import FAILED, Outcome, Status
from fockproxy_perf.rows.provenance import OPENSHMEM, Provenance, ga_paths

_ALWAYS = ("sweep", "part", "repetition", "covers", "status", "notes", "axes", "options", "provenance", "started",
           "elapsed_seconds", "exit_code")
_PLACE = ("row", "of", "launch")
_ARMCI_COUNTERS = ("ga", "armci")


class Observation(NamedTuple):
    """A line of the CSV: axes that the row itself lacks, and figures."""

    axes: dict[str, Any]
    figures: dict[str, Any]


class Answer(NamedTuple):
    """A result that is a word instead of a time."""

    word: str
    bad: bool


@dataclasses.dataclass(frozen=True, kw_only=True)
class Row:
    """The part that all kinds of rows share. `result` is empty unless verified; `reason` tells why it is not."""

    kind: ClassVar[str]
    command: ClassVar[str]  # subcommand of fockproxy whose documents have such rows
    asked_by: ClassVar[str] = ""  # the option that asks the command for them, if the command has other kinds too
    is_probe: ClassVar[bool] = False  # tells the effect of launch settings and measures nothing

    sweep: str
    part: str
    repetition: int
    covers: tuple[str, ...]  # keys of the planned configurations that this row answers
    status: Status
    notes: tuple[str, ...] = ()  # reasons to doubt the times of a verified row
    axes: dict[str, Any]
    options: dict[str, Any]
    provenance: Provenance
    started: str  # UTC, ISO 8601
    elapsed_seconds: float  # of the launch, including start-up and verification
    exit_code: int | None  # None: the watchdog ended the launch
    has_document: bool = False  # the program wrote one
    config: dict[str, Any] = dataclasses.field(default_factory=dict)
    molecule: dict[str, Any] = dataclasses.field(default_factory=dict)
    reason: str = ""
    result: dict[str, Any] = dataclasses.field(default_factory=dict)
    row: int = 0  # of the launch's rows, from 0
    of: int = 1
    launch: int = 0

    @classmethod
    def outcomes(cls, document: dict[str, Any]) -> Iterable[Outcome]:
        """All results of this kind in a document of `command`."""
        raise NotImplementedError

    @staticmethod
    def doubts(result: dict[str, Any]) -> list[str]:
        """Notes on a verified result: reasons to doubt its times."""
        return []

    def measured(self) -> list[Observation]:
        """The lines of a verified row in the CSV."""
        return [Observation({}, {})]

    def times(self) -> dict[str, float]:
        """By name, the times of a verified row that two sweeps compare; larger is worse. A launch is one sample."""
        return {}

    def answer(self) -> Answer | None:
        """What two sweeps compare instead, if the result is a word."""
        return None

    @classmethod
    def from_json(cls, entry: dict[str, Any]) -> Self:
        """Reads a line of this kind. KeyError if it lacks a part that every row has."""
        if missing := [name for name in (*_ALWAYS, *_PLACE) if name not in entry and name != "notes"]:
            raise KeyError(missing[0])
        names = {field.name for field in dataclasses.fields(cls)}
        known = {name: value for name, value in entry.items() if name in names}
        lists = {name: tuple(entry.get(name, ())) for name in ("covers", "notes")}
        return cls(**{**known, **lists, "has_document": "config" in entry})

    def to_json(self) -> dict[str, Any]:
        """The line on disk."""
        entry = {"schema_version": SCHEMA_VERSION, "kind": self.kind}
        entry |= {name: getattr(self, name) for name in _ALWAYS}
        if self.has_document:
            entry["config"] = self.config
        if self.molecule:
            entry["molecule"] = self.molecule
        entry |= {"result": self.result} if self.verified else {"reason": self.reason}
        return entry | {name: getattr(self, name) for name in _PLACE}

    @property
    def verified(self) -> bool:
        return self.status == "verified"

    @property
    def failed(self) -> bool:
        """Whether an answer was due and is missing; UNSUPPORTED counts as an answer."""
        return self.status in FAILED

    @property
    def doubtful(self) -> bool:
        """Whether something disturbed the times."""
        return bool(self.notes)

    @property
    def settings(self) -> dict[str, Any]:
        """The requested options and axes."""
        return {**self.options, **self.axes}

    @property
    def stack(self) -> str:
        """For headings: MPICH 4.3.2."""
        return self.provenance["stack"]["label"]

    @property
    def transport(self) -> str:
        """For headings: TCP on one host (Ethernet-like)."""
        return self.provenance["transport"]["label"]

    def get(self, name: str, default: Any = None) -> Any:
        """A setting; if the sweep did not set it, the program's value."""
        if name in ("stack", "transport"):
            return getattr(self, name)
        for source in (self.axes, self.options, self.result, self.config):
            if name in source:
                return source[name]
        if name in ("molecule", "basis") and self.molecule:
            return self.molecule["name" if name == "molecule" else "basis"]
        return default

    def paths(self) -> list[str]:
        """The paths of `fockproxy info` that the operations used: messages, windows of which kinds, OpenSHMEM."""
        settings = self.settings
        if settings.get("counter") in _ARMCI_COUNTERS or settings.get("matrix") == "ga":
            return ga_paths(self.provenance["stack"])
        window = settings.get("window", "allocate" if settings.get("matrix", "rma") == "rma" else "-")
        paths = ["messages"] if window == "-" else ["messages", window]
        return [*paths, OPENSHMEM] if "shmem" in (settings.get("counter"), settings.get("matrix")) else paths

    @property
    def own_window(self) -> str | None:
        """The kind of the window that the program made. None if it made none (`-`), if Global Arrays made its own, or
        if a row without a document does not tell."""
        window = self.get("window")
        by_global_arrays = self.get("matrix") == "ga" and self.get("counter") in _ARMCI_COUNTERS
        return None if window in ("-", None) or by_global_arrays else str(window)

    def observations(self) -> list[Observation]:
        """The lines in the CSV; one without figures if there is no result."""
        return self.measured() if self.verified else [Observation({}, {})]
