"""A grid of outcomes for columns (counters, strategies or operations) and lines (settings)."""

import dataclasses
import enum
from collections.abc import Mapping, Sequence
from typing import Generic, TypeVar

K = TypeVar("K", bound=enum.StrEnum)


@dataclasses.dataclass(frozen=True)
class Outcomes(Generic[K]):
    """`cells`: {(column, line): (kind of outcome, figures in words or "")}; cells that were not measured are
    missing."""

    cells: Mapping[tuple[str, str], tuple[K, str]]
    columns: Sequence[str]
    lines: Sequence[str]
