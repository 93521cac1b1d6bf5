"""Installs an MPI library and builds fockproxy with it, all in the stack's own folder."""

import pathlib
from collections.abc import Mapping, Sequence

from fockproxy_perf.errors import UserError
from fockproxy_perf.source_tree import SOURCE
from fockproxy_perf.stacks.build_step import parallel_jobs, run_step
from fockproxy_perf.stacks.catalogue import Stack
from fockproxy_perf.stacks.ga_builder import build_global_arrays
from fockproxy_perf.stacks.mpi_builder import build_mpi, link_options
from fockproxy_perf.stacks.mpi_compilers import mpi_compilers
from fockproxy_perf.stacks.wheels import install_wheels


def build_stack(stack: Stack, cmake_options: Sequence[str], sources: Mapping[str, pathlib.Path]) -> None:
    """Installs, configures and builds; prints the commands. Raises UserError with the failure.

    `sources` are archives or folders for the stack's own Global Arrays or MPI library, as from given_sources().
    """
    prepare_stack(stack, sources)
    if stack.program_of:
        if not stack.is_built:
            build_stack(stack.program_of, cmake_options, sources)
        return
    configure(stack, cmake_options)
    run_step(["cmake", "--build", stack.build_folder, "--target", "fockproxy", "--parallel", parallel_jobs()], stack)
    if not stack.is_built:
        raise UserError(f"stack {stack.name}: the build left no {stack.program}")


def prepare_stack(stack: Stack, sources: Mapping[str, pathlib.Path]) -> None:
    """Installs what fockproxy is built on: the MPI library and Global Arrays."""
    if stack.program_name:
        raise UserError(f"stack {stack.name} names its program, {stack.program}, and it is not there")
    if stack.wheels:
        install_wheels(stack, stack.prefix, stack.wheels)
    if stack.source:
        build_mpi(stack, sources)
    if stack.preset:
        run_step([SOURCE / "scripts" / "install-dependencies"], stack)
    if stack.ga_runtime:
        build_global_arrays(stack, sources)


def configure(stack: Stack, cmake_options: Sequence[str]) -> None:
    if stack.preset:
        run_step(["cmake", "--preset", stack.preset, *cmake_options], stack)
        return
    run_step(["cmake", "-S", SOURCE, "-B", stack.build_folder, "-G", "Ninja", "-DCMAKE_BUILD_TYPE=Release",
              "-DFOCKPROXY_TESTS=OFF", *global_arrays_options(stack), *mpi_options(stack), *link_options(stack),
              *cmake_options], stack)


def global_arrays_options(stack: Stack) -> list[str]:
    options = [f"-DFOCKPROXY_WITH_GA={'ON' if stack.global_arrays else 'OFF'}"]
    if stack.ga_runtime:
        options += [f"-DGLOBALARRAYS_ROOT={stack.ga_prefix}", f"-DARMCI_ROOT={stack.armci_prefix}"]
    return options


def mpi_options(stack: Stack) -> list[str]:
    """The CMake options with which FindMPI finds only this MPI."""
    return [*(f"-DMPI_{language}_COMPILER={path}" for language, path in mpi_compilers(stack).items()),
            f"-DMPIEXEC_EXECUTABLE={stack.mpiexec}"]
