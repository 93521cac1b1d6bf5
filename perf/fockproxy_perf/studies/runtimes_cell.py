"""A cell of `scripts/perf runtimes`: Global Arrays on one runtime of one MPI library, and its verdict."""

from typing import TypedDict

from fockproxy_perf.studies.kept_rows import Moment

TOLERANCE = 1e-7  # hartree, as the tests hold every reference energy


class Named(TypedDict):
    name: str
    detail: str


class CheckResult(TypedDict):
    """Of `fockproxy check`. `counts`: rows by status."""

    verdict: str
    counts: dict[str, int]
    bad: list[Named]
    unsupported: list[Named]


class Energy(TypedDict):
    """`error`: against the reference, hartree; None where there was no energy, and then `reason` says why."""

    case: str
    error: float | None
    reason: str


class Cell(Moment):
    stack: str
    label: str
    runtime: str        # as asked for
    runtime_found: str | None  # as the program found it linked
    mpi: str
    global_arrays: str | None
    processes: int      # of the launch, those that the runtime keeps among them
    git_revision: str
    cures: list[str]
    own_tests: str      # of Global Arrays and ARMCI-MPI, in words
    check: CheckResult
    energies: list[Energy]


def wrong(cell: Cell) -> list[Energy]:
    """Energies that are not there or not the reference's."""
    return [energy for energy in cell["energies"] if energy["error"] is None or energy["error"] > TOLERANCE]


def verdict(cell: Cell) -> tuple[str, str]:
    """PASS, CURED, UNSUPPORTED or FAIL, and why."""
    bad = cell["check"]["bad"]
    reasons = [f"{row['name']}: {row['detail']}" for row in bad]
    reasons += [f"{energy['case']}: {energy['reason'] or _off(energy)}" for energy in wrong(cell)]
    if reasons:
        refused = all("UNSUPPORTED" in reason for reason in reasons)
        return "UNSUPPORTED" if refused else "FAIL", "; ".join(dict.fromkeys(reasons))
    if cell["runtime_found"] != cell["runtime"]:
        return "FAIL", f"the program found {cell['runtime_found']} linked"
    if cell["cures"] or cell["check"]["counts"].get("CURED"):
        return "CURED", "; ".join(cell["cures"])
    return "PASS", ""


def _off(energy: Energy) -> str:
    return f"off by {energy['error']:.1e} hartree"
