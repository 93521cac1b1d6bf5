"""Whether two ranks build Fock matrices twice as fast as one: against one rank, and against what the machine can do.

scripts/perf scaling [--molecules decane,eicosane] [--counters mpi3,ga] [--rounds 3] [-o results/scaling.json]

In turns, in every round: one rank; two ranks; two runs of one rank each side by side, which share the machine's memory
and caches but nothing else, and so set the ceiling. All have the same tasks: `--grain auto` is asked once a molecule,
on two ranks, and what it chooses is kept. Only for a machine with nothing else to do.
"""

import argparse
import json
import os
import pathlib
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple, TypedDict

from fockproxy_perf.arguments import positive, words
from fockproxy_perf.errors import UserError
from fockproxy_perf.studies import launch


class Case(NamedTuple):
    molecule: str
    counter: str
    grain: str


class Setup(NamedTuple):
    """What all runs have in common."""

    mpiexec: list[str]
    program: str
    options: list[str]  # of fockproxy fock


class Run(TypedDict):
    seconds: float  # median of its builds
    fastest: float  # of its builds, seconds
    largest_block: int  # functions
    tasks: int
    imbalance: float  # max/mean busy time
    allowed: float  # imbalance that the longest task explains


class Round(TypedDict):
    molecule: str
    counter: str
    grain: str
    one: Run
    two: Run
    apart: list[Run]


class Started(NamedTuple):
    process: subprocess.Popen[str]
    document: pathlib.Path
    costs: pathlib.Path


def start(setup: Setup, case: Case, cores: Sequence[int], folder: pathlib.Path) -> Started:
    """A rank for each of the cores; its files in `folder` are named after them."""
    place = ",".join(map(str, cores))
    document, costs = folder / f"{place}.json", folder / f"{place}.costs"
    process = launch.start(["taskset", "-c", place, *setup.mpiexec, "-n", len(cores), setup.program, "fock",
                            case.molecule, "--counter", case.counter, "--grain", case.grain, *setup.options,
                            "--json", document, "--save-costs", costs])
    return Started(process, document, costs)


def finish(started: Started) -> Run:
    launch.finish(started.process)
    result = json.loads(started.document.read_text())
    fock = result["fock"]
    busy = statistics.mean(rank["compute_seconds"] for rank in fock["ranks"]) / len(fock["seconds"])
    largest = max(json.loads(started.costs.read_text())["seconds"])
    return {"seconds": statistics.median(fock["seconds"]), "fastest": min(fock["seconds"]),
            "largest_block": result["config"]["largest_block"], "tasks": fock["tasks"][-1],
            "imbalance": fock["load_imbalance"], "allowed": max(1.02, 1 + largest / busy)}


def pinned(setup: Setup, case: Case, cores: Sequence[int]) -> Case:
    """With the blocks that `--grain auto` chooses on these cores. It goes by times that it measures, and so would
    choose others on one rank, or the next time."""
    if case.grain != "auto":
        return case
    with tempfile.TemporaryDirectory() as name:
        run = finish(start(setup, case, cores, pathlib.Path(name)))
    return case._replace(grain=str(run["largest_block"]))


def measure(setup: Setup, case: Case, cores: Sequence[int]) -> Round:
    """One round, on two cores."""
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        one = finish(start(setup, case, cores[:1], folder))
        two = finish(start(setup, case, cores, folder))
        apart = [start(setup, case, [core], folder) for core in cores]
        return {"molecule": case.molecule, "counter": case.counter, "grain": case.grain, "one": one, "two": two,
                "apart": [finish(started) for started in apart]}


def standard_error(values: Sequence[float]) -> float:
    """Of their median, were they normally distributed, from the median absolute deviation: outliers do not count."""
    middle = statistics.median(values)
    deviation = 1.4826 * statistics.median(abs(v - middle) for v in values)
    return float(1.2533 * deviation / len(values) ** 0.5)


class Summary(NamedTuple):
    """Of the rounds of one case: medians, and `best`, from the fastest builds of all rounds, which nothing else on the
    machine slowed down."""

    tasks: float
    one: float  # seconds
    two: float  # seconds
    speed_up: float  # over one rank
    ceiling: float  # of the speed-up: what two independent runs reach
    share: float  # of their rate
    error: float  # of the share
    best_speed_up: float
    best_share: float
    imbalance: float
    allowed: float


def summary(rounds: Sequence[Round]) -> Summary:
    def median(figure: Callable[[Round], float]) -> float:
        return statistics.median(figure(r) for r in rounds)

    def fastest(runs: Iterable[Run]) -> float:
        return min(run["fastest"] for run in runs)

    apart = [run for r in rounds for run in r["apart"]]
    alone, together = [r["one"] for r in rounds] + apart, [r["two"] for r in rounds]
    shares = [1 / r["two"]["seconds"] / sum(1 / a["seconds"] for a in r["apart"]) for r in rounds]
    return Summary(
        tasks=median(lambda r: r["two"]["tasks"]),
        one=median(lambda r: r["one"]["seconds"]),
        two=median(lambda r: r["two"]["seconds"]),
        speed_up=median(lambda r: r["one"]["seconds"] / r["two"]["seconds"]),
        ceiling=median(lambda r: sum(r["one"]["seconds"] / a["seconds"] for a in r["apart"])),
        share=statistics.median(shares),
        error=standard_error(shares),
        best_speed_up=fastest(alone) / fastest(together),
        best_share=fastest(apart) / 2 / fastest(together),
        imbalance=median(lambda r: r["two"]["imbalance"]),
        allowed=median(lambda r: r["two"]["allowed"]),
    )


def table(cases: Iterable[Case], rounds: Sequence[Round]) -> str:
    lines = ["| molecule | counter | grain | tasks | one rank (s) | two ranks (s) | speed-up | two runs apart "
             "| share of that | fastest builds: speed-up | share | max/mean busy | expected at most |",
             "|---|---|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|"]
    for case in cases:
        s = summary([r for r in rounds if (r["molecule"], r["counter"], r["grain"]) == case])
        lines.append(f"| {case.molecule} | {case.counter} | {case.grain} | {s.tasks:.0f} | {s.one:.3f} | {s.two:.3f} "
                     f"| {s.speed_up:.3f} | {s.ceiling:.3f} | {s.share:.3f} ± {s.error:.3f} | {s.best_speed_up:.3f} "
                     f"| {s.best_share:.3f} | {s.imbalance:.3f} | {s.allowed:.3f} |")
    return "\n".join(lines)


def parse_arguments(arguments: Sequence[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="scripts/perf scaling", description=(__doc__ or "").split("\n")[0])
    launch.add_options(parser, "--bind-to none", "the system places ranks on the two cores")
    parser.add_argument("--molecules", type=words, default="decane,eicosane")
    parser.add_argument("--counters", type=words, default="mpi3,ga")
    parser.add_argument("--basis", default="cc-pvdz")
    parser.add_argument("--grain", default="auto", help="auto: what it chooses on two ranks, once a molecule")
    parser.add_argument("--order", default="natural")
    parser.add_argument("--matrix", default="ga")
    parser.add_argument("--repeat", type=positive, default=3, help="builds in a run")
    parser.add_argument("--rounds", type=positive, default=3)
    parser.add_argument("-o", "--output", type=pathlib.Path, default="results/scaling.json",
                        help="every round, as it ends")
    return parser.parse_args(arguments)


def main(arguments: Sequence[str]) -> int:
    options = parse_arguments(arguments)
    cores = sorted(os.sched_getaffinity(0))[:2]
    if len(cores) < 2:
        raise UserError("two cores are needed")
    setup = Setup(launch.mpiexec(options), options.program,
                  ["--basis", options.basis, "--order", options.order, "--matrix", options.matrix,
                   "--repeat", str(options.repeat)])
    cases: list[Case] = []
    for molecule in options.molecules:
        grain = pinned(setup, Case(molecule, options.counters[0], options.grain), cores).grain
        cases += [Case(molecule, counter, grain) for counter in options.counters]
    options.output.parent.mkdir(parents=True, exist_ok=True)
    rounds: list[Round] = []
    for number in range(options.rounds):
        for case in cases:
            rounds.append(measure(setup, case, cores))
            options.output.write_text(json.dumps(rounds, indent=1) + "\n")  # what is stopped has measured something
            print(f"round {number + 1}: {' '.join(case)}", file=sys.stderr, flush=True)
    print(table(cases, rounds))
    return 0
