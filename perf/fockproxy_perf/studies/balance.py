"""What the order of the tasks costs in load balance, also on more ranks than there are here.

scripts/perf balance [--molecules decane,water8] [--grain atom] [--repeat 4] [--ranks 2,32,512]

Runs Fock builds on one rank, takes every task's shortest time, and deals the tasks out to the given numbers of ranks by
calculation: the next task goes to whoever is free first, and neither counter nor communication takes time. Prints
max/mean busy time in natural order, shuffled, by falling estimated cost (what --order costliest does) and by falling
true cost, which no cost model can beat; and how the estimate correlates with the times.
"""

import argparse
import heapq
import json
import pathlib
import random
import statistics
import tempfile
from collections.abc import Sequence
from typing import NamedTuple

from fockproxy_perf.arguments import positive, positives, words
from fockproxy_perf.studies.launch import finish, start
from fockproxy_perf.studies.serial_build import serial_build


class Costs(NamedTuple):
    """Of every task, by its id."""

    seconds: list[float]
    estimates: list[float]


def costs_of_build(program: str, molecule: str, basis: str, grain: str) -> Costs:
    with tempfile.TemporaryDirectory() as folder:
        file = pathlib.Path(folder) / "costs.json"
        finish(start(serial_build(program, molecule, basis, grain, 1, "--save-costs", file)))
        saved = json.loads(file.read_text())
    return Costs(saved["seconds"], saved["estimates"])


def shortest(builds: Sequence[Costs]) -> Costs:
    """Every task's shortest time in any of the builds."""
    times = zip(*(build.seconds for build in builds), strict=True)
    return Costs([min(of_task) for of_task in times], builds[0].estimates)


def imbalance(seconds: Sequence[float], ranks: int) -> float:
    """max/mean busy time of tasks dealt out in the given order."""
    busy = [0.0] * ranks
    for task in seconds:
        heapq.heapreplace(busy, busy[0] + task)
    return max(busy) * ranks / sum(busy)


def orders(costs: Costs) -> list[list[float]]:
    """The seconds of the tasks in natural order, shuffled, by falling estimate, and by falling seconds."""
    ids = range(len(costs.seconds))
    shuffled = random.Random(2008).sample(ids, len(ids))
    by_estimate = sorted(ids, key=lambda i: -costs.estimates[i])
    by_cost = sorted(ids, key=lambda i: -costs.seconds[i])
    return [[costs.seconds[i] for i in order] for order in (ids, shuffled, by_estimate, by_cost)]


def table_lines(molecule: str, costs: Costs, ranks: Sequence[int]) -> list[str]:
    """A line for each number of ranks."""
    longest = max(costs.seconds) / statistics.fmean(costs.seconds)
    start = (f"| {molecule} | {len(costs.seconds)} | {longest:.1f} "
             f"| {statistics.correlation(costs.seconds, costs.estimates):.2f}")
    ordered = orders(costs)
    return [f"{start} | {n} | {' | '.join(f'{imbalance(order, n):.3f}' for order in ordered)} |" for n in ranks]


def parse_arguments(arguments: Sequence[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="scripts/perf balance", description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--program", default="build/openmpi/bin/fockproxy")
    parser.add_argument("--molecules", type=words, default="decane,water8")
    parser.add_argument("--basis", default="cc-pvdz")
    parser.add_argument("--grain", default="atom")
    parser.add_argument("--repeat", type=positive, default=4, help="builds; the system interrupts tasks now and then")
    parser.add_argument("--ranks", type=positives, default="2,32,512")
    return parser.parse_args(arguments)


def main(arguments: Sequence[str]) -> int:
    options = parse_arguments(arguments)
    print("| molecule | tasks | longest/mean task | correlation | ranks "
          "| natural | shuffled | estimate | true costs |\n"
          "|---|---:|---:|---:|---:|---:|---:|---:|---:|")
    for molecule in options.molecules:
        builds = [costs_of_build(options.program, molecule, options.basis, options.grain)
                  for _ in range(options.repeat)]
        print("\n".join(table_lines(molecule, shortest(builds), options.ranks)))
    return 0
