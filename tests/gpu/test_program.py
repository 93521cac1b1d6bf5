"""The program with --integrals gpu and a library in place of CUDA's driver, in builds with FOCKPROXY_CUDA."""

import json
import os
import subprocess
import sys

import pytest

PROGRAM, MPIEXEC = os.environ["FOCKPROXY_PROGRAM"], os.environ["FOCKPROXY_MPIEXEC"]
MOCK = os.environ["FOCKPROXY_MOCK_CUDA"]
SOURCE = os.environ["FOCKPROXY_SOURCE"]
GPU = ("--integrals", "gpu", "--chunk", "4", "--in-flight", "4")
STACK = f"""
[here]
family = "other"
label = "the MPI of this build"
mpiexec = "{MPIEXEC}"
program = "{PROGRAM}"
"""


def started(folder, words, **variables):
    path = os.pathsep.join(filter(None, (MOCK, os.environ.get("LD_LIBRARY_PATH", ""))))
    return subprocess.run(list(map(str, words)), cwd=folder, capture_output=True, text=True, timeout=300,
                          env={**os.environ, "LD_LIBRARY_PATH": path, **variables})


def fock(folder, *arguments, ranks=2, **variables):
    words = (MPIEXEC, "-n", ranks, PROGRAM, "fock", *arguments, "--repeat", 1, "--json", "out.json")
    return started(folder, words, **variables)


@pytest.mark.parametrize("wait", ["spin", "block", "callback", "poll"])
def test_a_build_is_verified_and_says_what_computed_it(tmp_path, wait):
    run = fock(tmp_path, "water2", "--basis", "6-31g*", *GPU, "--device-wait", wait, MOCK_CUDA_GUARD="1")
    assert run.returncode == 0, run.stdout + run.stderr
    assert f"gpu: Mock 0, CUDA 13.0; ranks wait by {wait}; staged blocks" in run.stdout
    document = json.loads((tmp_path / "out.json").read_text())
    config = document["config"]
    assert (config["device_used"], config["device_path"]) == ("Mock 0, CUDA 13.0", "staged")
    assert [rank["dealing"]["quartets on a core"] for rank in document["fock"]["ranks"]] == [0, 0]
    assert document["figure_of_merit"]["objection"] == "its input is not one of --input"  # none to the engine


def test_paths_and_parts_are_named(tmp_path):
    run = fock(tmp_path, "water2", "--basis", "6-31g*", "--integrals", "gpu", "--device-path", "pageable", "--chunk", 4,
               "--in-flight", 4, "--device-streams", 2)
    assert run.returncode == 0, run.stdout + run.stderr
    assert "gpu: Mock 0, CUDA 13.0; ranks wait by spin; pageable blocks; 2 streams" in run.stdout


def test_one_sided_calls_take_blocks_of_the_gpu_where_the_mpi_does(tmp_path):
    """The memory of this GPU is memory of the host, so each MPI takes its addresses."""
    arguments = ("hf", "--basis", "cc-pvtz", "--integrals", "gpu", "--device-path", "direct", "--chunk", 4,
                 "--in-flight", 4)
    refused = fock(tmp_path, *arguments)
    assert refused.returncode == 2 and "UNSUPPORTED: this MPI does not report support for device" in refused.stderr
    run = fock(tmp_path, *arguments, FOCKPROXY_CUDA_MPI="1")
    assert run.returncode == 0, run.stdout + run.stderr
    assert "gpu: Mock 0, CUDA 13.0; ranks wait by spin; direct blocks" in run.stdout
    assert "quartets on a core" in run.stdout


def test_what_the_kernels_leave_is_counted(tmp_path):
    run = fock(tmp_path, "hf", "--basis", "cc-pvtz", *GPU)
    assert run.returncode == 0, run.stdout + run.stderr
    assert "quartets on a core" in run.stdout


def test_a_kernel_that_loses_an_item_is_found(tmp_path):
    run = fock(tmp_path, "water", "--basis", "sto-3g", *GPU, MOCK_CUDA_FAULT="lose")
    assert run.returncode == 1 and "verification failed" in run.stderr


def test_without_a_device_it_is_refused(tmp_path):
    run = fock(tmp_path, "water", "--basis", "sto-3g", *GPU, MOCK_CUDA_FAILS="1")
    assert run.returncode == 2 and "UNSUPPORTED: cuInit: CUDA_ERROR_NO_DEVICE" in run.stderr


@pytest.mark.parametrize("said, wanted", [("0", ["device", "direct"]), ("1", ["device"])])
def test_the_ladder_has_its_steps_on_it(tmp_path, said, wanted):
    run = started(tmp_path, (MPIEXEC, "-n", 2, PROGRAM, "ladder", "water", "--basis", "sto-3g", "--repeat", 1,
                             "--device-steps", "gpu", "--json", "out.json"), FOCKPROXY_CUDA_MPI=said)
    assert run.returncode == 0, run.stdout + run.stderr
    assert "  device      gpu: Mock 0, CUDA 13.0\n" in run.stdout
    document = json.loads((tmp_path / "out.json").read_text())
    assert document["config"]["device_used"] == "Mock 0, CUDA 13.0"
    rows = document["rows"]
    refused = [row for row in rows if row["status"] != "PASS"]
    assert [row["version"] for row in refused] == wanted
    assert refused[0]["reason"].startswith("--device-path host with --integrals gpu: UNSUPPORTED: ")
    assert all(row["reason"].startswith("UNSUPPORTED: this MPI does not report") for row in refused[1:])


def test_compare_names_the_gpu(tmp_path):
    run = started(tmp_path, (MPIEXEC, "-n", 2, PROGRAM, "compare", "water", "--basis", "sto-3g", "--case", "1", *GPU,
                             "--repeat", 1, "--json", "out.json"))
    assert run.returncode == 0, run.stdout + run.stderr
    assert "  device      gpu: Mock 0, CUDA 13.0; ranks wait by spin; staged blocks\n" in run.stdout
    document = json.loads((tmp_path / "out.json").read_text())
    assert document["config"]["device_used"] == "Mock 0, CUDA 13.0"
    assert {row["status"] for row in document["rows"]} == {"PASS"}


def test_a_sitting_goes_through(tmp_path):
    (tmp_path / "stacks.toml").write_text(STACK)
    words = (sys.executable, "-m", "fockproxy_perf", "gpu-sitting", "run", "--cases", "water/sto-3g", "--stacks",
             "here", "--ladder-case", "water5/sto-3g", "--only", "builds,ranks,ladder", "--out", "out.jsonl")
    run = started(tmp_path, words, PYTHONPATH=f"{SOURCE}/perf", FOCKPROXY_STACKS=str(tmp_path / "stacks.toml"))
    assert run.returncode == 0, run.stdout + run.stderr
    _, *steps = map(json.loads, (tmp_path / "out.jsonl").read_text().splitlines())
    assert {step["status"] for step in steps} == {"PASS"} and len(steps) == 3 + 18 + 1
