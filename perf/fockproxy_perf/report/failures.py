"""What failed: first on the page, in red. A row that failed verification carries no time anywhere."""

import html

from .figure import Section, Table
from .sweep import FAILED, Sweep, label

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
    "operation",
)


def failed(sweep: Sweep):
    """Rows without an answer, those with a wrong one first."""
    return _worst_first(sweep.rows)


def _worst_first(rows):
    return sorted((r for r in rows if r.status in FAILED), key=lambda r: FAILED.index(r.status))


def name(row):
    return f"{row.kind}: {label(row, [s for s in _SETTINGS if s in row.settings or s in ('stack', 'transport')])}"


def banner(sweep: Sweep):
    """HTML of the red box; empty where every row is verified or honestly unsupported."""
    rows = failed(sweep)
    if not rows:
        return ""
    statuses = [r.status for r in rows]
    counts = [f"{statuses.count(status)} {words}" for status, words in _WORDS.items() if status in statuses]
    lines = [
        f"<p><b>{html.escape('; '.join(counts))}</b> (of {len(sweep.rows)} rows; no times are shown for these).</p>"
    ]
    alike = {}
    for row in rows:
        alike.setdefault((row.stack, row.reason), []).append(row)
    for found in list(alike.values())[:_SHOWN]:
        more = f" (and {len(found) - 1} rows like it)" if len(found) > 1 else ""
        lines.append(f"<p>{html.escape(f'{name(found[0])}{more}: {found[0].reason}')}</p>")
    if len(alike) > _SHOWN:
        lines.append(f'<p><a href="#failures">and {len(alike) - _SHOWN} more</a></p>')
    return f'<div class=failed role=alert>{"".join(lines)}</div>'


def section(sweep: Sweep):
    result = Section("failures", "What failed, and what is unsupported", "Which results are missing here, and why?")
    rows = failed(sweep)
    unsupported = [r for r in sweep.rows if r.status == "UNSUPPORTED"]
    doubtful = [r for r in sweep.rows if r.verified and r.doubtful]
    result.findings.append(
        f"{sum(r.verified for r in sweep.rows)} of {len(sweep.rows)} rows are verified, {len(rows)} failed, "
        f"{len(unsupported)} are unsupported."
    )
    if doubtful:
        result.findings.append(
            f"{len(doubtful)} verified rows have doubtful times (disturbed, or without the helper asked for); "
            "they count only where a configuration has no others."
        )
    if probes := _worst_first(sweep.probes):
        result.findings.append(
            f"fockproxy info did not run with {len(probes)} of {len(sweep.probes)} sets of settings: nothing proves"
            " their transport."
        )
        rows = rows + probes
    if rows:
        result.tables.append(
            Table(
                "rows without an answer",
                ["row", "part", "what", "reason"],
                [[name(r), r.part, r.status, r.reason] for r in rows],
                dict.fromkeys(range(len(rows)), "bad"),
            )
        )
    if unsupported:
        reasons = {}
        for row in unsupported:
            reasons.setdefault((row.reason, row.stack), []).append(row)
        result.tables.append(
            Table(
                "unsupported here",
                ["stack", "reason", "rows", "for example"],
                [[stack, reason, len(of), name(of[0])] for (reason, stack), of in reasons.items()],
            )
        )
    if doubtful:
        result.tables.append(
            Table(
                "verified rows with doubtful times", ["row", "notes"], [[name(r), ", ".join(r.notes)] for r in doubtful]
            )
        )
    return result
