"""What the verification of Fock builds is worth, measured: its promise, its power, and its false alarms.

scripts/perf verification errors   max |F - F_exact| against what was promised (needs the target perf_screening_error)
scripts/perf verification faults   faults put into builds, and how many were caught (needs perf_fault_power)
scripts/perf verification runs     hundreds of right builds and SCF runs, none of which may be refused
scripts/perf verification tables   the tables of what is in perf/results

Each writes one JSON object a line to perf/results/verification_*.jsonl.gz and goes on where it was stopped. Programs are
those of --build (build/openmpi); `runs` uses every build folder named in --builds. Hours on two cores if run whole;
--limit stops after so many new rows.
"""

import argparse
import collections
import concurrent.futures
import gzip
import itertools
import json
import os
import pathlib
import random
import statistics
import subprocess
import sys
import time

from fockproxy_perf.errors import UserError
from fockproxy_perf.source_tree import SOURCE

RESULTS = SOURCE / "perf" / "results"

# Size, kind of molecule, heavier atoms, open shells; sets with and without diffuse functions.
# Quick ones first: Libint, nothing screened, takes minutes from some 200 functions on and hours from 500.
ERROR_CASES = [
    *[(m, "cc-pvdz") for m in ("water", "water2", "methane", "ethane", "ethylene", "h2s", "o2", "oh", "no", "n", "ch3",
                               "glycine", "gah3", "ash3", "br2")],
    *[(m, "aug-cc-pvdz") for m in ("water", "water2", "ethane", "ethylene", "no")],
    *[(m, "cc-pvtz") for m in ("water", "o2", "ethylene")],
    *[(m, "def2-tzvp") for m in ("hbr", "co2")],
    *[(m, "cc-pvdz") for m in ("water5", "benzene", "uracil", "ticl4", "water8")],
    *[(m, "sto-3g") for m in ("water20", "coronene", "eicosane", "benzene4")],
    *[("glycine", "aug-cc-pvdz"), ("water2", "cc-pvtz"), ("ethane", "cc-pvtz"), ("water5", "aug-cc-pvdz")],
    *[(m, "cc-pvdz") for m in ("decane", "caffeine", "water10", "benzene2", "znh2")],
    *[("c60", "sto-3g"), ("tetracontane", "sto-3g"), ("benzene", "cc-pvtz"), ("kr", "cc-pvtz")],
    *[(m, "cc-pvdz") for m in ("coronene", "water20", "eicosane")],
]
FAULT_CASES = [("water8", "cc-pvdz"), ("decane", "cc-pvdz"), ("caffeine", "cc-pvdz")]
BASES = ("sto-3g", "3-21g", "6-31g", "6-31g*", "cc-pvdz", "cc-pvtz", "aug-cc-pvdz", "def2-svp", "def2-tzvp")
THRESHOLDS = (1e-7, 1e-8, 1e-9, 1e-10, 1e-11, 1e-12)


def environment():
    own = dict(os.environ, FOCKPROXY_DATA=str(SOURCE), OMP_NUM_THREADS="1", OMPI_MCA_rmaps_base_oversubscribe="1")
    if hasattr(os, "geteuid") and os.geteuid() == 0:
        own.update(OMPI_ALLOW_RUN_AS_ROOT="1", OMPI_ALLOW_RUN_AS_ROOT_CONFIRM="1")
    return own


def launcher(build):
    """The launcher that goes with a build folder, from its CMake cache."""
    for line in (SOURCE / build / "CMakeCache.txt").read_text().splitlines():
        if line.startswith("MPIEXEC_EXECUTABLE:"):
            return line.partition("=")[2]
    raise UserError(f"{build} names no MPIEXEC_EXECUTABLE; is it a build folder of this project?")


class Rows:
    """The rows of one experiment in a compressed file, appended one at a time."""

    def __init__(self, name):
        self.path = RESULTS / f"verification_{name}.jsonl.gz"
        self.rows = []
        if self.path.exists():
            with gzip.open(self.path, "rt") as file:
                self.rows = [json.loads(line) for line in file]

    def add(self, row):
        self.rows.append(row)
        self.path.parent.mkdir(exist_ok=True)
        with gzip.open(self.path, "at") as file:
            file.write(json.dumps(row) + "\n")


def run(command, timeout):
    """(exit code, output, seconds); exit code None after the time-out."""
    start = time.monotonic()
    try:
        done = subprocess.run(command, env=environment(), capture_output=True, text=True, timeout=timeout)
    except subprocess.TimeoutExpired:
        return None, "", time.monotonic() - start
    return done.returncode, done.stdout + done.stderr, time.monotonic() - start


def lines_of_json(text):
    return [json.loads(line) for line in text.splitlines() if line.startswith("{")]


def errors(options):
    rows = Rows("errors")
    program = SOURCE / options.build / "bin" / "perf_screening_error"
    cases = [(m, b, uhf) for m, b in ERROR_CASES for uhf in ((False, True) if m in ("water2", "ethylene") else (False,))]
    new = 0
    for molecule, basis, uhf in cases:
        if any((r["molecule"], r["basis"], r["asked_uhf"]) == (molecule, basis, uhf) for r in rows.rows):
            continue
        code, text, seconds = run([launcher(options.build), "-n", str(options.ranks), program, molecule, basis,
                                   *(["--uhf"] if uhf else [])], options.timeout)
        print(f"{molecule}/{basis}{' UHF' if uhf else ''}: {'time-out' if code is None else f'exit code {code}'}, "
              f"{seconds:.0f} s", flush=True)
        if code == 0:
            for row in lines_of_json(text):
                rows.add(row | {"asked_uhf": uhf})
        new += 1
        if options.limit and new >= options.limit:
            break


def faults(options):
    rows = Rows("faults")
    program = SOURCE / options.build / "bin" / "perf_fault_power"
    done = {(r["molecule"], r["first_seed"]) for r in rows.rows if r["fault"] == "none"}
    # A few seeds of each molecule in turns: a campaign that is stopped has something of all.
    step = 5
    left = [(molecule, basis, first) for first in range(1, options.times, step) for molecule, basis in FAULT_CASES
            if (molecule, first) not in done]

    def launch(case):
        molecule, basis, first = case
        code, text, seconds = run([launcher(options.build), "-n", "1", program, molecule, basis, "--times",
                                   str(min(step, options.times - first + 1)), "--first-seed", str(first)],
                                  options.timeout)
        return lines_of_json(text), text.strip() or code, seconds

    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        for (molecule, basis, first), (found, said, seconds) in zip(left, pool.map(launch, left), strict=True):
            if not found:
                raise UserError(f"{molecule}/{basis}: {said}")
            for row in found:
                rows.add(row | {"first_seed": first})
            print(f"{molecule}/{basis}: seeds from {first}, {seconds:.0f} s", flush=True)


def run_cases(builds, seed):
    """Every combination in reach, in an order drawn from the seed."""
    references = json.loads((SOURCE / "molecules" / "reference.json").read_text())["cases"]
    small = {(c["molecule"].removesuffix(".xyz"), c["basis"]): c["functions"] for c in references}
    cases = [dict(zip(("molecule", "basis", "threshold", "command", "build", "ranks", "grain"), c, strict=True))
             for (c) in ((m, b, t, command, build, ranks, grain)
                         for (m, b), functions in sorted(small.items()) if functions <= 130
                         for t, command, build, ranks, grain in itertools.product(
                             THRESHOLDS, ("fock", "scf"), builds, (1, 2, 3), ("atom", "auto"))
                         if ranks < 3 or functions <= 40)]
    random.Random(seed).shuffle(cases)
    return cases


def runs(options):
    rows = Rows("runs")
    builds = options.builds.split(",")
    done = {json.dumps(r["case"], sort_keys=True) for r in rows.rows}
    new = 0
    for case in run_cases(builds, 2008):
        if options.limit and new >= options.limit:
            break
        if json.dumps(case, sort_keys=True) in done:
            continue
        command = [launcher(case["build"]), "-n", str(case["ranks"]), SOURCE / case["build"] / "bin" / "fockproxy",
                   case["command"], case["molecule"], "--basis", case["basis"], "--threshold", str(case["threshold"]),
                   "--grain", case["grain"], "--seed", str(new + len(done))]
        code, text, seconds = run(command, options.timeout)
        last = [line for line in text.splitlines() if line.startswith(("VERIFICATION", "fockproxy: "))]
        rows.add({"case": case, "exit_code": code, "seconds": round(seconds, 2), "last": last[-1] if last else ""})
        new += 1
        if code != 0 or new % 25 == 0:
            print(f"{new}: {case} {code} {last}", flush=True)


def error_table(rows):
    print("| molecule | basis | functions | method | build | tau | error | neglected | error / neglected | error / promise |")
    print("|---|---|---|---|---|---|---|---|---|---|")
    by_case = collections.defaultdict(list)
    for r in rows:
        by_case[r["molecule"], r["basis"], r["functions"], r["method"], r["build"]].append(r)
    for (molecule, basis, functions, method, build), group in sorted(by_case.items(), key=lambda item: item[0][2]):
        real = [r for r in group if r["neglected"] > 0]
        if not real:
            continue
        ratios = [r["error"] / r["neglected"] for r in real]
        worst = max(real, key=lambda r: r["error"] / r["promise"])
        print(f"| {molecule} | {basis} | {functions} | {method} | {build} | {worst['threshold']:.1e} | "
              f"{worst['error']:.1e} | {worst['neglected']:.1e} | {min(ratios):.2f} to {max(ratios):.2f} | "
              f"{worst['error'] / worst['promise']:.2f} |")
    real = [r for r in rows if r["neglected"] > 0]
    if real:
        ratios = sorted(r["error"] / r["neglected"] for r in real)
        print(f"\n{len(rows)} builds, {len(real)} of which neglected anything: error over neglected "
              f"{ratios[0]:.2g} to {ratios[-1]:.2g}, median {statistics.median(ratios):.2g}; "
              f"error over promise at most {max(r['error'] / r['promise'] for r in rows):.2f}")


def fault_table(rows):
    molecules = list(dict.fromkeys(r["molecule"] for r in rows))
    print("Caught of injected (in brackets: expected by the stated power; share of faulty tasks); missed and off by more "
          "than promised.\n")
    print("| fault | " + " | ".join(molecules) + " |")
    print("|---|" + "---|" * len(molecules))
    for fault in dict.fromkeys(r["fault"] for r in rows):
        cells = []
        for molecule in molecules:
            own = [r for r in rows if (r["fault"], r["molecule"]) == (fault, molecule)]
            times, harm = (sum(r[key] for r in own) for key in ("times", "missed_above_promise"))
            share = sum(r["times"] * r["share_of_tasks"] for r in own) / max(1, times)
            of_tasks = f" ({sum(r['expected'] for r in own):.1f}; {100 * share:.2g}%)" if share else ""
            cells.append(f"{sum(r['caught'] for r in own)} of {times}{of_tasks}; {harm}")
        print(f"| {fault} | " + " | ".join(cells) + " |")


def run_table(rows):
    print("| build | ranks | command | runs | exit code 0 | others |\n|---|---|---|---|---|---|")
    groups = collections.defaultdict(list)
    for r in rows:
        groups[r["case"]["build"], r["case"]["ranks"], r["case"]["command"]].append(r)
    for key, group in sorted(groups.items()):
        bad = collections.Counter(r["last"] or f"exit code {r['exit_code']}" for r in group if r["exit_code"] != 0)
        print(f"| {key[0]} | {key[1]} | {key[2]} | {len(group)} | {sum(r['exit_code'] == 0 for r in group)} | "
              f"{'; '.join(f'{n} x {what}' for what, n in bad.items())} |")


def tables(_):
    for name, table in (("errors", error_table), ("faults", fault_table), ("runs", run_table)):
        if rows := Rows(name).rows:
            print(f"\n## {name}\n")
            table(rows)


def main(arguments):
    parser = argparse.ArgumentParser(prog="scripts/perf verification", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("experiment", choices=("errors", "faults", "runs", "tables"))
    parser.add_argument("--build", default="build/openmpi", help="folder with the programs")
    parser.add_argument("--builds", default="build/openmpi,build/mpich", help="folders for `runs`")
    parser.add_argument("--ranks", type=int, default=1, help="of `errors`")
    parser.add_argument("--times", type=int, default=100, help="injections of each fault")
    parser.add_argument("--jobs", type=int, default=1, help="launches at once, of `faults`")
    parser.add_argument("--limit", type=int, default=0, help="new rows at most; 0: no limit")
    parser.add_argument("--timeout", type=float, default=3600, help="seconds for one launch")
    options = parser.parse_args(arguments)
    globals()[options.experiment](options)
    return 0
