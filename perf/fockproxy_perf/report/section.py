"""What the report is made of: sections of text, figures and tables."""

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
    """`draw` makes a drawing of the layout's width; `data` is what it shows, for the reader to take along."""

    name: str  # of its files
    title: str
    alt: str  # what a reader who cannot see it should know
    draw: Callable[[Layout], Canvas]
    data: Table


@dataclasses.dataclass
class Section:
    """`findings`: sentences with the figures' message in numbers; `missing`: what to run where there is no data. What
    has nothing but `missing` is listed under "Not measured here"."""

    anchor: str  # the name of its module, which contents.py and --section use
    title: str
    question: str = ""
    findings: list[str] = dataclasses.field(default_factory=list)
    figures: list[Figure] = dataclasses.field(default_factory=list)
    tables: list[Table] = dataclasses.field(default_factory=list)
    missing: str = ""
    open_tables: bool = False  # they are what the reader came for

    @property
    def is_measured(self) -> bool:
        """Has the sweep anything for it?"""
        return bool(self.findings or self.figures or self.tables) or not self.missing

    def data(self) -> list[Table]:
        """Its tables, and what figures show where no table has it."""
        return [*self.tables, *(figure.data for figure in self.figures if figure.data not in self.tables)]
