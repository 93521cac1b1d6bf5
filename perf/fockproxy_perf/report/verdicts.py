"""Which operation makes progress by itself, and which needs its target inside MPI: a grid."""

from __future__ import annotations

from .figure import Figure, Section, Table
from .grid import Look, draw
from .sweep import FAILED, Sweep, label, trusted, varying

SELF, NEEDS, UNSUPPORTED, FAILS, MIXED = (
    "progresses by itself",
    "needs the target in MPI",
    "unsupported",
    "failed",
    "repetitions differ",
)
LOOKS = {
    SELF: Look("o", "#ffffff"),
    NEEDS: Look("X", "#D55E00"),
    UNSUPPORTED: Look("_", "#e4e4e4"),
    FAILS: Look("$!$", "#b00020", "xxxx"),
    MIXED: Look("$?$", "#F0E442", "////"),
}


def grid(sweep: Sweep):
    """{(operation, line): (verdict, rows)} for operations on another rank; the operations and lines in order."""
    rows = [r for r in sweep.of("verdict", verified=False) if r.get("operation") and not r.result.get("control")]
    rows = [r for r in rows if r.get("target") != "itself" and not r.get("operation").startswith("control")]
    names = ["stack"] + [n for n in varying(rows, "stack", "operation", "target", "window")] + ["window"]
    found = {}
    for row in rows:
        found.setdefault((row.get("operation"), label(row, names)), []).append(row)
    cells = {key: (_verdict(rows), rows) for key, rows in found.items()}
    operations = list(dict.fromkeys(o for o, _ in cells))
    lines = sorted(dict.fromkeys(line for _, line in cells))
    return cells, operations, lines


def _verdict(rows):
    verdicts = set()
    for row in trusted(rows):
        if row.status in FAILED:
            verdicts.add(FAILS)
        elif row.status == "UNSUPPORTED":
            verdicts.add(UNSUPPORTED)
        else:
            text = row.result["verdict"]
            verdicts.add(UNSUPPORTED if text == "UNSUPPORTED" else text)
    if FAILS in verdicts:
        return FAILS
    return verdicts.pop() if len(verdicts) == 1 else MIXED


def merged(cells, operations, lines):
    """Lines whose verdicts are the same and that differ in one setting alone become one that names all its values."""
    verdicts = {line: tuple(cells.get((o, line), (None,))[0] for o in operations) for line in lines}
    settings = {line: next(cells[o, line][1][0] for o in operations if (o, line) in cells) for line in lines}
    names = ["stack"] + varying(settings.values(), "stack", "operation", "target", "window") + ["window"]
    found = [({n: [settings[line].get(n)] for n in names}, verdicts[line]) for line in lines]
    for name in ("window", "thread_level"):
        together = {}
        for values, verdict in found:
            rest = str([v for n, v in values.items() if n != name])
            together.setdefault((rest, verdict), []).append(values)
        found = [
            ({**alike[0], name: [v for values in alike for v in values.get(name, [])]}, verdict)
            for (_, verdict), alike in together.items()
        ]
    joined = {}
    for values, verdict in found:
        words = {n: " or ".join(map(str, v)) for n, v in values.items() if v and v != [None]}
        joined[label(words, [n for n in names if n in words])] = verdict
    cells = {(o, line): (v, "") for line, verdict in joined.items() for o, v in zip(operations, verdict) if v}
    return cells, list(joined)


def _findings(cells, operations, lines):
    """Configurations that need the same operations' targets, in one sentence each."""
    alike = {}
    for line in lines:
        there = [o for o in operations if cells.get((o, line), (None,))[0] in (SELF, NEEDS, MIXED)]
        if not there:
            continue
        needs = tuple(o for o in there if cells[o, line][0] == NEEDS)
        key = (
            "Every operation needs its target inside MPI"
            if needs and len(needs) == len(there)
            else (
                "Nothing needs its target"
                if not needs
                else f"{_kinds(needs)} target inside MPI, the rest does not"
            )
        )
        alike.setdefault(key, []).append(line)
    return [f"{key}: {'; '.join(found)}." for key, found in sorted(alike.items(), key=lambda item: len(item[1]))]


def _kinds(operations):
    """Names without sizes and layouts, with their verb: "Get and accumulate need their"."""
    kinds = list(dict.fromkeys(o.split(",")[0] for o in operations))
    text = f"{kinds[0]} needs its" if len(kinds) == 1 else f"{', '.join(kinds[:-1])} and {kinds[-1]} need their"
    return text[0].upper() + text[1:]


def section(sweep: Sweep):
    result = Section(
        "verdicts", "What makes progress by itself", "Does a one-sided operation complete while its target computes?"
    )
    cells, operations, lines = grid(sweep)
    if not cells:
        result.missing = "This sweep has no rows of `fockproxy counter --verdict`: perf/sweeps/quick measures them."
        return result
    rows, marks = [], {}
    for (operation, line), (verdict, of_cell) in cells.items():
        good = [r for r in of_cell if "waits" in r.result]
        waits = good[0].result["waits"] if good else {}
        if verdict == FAILS:
            marks[len(rows)] = "bad"
        rows.append(
            [
                line,
                operation,
                verdict,
                waits.get("median", 0) * 1e6 or None,
                waits.get("maximum", 0) * 1e6 or None,
                good[0].result.get("undisturbed_seconds", 0) * 1e6 or None if good else None,
                next(
                    (r.reason or r.result.get("reason", "") for r in of_cell if r.reason or r.result.get("reason")), ""
                ),
            ]
        )
    short, short_lines = merged(cells, operations, lines)
    result.findings += _findings(short, operations, short_lines)
    table = Table(
        "progress of one-sided operations on a computing target",
        ["configuration", "operation", "verdict", "median / us", "longest / us", "undisturbed / us", "reason"],
        rows,
        marks,
    )
    result.tables.append(table)
    result.figures.append(
        Figure(
            "verdicts",
            "Operation by stack and window, target on another rank",
            "A grid of verdicts. " + " ".join(result.findings),
            lambda layout: draw(short, operations, short_lines, LOOKS, layout),
            table,
        )
    )
    return result
