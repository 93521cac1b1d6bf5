"""Runs the own tests of Global Arrays and ARMCI-MPI, once per build.

Some of them end with exit code 0 whatever they found, so a test has passed if it also printed what it prints when all
went well, and no complaint.
"""

import os
import pathlib
import re
import sys
import tempfile
from collections.abc import Iterable

from fockproxy_perf.errors import UserError
from fockproxy_perf.stacks.build_step import build_environment, parallel_jobs, run_step
from fockproxy_perf.stacks.catalogue import Stack
from fockproxy_perf.stacks.ga_releases import Release
from fockproxy_perf.stacks.ga_runtimes import RUNTIMES
from fockproxy_perf.stacks.ga_tests import OwnTest, Verdict, write_ga_tests
from fockproxy_perf.stacks.job import run_job
from fockproxy_perf.stacks.launchers import launcher_command, launcher_environment

TIMEOUT = 60.0  # seconds
WORKING_RANKS = 2
COMPLAINT = re.compile(r"\bfail|mismatch|expected\b.*\b(actual|got)\b", re.IGNORECASE)


def make_tests(stack: Stack, release: Release, folder: pathlib.Path) -> None:
    """A test that cannot be built is one that says so, not the end."""
    programs = [release.test_program.format(name) for name in release.tests]
    try:
        run_step(["make", "--keep-going", "-j", parallel_jobs(), *programs], stack, directory=folder)
    except UserError as error:
        print(f"own tests of {release.title}: {error}", file=sys.stderr)


def run_tests(stack: Stack, needed: Iterable[Release]) -> None:
    """Writes ga-tests.json."""
    write_ga_tests(stack, [run_test(stack, release, name) for release in needed for name in release.tests])


def run_test(stack: Stack, release: Release, name: str) -> OwnTest:
    """On two ranks that work; a runtime with progress ranks has them besides."""
    program = stack.folder / "objects" / release.name / release.test_program.format(name)
    below = RUNTIMES[stack.ga_runtime].progress_ranks if release.name == "ga" else 0
    ranks = WORKING_RANKS + below
    if not os.access(program, os.X_OK):
        return OwnTest(release.name, name, "not built", "its program is not there", "", ranks, 0.0)
    settings = {"ranks": ranks, "hosts": 1, "binding": "none"}
    argv = [*launcher_command("mpiexec", stack, settings, []), str(program)]
    with tempfile.TemporaryDirectory(prefix="fockproxy-ga-test-") as directory:
        end = run_job(argv, build_environment() | launcher_environment(stack, settings), TIMEOUT, directory, directory)
        output = pathlib.Path(directory, "stdout").read_text(errors="replace")
    verdict, why = judge(end.exit_code, output, release.tests[name])
    return OwnTest(release.name, name, verdict, why, last_line(output) or last_line(end.errors), ranks,
                   round(end.seconds, 2))


def judge(exit_code: int | None, output: str, wanted: str) -> tuple[Verdict, str]:
    """(verdict, why). `wanted`: what the test prints when all went well."""
    if exit_code is None:
        return "timed out", f"not at its end after {TIMEOUT:g} s, at a load of {load_per_core():.1f} a core"
    for line in output.splitlines():
        if COMPLAINT.search(line):
            return "failed", f"says '{line.strip()}'"
    if exit_code != 0:
        return "failed", f"exit code {exit_code}"
    return ("passed", "") if wanted in output else ("failed", f"does not say '{wanted}'")


def load_per_core() -> float:
    """Of the last minute: beside other work a test may be slow where it does not hang."""
    return os.getloadavg()[0] / len(os.sched_getaffinity(0))


def last_line(text: str) -> str:
    return next((line.strip() for line in reversed(text.splitlines()) if line.strip()), "")
