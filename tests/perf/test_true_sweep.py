"""A sweep of the real program with this build's MPI: every kind of row, two transports, resumed in the middle."""

import json
import os
import subprocess

import pytest
from conftest import PROGRAM_SCHEMAS, identity
from fockproxy_perf.report.sections.command import command
from fockproxy_perf.rows.outcome import FAILED
from fockproxy_perf.rows.store import read_sweep_results

MPI = os.environ["FOCKPROXY_MPI"]
STACK = f"""
[here]
family = "{MPI}"
label = "This MPI"
mpiexec = "{os.environ['FOCKPROXY_MPIEXEC']}"
program = "{os.environ['FOCKPROXY_PROGRAM']}"
"""
SWEEP = """
[axes]
stack = ["here"]
transport = ["shm", "tcp"]
[[part]]
name = "table1"
command = "counter"
options = {work = "500us", tasks-per-rank = 4}
[part.axes]
thread-level = ["lowest", "multiple"]
counter = ["mpi3", "ga"]
window = ["allocate", "create"]
case = [1, 2, 3]
[[part.exclude]]
thread-level = "lowest"
case = 3
[[part]]
name = "six-comms"
command = "compare"
options = {molecule = "water", basis = "sto-3g", owners = "all", case = "1"}
axes = {window = ["create"]}
[[part]]
name = "saturation"
command = "counter"
options = {saturate = true, saturate-time = "5ms"}
axes = {transport = ["shm"], counter = ["mpi3"]}
[[part]]
name = "onesided"
command = "onesided"
options = {table = "patch", row-time = "1ms"}
axes = {operation = ["get", "ga_acc"], window = ["allocate", "create"]}
[[part]]
name = "gsum"
command = "gsum"
options = {bytes = "1k,64k", chunk = "32k", row-time = "1ms"}
axes = {transport = ["shm"], method = ["allreduce", "owner"]}
[[part]]
name = "ladder"
command = "ladder"
options = {molecule = "water", basis = "sto-3g", repeat = 1}
axes = {transport = ["shm"], window = ["allocate", "create"], case = [1, 2]}
[[part]]
name = "fock"
command = "fock"
options = {molecule = "water", basis = "sto-3g", repeat = 2}
[part.axes]
transport = ["shm"]
order = ["natural", "costliest"]
[part.axes.env]
OMP_NUM_THREADS = ["1"]
"""


@pytest.fixture
def sweep(folder):
    folder.write("stacks.toml", STACK)
    folder.write("tiny.toml", SWEEP)
    return folder


def test_rows_of_every_kind(sweep):
    process = sweep.start("tiny.toml", "--output", "tiny.jsonl")
    said = "".join(process.communicate(timeout=300))
    rows = sweep.rows()
    failed = {row["status"] for row in rows} & set(FAILED)
    assert process.returncode == (1 if failed else 0), said
    shm = [row for row in rows if row["axes"]["transport"] == "shm"]
    assert {row["kind"] for row in shm} == {"counter", "compare", "saturation", "fock", "onesided", "gsum", "ladder"}
    by_mpi = [row for row in shm if row["axes"].get("counter") != "ga" and row["axes"].get("operation") != "ga_acc"]
    assert {row["status"] for row in by_mpi} == {"verified"}, said
    # On one host Open MPI 5 always shares the memory of MPI_Win_allocate, so its rows over TCP are refused.
    elsewhere = {(row["axes"]["transport"], row["axes"]["window"]) for row in rows
                 if row["status"] == "other transport"}
    library = shm[0]["provenance"]["mpi"]["library"]
    assert elsewhere <= ({("tcp", "allocate"), ("tcp", "-")} if library.startswith("Open MPI v5.") else set())
    for row in rows:
        if row["status"] == "verified":
            assert row["provenance"]["transport"]["proved"] is True
            assert row["provenance"]["stack"]["label"].startswith("This MPI ")
        if row["status"] == "verified" and row["kind"] in PROGRAM_SCHEMAS:
            PROGRAM_SCHEMAS[row["kind"]].validate(row["result"])
    level = {row["axes"]["thread_level"]: row["provenance"]["mpi"]["thread_level_requested"]
             for row in shm if row["part"] == "table1" and row["status"] == "verified"}
    assert level == {"lowest": "single", "multiple": "multiple"}
    verified_over_tcp = {row["axes"]["counter"] for row in rows if row["axes"]["transport"] == "tcp"
                         and row["status"] == "verified" and row["part"] == "table1"}
    assert "mpi3" in verified_over_tcp
    assert [row["axes"]["env.OMP_NUM_THREADS"] for row in rows if row["kind"] == "fock"] == ["1", "1"]


def test_a_shortened_file_is_completed(sweep):
    axes = ("--set", "transport=shm", "--set", "thread-level=lowest", "--set", "counter=mpi3")
    whole = sweep.sweep(*axes)
    file = sweep.folder / "tiny.jsonl"
    file.write_bytes(file.read_bytes()[:-200])
    rows = sweep.sweep(*axes, "--resume")
    assert sorted(map(identity, rows)) == sorted(map(identity, whole))


RUN_AGAIN = """
[axes]
stack = ["here"]
transport = ["shm"]
[axes.env]
OMP_NUM_THREADS = ["1"]
[[part]]
name = "fock"
command = "fock"
options = {molecule = "water", basis = "sto-3g", repeat = 1, integrals = "libint", layout = "strided", epoch = "each", \
  complete = "batch", accumulate-completion = "remote", schedule = "factoring", chunk = 2, order = "costliest", \
  task-sleep = "200us", poll-interval = 50, progress = "poll", prefetch = true, threshold = "1e-8", verify = "full", \
  global-sum = "allreduce", incremental = false, window = "create", grain = "shell"}
axes = {thread-level = ["serialized"]}
[[part]]
name = "own"
command = "fock"
options = {molecule = "water", basis = "sto-3g", repeat = 1, precision = "double", cache = "merged", \
  node-reads = true, threads = 2, thread-calls = "funneled", static-assignment = "block", counter = "static", \
  charge = 1, uhf = true}
[[part]]
name = "comparison"
command = "compare"
options = {molecule = "water", basis = "sto-3g", repeat = 1, task-sleep = "200us", complete = "batch"}
axes = {case = [2], owners = ["all"], progress = ["poll"], counter = ["mpi2"], window = ["create"]}
"""
# Not about what was computed, but about the density, the repetitions, and limits of a sweep.
OF_THE_MEASUREMENT = {"density", "repeat", "stall_timeout", "blocks", "largest_block", "inject", "device_used"}


def test_the_command_that_a_report_prints_runs_what_the_row_ran(sweep):
    (sweep.folder / "tiny.toml").write_text(RUN_AGAIN)
    sweep.sweep()
    rows = [row for row in read_sweep_results(sweep.folder / "tiny.jsonl")[1] if not row.is_probe]
    assert sorted(row.kind for row in rows) == ["compare", "fock", "fock"]
    for row in rows:
        assert row.verified, row.reason
        allowed = {"OMPI_ALLOW_RUN_AS_ROOT": "1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1"}
        run = subprocess.run(f"{command(row)} --json again.json", shell=True, cwd=sweep.folder, text=True,
                             capture_output=True, timeout=120, env={**os.environ, **allowed})
        assert run.returncode == 0, f"{command(row)}\n{run.stdout}{run.stderr}"
        again = json.loads((sweep.folder / "again.json").read_text())
        config = row.config | ({"idle_ranks": 1} if row.kind == "compare" else {})
        known = {name: value for name, value in config.items() if name not in OF_THE_MEASUREMENT}
        assert {name: again["config"].get(name) for name in known} == known
        assert {name: again["molecule"][name] for name in row.molecule} == row.molecule
        for name in ("counter", "window", "progress", "grain"):
            assert again["config"][name] == row.get(name), name
