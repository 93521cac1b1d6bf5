"""The durations of single operations: histograms with logarithmic bins, in which a stall shows as a second peak."""

import collections
import dataclasses
import itertools
import math
from collections.abc import Callable, Iterable, Sequence
from typing import Literal

from fockproxy_perf.report.analysis.selection import Step, few_enough
from fockproxy_perf.report.repetitions import all_doubtful, median, trusted
from fockproxy_perf.report.settings import group, label, shared, varying, with_stack
from fockproxy_perf.report.sweep import Sweep
from fockproxy_perf.rows.counter_rows import CounterRow, VerdictRow
from fockproxy_perf.rows.figures import Distribution

BINS_PER_DECADE = 5  # as in lib/record/distribution.hpp

Mark = Literal["mean", "median", "p90", "p99", "p999", "maximum"]
MARKS: tuple[Mark, ...] = ("mean", "median", "p90", "p99", "p999", "maximum")


def edge(place: int) -> float:
    """The lower edge of a bin, in seconds."""
    return float(10 ** (place / BINS_PER_DECADE))


@dataclasses.dataclass(frozen=True)
class Ridge:
    """One histogram, {index of a bin: samples}, with its figures. `rows`: the rows that it comes from."""

    name: str
    kind: str  # a Case or a verdict; it determines the colour
    rows: Sequence[CounterRow | VerdictRow]
    bins: dict[int, int]
    marks: dict[Mark, float]
    doubtful: bool

    @property
    def peaks(self) -> int:
        """Two if an empty or nearly empty gap of half a decade or more divides the samples."""
        total = sum(self.bins.values())
        places = sorted(p for p, n in self.bins.items() if n > 0.004 * total)
        return 1 + sum(there - here > BINS_PER_DECADE // 2 + 1 for here, there in itertools.pairwise(places))


Panels = dict[str, list[Ridge]]  # by title


def counters(sweep: Sweep) -> Panels:
    """Histograms of rank 1 with the most frequent task length; one panel per counter and window."""
    rows = [r for r in sweep.of(CounterRow) if r.computes]
    lengths = collections.Counter(r.mean_task_seconds for r in rows)
    rows = [r for r in rows if lengths[r.mean_task_seconds] == max(lengths.values())]
    panel_names = ["counter", "window"] + [n for n in varying(rows) if n == "transport"]
    names = with_stack(varying(rows, "repeat", "tasks_per_rank", "progress", "work", *panel_names))
    panels: Panels = {}
    for good in map(trusted, group(rows)):
        waits = [r.waits for r in good]
        if any(w["count"] for w in waits):
            ridge = Ridge(
                _counter_name(good[0], names),
                f"Case {good[0].get('case')}",
                good,
                pooled(waits),
                _marks(waits),
                all_doubtful(good),
            )
            panels.setdefault(label(good[0], panel_names), []).append(ridge)
    return panels


def _counter_name(row: CounterRow, names: Sequence[str]) -> str:
    """Does not name the helper of Case 3, because Case 3 always has one."""
    plain = row.get("case") == 3 or row.get("progress") == "none"
    return label(row, names) + ("" if plain else f", {row.get('progress')}")


def operations(sweep: Sweep) -> Panels:
    """Histograms of operations on a computing target; one panel per stack and window."""
    rows = [
        r
        for r in sweep.of(VerdictRow)
        if not r.is_control and r.get("target") != "itself" and r.samples
    ]
    names = with_stack(varying(rows, "operation", "target"))
    names = names if "window" in names else [*names, "window"]
    panels: Panels = {}
    for good in map(trusted, group(rows)):
        samples = (s for r in good for s in r.samples)
        marks = _marks([r.waits for r in good])
        ridge = Ridge(good[0].get("operation"), good[0].verdict, good, binned(samples), marks, False)
        panels.setdefault(label(good[0], names), []).append(ridge)
    return panels


def pooled(waits: Iterable[Distribution]) -> dict[int, int]:
    """The sum of several histograms with the same bins."""
    bins: dict[int, int] = {}
    for distribution in waits:
        for begin, count in distribution["histogram"]:
            place = round(math.log10(begin) * BINS_PER_DECADE)
            bins[place] = bins.get(place, 0) + count
    return bins


def binned(samples: Iterable[float]) -> dict[int, int]:
    bins: dict[int, int] = {}
    for sample in samples:
        place = math.floor(math.log10(max(sample, 1e-9)) * BINS_PER_DECADE)
        bins[place] = bins.get(place, 0) + 1
    return bins


def _marks(waits: Sequence[Distribution]) -> dict[Mark, float]:
    return {mark: median(w[mark] for w in waits) for mark in MARKS}


@dataclasses.dataclass(frozen=True)
class Choice:
    """The part of the panels that is drawn. `shared`: the settings that all of it has in common, in words."""

    panels: Panels
    fewer: bool
    shared: str = ""


def choice(panels: Panels, most: int, steps: Iterable[Step]) -> Choice:
    """Reduces the panels to at most `most` ridges, if the steps can."""
    every = [ridge for ridges in panels.values() for ridge in ridges]
    kept, fewer = few_enough(every, lambda r: r.rows, most, steps)
    if not fewer:
        return Choice(panels, False)
    rows, row = (r.rows[0] for r in every), kept[0].rows[0]
    names = shared(rows, (r.rows[0] for r in kept), "stack", "counter", "window", "transport", "case", "progress")
    return Choice(_of(panels, kept, _without([label(row, [name]) for name in names])), True, label(row, names))


def _without(said: Sequence[str]) -> Callable[[str], str]:
    def short(text: str) -> str:
        """The text without the words that the figure says once."""
        return ", ".join(part for part in text.split(", ") if part not in said)

    return short


def _of(panels: Panels, kept: Iterable[Ridge], short: Callable[[str], str]) -> Panels:
    """The panels with only the kept ridges, with shorter names."""
    ids = {id(ridge) for ridge in kept}
    found: Panels = {}
    for title, ridges in panels.items():
        if drawn := [dataclasses.replace(r, name=short(r.name)) for r in ridges if id(r) in ids]:
            found[short(title)] = drawn
    return found
