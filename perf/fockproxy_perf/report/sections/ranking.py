"""The candidates of an advice, as a table by their cost."""

from collections.abc import Sequence

from fockproxy_perf.report.analysis.choice import Advice, Candidate, Wait, counter_waits
from fockproxy_perf.report.quantities import micro
from fockproxy_perf.report.settings import varying
from fockproxy_perf.report.sweep import Sweep
from fockproxy_perf.report.table import Cell, Table

_ALWAYS = ("stack", "counter", "window", "progress")
_SHOWN = (
    *_ALWAYS,
    "transport",
    "thread_level",
    "binding",
    "grain",
    "cache",
    "matrix",
    "order",
    "schedule",
    "chunk",
    "owners",
)
_FACTORS = {
    "compare": "build at 1+6 comm. / computing alone",
    "fock": "build / computing alone",
    "counter": "wall / work",
}


def ranking(sweep: Sweep, advice: Advice, candidates: Sequence[Candidate], title: str) -> Table:
    """Columns in which nothing stands are left out."""
    names = [n for n in varying((c.row for c in advice.candidates), "repeat", "case") if _is_shown(n)]
    names = list(dict.fromkeys([*_ALWAYS, *names]))
    columns = [
        *(n.replace("_", " ") for n in names),
        "Case",
        "counter mean / us",
        "counter 99% / us",
        "build with counter alone / computing alone",
        _FACTORS[advice.evidence],
        "note",
    ]
    wait_of = counter_waits(sweep)
    rows = [_line(c, wait_of(c.row), names) for c in candidates]
    keep = [i for i, _ in enumerate(columns) if any(r[i] not in (None, "", "-") for r in rows)]
    marks = {i: "faint" for i, c in enumerate(candidates) if c.doubtful}
    marks |= {i: "best" for i, c in enumerate(candidates) if c is advice.best}
    return Table(title, [columns[i] for i in keep], [[r[i] for i in keep] for r in rows], marks)


def _is_shown(name: str) -> bool:
    return name in _SHOWN or name.startswith("env.")


def _line(candidate: Candidate, wait: Wait | None, names: Sequence[str]) -> list[Cell]:
    return [
        *(candidate.row.get(n) for n in names),
        candidate.row.get("case"),
        micro(wait.mean) if wait else None,
        micro(wait.p99) if wait else None,
        candidate.one,
        candidate.factor,
        "disturbed" if candidate.doubtful else "",
    ]
