"""Speed-up S and efficiency E of every phase of a calculation, as reports on MCHF codes tabulate them."""

from __future__ import annotations

from . import style
from .figure import Figure, Section, Table, number
from .style import wrap
from .sweep import Sweep, group, label, median, trusted
from .efficiency import _names

# The program's name -> what a reader looks for; "reduction" is F summed over ranks (--cache replicated).
PHASES = {
    "one-electron": "one-electron",
    "Schwarz": "Schwarz",
    "Fock": "Fock",
    "reduction": "reduction",
    "DIIS and diagonalisation": "diagonalisation",
}


def times(row):
    """{phase: seconds} of one run, with the total of the phases that are no verification."""
    phases = dict(row.result["phases"])
    fock = row.result["fock"]
    phases["reduction"] = max((r["reduce_seconds"] for r in fock["ranks"]), default=0)
    found = {name: phases[key] for key, name in PHASES.items() if phases.get(key)}
    checks = ("verification", "stack check")
    found["total without checks"] = sum(s for k, s in row.result["phases"].items() if k not in checks)
    return found


def families(sweep: Sweep):
    """{name: {ranks: {phase: seconds}}} of calculations, those at one number of ranks included."""
    found = {}
    rows = sweep.of("scf") + sweep.of("fock")
    names = _names(rows, "ranks")
    for family in group(rows, "ranks", "hosts"):
        by_ranks = {}
        for n in sorted({r.get("ranks") for r in family}):
            runs = [times(r) for r in trusted(r for r in family if r.get("ranks") == n)]
            by_ranks[n] = {p: median(t[p] for t in runs if p in t) for p in runs[0]}
        found[f"{family[0].kind}: {label(family[0], names)}"] = by_ranks
    return found


def _draw(scaled, layout):
    figure, axes = style.panels(layout, len(scaled), 3, 2.7)
    phases = list(dict.fromkeys(p for by_ranks in scaled.values() for t in by_ranks.values() for p in t))
    looks = style.looks(phases)
    for axis, (name, by_ranks) in zip(axes, scaled.items()):
        ranks = list(by_ranks)
        least = ranks[0]
        for phase in phases:
            if phase in by_ranks[least]:
                points = [(n, least * by_ranks[least][phase] / t[phase]) for n, t in by_ranks.items() if t.get(phase)]
                look = looks[phase]
                axis.plot(*zip(*points), color=look.colour, marker=look.marker, linestyle=look.dash)
        axis.plot(ranks, ranks, color=style.INK, linewidth=0.8, zorder=0)
        axis.set(xscale="log", yscale="log", xlabel="ranks", ylabel="speed-up S", title=wrap(name, 34))
        axis.set_xticks(ranks, [str(n) for n in ranks])
        axis.set_yticks(ranks, [str(n) for n in ranks])
        axis.minorticks_off()
    from matplotlib.lines import Line2D

    handles = [Line2D([], [], color=k.colour, marker=k.marker, linestyle=k.dash) for k in looks.values()]
    handles.append(Line2D([], [], color=style.INK, linewidth=0.8))
    style.legend_below(figure, handles, [*looks, "ideal"], layout, 7)
    return figure


def section(sweep: Sweep):
    result = Section(
        "phases", "Speed-up and efficiency of each phase", "Which part of the calculation stops scaling first?"
    )
    found = families(sweep)
    if not found:
        result.missing = "This sweep has no rows of `fockproxy scf` or `fock`."
        return result
    rows = []
    for name, by_ranks in found.items():
        least = next(iter(by_ranks))
        for n, phases in by_ranks.items():
            for phase, time in phases.items():
                known = len(by_ranks) > 1 and by_ranks[least].get(phase) and time
                speedup = least * by_ranks[least][phase] / time if known else None
                rows.append([name, n, phase, time, speedup, None if speedup is None else speedup / n])
    table = Table(
        "time, speed-up S and efficiency E by phase",
        ["configuration", "ranks", "phase", "time / s", "S", "E"],
        rows,
        note=(
            "S: the least number of ranks measured times its time, over the time; E = S / ranks. A phase that one rank "
            "alone computes (diagonalisation) cannot exceed S = 1."
        ),
    )
    result.tables.append(table)
    scaled = {name: by_ranks for name, by_ranks in found.items() if len(by_ranks) > 1}
    if not scaled:
        result.missing = (
            "All calculations of this sweep ran on one number of ranks: the table gives the times; add ranks to the"
            " sweep's axes for speed-up and efficiency."
        )
        return result
    for name, by_ranks in list(scaled.items())[:4]:
        least, most = list(by_ranks)[0], list(by_ranks)[-1]
        gains = {
            p: least * by_ranks[least][p] / t / most
            for p, t in by_ranks[most].items()
            if by_ranks[least].get(p) and t and not p.startswith("total")
        }
        worst = min(gains, key=gains.get)
        result.findings.append(
            f"{name}, {most} ranks: E = {number(gains.get('Fock'), 2)} for the Fock builds; least for {worst}, "
            f"{number(gains[worst], 2)}."
        )
    result.figures.append(
        Figure(
            "phases", "Speed-up of each phase", " ".join(result.findings), lambda layout: _draw(scaled, layout), table
        )
    )
    return result
