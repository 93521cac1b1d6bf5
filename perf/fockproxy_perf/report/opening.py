"""The first screen of the page: failures in red, then the answer."""

import dataclasses
from collections.abc import Sequence

from fockproxy_perf.report.table import Table


@dataclasses.dataclass(frozen=True)
class Banner:
    """`examples` are sentences; `left_out` counts those that only the section on failures has."""

    summary: str
    total: int
    examples: Sequence[str]
    left_out: int


@dataclasses.dataclass(frozen=True)
class Answer:
    """`lead` tells what to do; the other members exist if the sweep has an answer."""

    lead: str
    cost: str
    command: str = ""
    more: Sequence[str] = ()
    table: Table | None = None


@dataclasses.dataclass(frozen=True)
class Opening:
    """`banner`: None if every row is verified or unsupported."""

    banner: Banner | None
    answer: Answer
