"""What a sweep found, in a few lines for the terminal; the report tells it all."""

import collections
from collections.abc import Sequence

from fockproxy_perf.rows.header import Header
from fockproxy_perf.rows.row import Row
from fockproxy_perf.rows.status import FAILED
from fockproxy_perf.sweep.campaign import NOT_AGAIN


def summary(header: Header, rows: Sequence[Row]) -> list[str]:
    """Lines: how many rows of each status, then everything that is not verified, each reason once."""
    measured = [row for row in rows if not row.is_probe]
    count = collections.Counter(row.status for row in measured)
    doubtful = sum(row.verified and row.doubtful for row in measured)
    lines = [f"{header['name']}: {len(measured)} rows: "
             + ", ".join(f"{n} {status}" for status, n in count.most_common())
             + (f"; {doubtful} with a note (disturbed, no helper, ...)" if doubtful else "")]
    reasons = collections.Counter((row.status, where(row), row.reason.removesuffix(NOT_AGAIN))
                                  for row in rows if not row.verified)
    order = (*FAILED, "UNSUPPORTED")
    for (status, place, reason), n in sorted(reasons.items(), key=lambda item: (order.index(item[0][0]), item[0][1:])):
        lines.append(f"  {status:15} {place}: {reason}" + (f" ({n} rows)" if n > 1 else ""))
    return lines


def where(row: Row) -> str:
    names = ("stack", "transport", "thread_level", "counter", "window", "operation")
    return ", ".join(str(row.axes[name]) for name in names if row.axes.get(name, "-") != "-")
