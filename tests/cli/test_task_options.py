"""Properties of options for tasks and blocks: how they are dealt, and what is communicated for them."""

import re

import pytest
from conftest import SMALL, needs_ga


@pytest.mark.parametrize("cache, gets", [("none", 6), ("ijk", 3), ("replicated", 0)])
@pytest.mark.parametrize("ranks", [None, 2])
def test_communications_per_task_of_a_cache(fockproxy, cache, gets, ranks):
    run, document = fockproxy.document("fock", "water", *SMALL, "--cache", cache, "--repeat", 2, ranks=ranks)
    per_task = document["fock"]["communications_per_task"]
    assert per_task["get"] == per_task["accumulate"] == gets
    held = (per_task["held_get"], per_task["held_accumulate"])
    assert (0 < held[0] <= 3 and 0 < held[1] <= 3) if cache == "ijk" else held == (0, 0)
    assert (document["config"]["matrix"] == "replicated") == (cache == "replicated")
    assert ("broadcast" in run.out) == (cache == "replicated")


def test_merged_cache_communicates_less(fockproxy):
    def operations(cache):
        per_task = fockproxy.document("fock", "water2", *SMALL, "--cache", cache)[1]["fock"]["communications_per_task"]
        return [per_task["get"] + per_task["held_get"], per_task["accumulate"] + per_task["held_accumulate"]]

    assert all(0 < merged <= ijk for merged, ijk in zip(operations("merged"), operations("ijk"), strict=True))


def test_static_has_no_counter(fockproxy):
    _, document = fockproxy.document("fock", "water", *SMALL, "--counter", "static", ranks=2)
    assert document["fock"]["communications_per_task"]["counter"] == 0


def test_chunks_draw_fewer_tickets(fockproxy):
    _, document = fockproxy.document("fock", "water", *SMALL, "--chunk", 5, "--repeat", 1)
    assert document["fock"]["communications_per_task"]["counter"] * 21 == pytest.approx(5 + 1)


@pytest.mark.parametrize("command", ["fock", "scf"])
def test_the_heading_has_the_tasks_in_flight(fockproxy, command):
    """tests/app/dealing_report_test.cpp has the reasons for fewer than asked for."""
    def heading(*options):
        return re.findall(r"^  in flight +(.*)$", fockproxy(command, "water", *SMALL, *options).assert_passed().out,
                          re.MULTILINE)

    assert heading() == heading("--chunk", 8) == []
    assert heading("--chunk", 8, "--in-flight", 8) == ["up to 8 tasks of a ticket, those with the same I and J"]
    assert heading("--in-flight", 8) == ["at most 1 task, not 8: a ticket has 1 (--chunk)"]


@pytest.mark.parametrize("assignment", ["cyclic", "block", "interleaved"])
def test_static_assignments(fockproxy, assignment):
    arguments = ("fock", "water", *SMALL, "--repeat", 1, "--counter", "static", "--static-assignment", assignment)
    run, document = fockproxy.document(*arguments, ranks=2)
    assert document["config"]["static_assignment"] == assignment
    assert f"static, {assignment}" in run.out
    assert abs(document["fock"]["ranks"][0]["tasks"] - document["fock"]["ranks"][1]["tasks"]) <= 1


def test_pretend_nodes_refill_from_the_counter(fockproxy):
    arguments = ("fock", "water", *SMALL, "--repeat", 1, "--counter", "node", "--node-counter", "mpi2",
                 "--node-chunk", 5)
    run, document = fockproxy.document(*arguments, "--ranks-per-node", 1, ranks=2)
    counts = [rank["dealing"] for rank in document["fock"]["ranks"]]
    assert sum(c["node draws"] for c in counts) == 21
    assert 5 <= sum(c["node refills"] for c in counts) == sum(
        rank["counter"]["operations"] for rank in document["fock"]["ranks"]) <= 7
    assert "node refilled from mpi2, 5 at once, pretend nodes of 1" in run.out
    assert re.search(r"^  dealing: node draws 21, node refills \d, node waits \d+$", run.out, re.MULTILINE)


@pytest.mark.parametrize("counter", ["mpi3", "mpi3-getacc", "server-rank", "server-thread"])
def test_prefetched_draws_are_counted(fockproxy, counter):
    run, document = fockproxy.document("fock", "water", *SMALL, "--repeat", 1, "--counter", counter, "--prefetch",
                                       ranks=2)
    assert document["config"]["prefetch"] is True
    counts = [rank["dealing"] for rank in document["fock"]["ranks"]]
    assert sum(c["prefetched draws"] for c in counts) == 21  # one for each range that was dealt
    assert all(0 <= c["arrived in time"] <= c["prefetched draws"] for c in counts)
    assert re.search(r"^  dealing: prefetched draws 21, arrived in time \d+$", run.out, re.MULTILINE)


def test_stealing_counts_its_attempts(fockproxy):
    # In Open MPI 4, MPI_Compare_and_swap crashes over osc/rdma; other MPIs ignore the variable.
    run, document = fockproxy.document("fock", "water", *SMALL, "--repeat", 1, "--counter", "steal", ranks=2,
                                       OMPI_MCA_osc="^rdma")
    counts = [rank["dealing"] for rank in document["fock"]["ranks"]]
    for count in counts:
        assert count["steal attempts"] > count["steal successes"]  # the last pass finds nothing
    assert "steal attempts" in run.out
    assert all(rank["counter"]["seconds"] > 0 for rank in document["fock"]["ranks"])


def test_idle_ranks_do_no_tasks(fockproxy):
    run, document = fockproxy.document("fock", "water", *SMALL, "--repeat", 2, "--idle-ranks", 1, ranks=2)
    idle, worker = document["fock"]["ranks"]
    assert (idle["idle"], worker["idle"]) == (True, False)
    assert (idle["tasks"], worker["tasks"]) == (0, sum(document["fock"]["tasks"]))
    assert idle["counter"]["operations"] == idle["get"]["operations"] == 0
    assert document["fock"]["load_imbalance"] == 1
    assert re.search(r"^ +0 idle ", run.out, re.MULTILINE) and "1 idle rank" in run.out


def test_more_ranks_than_tasks(fockproxy):
    _, document = fockproxy.document("scf", "he", *SMALL, ranks=4, timeout=120)
    assert document["scf"]["energy_total"] == pytest.approx(-2.807783957, abs=1e-8)
    assert len(document["fock"]["ranks"]) == 4
    assert sum(rank["tasks"] > 0 for rank in document["fock"]["ranks"]) < 4


@needs_ga
def test_global_arrays_are_tested_before_use(fockproxy):
    run, document = fockproxy.document("fock", "he", *SMALL, "--counter", "ga", "--matrix", "ga", ranks=2)
    assert document["provenance"]["self_tests"]
    assert "Global Arrays" in run.out
