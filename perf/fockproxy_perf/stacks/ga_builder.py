"""Builds a stack's own Global Arrays, with ARMCI-MPI if its runtime needs it, and runs their own tests once.

Some of the tests end with exit code 0 even if they found errors. A test has passed only if it also printed its success
message and no complaint.
"""

import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Mapping

from fockproxy_perf.errors import UserError
from fockproxy_perf.stacks.build_step import build_environment, parallel_jobs, run_step
from fockproxy_perf.stacks.catalogue import Stack
from fockproxy_perf.stacks.ga_records import (
    GaBuild,
    OwnTest,
    Verdict,
    build_file,
    ga_build,
    ga_tests,
    own_tests_in_words,
    write_ga_build,
    write_ga_tests,
)
from fockproxy_perf.stacks.ga_runtimes import RUNTIMES
from fockproxy_perf.stacks.ga_sources import Release, origin_of, releases, source_tree
from fockproxy_perf.stacks.job import run_job
from fockproxy_perf.stacks.launchers import launcher_command, launcher_environment
from fockproxy_perf.stacks.mpi_compilers import mpi_compilers

TIMEOUT = 60.0  # seconds
WORKING_RANKS = 2
COMPLAINT = re.compile(r"\bfail|mismatch|expected\b.*\b(actual|got)\b", re.IGNORECASE)


def make_tests(stack: Stack, release: Release, folder: pathlib.Path) -> None:
    """Reports tests that cannot be built, and continues."""
    programs = [release.test_program.format(name) for name in release.tests]
    try:
        run_step(["make", "--keep-going", "-j", parallel_jobs(), *programs], stack, directory=folder)
    except UserError as error:
        print(f"own tests of {release.title}: {error}", file=sys.stderr)


def run_tests(stack: Stack, needed: Iterable[Release]) -> None:
    """Runs the tests and writes ga-tests.json."""
    write_ga_tests(stack, [run_test(stack, release, name) for release in needed for name in release.tests])


def run_test(stack: Stack, release: Release, name: str) -> OwnTest:
    """Runs the test on two working ranks; progress ranks of the runtime are added."""
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
    """(verdict, reason). `wanted`: what the test prints on success."""
    if exit_code is None:
        return "timed out", f"not at its end after {TIMEOUT:g} s, at a load of {load_per_core():.1f} a core"
    for line in output.splitlines():
        if COMPLAINT.search(line):
            return "failed", f"says '{line.strip()}'"
    if exit_code != 0:
        return "failed", f"exit code {exit_code}"
    return ("passed", "") if wanted in output else ("failed", f"does not say '{wanted}'")


def load_per_core() -> float:
    """The load of the last minute per core: under load a slow test may look like one that hangs."""
    return os.getloadavg()[0] / len(os.sched_getaffinity(0))


def last_line(text: str) -> str:
    return next((line.strip() for line in reversed(text.splitlines()) if line.strip()), "")


def build_global_arrays(stack: Stack, sources: Mapping[str, pathlib.Path]) -> None:
    """Builds what is missing or different; a matching build does not need its sources any more.

    Failures of the own tests do not stop the build; they are printed and recorded.
    """
    compiler = mpi_compiler(stack)
    needed = needed_releases(stack)
    configured = {name: configure_options(stack, name, compiler) for name in needed}
    built = ga_build(stack)
    if not (built and built.configured == configured and is_from(built, sources)):
        build_anew(stack, sources, configured)
    if ga_tests(stack) is None:
        run_tests(stack, needed.values())
        print(f"{stack.name}: {own_tests_in_words(stack)}", file=sys.stderr)


def needed_releases(stack: Stack) -> dict[str, Release]:
    """The releases in the order in which they are built."""
    known = releases()
    names = ("armci-mpi", "ga") if RUNTIMES[stack.ga_runtime].needs_armci_mpi else ("ga",)
    return {name: known[name] for name in names}


def mpi_compiler(stack: Stack) -> str:
    stack.folder.mkdir(parents=True, exist_ok=True)
    compiler = str(mpi_compilers(stack)["C"])
    if shutil.which(compiler) is None:
        raise UserError(f"stack {stack.name}: its MPI's C compiler, {compiler}, is not there")
    return compiler


def is_from(built: GaBuild, sources: Mapping[str, pathlib.Path]) -> bool:
    """Whether the build is from the requested sources. False for a folder, because its content may have changed."""
    return all(built.origins[name] == origin_of(release, sources[name]) and not sources[name].is_dir()
               for name, release in releases().items() if name in sources and name in built.origins)


def configure_options(stack: Stack, name: str, compiler: str) -> list[str]:
    """The arguments of `configure` for ga or armci-mpi: static libraries for C, without linear algebra."""
    always = ["--enable-static", "--disable-shared", f"MPICC={compiler}", "CFLAGS=-O2 -fPIC"]
    if name == "armci-mpi":
        return [f"--prefix={stack.armci_prefix}", *always]
    runtime = (f"--with-armci={stack.armci_prefix}" if RUNTIMES[stack.ga_runtime].needs_armci_mpi
               else f"--with-{stack.ga_runtime}")
    return [f"--prefix={stack.ga_prefix}", runtime, "--disable-f77", "--without-blas", "--without-lapack",
            "--without-scalapack", *always]


def objects_folder(stack: Stack, name: str) -> pathlib.Path:
    return stack.folder / "objects" / name


def build_anew(stack: Stack, sources: Mapping[str, pathlib.Path], configured: dict[str, list[str]]) -> None:
    for part in (build_file(stack), stack.folder / "ga-tests.json"):
        part.unlink(missing_ok=True)
    for part in (stack.ga_prefix, stack.armci_prefix, stack.folder / "objects"):
        shutil.rmtree(part, ignore_errors=True)
    origins = {}
    for name, release in needed_releases(stack).items():
        source = source_tree(release, sources.get(name), stack)
        folder = objects_folder(stack, name)
        folder.mkdir(parents=True)
        run_step([source.folder / "configure", *configured[name]], stack, directory=folder)
        run_step(["make", "-j", parallel_jobs()], stack, directory=folder)
        run_step(["make", "install"], stack, directory=folder)
        make_tests(stack, release, folder)
        origins[name] = source.origin
    write_ga_build(stack, GaBuild(installed_version(stack), origins, configured))


def installed_version(stack: Stack) -> str:
    program = stack.ga_prefix / "bin" / "ga-config"
    try:
        return subprocess.run([program, "--version"], capture_output=True, text=True, check=True).stdout.strip()
    except (OSError, subprocess.CalledProcessError) as error:
        raise UserError(f"stack {stack.name}: {program} does not run: {error}") from None
