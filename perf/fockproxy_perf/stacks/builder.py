"""Installs an MPI library from PyPI and builds fockproxy with it, everything in the stack's own folder."""

import os
import pathlib
import shutil
import subprocess
import sys
from collections.abc import Sequence

from fockproxy_perf.errors import UserError
from fockproxy_perf.source_tree import SOURCE
from fockproxy_perf.stacks.catalogue import Stack

MEMORY_OF_A_JOB = 2.5 * 2**30  # bytes: files that include Libint


def build_stack(stack: Stack, cmake_options: Sequence[str] = ()) -> None:
    """Installs, configures and builds; says what runs. Raises UserError with what failed."""
    if stack.program_name:
        raise UserError(f"stack {stack.name} names its program, {stack.program}, and it is not there")
    if stack.wheels:
        install_wheels(stack)
    if stack.preset:
        run([SOURCE / "scripts" / "install-dependencies"], stack)
    configure(stack, cmake_options)
    run(["cmake", "--build", stack.build_folder, "--target", "fockproxy", "--parallel", parallel_jobs()], stack)
    if not stack.is_built:
        raise UserError(f"stack {stack.name}: the build left no {stack.program}")


def install_wheels(stack: Stack) -> None:
    """A virtual environment whose bin, lib and include hold this MPI and nothing else."""
    stamp = stack.prefix / "wheels"
    wanted = "\n".join(stack.wheels)
    if stamp.exists() and stamp.read_text() == wanted:
        return
    shutil.rmtree(stack.prefix, ignore_errors=True)
    run([sys.executable, "-m", "venv", stack.prefix], stack, "Debian has it in the package python3-venv")
    pip: list[pathlib.Path | str] = [stack.prefix / "bin" / "python", "-m", "pip", "--disable-pip-version-check"]
    run([*pip, "install", "--quiet", "--only-binary", ":all:", *stack.wheels], stack)
    stamp.write_text(wanted)


def configure(stack: Stack, cmake_options: Sequence[str]) -> None:
    if stack.preset:
        run(["cmake", "--preset", stack.preset, *cmake_options], stack)
        return
    run(["cmake", "-S", SOURCE, "-B", stack.build_folder, "-G", "Ninja", "-DCMAKE_BUILD_TYPE=Release",
         "-DFOCKPROXY_TESTS=OFF", f"-DFOCKPROXY_WITH_GA={'ON' if stack.global_arrays else 'OFF'}",
         *mpi_options(stack), *cmake_options], stack)


def mpi_options(stack: Stack) -> list[str]:
    """How CMake's FindMPI is to find this MPI and no other."""
    bin_folder = stack.prefix / "bin"
    compilers: dict[str, pathlib.Path | str] = {"C": stack.mpicc or bin_folder / "mpicc",
                                                "CXX": stack.mpicxx or bin_folder / "mpicxx"}
    if stack.family == "intel" and stack.wheels:  # its own wrappers look for headers where the wheel does not put them
        compilers = {"C": write_wrapper(stack, "cc"), "CXX": write_wrapper(stack, "c++")}
    return [*(f"-DMPI_{language}_COMPILER={path}" for language, path in compilers.items()),
            f"-DMPIEXEC_EXECUTABLE={stack.mpiexec}"]


def write_wrapper(stack: Stack, compiler: str) -> pathlib.Path:
    """A compiler with this MPI's folders, which answers -show as MPICH's wrappers do."""
    include, library = stack.prefix / "include", stack.prefix / "lib"
    wrapper = stack.folder / f"mpi-{compiler}"
    wrapper.write_text(f"""#!/bin/sh
flags='-I{include} -L{library} -Wl,-rpath,{library} -lmpi'
case "$1" in
  -show) echo "{compiler} $flags" ;;
  -show*) exit 1 ;;
  *) exec {compiler} "$@" $flags ;;
esac
""")
    wrapper.chmod(0o755)
    return wrapper


def parallel_jobs() -> str:
    """One per core, but no more than memory holds."""
    if jobs := os.environ.get("CMAKE_BUILD_PARALLEL_LEVEL"):
        return jobs
    memory = os.sysconf("SC_AVPHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    return str(max(1, min(len(os.sched_getaffinity(0)), int(memory / MEMORY_OF_A_JOB))))


def build_environment() -> dict[str, str]:
    """With a compiler cache, what does not include mpi.h is compiled once for all stacks."""
    environment = dict(os.environ)
    # An active virtual environment or module may carry another MPI's headers.
    for name in ("CPATH", "C_INCLUDE_PATH", "CPLUS_INCLUDE_PATH", "LIBRARY_PATH"):
        environment.pop(name, None)
    if shutil.which("ccache"):
        environment.setdefault("CMAKE_CXX_COMPILER_LAUNCHER", "ccache")
        environment.setdefault("CCACHE_DIR", str(SOURCE / "build" / "ccache"))
        environment.setdefault("CCACHE_MAXSIZE", "2G")
        environment.setdefault("CCACHE_BASEDIR", str(SOURCE))
        environment.setdefault("CCACHE_NOHASHDIR", "1")
    return environment


def run(parts: Sequence[pathlib.Path | str], stack: Stack, hint: str = "") -> None:
    command = [str(part) for part in parts]
    print(f"+ {' '.join(command)}", file=sys.stderr, flush=True)
    stack.folder.mkdir(parents=True, exist_ok=True)
    log = stack.folder / "build.log"
    with log.open("a") as output:
        output.write(f"+ {' '.join(command)}\n")
        output.flush()
        status = subprocess.run(command, cwd=SOURCE, env=build_environment(), stdin=subprocess.DEVNULL, stdout=output,
                                stderr=subprocess.STDOUT).returncode
    if status != 0:
        raise UserError(f"stack {stack.name}: '{command[0]} ...' failed: {what_failed(log)}; all of it is in {log}"
                         + (f" ({hint})" if hint else ""))


def what_failed(log: pathlib.Path) -> str:
    """The first line of the last command that speaks of an error, or its last line."""
    last = log.read_text(errors="replace").rpartition("\n+ ")[2]
    lines = [line.strip() for line in last.splitlines() if line.strip()]
    for i, line in enumerate(lines[1:], 1):
        if line.startswith("CMake Error"):
            return " ".join(lines[i + 1:i + 3])
        if "error" in line.lower():
            return line
    return lines[-1]
