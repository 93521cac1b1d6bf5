"""Failures: first on the page, in red. A row that failed verification has no times anywhere."""

from collections.abc import Iterable

from fockproxy_perf.report.opening import Banner
from fockproxy_perf.report.section import Section
from fockproxy_perf.report.settings import label
from fockproxy_perf.report.sweep import Sweep
from fockproxy_perf.report.table import Table
from fockproxy_perf.rows.outcome import FAILED
from fockproxy_perf.rows.row import Row

_WORDS = {
    "FAIL": "failed verification: its answers were wrong",
    "other transport": "did not take the transport that they are named after",
    "hung": "hung",
    "crashed": "crashed",
}
_SHOWN = 3
_SETTINGS = (
    "stack",
    "transport",
    "ranks",
    "counter",
    "matrix",
    "window",
    "grain",
    "case",
    "owners",
    "progress",
    "order",
    "table",
    "operation",
    "method",
    "target",
    "bytes",
    "chunk_bytes",
    "version",
)


def failed(rows: Iterable[Row]) -> list[Row]:
    """Rows without an answer; those with a wrong answer come first."""
    return sorted((r for r in rows if r.failed), key=lambda r: FAILED.index(r.status))


def name(row: Row) -> str:
    return f"{row.kind}: {label(row, [s for s in _SETTINGS if s in row.settings or s in ('stack', 'transport')])}"


def banner(sweep: Sweep) -> Banner | None:
    """None if every row is verified or unsupported."""
    rows = failed(sweep.rows)
    if not rows:
        return None
    statuses = [r.status for r in rows]
    counts = [f"{statuses.count(status)} {words}" for status, words in _WORDS.items() if status in statuses]
    alike: dict[tuple[str, str], list[Row]] = {}
    for row in rows:
        alike.setdefault((row.stack, row.reason), []).append(row)
    examples = [_example(found) for found in list(alike.values())[:_SHOWN]]
    return Banner("; ".join(counts), len(sweep.rows), examples, len(alike) - len(examples))


def _example(alike: list[Row]) -> str:
    more = f" (and {len(alike) - 1} rows like it)" if len(alike) > 1 else ""
    return f"{name(alike[0])}{more}: {alike[0].reason}"


def section(sweep: Sweep) -> Section:
    result = Section("failures", "What failed, and what is unsupported", "Which results are missing here, and why?")
    bad, bad_probes = failed(sweep.rows), failed(sweep.probes)
    unsupported = [r for r in sweep.rows if r.status == "UNSUPPORTED"]
    doubtful = [r for r in sweep.rows if r.verified and r.doubtful]
    result.findings.append(
        f"{sum(r.verified for r in sweep.rows)} of {len(sweep.rows)} rows are verified, {len(bad)} failed,"
        f" {len(unsupported)} are unsupported."
    )
    if doubtful:
        result.findings.append(
            f"{len(doubtful)} verified rows have doubtful times (disturbed, or without the helper asked for); they"
            " count only where a configuration has no others."
        )
    if bad_probes:
        result.findings.append(
            f"fockproxy info did not run with {len(bad_probes)} of {len(sweep.probes)} sets of settings: nothing proves"
            " their transport."
        )
    tables = (_without_answer([*bad, *bad_probes]), _unsupported(unsupported), _doubtful(doubtful))
    result.tables += [table for table in tables if table.rows]
    return result


def _without_answer(rows: list[Row]) -> Table:
    return Table(
        "rows without an answer",
        ["row", "part", "what", "reason"],
        [[name(r), r.part, r.status, r.reason] for r in rows],
        dict.fromkeys(range(len(rows)), "bad"),
    )


def _unsupported(rows: list[Row]) -> Table:
    reasons: dict[tuple[str, str], list[Row]] = {}
    for row in rows:
        reasons.setdefault((row.stack, row.reason), []).append(row)
    return Table(
        "unsupported here",
        ["stack", "reason", "rows", "for example"],
        [[stack, reason, len(alike), name(alike[0])] for (stack, reason), alike in reasons.items()],
    )


def _doubtful(rows: list[Row]) -> Table:
    return Table(
        "verified rows with doubtful times", ["row", "notes"], [[name(r), ", ".join(r.notes)] for r in rows]
    )
