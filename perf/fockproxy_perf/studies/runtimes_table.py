"""The tables of `scripts/perf runtimes`: a line for each cell, and what is behind those that are not PASS."""

from collections.abc import Sequence

from fockproxy_perf.report.table import Cell as TableCell
from fockproxy_perf.report.table import Table
from fockproxy_perf.studies.runtimes_cell import TOLERANCE, Cell, verdict, wrong

_NOTE = (
    "Two ranks that work; processes: with those that the runtime keeps. Own tests: those that came with Global Arrays"
    " and ARMCI-MPI. Check: rows of `fockproxy check` that passed, of those that this stack can run. Energies: within"
    f" {TOLERANCE:g} hartree of PySCF's, D, F and the counter in Global Arrays. CURED: a known fault of the stack,"
    " worked around, and seen to be cured."
)


def tables(cells: Sequence[Cell]) -> list[Table]:
    rows: list[list[TableCell]] = []
    for cell in cells:
        counts = cell["check"]["counts"]
        can_run = sum(counts.values()) - counts.get("UNSUPPORTED", 0) - counts.get("NOT RUN", 0)
        passed = counts.get("PASS", 0) + counts.get("CURED", 0)
        right = len(cell["energies"]) - len(wrong(cell))
        rows.append([cell["label"], cell["processes"], cell["own_tests"], f"{passed} of {can_run}",
                     f"{right} of {len(cell['energies'])}", *verdict(cell)])
    found = [Table("Global Arrays by runtime: does it compute right?",
                   ["stack", "processes", "own tests", "check", "energies", "verdict", "why"], rows, note=_NOTE)]
    if refused := _refused(cells):
        found.append(refused)
    return found


def _refused(cells: Sequence[Cell]) -> Table | None:
    """What the stacks cannot do, each reason once, with the rows that give it and the stacks that they are of."""
    stacks: dict[tuple[str, str], list[str]] = {}  # by reason and row
    for cell in cells:
        for row in cell["check"]["unsupported"]:
            stacks.setdefault((row["detail"], row["name"]), []).append(cell["stack"])
    rows_of: dict[tuple[str, tuple[str, ...]], list[str]] = {}  # by reason and stacks
    for (reason, name), those in stacks.items():
        rows_of.setdefault((reason, tuple(those)), []).append(name)
    if not rows_of:
        return None
    rows: list[list[TableCell]] = [
        [", ".join(names), reason, "all" if len(those) == len(cells) else ", ".join(those)]
        for (reason, those), names in rows_of.items()]
    return Table("UNSUPPORTED rows of fockproxy check", ["rows", "reason", "on"], rows)
