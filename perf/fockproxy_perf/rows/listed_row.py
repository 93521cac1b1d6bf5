"""What rows have in common that are the elements of their document's list, each with figures of its own."""

from collections.abc import Iterable
from typing import Any, ClassVar

from fockproxy_perf.rows import notes
from fockproxy_perf.rows.figures import is_figure
from fockproxy_perf.rows.outcome import Outcome, judged
from fockproxy_perf.rows.row import Row


class ListedRow(Row):
    """`identity` names what tells an element from the others."""

    identity: ClassVar[tuple[str, ...]]

    @classmethod
    def outcomes(cls, document: dict[str, Any]) -> Iterable[Outcome]:
        return [judged(row, cls.identity, row["status"]) for row in document["rows"]]

    @staticmethod
    def doubts(result: dict[str, Any]) -> list[str]:
        return [notes.DISTURBED] if result["disturbed"] else []

    @property
    def figures(self) -> dict[str, float]:
        """The numbers of the result that are no axes."""
        return {name: value for name, value in self.result.items() if is_figure(value) and name not in self.axes}
