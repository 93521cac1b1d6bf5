"""The effects of the progress strategies, one by one."""

import os
import re

import pytest
from conftest import MPI, SMALL


def test_poll_has_a_column_of_its_own(fockproxy):
    run, document = fockproxy.document("fock", "water", "--basis", "cc-pvdz", "--progress", "poll",
                                       "--poll-interval", 50, "--poll-burst", 3, ranks=2)
    assert re.search(r"^ +rank +compute +poll +counter ", run.out, re.MULTILINE)
    for rank in document["fock"]["ranks"]:
        assert rank["polls"] > 0 and rank["poll_seconds"] > 0 and not rank["helper"]
    config = document["config"]
    assert (config["poll_interval"], config["poll_burst"]) == (pytest.approx(50e-6), 3)


@pytest.mark.parametrize("call", ["iprobe", "flush-local", "get"])
def test_what_a_poll_calls_is_chosen(fockproxy, call):
    _, document = fockproxy.document("fock", "water", "--basis", "cc-pvdz", "--progress", "poll", "--poll-by", call,
                                     ranks=2)
    assert document["config"]["poll_by"] == call
    assert all(rank["polls"] > 0 and rank["poll_seconds"] > 0 for rank in document["fock"]["ranks"])


def status_of_stream(fockproxy, **environment):
    """What `info` says of --progress stream: "available", or "UNSUPPORTED: " and the reason."""
    run = fockproxy("info", "--thread-level", "multiple", "--no-global-arrays", "--json", "info.json", **environment)
    assert run.code == 0, run.err
    status, = (entry["status"] for entry in fockproxy.read("info.json")["progress"] if entry["name"] == "stream")
    return status


# MPICH up to 5.0 refuses the thread if it checks arguments.
@pytest.mark.parametrize("environment", [{}, {"MPIR_CVAR_ERROR_CHECKING": "0"}], ids=["checks", "no checks"])
def test_the_thread_of_mpich_is_started_or_refused_with_the_reason(fockproxy, environment):
    status = status_of_stream(fockproxy, **environment)
    arguments = ("fock", "water", "--basis", "cc-pvdz", "--matrix", "rma", "--progress", "stream")
    if status != "available" or MPI == "openmpi":
        assert status.startswith("UNSUPPORTED: "), status
        fockproxy(*arguments, ranks=2, **environment).assert_refused("progress stream: UNSUPPORTED", "progress_thread",
                                                                     "MPICH")
        return
    run = fockproxy(*arguments, "--json", "out.json", ranks=2, **environment).assert_passed()
    assert "library's" in run.out
    for rank in fockproxy.read("out.json")["fock"]["ranks"]:
        assert rank["helper"] and rank["library_helper"] and rank["helper_inside_mpi"]
        assert rank["helper_cpu_seconds"] > 0


def test_polls_of_mpich_work_or_are_refused_with_the_reason(fockproxy):
    run = fockproxy("fock", "water", "--basis", "cc-pvdz", "--matrix", "rma", "--progress", "poll", "--poll-by",
                    "stream", "--json", "out.json", ranks=2)
    if run.code != 0 or MPI == "openmpi":
        run.assert_refused("--poll-by stream: UNSUPPORTED", "MPIX_Stream_progress", "MPICH 4.")
        return
    assert all(rank["polls"] > 0 for rank in fockproxy.read("out.json")["fock"]["ranks"])


def test_a_thread_of_the_whole_job_is_measured_alone(fockproxy):
    fockproxy("onesided", "--progress", "none,library").assert_refused("--progress library", "alone")
    compare = ("compare", "water", *SMALL, "--counter", "mpi3", "--window", "allocate", "--repeat", "1")
    fockproxy(*compare, "--progress", "none,library", "--case", "1").assert_refused("--progress library", "alone")
    fockproxy(*compare, "--progress", "library", "--case", "1,3").assert_refused("Case 3", "--case 1,2")


def test_helpers_on_chosen_ranks(fockproxy):
    run, document = fockproxy.document("fock", "water", *SMALL, "--progress", "helper-poll", "--helper-ranks", "1",
                                       "--helper-sleep", 20, ranks=2)
    assert [rank["helper"] for rank in document["fock"]["ranks"]] == [False, True]
    assert all(rank["helper_inside_mpi"] for rank in document["fock"]["ranks"])
    assert document["fock"]["ranks"][1]["helper_cpu_seconds"] > 0
    assert document["config"]["helper_ranks"] == "1"
    assert re.search(r"^ +1 +inside MPI ", run.out, re.MULTILINE)


def test_helpers_without_cores_are_warned_of(fockproxy):
    run, _ = fockproxy.document("fock", "water", *SMALL, "--progress", "helper-poll", ranks=4)
    warned = re.search(r"^fockproxy: warning: node 0: 4 ranks and 4 progress helpers share \d+ cores", run.err,
                       re.MULTILINE)
    assert bool(warned) == (len(os.sched_getaffinity(0)) < 8)


def test_the_idle_root_does_no_tasks(fockproxy):
    _, document = fockproxy.document("fock", "water", *SMALL, "--progress", "idle-root", ranks=2)
    assert [rank["idle"] for rank in document["fock"]["ranks"]] == [True, False]
    assert document["fock"]["ranks"][0]["tasks"] == 0
    assert document["config"]["idle_ranks"] == 1


LIBRARY_SETTING = {"openmpi": "OMPI_MCA_btl_tcp_progress_thread", "mpich": "MPIR_CVAR_ASYNC_PROGRESS"}
needs_library_setting = pytest.mark.skipif(MPI not in LIBRARY_SETTING, reason="no progress thread of this MPI is known")


@needs_library_setting
def test_library_settings_are_read_back(fockproxy):
    run, document = fockproxy.document("fock", "water", *SMALL, "--progress", "library", ranks=2)
    settings = document["provenance"]["library_progress"]["settings"]
    assert settings[0]["name"] == LIBRARY_SETTING[MPI]
    for setting in settings:  # Open MPI 5 has a second one
        assert (setting["value"], setting["by_user"]) == ("1", False)
        shown = f"MPI reads {setting['read_back']}" if setting["read_back"] else "MPI reports no such setting"
        assert f"{setting['name']}=1, set here; {shown}" in run.out
    ranks = document["fock"]["ranks"]
    assert all(r["library_helper"] and r["helper_inside_mpi"] == (r["helper_cpu_seconds"] > 0) for r in ranks)
    assert ("no effect seen:" in run.out) == (not all(r["helper_inside_mpi"] for r in ranks))


@needs_library_setting
def test_a_library_setting_of_the_user_wins(fockproxy):
    run, document = fockproxy.document("fock", "water", *SMALL, "--progress", "library", ranks=2,
                                       **{LIBRARY_SETTING[MPI]: "0"})
    setting = document["provenance"]["library_progress"]["settings"][0]
    assert (setting["value"], setting["by_user"]) == ("0", True)
    assert "=0, the user's own" in run.out
    assert "no effect seen:" in run.out, "nothing was switched on"


def test_without_a_strategy_nothing_is_said_of_it(fockproxy):
    run, document = fockproxy.document("fock", "water", *SMALL)
    rank, = document["fock"]["ranks"]
    assert (rank["polls"], rank["helper"], rank["helper_cpu_seconds"]) == (0, False, 0)
    assert ("What progress cost" in run.out) == rank["disturbed"]
