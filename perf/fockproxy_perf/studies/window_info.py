"""Effect of each set of info keys of a window: the rows of a sweep with these keys, compared with those without keys.

    scripts/perf sweep perf/sweeps/window-info
    scripts/perf window-info results/window-info.jsonl [--all]

A ratio below 1 means that the keys make the operation faster. It counts as faster or slower if the whole confidence
interval lies beyond the tolerance (Hodges & Lehmann; one sample per repetition). Each time is first divided by the
median over all sets of keys in the same repetition, which one launch measures: launches may differ by more than the
keys (aligned observations, Hodges & Lehmann 1962). `kept by MPI` has the answer of MPI_Win_get_info. Rows that are not
verified have no ratio.
"""

import argparse
import collections
import dataclasses
import statistics
from collections.abc import Callable, Iterable, Sequence
from typing import Any

from fockproxy_perf.comparison.comparison import Compared, Criteria, compare_groups, grouped, make_labels
from fockproxy_perf.comparison.criteria_options import add_criteria, chosen_criteria
from fockproxy_perf.errors import UserError
from fockproxy_perf.report.table import Cell, Table
from fockproxy_perf.rows.row import Row
from fockproxy_perf.rows.store import read_sweep_results
from fockproxy_perf.rows.where import parse_where
from fockproxy_perf.sweep.launch_rows import NO_KEYS

AXIS = "window_info"


@dataclasses.dataclass(frozen=True)
class Bought:
    """One figure of one configuration with a set of keys, against the same without keys."""

    keys: str
    kept: str
    compared: Compared
    status: str  # "verified", or that of the first row with keys that is not

    @property
    def verdict(self) -> str:
        """A comparison of times, or why there are none with these keys."""
        return self.compared.verdict if self.status == "verified" else self.status


def kept_in_words(rows: Iterable[Row]) -> str:
    """MPI's answers in all repetitions: "kept", or key by key where they differ."""
    answers: dict[str, set[str]] = {}
    for row in rows:
        for entry in row.result.get("window_info_kept", ()):
            answers.setdefault(entry["key"], set()).add(_answer(entry))
    words = {key: " or ".join(sorted(said)) for key, said in answers.items()}
    if len(set(words.values())) <= 1:
        return next(iter(words.values()), "")
    return ", ".join(f"{key} {word}" for key, word in words.items())


def _answer(entry: dict[str, Any]) -> str:
    verdict: str = entry["verdict"]
    return f"changed to {' or '.join(entry['returned'])}" if verdict == "changed" else verdict


def aligned_times(rows: Iterable[Row]) -> Callable[[Row], dict[str, float]]:
    """The times of each of these rows, over the median of all rows of its repetition. `rows` differ in their keys and
    repetitions only."""
    seen: dict[tuple[int, str], list[float]] = {}
    for row in rows:
        if row.verified and not row.answer():
            for name, time in row.times().items():
                seen.setdefault((row.repetition, name), []).append(time)
    medians = {place: statistics.median(times) for place, times in seen.items()}
    return lambda row: {name: time / medians[row.repetition, name] for name, time in row.times().items()}


def bought(rows: Sequence[Row], criteria: Criteria) -> list[Bought]:
    """All configurations with keys, in the order of the file."""
    groups = grouped((row for row in rows if AXIS in row.settings), {}, {AXIS})
    labels = make_labels(groups)
    found: list[Bought] = []
    for identity, alike in groups.items():
        by_keys: dict[str, list[Row]] = {}
        for row in alike:
            by_keys.setdefault(str(row.settings[AXIS]), []).append(row)
        every = by_keys.pop(NO_KEYS, [])
        times_of = aligned_times(alike)
        for keys, those in by_keys.items():
            there = {row.repetition for row in those}  # a repetition without its counterpart is no comparison
            without = [row for row in every if row.repetition in there]
            those = [row for row in those if row.repetition in {row.repetition for row in without}]
            if not without:
                continue
            compared = compare_groups(labels[identity], without, those, criteria, (AXIS,), times_of)
            status = next((row.status for row in those if not row.verified), "verified")
            found += [Bought(keys, kept_in_words(those), one, status) for one in compared]
    return found


def table(found: Sequence[Bought]) -> Table:
    rows: list[list[Cell]] = []
    for one in found:
        ratio = one.compared.ratio.estimate if one.compared.ratio else None
        rows.append([one.compared.label, one.keys, one.kept, ratio, one.verdict, one.compared.why])
    return Table("Info keys of windows: time with them, over the time without",
                 ["operation", "keys", "kept by MPI", "ratio", "verdict", "interval"], rows)


def parse_arguments(arguments: Sequence[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="scripts/perf window-info", description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("results", metavar="RESULTS.jsonl")
    parser.add_argument("--where", action="append", default=[], metavar="AXIS=VALUE", help="only these rows")
    add_criteria(parser)
    parser.add_argument("--all", action="store_true", help="list also what is the same or cannot be told")
    return parser.parse_args(arguments)


def main(arguments: Sequence[str]) -> int:
    options = parse_arguments(arguments)
    criteria = chosen_criteria(options)
    header, rows = read_sweep_results(options.results)
    where = parse_where(options.where)
    rows = [row for group in grouped(rows, where, ()).values() for row in group]
    found = bought(rows, criteria)
    if not found:
        raise UserError(f"{options.results} has no rows with --window-info beside rows without")
    shown = found if options.all else [one for one in found if one.verdict not in ("same", "can't tell")]
    print(f"{header['name']}, {header['git_revision'] or 'no revision'}, {header['host']}, {header['started']}\n")
    print(table(shown).markdown())
    count = collections.Counter(one.verdict for one in found)
    print(f"{len(found)} figures: " + ", ".join(f"{n} {verdict}" for verdict, n in count.most_common()))
    return 0
