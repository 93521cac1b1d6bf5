"""One row of a sweep: one configuration measured in one launch. schemas/sweep.json describes it on disk."""

import dataclasses
from collections.abc import Iterable
from typing import Any, ClassVar, NamedTuple, Self

from fockproxy_perf import SCHEMA_VERSION
from fockproxy_perf.rows.outcome import FAILED, Outcome, Status
from fockproxy_perf.rows.provenance import Provenance, ga_paths

_ALWAYS = ("sweep", "part", "repetition", "covers", "status", "notes", "axes", "options", "provenance", "started",
           "elapsed_seconds", "exit_code")
_PLACE = ("row", "of", "launch")
_ARMCI_COUNTERS = ("ga", "armci")


class Observation(NamedTuple):
    """A line of the CSV: axes that the row itself does not have, and figures."""

    axes: dict[str, Any]
    figures: dict[str, Any]


class Answer(NamedTuple):
    """A result that is a word instead of a time."""

    word: str
    bad: bool


@dataclasses.dataclass(frozen=True, kw_only=True)
class Row:
    """What every kind of row has. `result` is empty unless verified, and `reason` says why it is not."""

    kind: ClassVar[str]
    command: ClassVar[str]  # of fockproxy, whose documents have such rows
    asked_by: ClassVar[str] = ""  # the option that makes the command yield them, where there are other kinds
    is_probe: ClassVar[bool] = False  # says what settings came to and measures nothing

    sweep: str
    part: str
    repetition: int
    covers: tuple[str, ...]  # keys of the planned configurations that this row answers
    status: Status
    notes: tuple[str, ...] = ()  # what makes the times of a verified row doubtful
    axes: dict[str, Any]
    options: dict[str, Any]
    provenance: Provenance
    started: str  # UTC, ISO 8601
    elapsed_seconds: float  # of the launch, start-up and verification included
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
        """Everything that a document of `command` says of this kind."""
        raise NotImplementedError

    @staticmethod
    def doubts(result: dict[str, Any]) -> list[str]:
        """Notes on a verified result: what makes its times doubtful."""
        return []

    def measured(self) -> list[Observation]:
        """What the CSV has of a verified row."""
        return [Observation({}, {})]

    def times(self) -> dict[str, float]:
        """By name, what two sweeps compare of a verified row: larger is worse. A launch is one sample."""
        return {}

    def answer(self) -> Answer | None:
        """What two sweeps compare instead, where the result is a word."""
        return None

    @classmethod
    def from_json(cls, entry: dict[str, Any]) -> Self:
        """Of a line that has this kind. KeyError where it lacks what every row has."""
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
        """Without an answer though one was due: UNSUPPORTED is an honest one."""
        return self.status in FAILED

    @property
    def doubtful(self) -> bool:
        """Whether something disturbed the times."""
        return bool(self.notes)

    @property
    def settings(self) -> dict[str, Any]:
        """What was asked for: options and axes."""
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
        """A setting; where the sweep left it alone, what the program says it took."""
        if name in ("stack", "transport"):
            return getattr(self, name)
        for source in (self.axes, self.options, self.result, self.config):
            if name in source:
                return source[name]
        if name in ("molecule", "basis") and self.molecule:
            return self.molecule["name" if name == "molecule" else "basis"]
        return default

    def paths(self) -> list[str]:
        """Which paths of `fockproxy info` the operations took: messages, and windows of which kinds."""
        settings = self.settings
        if settings.get("counter") in _ARMCI_COUNTERS or settings.get("matrix") == "ga":
            return ga_paths(self.provenance["stack"])
        window = settings.get("window", "allocate" if settings.get("matrix", "rma") == "rma" else "-")
        return ["messages"] if window == "-" else ["messages", window]

    @property
    def own_window(self) -> str | None:
        """The kind of the window that the program made. None where it made none: `-`, or Global Arrays made theirs; and
        where a row without a document does not say."""
        window = self.get("window")
        by_global_arrays = self.get("matrix") == "ga" and self.get("counter") in _ARMCI_COUNTERS
        return None if window in ("-", None) or by_global_arrays else str(window)

    def observations(self) -> list[Observation]:
        """The lines of the CSV, one where there is nothing to tell."""
        return self.measured() if self.verified else [Observation({}, {})]
