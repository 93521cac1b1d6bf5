"""Whether two ranks build Fock matrices twice as fast as one: against one rank, and against what the machine can do.

scripts/perf scaling [--molecules decane,eicosane] [--counters mpi3,ga] [--rounds 3] [-o results/scaling.json]

In turns, in every round: one rank; two ranks; two runs of one rank each side by side, which share the machine's memory
and caches but nothing else, and so set the ceiling. Only for a machine with nothing else to do.
"""

import argparse
import json
import os
import pathlib
import statistics
import subprocess
import sys
import tempfile

from fockproxy_perf.errors import UserError


def launch(options, ranks, cores, molecule, counter, folder, name):
    document, costs = folder / f"{name}.json", folder / f"{name}.costs"
    command = ["taskset", "-c", ",".join(map(str, cores)), options.mpiexec, *options.mpiexec_options.split(), "-n",
               str(ranks), options.program, "fock", molecule, "--basis", options.basis, "--grain", options.grain,
               "--order", options.order, "--matrix", options.matrix, "--counter", counter, "--repeat",
               str(options.repeat), "--json", document, "--save-costs", costs]
    return subprocess.Popen([str(word) for word in command], stdout=subprocess.DEVNULL,
                            stderr=subprocess.PIPE, text=True), document, costs


def finish(process, document, costs):
    """{"seconds": median of the builds, "fastest" of them, "tasks", "imbalance", "allowed": of the imbalance}; ends the
    script on failure."""
    _, errors = process.communicate()
    if process.returncode != 0:
        raise UserError(f"{' '.join(process.args)}: {errors.strip() or f'code {process.returncode}'}")
    fock = json.loads(document.read_text())["fock"]
    busy = statistics.mean(rank["compute_seconds"] for rank in fock["ranks"]) / len(fock["seconds"])
    largest = max(json.loads(costs.read_text())["seconds"])
    return {"seconds": statistics.median(fock["seconds"]), "fastest": min(fock["seconds"]), "tasks": fock["tasks"][-1],
            "imbalance": fock["load_imbalance"], "allowed": max(1.02, 1 + largest / busy)}


def measure(options, cores, molecule, counter):
    """One round: {"one", "two", "apart": [two runs]}."""
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        run = lambda ranks, on, label: launch(options, ranks, on, molecule, counter, folder, label)
        one = finish(*run(1, cores[:1], "one"))
        two = finish(*run(2, cores, "two"))
        apart = [run(1, [core], f"apart{core}") for core in cores]
        return {"molecule": molecule, "counter": counter, "one": one, "two": two,
                "apart": [finish(*started) for started in apart]}


def standard_error(values):
    """Of their median, were they normally distributed, from the median absolute deviation: outliers do not count."""
    middle = statistics.median(values)
    deviation = 1.4826 * statistics.median(abs(v - middle) for v in values)
    return 1.2533 * deviation / len(values) ** 0.5


def summary(rounds):
    """Speed-up over one rank, and share of the rate of two independent runs, of one case: medians over the rounds, and
    of the fastest builds of all rounds, which nothing else on the machine slowed down."""
    def median(figure):
        return statistics.median(figure(r) for r in rounds)

    def fastest(runs):
        return min(run["fastest"] for run in runs)

    apart = [run for r in rounds for run in r["apart"]]
    alone, together = [r["one"] for r in rounds] + apart, [r["two"] for r in rounds]
    shares = [1 / r["two"]["seconds"] / sum(1 / a["seconds"] for a in r["apart"]) for r in rounds]
    return {"one": median(lambda r: r["one"]["seconds"]), "two": median(lambda r: r["two"]["seconds"]),
            "speed_up": median(lambda r: r["one"]["seconds"] / r["two"]["seconds"]),
            "ceiling": median(lambda r: sum(r["one"]["seconds"] / a["seconds"] for a in r["apart"])),
            "share": statistics.median(shares), "error": standard_error(shares),
            "best_speed_up": fastest(alone) / fastest(together),
            "best_share": fastest(apart) / 2 / fastest(together),
            "tasks": median(lambda r: r["two"]["tasks"]), "imbalance": median(lambda r: r["two"]["imbalance"]),
            "allowed": median(lambda r: r["two"]["allowed"])}


def main(arguments):
    parser = argparse.ArgumentParser(prog="scripts/perf scaling", description=__doc__.split("\n")[0])
    parser.add_argument("--program", default="build/openmpi/bin/fockproxy")
    parser.add_argument("--mpiexec", default="mpiexec.openmpi")
    parser.add_argument("--mpiexec-options", default="--bind-to none", help="the system places ranks on the two cores")
    parser.add_argument("--molecules", default="decane,eicosane")
    parser.add_argument("--counters", default="mpi3,ga")
    parser.add_argument("--basis", default="cc-pvdz")
    parser.add_argument("--grain", default="auto")
    parser.add_argument("--order", default="natural")
    parser.add_argument("--matrix", default="ga")
    parser.add_argument("--repeat", type=int, default=3, help="builds in a run")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("-o", "--output", default="results/scaling.json", help="every round, as it ends")
    options = parser.parse_args(arguments)
    cores = sorted(os.sched_getaffinity(0))[:2]
    if len(cores) < 2:
        raise UserError("two cores are needed")
    cases = [(molecule, counter) for molecule in options.molecules.split(",") for counter in options.counters.split(",")]
    output = pathlib.Path(options.output)
    output.parent.mkdir(parents=True, exist_ok=True)
    rounds = []
    for number in range(options.rounds):
        for case in cases:
            rounds.append(measure(options, cores, *case))
            output.write_text(json.dumps(rounds, indent=1) + "\n")  # a run that is stopped has measured something
            print(f"round {number + 1}: {' '.join(case)}", file=sys.stderr, flush=True)
    print("| molecule | counter | tasks | one rank (s) | two ranks (s) | speed-up | two runs apart | share of that "
          "| fastest builds: speed-up | share | max/mean busy | expected at most |\n"
          "|---|---|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|")
    for molecule, counter in cases:
        s = summary([r for r in rounds if (r["molecule"], r["counter"]) == (molecule, counter)])
        print(f"| {molecule} | {counter} | {s['tasks']:.0f} | {s['one']:.3f} | {s['two']:.3f} | {s['speed_up']:.3f} "
              f"| {s['ceiling']:.3f} | {s['share']:.3f} ± {s['error']:.3f} | {s['best_speed_up']:.3f} "
              f"| {s['best_share']:.3f} | {s['imbalance']:.3f} | {s['allowed']:.3f} |")
    return 0
