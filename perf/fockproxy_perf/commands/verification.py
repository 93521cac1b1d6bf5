"""Measures the verification of Fock builds: its promise, its power, and its false alarms.

scripts/perf verification errors   max |F - F_exact| compared with the promise (needs the target perf_screening_error)
scripts/perf verification faults   faults injected into builds, and how many were found (needs perf_fault_power)
scripts/perf verification runs     hundreds of correct builds and SCF runs; none may be refused
scripts/perf verification made-up  random molecules and basis sets; none of their builds may be refused
scripts/perf verification convergence  difficult SCF runs beside PySCF (scripts/requirements-reference.txt)
scripts/perf verification tables   the tables of the results in perf/results

Each writes one JSON object per line to perf/results/verification_*.jsonl.gz and continues after a stop. Programs are
those of --build (build/openmpi); `runs` and `made-up` use every build folder named in --builds. A whole study takes
hours on two cores; --limit stops it after so many launches.
"""

import argparse
from collections.abc import Callable, Sequence

from fockproxy_perf.arguments import positive, words
from fockproxy_perf.source_tree import PERF
from fockproxy_perf.studies.verification import campaigns, convergence, made_up, tables
from fockproxy_perf.studies.verification.campaigns import Settings

EXPERIMENTS: dict[str, Callable[[Settings], None]] = {
    "errors": campaigns.measure_errors,
    "faults": campaigns.measure_faults,
    "runs": campaigns.measure_runs,
    "made-up": made_up.measure,
    "convergence": convergence.measure,
    "tables": tables.show,
}


def parse_arguments(arguments: Sequence[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="scripts/perf verification", description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("experiment", choices=EXPERIMENTS)
    parser.add_argument("--build", default="build/openmpi", help="folder with the programs")
    parser.add_argument("--builds", type=words, default="build/openmpi,build/mpich",
                        help="folders for `runs` and `made-up`")
    parser.add_argument("--ranks", type=positive, default=1, help="of `errors`")
    parser.add_argument("--times", type=positive, default=100, help="injections of each fault; seeds of `made-up`")
    parser.add_argument("--jobs", type=positive, default=1, help="launches at once, of `faults`")
    parser.add_argument("--limit", type=int, default=0, help="launches at most; 0: no limit")
    parser.add_argument("--timeout", type=float, default=3600, help="seconds for one launch")
    return parser.parse_args(arguments)


def main(arguments: Sequence[str]) -> int:
    options = parse_arguments(arguments)
    EXPERIMENTS[options.experiment](
        Settings(results=PERF / "results", build=options.build, builds=options.builds, ranks=options.ranks,
                 times=options.times, jobs=options.jobs, limit=options.limit or None, timeout=options.timeout))
    return 0
