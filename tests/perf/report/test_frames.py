"""Results in pandas, the notebook that draws the main figures from them, and the package as pip installs it."""

import ast
import json
import os
import pathlib
import shutil
import subprocess
import sys

import matplotlib
import pytest
from conftest import SOURCE
from fockproxy_perf.errors import UserError
from fockproxy_perf.frames import frame

EXAMPLE = SOURCE / "tests/perf/data/example_sweep.jsonl"
NOTEBOOK = SOURCE / "perf/notebooks/main_figures.ipynb"


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


def test_the_notebook_runs_and_draws_three_figures(monkeypatch):
    """Its cells in their order, as a kernel would; on the results that come with the tree."""
    matplotlib.use("Agg")
    from matplotlib import pyplot

    pyplot.close("all")
    monkeypatch.chdir(NOTEBOOK.parent)
    names, values = {}, []
    for cell in json.loads(NOTEBOOK.read_text())["cells"]:
        if cell["cell_type"] != "code":
            continue
        assert cell["outputs"] == [] and cell["execution_count"] is None  # none is kept
        *statements, last = ast.parse("".join(cell["source"])).body
        exec(compile(ast.Module(statements, []), NOTEBOOK.name, "exec"), names)
        values.append(eval(compile(ast.Expression(last.value), NOTEBOOK.name, "eval"), names))
    assert len(pyplot.get_fignums()) == 3 and all(len(value) > 3 for value in values)
    _, waits, cost, computing = values
    by_itself = ("Open MPI 5.0.11", "allocate")  # shared memory needs nobody's progress
    assert waits.loc[by_itself, 1] < 1e-4 < waits.loc[("Debian's MPICH 4.0.2", "allocate"), 1]
    assert cost.loc[by_itself].max() < 1.2 and cost.to_numpy().min() > 0.9
    assert 0 < computing.to_numpy().min() and computing.to_numpy().max() <= 1.01
    pyplot.close("all")


def test_the_package_that_pip_installs_writes_reports(tmp_path):
    # Of a copy: pip builds where the sources are.
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
