"""Packs what a sitting needs into one folder, for a machine with Python 3.11, a driver and nothing else."""

import os
import pathlib
import re
import shutil
import subprocess
import sys
from collections.abc import Sequence

from fockproxy_perf.errors import UserError
from fockproxy_perf.gpu_sitting.plan import Library
from fockproxy_perf.source_tree import SOURCE
from fockproxy_perf.stacks.catalogue import Stack

DATA = ("molecules", "basis", "perf/fockproxy_perf", "perf/stacks.toml", "perf/global_arrays.toml", "scripts/perf",
        "scripts/g94.py")
GPU4PYSCF = ("gpu4pyscf-cuda13x", "cupy-cuda13x[ctk]")  # ctk: with the parts of CUDA that CuPy needs
FROM_SOURCE = "geometric"  # a package that GPU4PySCF asks for; PyPI has no wheel of it
# Libraries of the system and of the driver, which a machine has itself.
OF_THE_MACHINE = re.compile(r"^(ld-linux.*|lib(c|m|dl|rt|pthread|resolv|util|cuda)\.so.*)$")
# In a packed folder, libraries are below this one.
STACKS = "stacks"


def class_rates_of(program: pathlib.Path) -> pathlib.Path:
    return program.with_name("perf_class_rates")


def find_library(stack: Stack, must_be_built: bool = True) -> Library:
    """From the packed folder that this tree is, or from the build folders."""
    packed = SOURCE / STACKS / stack.name
    if packed.is_dir():
        start = packed / "bin" / "fockproxy"
        return Library(stack.name, str(packed / "mpi" / "bin" / "mpiexec"), start, class_rates_of(start))
    if must_be_built and not stack.is_built:
        raise UserError(f"stack {stack.name} is not built: scripts/perf stacks build {stack.name} -- "
                        "-DFOCKPROXY_CUDA=ON")
    return Library(stack.name, stack.mpiexec, stack.program, class_rates_of(stack.program))


def packed_gpu4pyscf() -> pathlib.Path | None:
    folder = SOURCE / STACKS / "gpu4pyscf"
    return folder if folder.is_dir() else None


def needed_libraries(listing: str) -> list[pathlib.Path]:
    """The libraries in the output of ldd, without those of the machine. Throws UserError for one that is missing."""
    if missing := re.search(r"^\s*(\S+) => not found", listing, re.MULTILINE):
        raise UserError(f"{missing[1]} is not found on this machine")
    found = re.findall(r"^\s*(\S+) => (/\S+)", listing, re.MULTILINE)
    return [pathlib.Path(path) for name, path in found if not OF_THE_MACHINE.match(name)]


def pack_program(program: pathlib.Path, to: pathlib.Path, mpi: pathlib.Path) -> None:
    """Copies a program and its libraries, but those of `mpi`, and writes a script that starts it with them."""
    listing = subprocess.run(["ldd", str(program)], capture_output=True, text=True, check=True).stdout
    for folder in ("bin", "lib", "libexec"):
        (to / folder).mkdir(parents=True, exist_ok=True)
    shutil.copy2(program, to / "libexec" / program.name)
    for library in needed_libraries(listing):
        if not library.resolve().is_relative_to(mpi.resolve()):
            shutil.copy2(library, to / "lib" / library.name)
    script = to / "bin" / program.name
    script.write_text('#!/bin/sh\nhere=$(cd "$(dirname "$0")/.." && pwd)\n'
                      'export LD_LIBRARY_PATH="$here/mpi/lib:$here/lib${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}"\n'
                      f'exec "$here/libexec/{program.name}" "$@"\n')
    script.chmod(0o755)


def pip_install(options: Sequence[str], packages: Sequence[str]) -> None:
    command = [sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--only-binary",
               ":all:", *options, *packages]
    if subprocess.run(command).returncode != 0:
        raise UserError(f"pip could not install {' '.join(packages)}; its message is above")


def pack_stack(stack: Stack, to: pathlib.Path) -> None:
    """The MPI library is installed anew, because a virtual environment cannot be moved."""
    if not stack.wheels:
        raise UserError(f"stack {stack.name}: only MPI libraries from PyPI can be packed")
    library = find_library(stack)
    pip_install(["--no-deps", "--ignore-installed", "--prefix", str(to / "mpi")], stack.wheels)
    pack_program(library.program, to, stack.prefix)
    if os.access(library.class_rates, os.X_OK):
        pack_program(library.class_rates, to, stack.prefix)


def link_solver(packages: pathlib.Path) -> None:
    """GPU4PySCF looks for cuSOLVER where its packages for CUDA 12 had it. Throws UserError if it is nowhere."""
    found = sorted(packages.glob("nvidia/cu13/lib/libcusolver.so.*"))
    if not found:
        raise UserError(f"{packages} has no libcusolver.so of CUDA 13")
    link = packages / "nvidia" / "cusolver" / "lib" / "libcusolver.so"
    link.parent.mkdir(parents=True, exist_ok=True)
    link.symlink_to(pathlib.Path("..", "..", "cu13", "lib", found[0].name))


def pack(folder: pathlib.Path, stacks: Sequence[Stack], gpu4pyscf: bool) -> None:
    if folder.exists():
        raise UserError(f"{folder} is there already; remove it, or name another folder")
    for name in DATA:
        source, target = SOURCE / name, folder / name
        target.parent.mkdir(parents=True, exist_ok=True)
        if source.is_dir():
            shutil.copytree(source, target, ignore=shutil.ignore_patterns("__pycache__"))
        else:
            shutil.copy2(source, target)
    for stack in stacks:
        pack_stack(stack, folder / STACKS / stack.name)
    if gpu4pyscf:
        packages = folder / STACKS / "gpu4pyscf"
        pip_install(["--no-binary", FROM_SOURCE, "--target", str(packages)], GPU4PYSCF)
        link_solver(packages)
