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
import subprocess
import sys
import tempfile

from fockproxy_perf.errors import UserError
from fockproxy_perf.studies.serial_build import serial_build


def costs_of(program, molecule, options):
    """(seconds, estimates) of one build's tasks, by id."""
    with tempfile.TemporaryDirectory() as folder:
        file = pathlib.Path(folder) / "costs.json"
        command = serial_build(program, molecule, options.basis, options.grain, 1, "--save-costs", file)
        done = subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
        if done.returncode != 0:
            raise UserError(f"{molecule}: {done.stderr.strip() or f'code {done.returncode}'}")
        saved = json.loads(file.read_text())
    return saved["seconds"], saved["estimates"]


def imbalance(seconds, ranks):
    """max/mean busy time of tasks dealt out in the given order."""
    busy = [0.0] * ranks
    for task in seconds:
        heapq.heapreplace(busy, busy[0] + task)
    return max(busy) * ranks / sum(busy)


def orders(seconds, estimates):
    ids = range(len(seconds))
    shuffled = random.Random(2008).sample(ids, len(seconds))
    by_estimate = sorted(ids, key=lambda i: -estimates[i])
    by_cost = sorted(ids, key=lambda i: -seconds[i])
    return [[seconds[i] for i in order] for order in (ids, shuffled, by_estimate, by_cost)]


def main(arguments):
    parser = argparse.ArgumentParser(prog="scripts/perf balance", description=__doc__.split("\n")[0])
    parser.add_argument("--program", default="build/openmpi/bin/fockproxy")
    parser.add_argument("--molecules", default="decane,water8")
    parser.add_argument("--basis", default="cc-pvdz")
    parser.add_argument("--grain", default="atom")
    parser.add_argument("--repeat", type=int, default=4, help="builds; the system interrupts tasks now and then")
    parser.add_argument("--ranks", default="2,32,512")
    options = parser.parse_args(arguments)
    print("| molecule | tasks | longest/mean task | correlation | ranks | natural | shuffled | estimate | true costs |\n"
          "|---|---:|---:|---:|---:|---:|---:|---:|---:|")
    for molecule in options.molecules.split(","):
        runs = [costs_of(options.program, molecule, options) for _ in range(options.repeat)]
        seconds, estimates = [min(times) for times in zip(*(run[0] for run in runs))], runs[0][1]
        start = (f"| {molecule} | {len(seconds)} | {max(seconds) / statistics.fmean(seconds):.1f} "
                 f"| {statistics.correlation(seconds, estimates):.2f}")
        for ranks in map(int, options.ranks.split(",")):
            figures = " | ".join(f"{imbalance(order, ranks):.3f}" for order in orders(seconds, estimates))
            print(f"{start} | {ranks} | {figures} |")
    return 0
