"""Shows recordings of tasks, and makes artificial ones for replay and predict.

scripts/perf recording show FILE
scripts/perf recording make --blocks 20 --lengths lognormal:1ms:0.8 -o FILE
scripts/perf recording make --blocks 60 --lengths like:water8.tasks -o FILE

Lengths of tasks, drawn at random:

  constant:TIME                 all alike
  exponential:MEAN              as for random events
  lognormal:MEDIAN:SIGMA        SIGMA: standard deviation of the logarithm
  bimodal:SHORT:LONG:SHARE      SHARE of the tasks are long
  like:FILE                     drawn from those of a recording: its distribution on another number of blocks
"""

import argparse
import math
import pathlib
import random
import statistics
from collections.abc import Callable, Iterator, Sequence

from fockproxy_perf import recordings
from fockproxy_perf.durations import parse_duration
from fockproxy_perf.errors import UserError

MOST_BLOCKS = 250  # half a billion words in a file


def number(text: str, least: float, most: float) -> float:
    try:
        value = float(text)
    except ValueError:
        value = math.nan
    if not least <= value <= most:
        raise UserError(f"'{text}' is not a number from {least:g} to {most:g}")
    return value


def lengths(text: str, draw: random.Random) -> Iterator[float]:
    """An endless iterator. Raises UserError if `text` is not a distribution."""
    name, *values = text.split(":")
    if name == "like" and len(values) >= 1:
        observed = [task.seconds for task in recordings.read(":".join(values)).tasks]
        return iter(lambda: draw.choice(observed), None)
    forms: dict[str, tuple[int, Callable[[], Callable[[], float]]]] = {
        "constant": (1, lambda: constant(*values)),
        "exponential": (1, lambda: exponential(draw, *values)),
        "lognormal": (2, lambda: lognormal(draw, *values)),
        "bimodal": (3, lambda: bimodal(draw, *values)),
    }
    if name not in forms or len(values) != forms[name][0]:
        raise UserError(f"'{text}' is no distribution of lengths; --help lists them")
    return iter(forms[name][1](), None)


def constant(time: str) -> Callable[[], float]:
    seconds = parse_duration(time)
    return lambda: seconds


def exponential(draw: random.Random, mean: str) -> Callable[[], float]:
    rate = 1 / parse_duration(mean)
    return lambda: draw.expovariate(rate)


def lognormal(draw: random.Random, median: str, sigma: str) -> Callable[[], float]:
    logarithm, width = math.log(parse_duration(median)), number(sigma, 0, 10)
    return lambda: draw.lognormvariate(logarithm, width)


def bimodal(draw: random.Random, short: str, long: str, share: str) -> Callable[[], float]:
    both, part = (parse_duration(short), parse_duration(long)), number(share, 0, 1)
    return lambda: both[draw.random() < part]


def make(options: argparse.Namespace) -> None:
    if not 1 <= options.blocks <= MOST_BLOCKS:
        raise UserError(f"--blocks: 1 to {MOST_BLOCKS}")
    if options.functions < 1:
        raise UserError("--functions: 1 or more")
    drawn = lengths(options.lengths, random.Random(options.seed))
    recording = recordings.made_up(options.blocks, options.functions, drawn, f"made up, {options.lengths}")
    recordings.write(options.output, recording)
    print(f"{options.output}: {len(recording.tasks)} tasks, {recording.seconds:.4g} s in all")


def show(options: argparse.Namespace) -> None:
    recording = recordings.read(options.file)
    times = sorted(task.seconds for task in recording.tasks)
    empty = sum(task.quartets == 0 for task in recording.tasks)
    sizes = [b - a for a, b in zip(recording.first_functions, recording.first_functions[1:], strict=False)]
    print(f"{recording.formula}, {recording.basis}, blocks of {recording.grain}\n"
          f"blocks      {recording.blocks}, of {min(sizes)} to {max(sizes)} functions\n"
          f"tasks       {len(times)}, {empty} of them without a quartet above {recording.threshold:g}\n"
          f"quartets    {sum(task.quartets for task in recording.tasks)}\n"
          f"time        {recording.seconds:.4g} s in all, clock {recording.clock}\n"
          f"a task      {statistics.fmean(times) * 1e6:.3g} us on average, "
          f"median {statistics.median(times) * 1e6:.3g}, longest {times[-1] * 1e6:.3g}")


def parse_arguments(arguments: Sequence[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="scripts/perf recording", description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    actions = parser.add_subparsers(required=True, metavar="show|make")
    one = actions.add_parser("show", help="what is in a recording")
    one.add_argument("file", type=pathlib.Path)
    one.set_defaults(action=show)
    new = actions.add_parser("make", help="a recording without a molecule")
    new.add_argument("--blocks", type=int, required=True, help="N blocks have about N^4/8 tasks")
    new.add_argument("--functions", type=int, default=10, help="of each block (default: %(default)s)")
    new.add_argument("--lengths", required=True, help="distribution, see above")
    new.add_argument("--seed", type=int, default=2008)
    new.add_argument("-o", "--output", type=pathlib.Path, required=True)
    new.set_defaults(action=make)
    return parser.parse_args(arguments)


def main(arguments: Sequence[str]) -> int:
    options = parse_arguments(arguments)
    options.action(options)
    return 0
