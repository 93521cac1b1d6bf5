"""Results in pandas, and the package as pip installs it."""

import json
import os
import pathlib
import shutil
import subprocess
import sys

import pytest
from conftest import SOURCE
from fockproxy_perf.errors import UserError
from fockproxy_perf.frames import frame

EXAMPLE = SOURCE / "tests/perf/data/example_sweep.jsonl"


def test_a_frame_has_a_line_for_each_observation():
    table = frame(EXAMPLE)
    rows = [json.loads(line) for line in EXAMPLE.read_text().splitlines()][1:]
    counted = table.groupby("kind").size()
    for kind in ("counter", "verdict", "fock", "saturation"):
        assert counted[kind] == sum(row["kind"] == kind for row in rows)
    assert counted["compare"] == 4 * sum(row["kind"] == "compare" for row in rows)  # no, one, six, twelve
    assert set(table.file) == {EXAMPLE.name} and table.started.notna().all()
    unverified = table[table.status != "verified"]
    assert len(unverified) > 3 and unverified.reason.str.len().min() > 0 and unverified.degradation.isna().all()
    waits = {row["result"]["waits"]["rank_1"]["mean"] for row in rows if row["kind"] == "counter" and "result" in row}
    assert set(table[(table.kind == "counter") & (table.status == "verified")].wait_rank_1_mean) == waits


def test_several_files_are_told_apart(tmp_path):
    copy = tmp_path / "copy.jsonl"
    copy.write_bytes(EXAMPLE.read_bytes())
    assert set(frame([EXAMPLE, copy]).groupby("file").size()) == {len(frame(EXAMPLE))}
    assert len(frame([])) == 0


def test_another_file_is_refused(tmp_path):
    (tmp_path / "other.jsonl").write_text("{}\n")
    with pytest.raises(UserError, match="does not begin as the file of a sweep"):
        frame(tmp_path / "other.jsonl")


@pytest.mark.slow
def test_the_package_that_pip_installs_writes_reports(tmp_path):
    # Uses a copy, because pip builds in the folder of the sources.
    shutil.copytree(SOURCE / "perf", tmp_path / "perf", ignore=shutil.ignore_patterns("results", "__pycache__"))
    pip = subprocess.run([sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", "--target", tmp_path / "site",
                          tmp_path / "perf"], text=True, capture_output=True, timeout=240)
    assert pip.returncode == 0, pip.stderr
    installed = {path.name for path in (tmp_path / "site/fockproxy_perf").rglob("*") if path.is_file()}
    assert {"page.html", "page.css", "sweep.json", "py.typed"} <= installed
    environment = {**os.environ, "PYTHONPATH": str(tmp_path / "site")}
    run = subprocess.run([sys.executable, "-m", "fockproxy_perf", "report", EXAMPLE, "-o", "page.html"], cwd=tmp_path,
                         env=environment, text=True, capture_output=True, timeout=240)
    assert (run.returncode, run.stderr) == (0, "")
    assert pathlib.Path(tmp_path, "page.html").stat().st_size > 10_000
