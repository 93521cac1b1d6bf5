"""The parts of the report: sections of text, figures and tables."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from typing import TYPE_CHECKING

from fockproxy_perf.report.layout import Layout
from fockproxy_perf.report.table import Table

if TYPE_CHECKING:
    from matplotlib.figure import Figure as Canvas


@dataclasses.dataclass
class Figure:
    """`draw` makes a drawing with the width of the layout; `data` is its content, which the reader can download."""

    name: str  # of its files
    title: str
    alt: str  # text for readers who cannot see it
    draw: Callable[[Layout], Canvas]
    data: Table


@dataclasses.dataclass
class Section:
    """`findings`: sentences with the message of the figures in numbers. `missing`: what to run if there are no data.
    Sections with only `missing` are listed under "Not measured here"."""

    anchor: str  # the name of its module, which contents.py and --section use
    title: str
    question: str = ""
    findings: list[str] = dataclasses.field(default_factory=list)
    figures: list[Figure] = dataclasses.field(default_factory=list)
    tables: list[Table] = dataclasses.field(default_factory=list)
    missing: str = ""
    open_tables: bool = False  # shown unfolded, because readers look for them

    @property
    def is_measured(self) -> bool:
        """Whether the sweep has data for the section."""
        return bool(self.findings or self.figures or self.tables) or not self.missing

    def data(self) -> list[Table]:
        """Its tables, and the data of figures that no table has."""
        return [*self.tables, *(figure.data for figure in self.figures if figure.data not in self.tables)]
