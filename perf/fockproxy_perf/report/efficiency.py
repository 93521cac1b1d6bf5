"""How much of the machine computes: against ranks, against the length of a task (METG), and load balance."""

from __future__ import annotations

import dataclasses
import math

from . import style
from .figure import Figure, Section, Table, number, seconds
from .style import wrap
from .sweep import Sweep, group, label, median, trusted, varying

_HALF = 0.5  # of METG: the least task length at which half of the time is computing (Slaughter et al. 2020)
_MOST_LINES = 8  # in one panel; more are shared out, a panel for each stack and transport


@dataclasses.dataclass(frozen=True)
class Curve:
    panel: str  # what its panel shows
    line: str  # what tells it from the others there
    points: list  # [(mean task in seconds, efficiency)]


def build_seconds(row):
    return median(row.result["fock"]["seconds"])


def computing_share(row):
    """The part of all ranks' time in the builds that went into integrals and digestion."""
    fock = row.result["fock"]
    return sum(r["compute_seconds"] for r in fock["ranks"]) / (len(fock["ranks"]) * sum(fock["seconds"]))


def metg(points, level=_HALF):
    """(seconds, "" or "<" or ">") from [(task length, efficiency)]: where efficiency passes `level`, by the logarithm
    of the length. "<": all lengths measured are above it, and the least of them is given; ">": none is."""
    points = sorted(points)
    if points[-1][1] < level:
        return points[-1][0], ">"
    for (short, low), (long, high) in reversed(list(zip(points, points[1:]))):
        if low < level <= high:
            part = (level - low) / (high - low)
            return math.exp(math.log(short) + part * math.log(long / short)), ""
    return points[0][0], "<"


def by_ranks(sweep: Sweep):
    """{name: [(ranks, seconds, speed-up, efficiency)]} of Fock builds, measured at more than one number of ranks."""
    curves = {}
    rows = sweep.of("fock") + sweep.of("scf")
    families = [family for family in group(rows, "ranks", "hosts") if len({r.get("ranks") for r in family}) > 1]
    names = _names((r for f in families for r in f), "ranks")
    for family in families:
        times = {
            n: median(build_seconds(r) for r in trusted(r for r in family if r.get("ranks") == n))
            for n in sorted({r.get("ranks") for r in family})
        }
        least = min(times)
        curve = []
        for n, time in times.items():
            speedup = least * times[least] / time
            curve.append((n, time, speedup, speedup / n))
        curves[f"{family[0].kind}: {label(family[0], names)}"] = curve
    return curves


def _names(rows, *but):
    """What tells rows apart whose `but` is on an axis of the figure."""
    names = varying(rows, "hosts", "repeat", "work", "tasks_per_rank", *but)
    return names if "stack" in names else ["stack", *names]


def by_length(sweep: Sweep):
    """{name: Curve} where a sweep varied the length of tasks."""
    curves = {}

    def collect(rows, apart, point):
        families = [f for f in group(rows, *apart)]
        found = []
        for family in families:
            by_length = {}
            for row in family:
                length = row.config.get("mean_task_seconds") or row.get("grain")
                by_length.setdefault(length, []).append(row)
            if len(by_length) > 1:
                found.append((family, [point(trusted(rows)) for rows in by_length.values()]))
        names = _names((f[0] for f, _ in found), "grain")
        shared = [n for n in names if n in ("stack", "transport")] if len(found) > _MOST_LINES else []
        own = [n for n in names if n not in shared]
        for family, points in found:
            row = family[0]
            panel = f"{row.kind}: {label(row, shared)}" if shared else row.kind
            curves[f"{row.kind}: {label(row, names)}"] = Curve(panel, label(row, own), sorted(points))

    counters = [r for r in sweep.of("counter") if not r.get("null")]
    collect(
        counters,
        ("work", "tasks_per_rank", "repeat"),
        lambda rows: (
            median(r.result["ideal_work_seconds"] for r in rows),
            1 / median(r.result["degradation"] for r in rows),
        ),
    )
    compares = [r for r in sweep.of("compare") if not r.get("delayed")]
    collect(
        compares,
        ("grain",),
        lambda rows: (
            median(t for r in rows for t in r.result["columns"][0]["seconds_per_task"]),
            1 / median(r.result["columns"][2]["degradation"] for r in rows),
        ),
    )
    collect(
        sweep.of("fock"),
        ("grain",),
        lambda rows: (
            median(r.result["fock"]["mean_task_seconds"] for r in rows),
            median(computing_share(r) for r in rows),
        ),
    )
    return curves


def imbalances(sweep: Sweep):
    """[(name, max/mean busy time, share of time waiting at the end, doubtful)] of Fock builds."""
    found = []
    rows = [r for r in sweep.of("fock") + sweep.of("scf") if r.get("ranks") > 1]
    names = varying(rows, "repeat")
    names = names if "stack" in names or not rows else ["stack", *names]
    for same in group(rows):
        good = trusted(same)
        fock = [r.result["fock"] for r in good]
        waits = median(sum(k["wait_seconds"] for k in f["ranks"]) / len(f["ranks"]) / sum(f["seconds"]) for f in fock)
        found.append(
            (
                f"{good[0].kind}: {label(good[0], names)}",
                median(f["load_imbalance"] for f in fock),
                waits,
                all(r.doubtful for r in good),
            )
        )
    return found


def _plot(axis, curves, looks):
    for name, points in curves.items():
        look = looks[name]
        axis.plot(
            [p[0] for p in points], [p[-1] for p in points], color=look.colour, marker=look.marker, linestyle=look.dash
        )
    axis.set_ylabel("efficiency")
    axis.set_ylim(0, 1.08)


def _legend(figure, looks, layout):
    from matplotlib.lines import Line2D

    handles = [Line2D([], [], color=k.colour, marker=k.marker, linestyle=k.dash) for k in looks.values()]
    style.legend_below(figure, handles, [wrap(n, 40) for n in looks], layout, 3)


def _draw_ranks(curves, layout):
    figure, (axis,) = style.panels(layout, 1, 1, 3.2 + 0.15 * len(curves))
    looks = style.looks(curves)
    _plot(axis, curves, looks)
    ticks = sorted({p[0] for c in curves.values() for p in c})
    axis.set_xscale("log")
    axis.set_xticks(ticks, [str(t) for t in ticks])
    axis.minorticks_off()
    axis.axhline(1, color=style.INK, linewidth=0.8, zorder=0)
    axis.set_xlabel("ranks")
    _legend(figure, looks, layout)
    return figure


def _draw_length(curves, layout):
    titles = list(dict.fromkeys(c.panel for c in curves.values()))
    figure, axes = style.panels(layout, len(titles), 2, 2.6 if len(titles) > 1 else 3.2)
    looks = style.looks(c.line for c in curves.values())
    lengths = [length for c in curves.values() for length, _ in c.points]
    for axis, title in zip(axes, titles):
        shown = {c.line: c.points for c in curves.values() if c.panel == title}
        _plot(axis, shown, looks)
        axis.axhline(_HALF, color=style.INK, linewidth=0.8, zorder=0)
        axis.set_xscale("log")
        axis.set_xlim(min(lengths) / 1.5, max(lengths) * 1.5)
        axis.xaxis.set_major_formatter(lambda v, _: seconds(v, 1))
        axis.set_xlabel("mean task")
        if len(titles) > 1:
            axis.set_title(wrap(title, 44))
        for line, points in shown.items():
            at, side = metg(points)
            if not side:
                axis.plot(at, _HALF, marker="|", color=looks[line].colour, markersize=14, markeredgewidth=2)
    _legend(figure, looks, layout)
    return figure


def _draw_imbalance(found, layout):
    figure, (axis,) = style.panels(layout, 1, 1, 0.9 + 0.27 * len(found) * (1.5 if layout.narrow else 1))
    for y, (_, imbalance, _, doubtful) in enumerate(found):
        axis.plot([1, imbalance], [y, y], color=style.FAINT, linewidth=3, zorder=1)
        axis.plot(
            imbalance, y, marker="o", color="#0072B2", markerfacecolor="white" if doubtful else "#0072B2", zorder=2
        )
        axis.annotate(
            f"{imbalance:.3f}" + (" ?" if doubtful else ""),
            (imbalance, y),
            xytext=(6, 0),
            textcoords="offset points",
            va="center",
            fontsize=layout.font - 1.5,
        )
    span = max(0.05, *(i - 1 for _, i, *_ in found))
    axis.set(
        ylim=(len(found) - 0.5, -0.5),
        xlim=(1 - 0.02 * span, 1 + 1.25 * span),
        xlabel="busiest rank / mean of the ranks",
    )
    axis.set_yticks(range(len(found)), [wrap(n, 24 if layout.narrow else 60) for n, *_ in found])
    axis.grid(False, axis="y")
    return figure


def section(sweep: Sweep):
    result = Section(
        "efficiency", "Efficiency and load balance", "How short may tasks be, and how many ranks do they keep busy?"
    )
    ranks, lengths, balance = by_ranks(sweep), by_length(sweep), imbalances(sweep)
    if not (ranks or lengths or balance):
        result.missing = (
            "This sweep varied neither ranks nor task lengths and has no Fock builds: perf/sweeps/grain and "
            "perf/sweeps/order do."
        )
        return result
    if lengths:
        rows = []
        for name, curve in lengths.items():
            points = curve.points
            at, side = metg(points)
            rows.append(
                [
                    name,
                    f"{side}{' ' if side else ''}{seconds(at)}",
                    at,
                    min(p[0] for p in points),
                    max(p[0] for p in points),
                ]
            )
        result.tables.append(
            Table(
                "METG: the least mean task at which half of the time is computing",
                ["configuration", "METG", "METG / s", "shortest measured / s", "longest measured / s"],
                rows,
            )
        )
        best = min(rows, key=lambda r: (r[1].startswith(">"), r[2]))
        result.findings.append(f"Tasks may be shortest with {best[0]}: METG {best[1]}.")
        data = Table(
            "efficiency by task length",
            ["configuration", "mean task / s", "efficiency"],
            [[n, *p] for n, c in lengths.items() for p in c.points],
        )
        result.figures.append(
            Figure(
                "efficiency-length",
                "Efficiency against the length of a task; the line at 0.5 gives METG",
                "Curves of efficiency over the mean task length. " + result.findings[-1],
                lambda layout: _draw_length(lengths, layout),
                data,
            )
        )
    if ranks:
        rows = [[n, *p] for n, c in ranks.items() for p in c]
        data = Table(
            "Fock builds by number of ranks",
            ["configuration", "ranks", "build / s", "speed-up S", "efficiency E"],
            rows,
        )
        most = [(c[-1][-1], c[-1][0], n) for n, c in ranks.items()]
        best, worst = max(most), min(most)
        result.findings.append(
            f"At {best[1]} ranks {best[2]} has an efficiency of {number(best[0])}"
            + (f", {worst[2]} {number(worst[0])}." if len(most) > 1 else ".")
        )
        result.tables.append(data)
        result.figures.append(
            Figure(
                "efficiency-ranks",
                "Efficiency of Fock builds against the number of ranks",
                "Curves of efficiency over ranks. " + result.findings[-1],
                lambda layout: _draw_ranks(ranks, layout),
                data,
            )
        )
    if balance:
        data = Table(
            "load imbalance of Fock builds",
            ["configuration", "max / mean busy time", "time waiting at the end", "disturbed"],
            [list(b) for b in balance],
        )
        least, most = min(balance, key=lambda b: b[1]), max(balance, key=lambda b: b[1])
        result.findings.append(
            f"Load imbalance is from {number(least[1], 4)} ({least[0]}) to {number(most[1], 4)} ({most[0]})."
        )
        result.tables.append(data)
        shown = sorted(balance, key=lambda b: b[1])[:30]
        result.figures.append(
            Figure(
                "imbalance",
                "Load imbalance of Fock builds",
                result.findings[-1],
                lambda layout: _draw_imbalance(shown, layout),
                data,
            )
        )
    return result
