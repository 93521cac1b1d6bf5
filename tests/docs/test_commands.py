"""Runs every command of README and docs/ as written, page by page in one folder, except those named below."""

import functools
import os
import pathlib
import re
import shlex
import subprocess

import pytest
from test_docs import commands

SOURCE = pathlib.Path(os.environ["FOCKPROXY_SOURCE"])
PROGRAM = pathlib.Path(os.environ["FOCKPROXY_PROGRAM"])
MPIEXEC = os.environ["FOCKPROXY_MPIEXEC"]
MPI = os.environ["FOCKPROXY_MPI"]

# Beginnings of commands that other tests run.
ELSEWHERE = {
    "scripts/run": "installs packages; every run of the tests from a clean clone begins with the same lines",
    "scripts/test": "this is it",
    "cmake --build": "test_adding_a_backend.py takes the page's steps in a copy of the tree",
    "ctest": "test_adding_a_backend.py",
    "mpiexec -n 2 build/openmpi/bin/fockproxy counter --counter mpi3,mpi3-epoch": "test_adding_a_backend.py",
    "mpiexec -n 2 build/openmpi/bin/fockproxy fock benzene --basis cc-pvdz --integrals async":
        "test_adding_a_backend.py",
    "cmake --preset openmpi -DMPI_C_COMPILER": "other systems' names: elsewhere.md says that nobody has tried them",
    "cmake --preset openmpi -DFOCKPROXY_WITH_CALIPER": "Debian has neither Caliper nor Adiak: tests/annotations",
    "scripts/wheel": "test_wheel.py, which makes the package",
    "scripts/portable": "test_wheel.py",
    "scripts/package": "test_package.py, which makes the package",
    "scripts/hosts": "test_hosts.py, where root may make network namespaces",
    "scripts/perf stacks build": "test_stacks.py with a fake compiler: building MPI libraries takes half an hour",
    "scripts/perf sweep wheel": "test_plan.py plans it: it needs the package and two more builds",
    "scripts/perf compare results/wheel.jsonl": "test_compare_sweeps.py with made-up rows",
    "scripts/perf at-scale": "test_at_scale.py with a program that answers at once: the model takes half an hour",
    "scripts/perf recording make --blocks 94": "test_recordings.py makes smaller ones: this takes a minute and 3 GB",
    "cmake --preset openmpi -DFOCKPROXY_CUDA": "the job gpu of .github/workflows/ci.yml: it compiles the tree again",
    "mpiexec -n 2 fockproxy counter --work-kind device --device cuda": "needs a GPU: tests/device",
    "mpiexec -n 1 fockproxy fock water20 --basis cc-pvdz --integrals gpu": "needs a GPU: tests/gpu",
    "mpiexec -n 2 fockproxy fock water20 --basis cc-pvdz --integrals gpu": "needs a GPU: tests/gpu",
    "scripts/perf gpu-sitting pack": "test_gpu_sitting.py packs a program: the stacks take half an hour",
    "scripts/perf gpu-sitting run --peak": "needs a GPU: test_gpu_sitting.py",
    "scripts/perf gpu-sitting run --stacks": "needs a GPU and MPI libraries with CUDA: test_gpu_sitting.py",
    "scripts/perf gpu-sitting run --device emulated": "test_true_gpu_sitting.py: it takes a minute",
    "scripts/perf gpu-sitting table": "test_gpu_sitting.py and test_true_gpu_sitting.py",
    "scripts/perf runtimes": "test_runtimes.py with made-up stacks, for the same reason",
}
# Commands that end with exit code 1 on a library that computes wrongly, and their output; without mpiexec -n N before.
FAILS = {"MPICH Version 4.0.2": {"fockproxy onesided": "verification failed: busy, rget"}}


def is_elsewhere(words):
    return any(shlex.join(words).startswith(beginning) for beginning in ELSEWHERE)


@functools.cache
def library():
    version = subprocess.run([PROGRAM, "--version"], capture_output=True, text=True, timeout=60, check=True).stdout
    return re.search(r"^  MPI +(.*)$", version, re.MULTILINE).group(1)


def own_commands():
    """Scripts choose their MPI themselves, so they are run once."""
    return [(page, words) for page, words in commands() if not is_elsewhere(words)
            and (MPI == "openmpi" or not words[0].startswith("scripts/"))]


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """A folder with what the commands need: the program, mpiexec, molecules, scripts."""
    place = tmp_path_factory.mktemp("docs")
    for name in ("molecules", "basis", "perf", "scripts", "tests"):
        (place / name).symlink_to(SOURCE / name)
    (place / "build").symlink_to(SOURCE / "build")
    (place / "bin").mkdir()
    # Not a link, because MPICH's mpiexec looks for its helpers beside the name by which it was called.
    (place / "bin" / "mpiexec").write_text(f'#!/bin/sh\nexec {shlex.quote(MPIEXEC)} "$@"\n')
    (place / "bin" / "mpiexec").chmod(0o755)
    (place / "bin" / "fockproxy").symlink_to(PROGRAM)
    return place


def test_what_is_tested_elsewhere_is_still_there():
    texts = [shlex.join(words) for _, words in commands()]
    assert [b for b in ELSEWHERE if not any(text.startswith(b) for text in texts)] == []


@pytest.mark.parametrize("page, words", own_commands(), ids=lambda v: v if isinstance(v, str) else shlex.join(v)[:60])
def test_the_command_runs(folder, page, words):
    # A command that needs the results of the previous one finds them: the folder and the order are the same. Two pages
    # have the same sweep, which does not overwrite a file.
    if "sweep" in words[:2] and "--dry-run" not in words:
        (folder / "results" / "quick.jsonl").unlink(missing_ok=True)
    environment = {**os.environ, "PATH": f"{folder / 'bin'}:{os.environ['PATH']}", "FOCKPROXY_DATA": str(SOURCE)}
    words = [str(PROGRAM) if word == "build/openmpi/bin/fockproxy" else word for word in words]
    run = subprocess.run(words, cwd=folder, env=environment, capture_output=True, text=True, timeout=1500)
    if fails_here := next((words_of_it for beginning, words_of_it in FAILS.get(library(), {}).items()
                           if shlex.join(words[3:]).endswith(beginning)), None):
        assert run.returncode == 1 and fails_here in run.stderr
        return
    assert run.returncode == 0, f"{page}: {shlex.join(words)}\n{run.stdout[-2000:]}{run.stderr[-2000:]}"
