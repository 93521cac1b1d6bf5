"""`scripts/perf gpu-sitting run --device emulated` with the true program. Steps that need a GPU say so."""

import os
import pathlib
import subprocess
import sys

import pytest

SOURCE = pathlib.Path(os.environ["FOCKPROXY_SOURCE"])
sys.path.insert(0, str(SOURCE / "perf"))
STACK = """
[here]
family = "other"
label = "the MPI of this build"
mpiexec = "{mpiexec}"
program = "{program}"
"""


@pytest.fixture(scope="module")
def records(tmp_path_factory):
    from fockproxy_perf.gpu_sitting.run import readable
    folder = tmp_path_factory.mktemp("sitting")
    (folder / "stacks.toml").write_text(STACK.format(
        mpiexec=os.environ["FOCKPROXY_MPIEXEC"], program=os.environ["FOCKPROXY_PROGRAM"]))
    environment = {**os.environ, "FOCKPROXY_STACKS": str(folder / "stacks.toml"), "PYTHONPATH": str(SOURCE / "perf")}
    command = [sys.executable, "-m", "fockproxy_perf", "gpu-sitting", "run", "--device", "emulated", "--cases",
               "water/sto-3g", "--ladder-case", "water5/sto-3g", "--stacks", "here", "--out", folder / "out.jsonl"]
    run = subprocess.run(command, env=environment, cwd=folder, capture_output=True, text=True, timeout=500)
    assert run.returncode == 0, run.stdout + run.stderr
    return readable(folder / "out.jsonl")[1:]


@pytest.mark.parametrize("part, status", [
    ("waits", "PASS"), ("builds", "PASS"), ("ranks", "PASS"), ("ladder", "PASS"), ("gpu4pyscf", "UNSUPPORTED"),
    ("libintx", "UNSUPPORTED"),
])
def test_the_steps_of_a_part(records, part, status):
    of_part = [record for record in records if record["part"] == part]
    assert of_part and [record["status"] for record in of_part] == [status] * len(of_part), of_part


def test_the_emulated_device_computes_right(records):
    own = next(record for record in records if record["part"] == "builds" and record["name"].endswith(" own"))
    assert own["document"]["error_of_device"] < 1e-7


def test_check_has_the_rows_of_the_plan():
    from fockproxy_perf.gpu_sitting import plan
    listed = subprocess.run([os.environ["FOCKPROXY_PROGRAM"], "check", "--list"], capture_output=True, text=True,
                            check=True, timeout=60)
    assert len(plan.device_rows()) == 40 and set(plan.device_rows()) <= set(listed.stdout.split())


def test_rows_on_device_memory_say_that_there_is_no_gpu(records):
    """On a machine without one."""
    rows = [row for record in records if record["part"] == "check" for row in record["document"]["rows"]]
    assert rows and all(row["status"] == "UNSUPPORTED" for row in rows)


def test_the_results_become_tables(records):
    from fockproxy_perf.gpu_sitting import tables
    assert len(tables.waits_table(records).rows) == 3 * 6
    assert {row[3] for row in tables.ranks_table(records).rows} == {1, 2, 4}
    steps = tables.ladder_table(records).rows
    assert "direct" in [row[2] for row in steps] and {row[5] for row in steps} == {"PASS"}
