"""The counter and the matrix on OpenSHMEM: numbers, errors in one line, and that nothing starts it unasked."""

import re

import pytest
from conftest import SMALL, WITH_OPENSHMEM

WATER = ("fock", "water", *SMALL, "--repeat", 1)
NO_TRANSPORT = {"OMPI_MCA_spml": "^ucx"}  # OpenSHMEM cannot start

needs_openshmem = pytest.mark.skipif(not WITH_OPENSHMEM, reason="built without OpenSHMEM")


@needs_openshmem
@pytest.mark.parametrize("ranks", [1, 2])
def test_a_build(fockproxy, ranks):
    run, document = fockproxy.document(*WATER, "--counter", "shmem", "--matrix", "shmem", ranks=ranks)
    assert re.fullmatch(r"OpenSHMEM \d\.\d of Open MPI", document["provenance"]["openshmem"])
    assert f"shmem, {document['provenance']['openshmem']}" in run.out


@needs_openshmem
def test_exact_sums_have_the_bits_of_windows(fockproxy):
    def hashes(counter, matrix):
        exact = (*WATER, "--sum", "exact", "--counter", counter, "--matrix", matrix)
        return fockproxy.document(*exact, ranks=2)[1]["fock"]["hash"]

    assert hashes("shmem", "shmem") == hashes("mpi3", "rma") != [None]


@needs_openshmem
def test_only_a_job_that_asks_starts_it(fockproxy):
    """Where it cannot start, other jobs do not see that."""
    _, document = fockproxy.document(*WATER, "--counter", "mpi3", "--matrix", "rma", ranks=2, **NO_TRANSPORT)
    assert document["provenance"]["openshmem"] is None
    run = fockproxy(*WATER, "--counter", "shmem", ranks=2, **NO_TRANSPORT)
    assert run.code != 0
    assert len(run.errors) == 1 and "starting OpenSHMEM" in run.errors[0] and "UCX" in run.errors[0], run.err


@needs_openshmem
def test_a_heap_that_is_too_small_is_named_before_it_is_exceeded(fockproxy):
    run = fockproxy("fock", "water10", "--basis", "cc-pvtz", "--repeat", 1, "--matrix", "shmem", ranks=2,
                    SHMEM_SYMMETRIC_SIZE="2M")
    run.assert_refused("symmetric heap", "which has 2 MB", "set SHMEM_SYMMETRIC_SIZE=")
    assert "Requested" not in run.err, "Open MPI's own message"


@needs_openshmem
@pytest.mark.parametrize("variables, words", [
    ({"SHMEM_SYMMETRIC_SIZE": "1.5G"}, "SHMEM_SYMMETRIC_SIZE=1.5G is not the size"),
    ({"SHMEM_SYMMETRIC_SIZE": "64M", "SMA_SYMMETRIC_SIZE": "32M"}, "contradict each other")])
def test_a_wrong_size_of_the_heap(fockproxy, variables, words):
    fockproxy(*WATER, "--counter", "shmem", ranks=2, **variables).assert_refused(words)


@needs_openshmem
def test_threads_take_turns(fockproxy):
    threads = (*WATER, "--counter", "shmem", "--matrix", "shmem", "--threads", 2, "--thread-calls")
    fockproxy.document(*threads, "serialized", ranks=2)
    fockproxy(*threads, "multiple", ranks=2).assert_refused("UNSUPPORTED", "OpenSHMEM")


@needs_openshmem
def test_a_helper_thread_is_safe_or_refused(fockproxy):
    """It makes progress for OpenSHMEM while the rank calls OpenSHMEM. A UCX without threads cannot do that."""
    run = fockproxy(*WATER, "--counter", "shmem", "--matrix", "shmem", "--progress", "helper-poll", ranks=2)
    if run.code == 2:
        run.assert_refused("UNSUPPORTED", "gives thread level", "where multiple is needed")
    else:
        run.assert_passed()


@needs_openshmem
def test_the_counter_experiment_and_the_comparison(fockproxy):
    run = fockproxy("counter", "--counter", "shmem", "--case", 1, "--work", "1ms", "--tasks-per-rank", 8, ranks=2)
    assert run.code == 0 and re.search(r"^ +1 +shmem +- ", run.out, re.MULTILINE), run.out + run.err
    run = fockproxy("compare", "he", *SMALL, "--counter", "mpi3,shmem", "--matrix", "shmem", "--repeat", 1, ranks=2)
    assert run.code == 0 and "shmem" in run.out, run.out + run.err


@needs_openshmem
def test_its_rows_of_check(fockproxy):
    run = fockproxy("check", "--only", "counter-shmem,matrix-shmem", ranks=2)
    assert run.code == 0, run.err
    for name in ("counter-shmem", "matrix-shmem"):
        assert re.search(rf"^  {name} +PASS", run.out, re.MULTILINE), run.out


@needs_openshmem
def test_info_starts_it_on_request(fockproxy):
    run = fockproxy("info", "--no-global-arrays", "--openshmem", "--json", "info.json", ranks=2,
                    SHMEM_SYMMETRIC_SIZE="32M")
    assert run.code == 0, run.err
    document = fockproxy.read("info.json")
    assert document["openshmem"]["started"] and document["openshmem"]["heap_bytes"] == 32 << 20
    for table in ("counters", "matrices"):
        assert [entry["status"] for entry in document[table] if entry["name"] == "shmem"] == ["available"], table


def test_info_without_it(fockproxy):
    run = fockproxy("info", "--no-global-arrays", "--json", "info.json")
    assert run.code == 0, run.err
    document = fockproxy.read("info.json")
    assert document["openshmem"] == {"built": WITH_OPENSHMEM, "started": False}
    [shmem] = [counter for counter in document["counters"] if counter["name"] == "shmem"]
    assert shmem["status"].startswith("needs OpenSHMEM" if WITH_OPENSHMEM else "UNSUPPORTED: ")


@pytest.mark.skipif(WITH_OPENSHMEM, reason="built with OpenSHMEM")
@pytest.mark.parametrize("asking", [(*WATER, "--counter", "shmem"), (*WATER, "--matrix", "shmem"),
                                    ("info", "--openshmem")])
def test_a_build_without_it_says_why(fockproxy, asking):
    fockproxy(*asking, ranks=2).assert_refused("UNSUPPORTED", "OpenSHMEM")
