"""fockproxy check on device memory, with a library in the place of CUDA's driver, whose memory is memory of the host. A
job of a row that crashes, hangs or leaves makes this row FAIL, and the others go on."""

import os
import re
import subprocess

import pytest
from conftest import MPIEXEC
from test_check import rows_of

MOCK = os.pathsep.join(filter(None, [os.environ["FOCKPROXY_MOCK_CUDA"], os.environ.get("LD_LIBRARY_PATH")]))
ROW = "device-both-put-idle"
OTHERS = ("fetch-and-op", "device-both-get-idle", "control-device-put-lost")


def check(fockproxy, *names, stall_timeout=30, **environment):
    """The run, and its rows."""
    run = fockproxy("check", "--only", ",".join(names), "--stall-timeout", stall_timeout, ranks=2, timeout=280,
                    LD_LIBRARY_PATH=MOCK, **environment)
    return run, rows_of(run.out)


@pytest.mark.parametrize("names", [
    ("device-origin-put-idle", "device-origin-get-computing-create", "device-window-accumulate-idle"),
    ("device-both-fetch-and-op-computing", "device-window-compare-and-swap-idle", "device-both-accumulate-idle"),
], ids=" ".join)
def test_rows_pass(fockproxy, names):
    run, rows = check(fockproxy, *names)
    assert run.code == 0, run.out + run.err
    assert set(rows) == set(names)
    assert all(status == "PASS" and "8 B in " in rest for status, rest in rows.values()), rows
    assert all(re.search(r" on Mock \d, CUDA 13\.0$", rest) for _, rest in rows.values()), rows


def test_a_waiting_target_is_measured_for_each_way(fockproxy):
    run, rows = check(fockproxy, "device-both-fetch-and-op-waiting")
    status, rest = rows["device-both-fetch-and-op-waiting"]
    assert (run.code, status) == (0, "PASS"), run.out + run.err
    assert re.findall(r"(\w+) [\d.]+ [num]?s", rest) == ["spin", "yield", "block", "callback", "query", "poll"]


@pytest.mark.parametrize("kind, words", [
    ("crash", ["SIGSEGV", f"rank 1, {ROW}: operations"]),
    ("kill", ["SIGKILL"]),
    ("error", ["injected failure"]),
    ("exit", ["ended"]),
    ("hang", ["did not end", "last seen in"]),
])
def test_an_end_of_its_job_fails_a_row_and_the_others_go_on(fockproxy, kind, words):
    run, rows = check(fockproxy, ROW, *OTHERS, stall_timeout=8 if kind == "hang" else 30,
                      FOCKPROXY_INJECT_FAILURE=f"1:{kind}:{ROW}: operations")
    assert run.code == 1, run.out + run.err
    status, rest = rows.pop(ROW)
    assert status == "FAIL"
    for word in [*words, "what may help: copies through host memory"]:
        assert word in rest
    assert {name: status for name, (status, _) in rows.items()} == dict.fromkeys(OTHERS, "PASS")


def test_a_driver_without_a_device_is_told(fockproxy):
    run, rows = check(fockproxy, ROW, MOCK_CUDA_FAILS="1")
    assert (run.code, rows[ROW]) == (0, ("UNSUPPORTED", "cuInit: CUDA_ERROR_NO_DEVICE"))


@pytest.mark.slow
def test_a_whole_check_asks_the_library_first(fockproxy):
    """The libraries of these tests have no CUDA and say so."""
    run = fockproxy("check", ranks=2, timeout=280, LD_LIBRARY_PATH=MOCK)
    rows = {name: row for name, row in rows_of(run.out).items() if name.startswith("device-")}
    assert (run.code, {status for status, _ in rows.values()}) == (0, {"UNSUPPORTED"})
    assert "MPIX_Query_cuda_support" in run.out


def test_one_rank_is_told_what_it_lacks(fockproxy):
    run = fockproxy("check", "--only", ROW, LD_LIBRARY_PATH=MOCK)
    assert rows_of(run.out)[ROW] == (
        "NOT RUN", f"needs 2 ranks, and this job has 1; mpiexec -n 2 fockproxy check --only {ROW}")


def program(fockproxy, name):
    """Compiles the C program of a row."""
    source = fockproxy("check", "--reproducer", name)
    assert (source.code, source.err) == (0, "")
    fockproxy.write("row.c", source.out)
    subprocess.run([os.environ["FOCKPROXY_MPICC"], "-std=c99", "-Wall", "-Wextra", "-Werror", "row.c", "-o", "row",
                    "-ldl"], cwd=fockproxy.directory, check=True)


@pytest.mark.parametrize("name", [
    "device-origin-put-idle", "device-origin-accumulate-computing-create", "device-window-get-waiting",
    "device-both-fetch-and-op-waiting", "device-both-compare-and-swap-idle"])
def test_reproducers(fockproxy, name):
    program(fockproxy, name)
    run = subprocess.run([MPIEXEC, "-n", "2", "./row"], cwd=fockproxy.directory, capture_output=True, text=True,
                         timeout=60, stdin=subprocess.DEVNULL, env={**os.environ, "LD_LIBRARY_PATH": MOCK})
    assert (run.returncode, run.stdout) == (0, "ok\n"), run.stdout + run.stderr
