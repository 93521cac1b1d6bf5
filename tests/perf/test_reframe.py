"""perf/reframe with ReFrame: the real program, whose builds are verified or not, and a sweep of the fake one."""

import json
import os
import pathlib
import shlex
import subprocess
import sys

import pytest
from conftest import SOURCE

SITE = """
site_configuration = {
    "systems": [{"name": "here", "hostnames": [".*"], "partitions": [
        {"name": "default", "scheduler": "local", "launcher": "mpirun", "environs": ["builtin"]}]}],
    "environments": [{"name": "builtin"}],
}
"""


@pytest.fixture
def reframe(folder):
    """Runs one of the tests; returns its exit code, and its figures by name."""
    folder.write("site.py", SITE)
    launcher = folder.write("mpirun", f'#!/bin/sh\nexec {shlex.quote(os.environ["FOCKPROXY_MPIEXEC"])} "$@"\n')
    launcher.chmod(0o755)
    environment = {**folder.environment, "PATH": f"{folder.folder}:{os.environ['PATH']}",
                   "FOCKPROXY_PYTHON": sys.executable}

    def run(name, **settings):
        program = pathlib.Path(sys.executable).parent / "reframe"
        words = [program, "-C", "site.py", "-c", SOURCE / "perf/reframe/fockproxy_tests.py", "-r", "-n", name,
                 "--prefix", folder.folder / "out", "--report-file", "report.json"]
        words += [word for setting in settings.items() for word in ("-S", "{}={}".format(*setting))]
        done = subprocess.run(words, cwd=folder.folder, env=environment, capture_output=True, text=True, timeout=200)
        report = json.loads((folder.folder / "report.json").read_text())
        case = report["runs"][0]["testcases"][0]
        figures = {key.rpartition(":")[2]: value[0] for key, value in (case["perfvalues"] or {}).items()}
        return done.returncode, figures, done.stdout

    return run


def test_the_figure_of_merit_is_read(reframe):
    code, figures, out = reframe("FockproxyFigureOfMerit", input="small", program=os.environ["FOCKPROXY_PROGRAM"])
    assert code == 0, out
    assert figures["rate"] > 1e4 and 0 < figures["efficiency"] <= 1


def test_without_a_figure_the_test_fails(reframe):
    code, figures, out = reframe("FockproxyFigureOfMerit", input="small", program="true")
    assert code == 1 and not any(figures.values()), out


@pytest.mark.parametrize("counters, code", [("mpi3", 0), ("wrong", 1)])
def test_a_sweep_is_judged(reframe, folder, counters, code):
    ended, figures, out = reframe("FockproxySweep", sweep=folder.folder / "tiny.toml", stacks="fake",
                                  transports="default", settings=f"counter={counters}")
    assert ended == code, out
    if code == 0:
        assert figures["degradation_fake_default_allocate_mpi3_lowest_case1"] == 1.0
