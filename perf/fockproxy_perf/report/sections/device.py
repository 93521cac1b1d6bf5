"""The cost to other ranks of a rank that waits for a device, by the way in which it waits."""

from collections.abc import Sequence

from fockproxy_perf.report.analysis.device import DEVICE, WAY, Waiting, waitings
from fockproxy_perf.report.quantities import micro, seconds
from fockproxy_perf.report.section import Section
from fockproxy_perf.report.settings import label, named, varying
from fockproxy_perf.report.sweep import Sweep
from fockproxy_perf.report.table import Table


def section(sweep: Sweep) -> Section:
    result = Section(
        "device",
        "Who serves while a device computes",
        "How long does a rank wait for a counter value while the counter's owner waits for a device?",
    )
    found = waitings(sweep)
    if not any(w.wait is not None for w in found):
        result.missing = "This sweep has no rows with a device: perf/sweeps/device measures them."
        return result
    names = ["stack", *(n for n in varying((w.row for w in found), WAY, "repeat") if n != "stack")]
    result.findings += _findings(found, names)
    result.tables.append(_table(found, names))
    return result


def _findings(found: Sequence[Waiting], names: Sequence[str]) -> list[str]:
    """For each configuration: the ways of waiting that keep others waiting, and the best of the others."""
    said = []
    for name in dict.fromkeys(label(w.row, names) for w in found if w.wait is not None):
        alike = [w for w in found if w.wait is not None and label(w.row, names) == name]
        deaf = [w for w in alike if w.is_deaf]
        free = sorted((w for w in alike if not w.is_deaf), key=lambda w: w.wait or 0)
        if not deaf:
            said.append(f"{name}: no way of waiting keeps others waiting.")
            continue
        worst = max(deaf, key=lambda w: w.share or 0)
        said.append(
            f"{name}: a rank that waits by {', '.join(w.way for w in deaf)} serves nobody; a value takes up to"
            f" {worst.share:.2f} of a task"
            + (f", and {seconds(free[0].wait)} where it waits by {free[0].way}." if free else ".")
        )
    return said


def _table(found: Sequence[Waiting], names: Sequence[str]) -> Table:
    return Table(
        "wait of rank 1 for a counter value, Case 1, beside a root that waits for a device",
        ["configuration", "device", "waits by", "work / ms", "mean / us", "median / us", "of a task", "what it means"],
        [
            [
                named(w.row, [n for n in names if n != DEVICE]),
                w.row.config.get("device_used") or str(w.row.get(DEVICE, "cuda")),
                w.way,
                None if w.work is None else 1e3 * w.work,
                micro(w.wait),
                micro(w.typical),
                w.share,
                _meaning(w),
            ]
            for w in found
        ],
        {index: "bad" for index, w in enumerate(found) if w.row.failed},
        "Medians over repetitions. A device that is emulated is a thread that sleeps.",
    )


def _meaning(waiting: Waiting) -> str:
    if waiting.wait is None:
        return f"{waiting.row.status}: {waiting.row.reason}"
    return ("serves nobody" if waiting.is_deaf else "serves") + ("; disturbed" if waiting.doubtful else "")
