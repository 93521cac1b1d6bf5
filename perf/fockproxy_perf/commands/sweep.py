"""Measures fockproxy over MPI libraries and settings, as a sweep file asks, and writes a JSON Lines file and a CSV.

    scripts/perf sweep perf/sweeps/quick                     builds missing stacks first
    scripts/perf sweep table1 --dry-run                      shows what would run, and for about how long
    scripts/perf sweep table1 --set stack=mpich-4.3,openmpi-5.0 --set repetitions=5
    scripts/perf sweep table1 --resume                       continues after a stop (Ctrl-C, crash, power)
    scripts/perf report results/table1.jsonl                 writes the report
"""

import argparse
import contextlib
import pathlib
import re
import signal
import subprocess
import sys
from collections.abc import Mapping, Sequence

from fockproxy_perf.arguments import refuse_shared_files
from fockproxy_perf.durations import format_duration
from fockproxy_perf.errors import UserError
from fockproxy_perf.rows.store import Store
from fockproxy_perf.rows.tidy_csv import tidy_csv
from fockproxy_perf.stacks import transports
from fockproxy_perf.stacks.builder import build_stack
from fockproxy_perf.stacks.catalogue import Stack, find_stack, known_stacks
from fockproxy_perf.stacks.ga_sources import given_sources
from fockproxy_perf.stacks.job import end_job
from fockproxy_perf.sweep import machine
from fockproxy_perf.sweep.campaign import Campaign, summary
from fockproxy_perf.sweep.command_line import program_arguments
from fockproxy_perf.sweep.launch import Launch
from fockproxy_perf.sweep.launch_runner import LaunchRunner
from fockproxy_perf.sweep.plan import plan
from fockproxy_perf.sweep.progress_bar import describe
from fockproxy_perf.sweep.sweep_file import Sweep, find_file, read_sweep

STOPPED = 130


def parse_arguments(arguments: Sequence[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="scripts/perf sweep", description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("sweep", help="a TOML file, or the name of one in perf/sweeps")
    parser.add_argument("--output", type=pathlib.Path,
                        help="JSON Lines file (results/NAME.jsonl); the CSV stands beside it")
    parser.add_argument("--dry-run", action="store_true", help="print the launches and an estimate of the time")
    parser.add_argument("--resume", action="store_true", help="go on with the output file")
    parser.add_argument("--set", action="append", default=[], metavar="AXIS=VALUE,...", dest="replacements",
                        help="other values of an axis, or of repetitions, seed, timeout")
    parser.add_argument("--launcher", default="mpiexec",
                        help="mpiexec (of each library), srun, or a command line with {ranks}, {hosts}, "
                             "{ranks_per_host}")
    parser.add_argument("--hosts", default="", metavar="A,B,...",
                        help="for mpiexec on several hosts; 'namespaces': such of this machine (root only, see"
                             " scripts/hosts)")
    parser.add_argument("--no-build", action="store_true", help="refuse where a stack is not built")
    return parser.parse_args(arguments)


def print_plan(sweep: Sweep, launches: Sequence[Launch]) -> None:
    for launch in launches:
        print(f"{launch.repetition:3}  {describe(launch)}  [{' '.join(program_arguments(launch))}]")
    rows = sum(len(launch.configurations) for launch in launches)
    print(f"{sweep.name}: {len(launches)} launches, {rows} configurations with repetitions, order from seed "
          f"{sweep.seed}; about {format_duration(sum(launch.estimate for launch in launches))}")


def needed_stacks(launches: Sequence[Launch], may_build: bool) -> dict[str, Stack]:
    stacks = known_stacks()
    needed = {name: find_stack(name, stacks) for name in sorted({launch.settings["stack"] for launch in launches})}
    for launch in launches:
        transport, stack = launch.settings["transport"], needed[launch.settings["stack"]]
        if transports.transport_environment(transport, stack.family) is None:
            raise UserError(f"transport {transport} means nothing for family {stack.family} (stack {stack.name}); "
                             "transport default leaves the choice to the library")
    for stack in needed.values():
        if stack.is_built:
            continue
        if not may_build:
            raise UserError(f"stack {stack.name} is not built; scripts/perf stacks build {stack.name}")
        print(f"stack {stack.name} is not built yet; building it takes some minutes", file=sys.stderr)
        build_stack(stack, (), given_sources(()))
    return needed


def check_options(launches: Sequence[Launch], stacks: Mapping[str, Stack]) -> None:
    """Refuses options that the programs do not know, because every launch of a part would fail with them."""
    known: dict[str, set[str]] = {}
    for launch in launches:
        program = stacks[launch.settings["stack"]].program
        if launch.command not in known:
            run = subprocess.run([program, launch.command, "--help"], capture_output=True, text=True, timeout=60)
            known[launch.command] = set(re.findall(r"--[a-z][\w-]*", run.stdout))
        for word in program_arguments(launch):
            if word.startswith("--") and word not in known[launch.command]:
                raise UserError(f"part {launch.part}: fockproxy {launch.command} has no option {word}")


def run_sweep(options: argparse.Namespace) -> int:
    sweep = read_sweep(options.sweep, [text.partition("=")[::2] for text in options.replacements])
    output = options.output or pathlib.Path("results") / f"{sweep.name}.jsonl"
    refuse_shared_files([("--output", output), ("its CSV", output.with_suffix(".csv"))],
                        [("the sweep file", find_file(options.sweep))])
    launches = plan(sweep)
    if options.dry_run:
        print_plan(sweep, launches)
        return 0
    stacks = needed_stacks(launches, not options.no_build)
    check_options(launches, stacks)
    output.parent.mkdir(parents=True, exist_ok=True)
    with contextlib.closing(Store(output, machine.header(sweep, launches), options.resume)) as store:
        mark = str(output.resolve())
        end_job(mark)  # of a killed sweep, which alone wrote this file; the job would disturb this sweep
        hosts = [host for host in options.hosts.split(",") if host]
        runner = LaunchRunner(stacks, options.launcher, hosts, mark)
        return run_campaign(Campaign(launches, store, runner), output)


def run_campaign(campaign: Campaign, output: pathlib.Path) -> int:
    """Returns the exit code. Writes the CSV even if the campaign was stopped."""
    store = campaign.store
    try:
        campaign.run()
    except KeyboardInterrupt:
        campaign.progress.close()
        left = sum(len(launch.configurations) for launch in campaign.remaining())
        print(f"stopped; {left} configurations are left: the same command with --resume goes on", file=sys.stderr)
        return STOPPED
    finally:
        campaign.progress.close()
        output.with_suffix(".csv").write_text(tidy_csv(store.rows))
    print("\n".join(summary(store.header, store.rows)))
    print(f"{output}, {output.with_suffix('.csv')}")
    return 1 if any(row.failed for row in store.rows) else 0


def main(arguments: Sequence[str]) -> int:
    for number in (signal.SIGINT, signal.SIGTERM):  # a signal from a batch system counts as Ctrl-C
        signal.signal(number, signal.default_int_handler)
    return run_sweep(parse_arguments(arguments))
