"""Which operation makes progress by itself, and which needs its target inside MPI: a grid."""

from __future__ import annotations

from . import style
from .figure import Figure, Section, Table
from .sweep import FAILED, Sweep, label, trusted, varying

SELF, NEEDS, UNSUPPORTED, FAILS, MIXED = (
    "progresses by itself",
    "needs the target in MPI",
    "unsupported",
    "failed",
    "repetitions differ",
)
# Glyph, face, hatch: told apart by shape and lightness alone.
LOOKS = {
    SELF: ("o", "#ffffff", ""),
    NEEDS: ("X", "#D55E00", ""),
    UNSUPPORTED: ("_", "#e4e4e4", ""),
    FAILS: ("$!$", "#b00020", "xxxx"),
    MIXED: ("$?$", "#F0E442", "////"),
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


def _draw(cells, operations, lines, layout):
    from matplotlib.lines import Line2D
    from matplotlib.patches import Patch, Rectangle

    from .table1 import wrap

    labels = [wrap(line, 18 if layout.narrow else 40) for line in lines]
    height = sum(0.16 * (1 + text.count("\n")) + 0.1 for text in labels) + 2.6
    figure = style.canvas(layout, height)
    axis = figure.add_subplot()
    for y, line in enumerate(lines):
        for x, operation in enumerate(operations):
            verdict = cells.get((operation, line), (None,))[0]
            if verdict is None:
                continue
            marker, face, hatch = LOOKS[verdict]
            axis.add_patch(
                Rectangle((x - 0.5, y - 0.5), 1, 1, facecolor=face, hatch=hatch, edgecolor=style.FAINT, linewidth=0.6)
            )
            axis.plot(
                x,
                y,
                marker=marker,
                color=style.INK,
                markersize=4 if layout.narrow else 5.5,
                markerfacecolor="none" if marker == "o" else style.INK,
            )
    axis.set(xlim=(-0.5, len(operations) - 0.5), ylim=(len(lines) - 0.5, -0.5))
    axis.grid(False)
    axis.spines[["left", "bottom"]].set_visible(False)
    axis.tick_params(length=0)
    axis.xaxis.tick_top()
    axis.set_xticks(range(len(operations)), operations, rotation=90)
    axis.set_yticks(range(len(lines)), labels)
    present = [v for v in LOOKS if any(c[0] == v for c in cells.values())]
    handles = [
        (
            Patch(facecolor=LOOKS[v][1], hatch=LOOKS[v][2], edgecolor=style.FAINT),
            Line2D(
                [],
                [],
                color=style.INK,
                marker=LOOKS[v][0],
                linestyle="none",
                markersize=4,
                markerfacecolor="none" if LOOKS[v][0] == "o" else style.INK,
            ),
        )
        for v in present
    ]
    from matplotlib.legend_handler import HandlerTuple

    figure.legend(
        handles,
        present,
        loc="outside lower left",
        ncols=1 if layout.narrow else len(present),
        handler_map={tuple: HandlerTuple(ndivide=None, pad=-1.55)},
        handlelength=1.5,
    )
    return figure


def _findings(cells, operations, lines):
    """Configurations that need the same operations' targets, in one sentence each."""
    alike = {}
    for line in lines:
        there = [o for o in operations if (o, line) in cells]
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
    result.findings += _findings(cells, operations, lines)
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
            lambda layout: _draw(cells, operations, lines, layout),
            table,
        )
    )
    return result
