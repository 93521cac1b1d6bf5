"""The tables of `scripts/perf imb`: what IMB-RMA and `fockproxy onesided` say of the same operations."""

import statistics
from collections.abc import Sequence
from typing import Literal

from fockproxy_perf.comparison.ratio_interval import ratio_interval
from fockproxy_perf.report.quantities import number, seconds, size
from fockproxy_perf.report.table import Cell, Table
from fockproxy_perf.studies.imb_rows import SIZES, TARGETS, TRANSFERS, Round, What, what

Program = Literal["imb", "fockproxy"]
Figure = Literal["mean", "median"]

_CONFIDENCE = 0.95
_PRINTED: tuple[tuple[Program, Figure], ...] = (("imb", "mean"), ("fockproxy", "mean"), ("fockproxy", "median"))
_LOOPS = (" IMB repeats a call and its flush at one address and divides the time of the whole loop. fockproxy reads"
          " the clock as often as that costs at most 2%, goes over 16 kB of addresses where transfers are shorter, and"
          " looks at every word between rounds. What interrupts a rank is in both means, hardly in the median.")
_TARGETS = ("Rounds, times and ratios as above. IMB: means, with a barrier after every put in them; its busy target"
            " computes as long as put and barrier took before, then enters the barrier: busy over idle is 2 where the"
            " put waits for that, 1 and the barrier's share where it does not. fockproxy: medians of put and flush"
            " alone; its target computes 2 ms at a time, of which a put that waits for it sees half on average.")


def tables(rounds: Sequence[Round]) -> list[Table]:
    """Two of every MPI library."""
    libraries: dict[str, list[Round]] = {}
    for one in rounds:
        libraries.setdefault(one["mpi"], []).append(one)
    return [table for mpi, own in libraries.items() for table in (_transfers(mpi, own), _targets(mpi, own))]


def _transfers(mpi: str, rounds: Sequence[Round]) -> Table:
    rows: list[list[Cell]] = []
    for operation in TRANSFERS.values():
        for length in SIZES:
            about = What(False, operation, length, "inside")
            imb, mean, median = (_figures(rounds, program, figure, about) for program, figure in _PRINTED)
            rows.append([operation, size(length), _range(imb), _range(mean), _range(median), _ratio(imb, mean),
                         _ratio(imb, median), min(mean) / min(imb)])
    return Table(f"{mpi}: put and get, each completed by a flush",
                 ["operation", "size", "IMB", "fockproxy: mean", "fockproxy: median", "mean over IMB's",
                  "median over IMB's", "means of the fastest rounds"], rows, note=_note(rounds) + _LOOPS)


def _targets(mpi: str, rounds: Sequence[Round]) -> Table:
    rows: list[list[Cell]] = []
    for length in SIZES:
        line: list[Cell] = [size(length)]
        for program, figure in (_PRINTED[0], _PRINTED[-1]):
            free, taken = (_figures(rounds, program, figure, What(True, "put", length, target)) for target in TARGETS)
            line += [_range(free), _range(taken), _ratio(free, taken)]
        rows.append(line)
    return Table(f"{mpi}: a put whose target computes",
                 ["size", "IMB: target idle", "IMB: target busy", "IMB: busy over idle", "fockproxy: target inside MPI",
                  "fockproxy: target computing", "fockproxy: computing over inside"], rows,
                 note=_TARGETS)


def _note(rounds: Sequence[Round]) -> str:
    first, number_of = rounds[0], len(rounds)
    loads = [one["load"] for one in rounds]
    disturbed = sum(one["disturbed"] for one in rounds)
    repetitions = sorted({times["transfers"] for one in rounds for times in one["imb"]})
    text = (f"{'One round' if number_of == 1 else f'{number_of} rounds in turns'}, two ranks on {first['cores']} cores"
            f" ({first['cpu']}), `mpiexec {first['launcher']}`, IMB {first['imb_version']} with"
            f" {' to '.join(map(str, dict.fromkeys((repetitions[0], repetitions[-1]))))} repetitions, load of the"
            f" machine before a round {min(loads):.1f} to {max(loads):.1f}. Times: median of the rounds (least to"
            " most); ratios: median of those of every round of one to every round of the other"
            f" ({100 * _CONFIDENCE:.0f}% interval); the last one is that of the fastest round of each.")
    if disturbed:
        text += f" In {disturbed} of {number_of} rounds ranks of fockproxy waited for a core."
    return text


def _figures(rounds: Sequence[Round], program: Program, figure: Figure, about: What) -> list[float]:
    """One for each round."""
    found = [times[figure] for one in rounds for times in one[program] if what(times) == about]
    return [value for value in found if value is not None]


def _range(values: Sequence[float]) -> str:
    middle = seconds(statistics.median(values))
    return f"{middle} ({seconds(min(values))} to {seconds(max(values))})" if len(values) > 1 else middle


def _ratio(base: Sequence[float], new: Sequence[float]) -> str:
    ratio = ratio_interval(base, new, _CONFIDENCE)
    if ratio.low is None or ratio.high is None:
        return number(ratio.estimate)
    return f"{number(ratio.estimate)} ({number(ratio.low)} to {number(ratio.high)})"
