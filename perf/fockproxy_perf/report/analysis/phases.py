"""The duration of every phase of a calculation, by number of ranks."""

from collections.abc import Mapping
from typing import Any

from fockproxy_perf.report.analysis.efficiency import names_of
from fockproxy_perf.report.repetitions import median, trusted
from fockproxy_perf.report.settings import group, label
from fockproxy_perf.report.sweep import Sweep
from fockproxy_perf.rows.build_rows import BuildRow, FockRow, ScfRow

# The program's name -> the name in the report; "reduction" is the sum of F over ranks (--cache replicated).
_PHASES = {
    "one-electron": "one-electron",
    "Schwarz": "Schwarz",
    "Fock": "Fock",
    "reduction": "reduction",
    "orbital Hessian": "orbital Hessian",
    "DIIS and diagonalisation": "diagonalisation",
}
_NO_WORK = ("verification", "stack check", "total")
TOTAL = "total without checks"

ByRanks = Mapping[int, Mapping[str, float]]  # {ranks: {phase: seconds}}, in increasing order of ranks


def times(result: Mapping[str, Any]) -> dict[str, float]:
    """{phase: seconds} of one run of `fockproxy scf` or `fock`, and the total without verification."""
    phases: dict[str, float] = dict(result["phases"])
    total = sum(time for phase, time in phases.items() if phase not in _NO_WORK)
    phases["reduction"] = max((rank["reduce_seconds"] for rank in result["fock"]["ranks"]), default=0)
    return {name: phases[key] for key, name in _PHASES.items() if phases.get(key)} | {TOTAL: total}


def families(sweep: Sweep) -> dict[str, ByRanks]:
    """Calculations by name, including those with a single number of ranks."""
    rows: list[BuildRow] = [*sweep.of(ScfRow), *sweep.of(FockRow)]
    names = names_of(rows, "ranks")
    found: dict[str, ByRanks] = {}
    for family in group(rows, "ranks", "hosts"):
        by_ranks = {}
        for ranks in sorted({r.get("ranks") for r in family}):
            runs = [times(r.result) for r in trusted(r for r in family if r.get("ranks") == ranks)]
            by_ranks[ranks] = {phase: median(t[phase] for t in runs if phase in t) for phase in runs[0]}
        found[f"{family[0].kind}: {label(family[0], names)}"] = by_ranks
    return found


def speedups(by_ranks: ByRanks, ranks: int) -> dict[str, float]:
    """Speed-up of each phase with `ranks` ranks: the least number of ranks times its time, over the time with `ranks`.
    Phases that were not measured in both are left out."""
    least, before = next(iter(by_ranks.items()))
    now = by_ranks[ranks]
    return {phase: least * before[phase] / now[phase] for phase in now if before.get(phase) and now[phase]}
