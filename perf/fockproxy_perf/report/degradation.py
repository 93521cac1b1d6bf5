"""What the paper of 2008 predicted and did not measure: the same tasks at no, one, six and twelve communications."""

from __future__ import annotations

import dataclasses

from . import style
from .figure import Figure, Section, Table, number, seconds
from .style import wrap
from .sweep import FAILED, Sweep, group, label, median, trusted, varying

COLUMNS = ("none", "1", "1+6+held", "1+12")
TICKS = ("none", "1", "1 + 6\n+ held", "1 + 12")
KINDS = ("counter", "get", "accumulate")


@dataclasses.dataclass
class Line:
    """One strategy on one stack. Times in seconds, medians over repetitions and builds; the four columns in order."""

    rows: list
    per_task: list
    build: list
    remote: list  # waits for operations that go to other ranks, per task
    waits: list  # {kind: seconds per task} of each column
    spread: float
    doubtful: bool

    def degradation(self, column):
        return self.per_task[column] / self.per_task[0]

    def remote_degradation(self, column):
        return 1 + self.remote[column] / self.per_task[0]


def comparisons(sweep: Sweep):
    """Every verified configuration of `fockproxy compare`, without those with injected delays."""
    rows = [r for r in sweep.of("compare") if not r.get("delayed")]
    return [_line(rows) for rows in group(rows)]


def _line(rows):
    good = trusted(rows)
    columns = [[r.result["columns"][c] for r in good] for c in range(len(COLUMNS))]
    times = [[t for c in column for t in c["seconds_per_task"]] for column in columns]
    waits = [{k: median(c[k]["seconds_per_task"] for c in column) for k in KINDS} for column in columns]
    remote = [sum(median(c[k]["remote_seconds_per_task"] for c in column) for k in KINDS) for column in columns]
    six = sorted(times[2])
    quartile = len(six) // 4  # a lone outlier is no noise
    middle = six[quartile : len(six) - quartile]
    return Line(
        good,
        [median(t) for t in times],
        [median(t for c in column for t in c["seconds"]) for column in columns],
        remote,
        waits,
        (middle[-1] - middle[0]) / 2 / median(six),
        all(r.doubtful for r in good),
    )


def strategy(row):
    """What was done about progress: "Case 1", "Case 1, poll", "Case 2, owners idle", "Case 3", "Case 1, threads multiple"
    (Case 3 needs that level, the others do not).
    """
    text = f"Case {row.get('case')}"
    if row.get("case") == 2:
        text += f", owners {row.get('owners')}"
    if row.get("progress") not in ("none", None) and not (
        row.get("case") == 3 and row.get("progress") == "helper-block"
    ):
        text += f", {row.get('progress')}"
    if row.get("case") != 3 and row.get("thread_level", "lowest") != "lowest":
        text += f", threads {row.get('thread_level')}"
    return text


_APART = ("case", "progress", "owners", "thread_level")


def _table(lines, names):
    rows = []
    for line in lines:
        first = line.rows[0]
        rows.append(
            [
                label(first, names) or first.stack,
                strategy(first),
                line.per_task[0] * 1e6,
                *(line.degradation(c) for c in (1, 2, 3)),
                *(line.remote_degradation(c) for c in (1, 2, 3)),
                *(line.waits[2][k] * 1e6 for k in KINDS),
                "disturbed" if line.doubtful else "",
            ]
        )
    return Table(
        "time per task over the time per task without communication",
        [
            "configuration",
            "strategy",
            "no communication / us a task",
            "1 a task",
            "1+6+held",
            "1+12",
            "remote alone: 1",
            "remote alone: 1+6+held",
            "remote alone: 1+12",
            "1+6+held: counter / us a task",
            "gets / us a task",
            "accumulates / us a task",
            "note",
        ],
        rows,
        note=(
            "Remote alone: 1 + the recorded waits for operations that go to other ranks over the time of a task without"
            " communication. Medians over builds and repetitions; + held are the blocks kept between tasks."
        ),
    )


def _draw(panels, names, looks, layout):
    figure, axes = style.panels(layout, len(panels), 4, 2.35)
    top = max(line.degradation(c) for lines in panels for line in lines for c in range(4))
    low = min(line.degradation(c) for lines in panels for line in lines for c in range(4))
    order = list(looks)
    for axis, lines in zip(axes, panels):
        for line in lines:
            look = looks[strategy(line.rows[0])]
            shift = (
                (order.index(strategy(line.rows[0])) - (len(order) - 1) / 2) * 0.36 / len(order)
            )  # equal ones side by side
            places = [c + shift for c in range(len(COLUMNS))]
            axis.plot(
                places,
                [line.degradation(c) for c in range(4)],
                color=look.colour,
                marker=look.marker,
                linestyle=look.dash,
            )
            axis.plot(
                places,
                [line.remote_degradation(c) for c in range(4)],
                color=look.colour,
                marker=look.marker,
                markerfacecolor="white",
                linestyle="none",
                markersize=4,
                alpha=0.9,
            )
        axis.axhline(1, color=style.INK, linewidth=0.8, zorder=0)
        axis.set_title("\n".join(_title(lines[0].rows[0], names, layout)), fontsize=layout.font - 0.5)
        axis.set_xticks(range(len(COLUMNS)), TICKS)
        axis.set_xlabel("communications per task")
        if top > 4:
            axis.set_yscale("log")
        axis.set_ylim(min(0.95, 0.95 * low), top * 1.15)
        axis.yaxis.set_major_formatter(lambda v, _: number(v, 2))
        axis.yaxis.set_minor_formatter(lambda v, _: number(v, 2) if top < 40 and v in (2, 3, 5) else "")
        if not layout.narrow:
            axis.label_outer()
    figure.supylabel("degradation factor", fontsize=layout.font)
    from matplotlib.lines import Line2D

    handles = [Line2D([], [], color=k.colour, marker=k.marker, linestyle=k.dash) for k in looks.values()]
    handles.append(Line2D([], [], color=style.INK, marker="o", markerfacecolor="white", linestyle="none", markersize=4))
    style.legend_below(figure, handles, [*looks, "hollow: waits for remote operations alone"], layout, 4)
    return figure


def _title(row, names, layout):
    first = [n for n in names if n == "stack"]
    rest = [n for n in names if n != "stack"]
    width = 50 if layout.narrow else 32
    return [wrap(t, width) for t in (label(row, first), label(row, rest)) if t] or [row.stack]


def section(sweep: Sweep):
    result = Section(
        "degradation",
        "One communication per task against six and twelve",
        "What do six communications per task cost a real Fock build, where the paper measured one?",
    )
    lines = comparisons(sweep)
    if not lines:
        failed = [r for r in sweep.of("compare", verified=False) if r.status in FAILED]
        result.missing = (
            "No row of `fockproxy compare` passed."
            if failed
            else "This sweep has no rows of `fockproxy compare`: perf/sweeps/six-comms measures them."
        )
        return result
    names = varying((r for line in lines for r in line.rows), *_APART, "repeat")
    names = ["stack"] + [n for n in names if n != "stack"]
    if "window" not in names:
        names.append("window")
    panels = [[l for l in lines if l.rows[0] in rows] for rows in group((l.rows[0] for l in lines), *_APART)]
    looks = style.looks(sorted({strategy(l.rows[0]) for l in lines}))
    plain = [l for l in lines if strategy(l.rows[0]) == "Case 1"] or lines
    worst, best = max(plain, key=lambda l: l.degradation(2)), min(plain, key=lambda l: l.degradation(2))
    said = lambda l: f"{label(l.rows[0], names)}, {strategy(l.rows[0])}"  # noqa: E731
    result.findings.append(
        f"Without help (Case 1) the same tasks take {number(worst.degradation(1))} times as long with the counter alone"
        f" and {number(worst.degradation(2))} times with six communications where it is worst ({said(worst)}),"
        f" {number(best.degradation(1))} and {number(best.degradation(2))} times where it is best ({said(best)})."
    )
    worse = [l for l in plain if l.degradation(2) > l.degradation(1) * (1 + max(0.02, 2 * l.spread))]
    result.findings.append(
        f"Six communications cost more than the counter alone, beyond the noise, in {len(worse)} of {len(plain)} "
        "configurations without help: the prediction of 2008."
    )
    if any(l.doubtful for l in lines):
        result.findings.append(
            f"{sum(l.doubtful for l in lines)} of {len(lines)} configurations were disturbed in every repetition: "
            "ranks waited for a core."
        )
    table = _table(lines, names)
    alt = "Lines of the degradation factor over the communications per task, a panel for each stack and window. "
    result.tables.append(table)
    result.figures.append(
        Figure(
            "degradation",
            "Degradation at no, one, six and twelve communications per task",
            alt + result.findings[0],
            lambda layout: _draw(panels, names, looks, layout),
            table,
        )
    )
    spent = max(plain, key=lambda l: sum(l.waits[2].values()))
    result.findings.append(
        f"Most is waited in {said(spent)} at six communications: "
        + ", ".join(f"{k} {seconds(spent.waits[2][k])}" for k in KINDS)
        + " a task."
    )
    return result
