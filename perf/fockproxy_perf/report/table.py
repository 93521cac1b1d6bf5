"""A table of the report, as Markdown and as CSV; templates/table.html writes it as HTML."""

import csv
import dataclasses
import io
from collections.abc import Iterable, Sequence

from fockproxy_perf.report.quantities import number

Cell = str | float | bool | None


@dataclasses.dataclass
class Table:
    """Columns are headings with their units; a cell is text or a number; `marks` colours rows: {index: "bad"}."""

    title: str
    columns: Sequence[str]
    rows: Sequence[Sequence[Cell]]
    marks: dict[int, str] = dataclasses.field(default_factory=dict)
    note: str = ""

    def csv(self) -> str:
        """All digits, unlike Markdown and HTML."""
        out = io.StringIO()
        writer = csv.writer(out, lineterminator="\n")
        writer.writerow(self.columns)
        writer.writerows([["" if cell is None else cell for cell in row] for row in self.rows])
        return out.getvalue()

    def markdown(self) -> str:
        def line(cells: Iterable[str]) -> str:
            return "| " + " | ".join(c.replace("|", "\\|") for c in cells) + " |"

        rows = [line(map(number, row)) for row in self.rows]
        rule = line("---:" if numeric else "---" for numeric in self.numeric())
        parts = [f"### {self.title}", "", line(self.columns), rule, *rows]
        return "\n".join(parts + (["", self.note] if self.note else [])) + "\n"

    def numeric(self) -> list[bool]:
        """For each column, whether it has numbers, which are aligned to the right."""
        return [self._holds_numbers(column) for column in range(len(self.columns))]

    def _holds_numbers(self, column: int) -> bool:
        cells = [row[column] for row in self.rows if row[column] not in (None, "")]
        return bool(cells) and all(isinstance(c, int | float) and not isinstance(c, bool) for c in cells)
