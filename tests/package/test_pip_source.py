"""`pip install` of the source archive: it compiles the program for the MPI library whose mpicxx is on the PATH.

Here this is MPICH. Debian's mpicxx is Open MPI's where both are installed, so a build that ignores the PATH is seen."""

import json
import re
import shutil
import sys

import pytest
from conftest import ENVIRONMENT, SOURCE, run

REFERENCE = {case["name"]: case for case in json.loads((SOURCE / "molecules/reference.json").read_text())["cases"]}


@pytest.fixture(scope="module")
def mpich(tmp_path_factory):
    """A folder whose mpicc, mpicxx and mpiexec are MPICH's."""
    folder = tmp_path_factory.mktemp("mpich")
    for name in ("mpicc", "mpicxx", "mpiexec"):
        # Not links, because MPICH's programs look beside the name by which they were called.
        (folder / name).write_text(f'#!/bin/sh\nexec {shutil.which(f"{name}.mpich")} "$@"\n')
        (folder / name).chmod(0o755)
    return folder


@pytest.fixture(scope="module")
def v(mpich, tmp_path_factory):
    """A virtual environment with what pip made of the archive; of the tree, if it is an unpacked archive itself."""
    folder = tmp_path_factory.mktemp("source")
    source = SOURCE
    if (SOURCE / ".git").exists():
        source = folder / "fockproxy-source.tar.gz"
        run("git", "-C", SOURCE, "archive", "--format=tar.gz", "--prefix=fockproxy-source/", "-o", source, "HEAD")
    run(sys.executable, "-m", "venv", folder / "v")
    run("env", f"PATH={mpich}:{ENVIRONMENT['PATH']}", folder / "v/bin/pip", "install", source, timeout=3600)
    return folder / "v"


def test_the_program_is_that_of_the_mpi_on_the_path(v):
    assert re.search(r"^  MPI +MPICH", run(v / "bin/fockproxy", "--version"), re.MULTILINE)


def test_an_scf_finds_the_reference_energy(v, mpich, tmp_path):
    file = tmp_path / "scf.json"
    out = run(mpich / "mpiexec", "-n", "2", v / "bin/fockproxy", "scf", "water", "--json", file, cwd=tmp_path)
    assert "VERIFICATION: PASS" in out and "2 ranks" in out
    energy = json.loads(file.read_text())["scf"]["energy_total"]
    assert energy == pytest.approx(REFERENCE["water/cc-pvdz"]["energy_total"], abs=1e-7)


def test_quickstart_starts_its_ranks_with_this_mpi(v, mpich, tmp_path):
    out = run(v / "bin/fockproxy", "quickstart", timeout=300, cwd=tmp_path)
    assert f"$ {mpich}/mpiexec -n 2 fockproxy quickstart\n" in out and "1. It computes right" in out


def test_everything_else_is_there(v):
    for name in ("fockproxy/molecules/water.xyz", "fockproxy/basis/cc-pvdz.g94", "fockproxy/perf/sweeps/quick.toml",
                 "bash-completion/completions/fockproxy"):
        assert (v / "share" / name).is_file(), name
    script = v / "bin/fockproxy-perf"
    assert script.read_text().startswith(f"#!{v}/bin/python")
    assert "sweep" in run(script, "--help")
