"""What a section of the report is made of: text, tables, and figures drawn twice, for a wide and for a narrow page."""

from __future__ import annotations

import csv
import dataclasses
import html
import io
import math
from collections.abc import Callable, Sequence


@dataclasses.dataclass(frozen=True)
class Layout:
    """The paper a figure is drawn on. Widths in inches; at 96 CSS pixels an inch text keeps its size on the screen."""

    name: str
    width: float
    font: float  # points

    @property
    def narrow(self):
        return self.name == "narrow"

    def columns(self, panels, widest):
        """How many panels stand side by side; `widest` is the most that a wide page takes."""
        return 1 if self.narrow else max(1, min(panels, widest))


WIDE = Layout("wide", 10.6, 9.5)
NARROW = Layout("narrow", 3.75, 8.5)
LAYOUTS = (WIDE, NARROW)


def number(value, digits=3):
    """A number as a reader wants it: `digits` significant ones; "" for what was not measured."""
    if value is None or (isinstance(value, float) and math.isnan(value)):
        return ""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, (int, str)):
        return str(value)
    if value == 0:
        return "0"
    value = float(f"{value:.{digits - 1}e}")
    exponent = math.floor(math.log10(abs(value)))
    if -3 <= exponent < 6:
        return f"{value:.{max(0, digits - 1 - exponent)}f}"
    return f"{value:.{digits - 1}e}"


def seconds(value, digits=3):
    """A time with its unit: 2.71 us, 3.36 ms."""
    if value is None or (isinstance(value, float) and math.isnan(value)):
        return ""
    if value == 0:
        return "0 s"
    value = float(f"{value:.{digits - 1}e}")
    for unit, size in (("s", 1), ("ms", 1e-3), ("us", 1e-6), ("ns", 1e-9)):
        if abs(value) >= size or unit == "ns":
            return f"{number(value / size, digits)} {unit}"
    raise AssertionError(value)


@dataclasses.dataclass
class Table:
    """Columns are headings with their units; a cell is text or a number; `marks` colours rows: {index: "bad"}."""

    title: str
    columns: Sequence[str]
    rows: list[Sequence]
    marks: dict[int, str] = dataclasses.field(default_factory=dict)
    note: str = ""

    def csv(self):
        """Every digit, unlike html() and markdown()."""
        out = io.StringIO()
        writer = csv.writer(out, lineterminator="\n")
        writer.writerow(self.columns)
        writer.writerows([["" if cell is None else cell for cell in row] for row in self.rows])
        return out.getvalue()

    def markdown(self):
        def line(cells):
            return "| " + " | ".join(str(c).replace("|", "\\|") for c in cells) + " |"

        rows = [line(number(cell) for cell in row) for row in self.rows]
        rule = line("---:" if self._numeric(i) else "---" for i in range(len(self.columns)))
        parts = [f"### {self.title}", "", line(self.columns), rule, *rows]
        return "\n".join(parts + (["", self.note] if self.note else [])) + "\n"

    def html(self):
        def cell(tag, i, text):
            kind = ' class="number"' if self._numeric(i) else ""
            return f"<{tag}{kind}>{html.escape(text)}</{tag}>"

        head = "".join(cell("th", i, c) for i, c in enumerate(self.columns))
        body = []
        for index, row in enumerate(self.rows):
            mark = f' class="{self.marks[index]}"' if index in self.marks else ""
            body.append(f"<tr{mark}>" + "".join(cell("td", i, number(c)) for i, c in enumerate(row)) + "</tr>")
        note = f"<p class=note>{html.escape(self.note)}</p>" if self.note else ""
        return (
            f"<div class=scroll tabindex=0><table><caption>{html.escape(self.title)}</caption><thead><tr>{head}</tr>"
            f"</thead><tbody>{''.join(body)}</tbody></table></div>{note}"
        )

    def _numeric(self, column):
        cells = [row[column] for row in self.rows if row[column] not in (None, "")]
        return bool(cells) and all(isinstance(c, (int, float)) and not isinstance(c, bool) for c in cells)


@dataclasses.dataclass
class Figure:
    """`draw` makes a matplotlib figure of the layout's width; `data` is what it shows, for the reader to take along."""

    name: str  # of its files
    title: str
    alt: str  # what a reader who cannot see it should know
    draw: Callable
    data: Table


@dataclasses.dataclass
class Section:
    """`findings`: sentences with the figures' message in numbers; `missing`: what to run where there is no data."""

    anchor: str
    title: str
    question: str = ""
    findings: list[str] = dataclasses.field(default_factory=list)
    figures: list[Figure] = dataclasses.field(default_factory=list)
    tables: list[Table] = dataclasses.field(default_factory=list)
    missing: str = ""
