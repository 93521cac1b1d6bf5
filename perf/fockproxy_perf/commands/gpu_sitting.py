"""Measurements on a GPU in one sitting of at most --minutes (12), on a machine that may have nothing else.

    scripts/perf gpu-sitting pack FOLDER [--stacks A,B] [--gpu4pyscf]    where there is a network
    FOLDER/scripts/perf gpu-sitting run --out gpu.jsonl                  on the machine with the GPU
    scripts/perf gpu-sitting run --dry-run                               prints the steps
    scripts/perf gpu-sitting run --device emulated --out trial.jsonl     without a GPU: a trial of the steps
    scripts/perf gpu-sitting table gpu.jsonl

The stacks must be built with the kernels: scripts/perf stacks build mpich-5.0 openmpi-5.0 -- -DFOCKPROXY_CUDA=ON. A
step that fails does not end the sitting, and a step for which no time is left is recorded as NO TIME.
"""

import argparse
import os
import pathlib
import shlex
import tempfile
from collections.abc import Sequence

from fockproxy_perf.arguments import words
from fockproxy_perf.errors import UserError
from fockproxy_perf.gpu_sitting.pack import find_library, pack, packed_gpu4pyscf
from fockproxy_perf.gpu_sitting.plan import PARTS, Settings, make_plan
from fockproxy_perf.gpu_sitting.run import dry_run, readable, run_plan
from fockproxy_perf.gpu_sitting.tables import all_tables
from fockproxy_perf.peers.case import Case
from fockproxy_perf.stacks.catalogue import find_stack, known_stacks

STACKS = "mpich-5.0,openmpi-5.0"
FAILED = {"FAIL", "HANG"}


def parser() -> argparse.ArgumentParser:
    made = argparse.ArgumentParser(prog="scripts/perf gpu-sitting", description=__doc__,
                                   formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = made.add_subparsers(dest="command", required=True)
    packing = commands.add_parser("pack", help="everything into one folder")
    packing.add_argument("folder", type=pathlib.Path)
    packing.add_argument("--gpu4pyscf", action="store_true", help="also GPU4PySCF and CuPy from PyPI (gigabytes)")
    running = commands.add_parser("run", help="the measurement")
    running.add_argument("--out", type=pathlib.Path, help="JSON Lines; a line for each step")
    running.add_argument("--dry-run", action="store_true", help="print the commands, start nothing")
    running.add_argument("--only", type=words, default=list(PARTS), metavar="PART,...",
                         help="; ".join(f"{name}: {summary}" for name, summary in PARTS.items()))
    running.add_argument("--minutes", type=float, default=12)
    running.add_argument("--device", choices=["cuda", "emulated"], default="cuda")
    running.add_argument("--cases", type=words, default=list(Settings.cases), metavar="MOLECULE/BASIS,...",
                         help="(H2O)20, C40H82 and the input huge")
    running.add_argument("--ladder-case", default=Settings.ladder_case, metavar="MOLECULE/BASIS",
                         help="of the part ladder, whose steps without a GPU take longer")
    running.add_argument("--peak", type=float, default=0, metavar="TFLOP/S", help="of the GPU in double precision")
    running.add_argument("--libintx", default="", metavar="COMMAND", help="LibintX's GPU benchmark, if you have it")
    for one in (packing, running):
        one.add_argument("--stacks", type=words, default=words(STACKS), metavar="NAME,...", help=STACKS)
    table = commands.add_parser("table", help="the results as Markdown")
    table.add_argument("results", type=pathlib.Path)
    return made


def settings_of(options: argparse.Namespace, folder: pathlib.Path) -> Settings:
    for case in (*options.cases, options.ladder_case):
        Case(case).check()
    return Settings(folder=folder, engine="gpu" if options.device == "cuda" else "emulated", device=options.device,
                    cases=tuple(options.cases), ladder_case=options.ladder_case,
                    cores=len(os.sched_getaffinity(0)), peak=options.peak, libintx=tuple(shlex.split(options.libintx)))


def run(options: argparse.Namespace) -> int:
    if unknown := [part for part in options.only if part not in PARTS]:
        raise UserError(f"no part '{unknown[0]}'; there are: {', '.join(PARTS)}")
    stacks = known_stacks()
    libraries = [find_library(find_stack(name, stacks), not options.dry_run) for name in options.stacks]
    with tempfile.TemporaryDirectory() as folder:
        settings = settings_of(options, pathlib.Path(folder))
        plan = [step for step in make_plan(libraries, settings) if step.part in options.only]
        if options.dry_run:
            print(dry_run(plan))
            return 0
        if options.out is None:
            raise UserError("--out says where the results go")
        if options.out.exists():
            raise UserError(f"{options.out} is there already; name another file")
        with options.out.open("w") as out:
            outcomes = run_plan(plan, settings, options.minutes, out, packed_gpu4pyscf())
    return 1 if any(outcome.status in FAILED for outcome in outcomes) else 0


def main(arguments: Sequence[str]) -> int:
    options = parser().parse_args(arguments)
    if options.command == "pack":
        stacks = known_stacks()
        pack(options.folder, [find_stack(name, stacks) for name in options.stacks], options.gpu4pyscf)
        return 0
    if options.command == "table":
        print(all_tables(readable(options.results)))
        return 0
    return run(options)
