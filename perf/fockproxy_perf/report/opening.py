"""The first screen of the page: what failed, in red, then the answer."""

import dataclasses
from collections.abc import Sequence

from fockproxy_perf.report.table import Table


@dataclasses.dataclass(frozen=True)
class Banner:
    """`examples` are sentences; `left_out` counts those that stand in the section on failures alone."""

    summary: str
    total: int
    examples: Sequence[str]
    left_out: int


@dataclasses.dataclass(frozen=True)
class Answer:
    """`lead` says what to do; the rest is there where the sweep has an answer."""

    lead: str
    cost: str
    command: str = ""
    more: Sequence[str] = ()
    table: Table | None = None


@dataclasses.dataclass(frozen=True)
class Opening:
    """`banner`: None where every row is verified or honestly unsupported."""

    banner: Banner | None
    answer: Answer
