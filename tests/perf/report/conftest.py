"""The report of a made-up sweep, written once with the command that a user types, and a browser to view it."""

import json
import os
import pathlib
import shutil
import subprocess
import sys

import pytest

SOURCE = pathlib.Path(os.environ.get("FOCKPROXY_SOURCE", pathlib.Path(__file__).parents[3]))
sys.path.insert(0, str(SOURCE / "perf"))

ENVIRONMENT = {**os.environ, "PYTHONPATH": str(SOURCE / "perf")}

import made_up_sweep  # noqa: E402
import made_up_trace  # noqa: E402
from fockproxy_perf.report import sweep as sweep_file  # noqa: E402


def run_report(*arguments):
    return subprocess.run(
        [sys.executable, "-m", "fockproxy_perf", "report", *map(str, arguments)],
        env=ENVIRONMENT,
        text=True,
        capture_output=True,
    )


@pytest.fixture(scope="session")
def made_up(tmp_path_factory):
    """The path of the made-up sweep."""
    return made_up_sweep.make(tmp_path_factory.mktemp("sweep") / "made-up.jsonl")


@pytest.fixture(scope="session")
def kept():
    """The path of a real sweep, with many settings and long names."""
    return SOURCE / "perf/results/table1.jsonl.gz"


@pytest.fixture(scope="session")
def sweep(made_up):
    return sweep_file.read(made_up)


@pytest.fixture
def altered(made_up, tmp_path):
    """altered(change): the made-up sweep after change(record) of every row; None drops a row."""

    def read(change):
        first, *rows = map(json.loads, made_up.read_text().splitlines())
        path = tmp_path / "altered.jsonl"
        path.write_text("".join(json.dumps(r) + "\n" for r in [first, *filter(None, map(change, rows))]))
        return sweep_file.read(path)

    return read


@pytest.fixture(scope="session")
def traces(tmp_path_factory):
    """The paths of two made-up traces, before and after a change of order."""
    folder = tmp_path_factory.mktemp("traces")
    return [
        made_up_trace.make(folder / "before.json"),
        made_up_trace.make(folder / "after.json", order="costliest", stall=20e-6),
    ]


@pytest.fixture(scope="session")
def page(made_up, traces):
    """The path of the report."""
    run = run_report(made_up, "--trace", traces[0], "--trace", traces[1])
    assert run.returncode == 0, run.stderr
    assert not run.stderr
    assert run.stdout.strip() == str(made_up.with_suffix(".html"))
    return made_up.with_suffix(".html")


def find_browser():
    named = os.environ.get("FOCKPROXY_CHROMIUM")
    return named or next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)


@pytest.fixture(scope="session")
def browser():
    from playwright.sync_api import sync_playwright

    path = find_browser()
    if path is None:
        pytest.fail("no chromium on the PATH: apt-get install chromium, or set FOCKPROXY_CHROMIUM")
    with sync_playwright() as tools:
        # Without a sandbox, because root may not have one and the page is our own.
        found = tools.chromium.launch(executable_path=path, args=["--no-sandbox"])
        yield found
        found.close()
