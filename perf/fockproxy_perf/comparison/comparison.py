"""Compares two sweeps row by row: what became slower or faster, what cannot be told, what no longer works."""

import dataclasses
import json
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from typing import Literal, get_args

from fockproxy_perf.comparison.ratio_interval import Ratio, ratio_interval, repetitions_needed
from fockproxy_perf.rows.problem import differences
from fockproxy_perf.rows.row import Row
from fockproxy_perf.rows.where import agrees

Verdict = Literal["broken", "slower", "can't tell", "faster", "cured", "same", "only in BASE", "only in NEW"]


@dataclasses.dataclass(frozen=True)
class Criteria:
    """A change counts if the whole interval lies beyond the tolerance."""

    confidence: float = 0.9  # of the interval
    tolerance: float = 0.05  # of the ratio of times
    use_disturbed: bool = False  # also use rows with a note

    def judge(self, ratio: Ratio, base_count: int, new_count: int) -> tuple[Verdict, str]:
        """The verdict on NEW / BASE with so many repetitions, and the reason."""
        if ratio.low is None or ratio.high is None:
            return "can't tell", (f"{base_count} against {new_count} repetitions; {repetitions_needed(self.confidence)}"
                                  f" of each are needed for {self.confidence:.0%} confidence")
        span = f"{ratio.low:.3f} to {ratio.high:.3f}"
        if ratio.low > 1 + self.tolerance:
            return "slower", span
        if ratio.high < 1 / (1 + self.tolerance):
            return "faster", span
        if 1 / (1 + self.tolerance) <= ratio.low and ratio.high <= 1 + self.tolerance:
            return "same", span
        return "can't tell", f"{span}, noise"


def grouped(rows: Iterable[Row], where: Mapping[str, str], ignore: Collection[str]) -> dict[str, list[Row]]:
    """Identity -> repetitions. `where`: only rows with these axes (as text); `ignore`: axes that are ignored."""
    groups: dict[str, list[Row]] = {}
    for row in rows:
        if row.is_probe or not agrees(row, where):
            continue
        axes = {name: value for name, value in sorted(row.settings.items()) if name not in ignore}
        groups.setdefault(json.dumps([row.kind, row.part, axes]), []).append(row)
    return groups


def make_labels(identities: Iterable[str]) -> dict[str, str]:
    """Readable names: the part, and the axes in which the identities differ."""
    parsed = {identity: json.loads(identity) for identity in identities}
    values: dict[str, set[str]] = {}
    for _, _, axes in parsed.values():
        for name, value in axes.items():
            values.setdefault(name, set()).add(json.dumps(value))
    vary = [name for name, seen in values.items() if len(seen) > 1]
    return {identity: ", ".join([part, *(f"{name} {axes[name]}" for name in vary if name in axes)])
            for identity, (_, part, axes) in parsed.items()}


ORDER: tuple[Verdict, ...] = get_args(Verdict)  # worst first


@dataclasses.dataclass(frozen=True)
class Compared:
    """One figure of one configuration in both sweeps."""

    verdict: Verdict
    label: str
    ratio: Ratio | None = None  # time of NEW over time of BASE
    why: str = ""

    @property
    def rank(self) -> tuple[int, float, str]:
        """Sorts the worst first, then by size of the change."""
        change = abs(self.ratio.estimate - 1) if self.ratio else 0.0
        return ORDER.index(self.verdict), -change, self.label


def compare_sweeps(base_rows: Sequence[Row], new_rows: Sequence[Row], criteria: Criteria,
                   base_where: Mapping[str, str], new_where: Mapping[str, str]) -> list[Compared]:
    """All configurations of either sweep, the worst first. Axes in either `where` are ignored."""
    ignore = {*base_where, *new_where}
    base, new = grouped(base_rows, base_where, ignore), grouped(new_rows, new_where, ignore)
    labels = make_labels([*base, *new])
    compared: list[Compared] = []
    for identity, label in labels.items():
        if identity not in new:
            compared.append(Compared("only in BASE", label))
        elif identity not in base:
            compared.append(Compared("only in NEW", label))
        else:
            compared += compare_groups(label, base[identity], new[identity], criteria, ignore)
    return sorted(compared, key=lambda entry: entry.rank)


def compare_groups(label: str, base: Sequence[Row], new: Sequence[Row], criteria: Criteria, ignore: Collection[str],
                   times_of: Callable[[Row], Mapping[str, float]] = lambda row: row.times()) -> list[Compared]:
    """The repetitions of one configuration; it is compared between settings of `ignore`."""
    was = sorted({row.status for row in base if not row.verified})
    bad = next((row for row in new if not row.verified), None)
    if was:
        return [Compared("same" if bad else "cured", label, None, f"was {', '.join(was)}")]
    if bad:
        return [Compared("broken", label, None, f"{bad.status}: {bad.reason}")]
    if other := differences(base[0], new[0], ignore):
        return [Compared("can't tell", label, None, f"another problem: {', '.join(other)}")]
    if base[0].answer():
        return [compare_answers(label, base, new)]
    return compare_times(label, base, new, criteria, times_of)


def compare_answers(label: str, base: Sequence[Row], new: Sequence[Row]) -> Compared:
    was, now = ({answer for row in group if (answer := row.answer())} for group in (base, new))
    why = " -> ".join(" or ".join(sorted(answer.word for answer in answers)) for answers in (was, now))
    if len(was) > 1 or len(now) > 1:
        return Compared("can't tell", label, None, why)
    if was == now:
        return Compared("same", label)
    return Compared("slower" if any(answer.bad for answer in now) else "faster", label, None, why)


def compare_times(label: str, base: Sequence[Row], new: Sequence[Row], criteria: Criteria,
                  times_of: Callable[[Row], Mapping[str, float]]) -> list[Compared]:
    """Each launch is one sample."""
    disturbed = [side for side, group in (("BASE", base), ("NEW", new)) if any(row.doubtful for row in group)]
    base_times, new_times = [times_of(row) for row in base], [times_of(row) for row in new]
    compared: list[Compared] = []
    for name in base_times[0]:
        ratio = ratio_interval([times[name] for times in base_times], [times[name] for times in new_times],
                               criteria.confidence)
        verdict, why = criteria.judge(ratio, len(base), len(new))
        if disturbed and not criteria.use_disturbed:
            verdict, why = "can't tell", f"{' and '.join(disturbed)} disturbed"
        compared.append(Compared(verdict, f"{label}: {name}", ratio, why))
    return compared
