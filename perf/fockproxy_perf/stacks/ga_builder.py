"""Builds a stack's own Global Arrays, ARMCI-MPI below it where its runtime is that, and runs their own tests."""

import pathlib
import shutil
import subprocess
import sys
from collections.abc import Mapping

from fockproxy_perf.errors import UserError
from fockproxy_perf.stacks.build_step import parallel_jobs, run_step
from fockproxy_perf.stacks.catalogue import Stack
from fockproxy_perf.stacks.ga_build import GaBuild, file_of, ga_build, write_ga_build
from fockproxy_perf.stacks.ga_releases import Release, releases
from fockproxy_perf.stacks.ga_runtimes import RUNTIMES
from fockproxy_perf.stacks.ga_sources import origin_of, source_tree
from fockproxy_perf.stacks.ga_test_run import make_tests, run_tests
from fockproxy_perf.stacks.ga_tests import ga_tests, own_tests_in_words
from fockproxy_perf.stacks.mpi_compilers import mpi_compilers


def build_global_arrays(stack: Stack, sources: Mapping[str, pathlib.Path]) -> None:
    """Builds what is not there as wanted; a build that is there is also good without sources.

    What the own tests find stops nothing: it is said and kept.
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
    """In the order in which they are built."""
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
    """Whether nothing else is asked for. Of a folder that is unknown: what is in it may have changed."""
    return all(built.origins[name] == origin_of(release, sources[name]) and not sources[name].is_dir()
               for name, release in releases().items() if name in sources and name in built.origins)


def configure_options(stack: Stack, name: str, compiler: str) -> list[str]:
    """What follows `configure` of ga or armci-mpi: static libraries for C, with nothing of linear algebra."""
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
    for part in (file_of(stack), stack.folder / "ga-tests.json"):
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
