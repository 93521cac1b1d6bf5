"""Two sweeps row by row: what became slower or faster, what cannot be told, what stopped working."""

import dataclasses
import json

from fockproxy_perf.comparison.ratio_interval import Ratio, ratio_interval, repetitions_needed

# Verdicts of a comparison, worst first.
ORDER = ("broken", "slower", "can't tell", "faster", "cured", "same", "only in BASE", "only in NEW")


@dataclasses.dataclass(frozen=True)
class Compared:
    """One figure of one configuration in both sweeps."""

    verdict: str
    label: str
    ratio: Ratio | None  # time of NEW over time of BASE
    why: str


def grouped(rows, where, ignore):
    """Identity -> its repetitions; `where`: only rows with these axes (as text); `ignore`: axes that do not count."""
    groups = {}
    for row in rows:
        settings = row.settings
        if row.is_probe or any(str(settings.get(name)) != value for name, value in where.items()):
            continue
        axes = {name: value for name, value in sorted(settings.items()) if name not in ignore}
        groups.setdefault(json.dumps([row.kind, row.part, axes]), []).append(row)
    return groups


def compare_sweeps(base_rows, new_rows, confidence, tolerance, base_where=None, new_where=None, use_disturbed=False):
    """Every configuration of either sweep, worst first."""
    base_where, new_where = base_where or {}, new_where or {}
    ignore = set(base_where) | set(new_where)
    base, new = grouped(base_rows, base_where, ignore), grouped(new_rows, new_where, ignore)
    labels = make_labels([*base, *new])
    compared = []
    for identity in dict.fromkeys([*base, *new]):
        label = labels[identity]
        if identity not in new or identity not in base:
            compared.append(Compared("only in BASE" if identity in base else "only in NEW", label, None, ""))
        else:
            compared += compare_groups(label, base[identity], new[identity], confidence, tolerance, use_disturbed)
    return sorted(compared, key=lambda c: (ORDER.index(c.verdict), -abs(c.ratio.estimate - 1) if c.ratio else 0,
                                           c.label))


def compare_groups(label, base, new, confidence, tolerance, use_disturbed):
    ends = [{row.status for row in group} for group in (base, new)]
    if ends[1] != {"verified"} and ends[0] == {"verified"}:
        bad = next(row for row in new if not row.verified)
        return [Compared("broken", label, None, f"{bad.status}: {bad.reason}")]
    if ends[0] != {"verified"}:
        return [Compared("cured" if ends[1] == {"verified"} else "same", label, None,
                         f"was {', '.join(sorted(ends[0] - {'verified'}))}")]
    if base[0].answer():
        return [compare_answers(label, base, new)]
    disturbed = [] if use_disturbed else [side for side, group in (("BASE", base), ("NEW", new))
                                          if any(row.doubtful for row in group)]
    compared = []
    for name in base[0].times():
        ratio = ratio_interval([row.times()[name] for row in base], [row.times()[name] for row in new], confidence)
        verdict, why = judge(ratio, tolerance, len(base), len(new), confidence)
        if disturbed:
            verdict, why = "can't tell", f"{' and '.join(disturbed)} disturbed"
        compared.append(Compared(verdict, f"{label}: {name}", ratio, why))
    return compared


def compare_answers(label, base, new):
    said = [{row.answer() for row in group} for group in (base, new)]
    why = " -> ".join(" or ".join(sorted(answer.word for answer in answers)) for answers in said)
    if len(said[0]) > 1 or len(said[1]) > 1:
        return Compared("can't tell", label, None, why)
    if said[0] == said[1]:
        return Compared("same", label, None, "")
    return Compared("slower" if any(answer.bad for answer in said[1]) else "faster", label, None, why)


def judge(ratio, tolerance, base_count, new_count, confidence):
    """A change counts when the whole interval lies beyond the tolerance."""
    if ratio.low is None:
        return "can't tell", (f"{base_count} against {new_count} repetitions; {repetitions_needed(confidence)} of each "
                              f"are needed for {confidence:.0%} confidence")
    span = f"{ratio.low:.3f} to {ratio.high:.3f}"
    if ratio.low > 1 + tolerance:
        return "slower", span
    if ratio.high < 1 / (1 + tolerance):
        return "faster", span
    if 1 / (1 + tolerance) <= ratio.low and ratio.high <= 1 + tolerance:
        return "same", span
    return "can't tell", f"{span}, noise"


def make_labels(identities):
    """Readable names: part and the axes that differ anywhere."""
    parsed = {identity: json.loads(identity) for identity in identities}
    values = {}
    for _, _, axes in parsed.values():
        for name, value in axes.items():
            values.setdefault(name, set()).add(json.dumps(value))
    vary = [name for name, seen in values.items() if len(seen) > 1]
    return {identity: ", ".join([part, *(f"{name} {axes[name]}" for name in vary if name in axes)])
            for identity, (_, part, axes) in parsed.items()}
