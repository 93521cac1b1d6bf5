"""A sweep of the true program under this build's MPI: every kind of row, two transports, resumed in the middle."""

import json
import os

import pytest
from conftest import PROGRAM_SCHEMAS, identity

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
    code = sweep.start("tiny.toml", "--output", "tiny.jsonl").wait(300)
    rows = sweep.rows()
    assert code == (1 if {row["status"] for row in rows} & {"crashed", "hung", "FAIL"} else 0)
    shm = [row for row in rows if row["axes"]["transport"] == "shm"]
    assert {row["kind"] for row in shm} == {"counter", "compare", "saturation", "fock", "onesided", "gsum", "ladder"}
    by_mpi = [row for row in shm if row["axes"].get("counter") != "ga" and row["axes"].get("operation") != "ga_acc"]
    assert {row["status"] for row in by_mpi} == {"verified"}
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
