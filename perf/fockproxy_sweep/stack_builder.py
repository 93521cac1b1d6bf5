"""Installs an MPI library from PyPI and builds fockproxy with it, everything in the stack's own folder."""

import os
import pathlib
import shutil
import subprocess
import sys

from fockproxy_sweep.errors import SweepError
from fockproxy_sweep.stacks import SOURCE

MEMORY_OF_A_JOB = 2.5 * 2**30  # bytes: files that include Libint


def build_stack(stack, cmake_options=()):
    """Installs, configures and builds; says what runs. Raises SweepError with what failed."""
    if stack.program_name:
        raise SweepError(f"stack {stack.name} names its program, {stack.program}, and it is not there")
    if stack.wheels:
        install_wheels(stack)
    configure(stack, cmake_options)
    run(["cmake", "--build", stack.build_folder, "--target", "fockproxy", "--parallel", parallel_jobs()], stack)
    if not stack.is_built:
        raise SweepError(f"stack {stack.name}: the build left no {stack.program}")


def install_wheels(stack):
    """A virtual environment whose bin, lib and include hold this MPI and nothing else."""
    stamp = stack.prefix / "wheels"
    wanted = "\n".join(stack.wheels)
    if stamp.exists() and stamp.read_text() == wanted:
        return
    shutil.rmtree(stack.prefix, ignore_errors=True)
    run([sys.executable, "-m", "venv", stack.prefix], stack, "Debian has it in the package python3-venv")
    pip = [stack.prefix / "bin" / "python", "-m", "pip", "--disable-pip-version-check"]
    run([*pip, "install", "--quiet", "--only-binary", ":all:", *stack.wheels], stack)
    stamp.write_text(wanted)


def configure(stack, cmake_options):
    if stack.preset:
        run(["cmake", "--preset", stack.preset, *cmake_options], stack)
        return
    run(["cmake", "-S", SOURCE, "-B", stack.build_folder, "-G", "Ninja", "-DCMAKE_BUILD_TYPE=Release",
         "-DFOCKPROXY_TESTS=OFF", f"-DFOCKPROXY_WITH_GA={'ON' if stack.global_arrays else 'OFF'}",
         *mpi_options(stack), *cmake_options], stack)


def mpi_options(stack):
    """How CMake's FindMPI is to find this MPI and no other."""
    bin_folder = stack.prefix / "bin"
    if stack.family == "intel" and stack.wheels:  # its wrappers look for headers where the wheel does not put them
        include, library = stack.prefix / "include", find_library(stack)
        options = []
        for language in ("C", "CXX"):
            options += [f"-DMPI_{language}_SKIP_COMPILER=ON", f"-DMPI_{language}_LIB_NAMES=mpi",
                        f"-DMPI_{language}_HEADER_DIR={include}"]
        return [*options, f"-DMPI_mpi_LIBRARY={library}", "-DMPI_CXX_SKIP_MPICXX=ON", "-DMPI_ASSUME_NO_BUILTIN_MPI=ON",
                f"-DMPIEXEC_EXECUTABLE={bin_folder / 'mpiexec'}"]
    return [f"-DMPI_C_COMPILER={stack.mpicc or bin_folder / 'mpicc'}",
            f"-DMPI_CXX_COMPILER={stack.mpicxx or bin_folder / 'mpicxx'}", f"-DMPIEXEC_EXECUTABLE={stack.mpiexec}"]


def find_library(stack):
    found = sorted(stack.prefix.glob("lib/**/libmpi.so"))
    if not found:
        raise SweepError(f"stack {stack.name}: its wheels brought no libmpi.so")
    return next((path for path in found if path.parent.name in ("lib", "release")), found[0])


def parallel_jobs():
    """One per core, but no more than memory holds."""
    if jobs := os.environ.get("CMAKE_BUILD_PARALLEL_LEVEL"):
        return jobs
    memory = os.sysconf("SC_AVPHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    return str(max(1, min(len(os.sched_getaffinity(0)), int(memory / MEMORY_OF_A_JOB))))


def build_environment():
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


def run(command, stack, hint=""):
    command = [str(part) for part in command]
    print(f"+ {' '.join(command)}", file=sys.stderr, flush=True)
    stack.folder.mkdir(parents=True, exist_ok=True)
    log = pathlib.Path(stack.folder) / "build.log"
    with log.open("a") as output:
        output.write(f"+ {' '.join(command)}\n")
        output.flush()
        status = subprocess.run(command, cwd=SOURCE, env=build_environment(), stdin=subprocess.DEVNULL, stdout=output,
                                stderr=subprocess.STDOUT).returncode
    if status != 0:
        tail = [line for line in log.read_text(errors="replace").splitlines() if line.strip()][-1:]
        raise SweepError(f"stack {stack.name}: '{command[0]} ...' failed: {''.join(tail)}; all of it is in {log}"
                         + (f" ({hint})" if hint else ""))
