"""Threads of a rank: the same energies, records by thread, refusals, and tasks that sleep."""

import json

import pytest
from conftest import SMALL, needs_ga


@pytest.mark.parametrize("calls", ["funneled", "serialized", "multiple"])
def test_the_energy_does_not_depend_on_the_threads(fockproxy, calls):
    def energy(ranks, threads):
        _, document = fockproxy.document("scf", "water", "--basis", "6-31g", "--threads", threads,
                                         "--thread-calls", calls, ranks=ranks)
        workers = [(record["rank"], record["thread"]) for record in document["fock"]["ranks"]]
        assert workers == [(rank, thread) for rank in range(ranks) for thread in range(threads)]
        assert (document["config"]["threads"], document["config"]["thread_calls"]) == (threads, calls)
        return document["scf"]["energy_total"]

    alone = energy(1, 1)
    for ranks, threads in ((1, 4), (2, 2)):
        assert energy(ranks, threads) == pytest.approx(alone, abs=1e-9)


def test_the_tables_name_rank_and_thread(fockproxy):
    run = fockproxy("fock", "water", *SMALL, "--threads", 2, ranks=2).assert_passed()
    assert "  threads     2 of every rank; serialized: each thread makes its own calls, under one lock" in run.out
    assert "seconds by rank.thread" in run.out
    assert all(f"\n  {rank}.{thread} " in run.out for rank in (0, 1) for thread in (0, 1))


@pytest.mark.parametrize("in_flight", [1, 8])
def test_sleeping_tasks_take_their_time_and_are_right(fockproxy, in_flight):
    run, document = fockproxy.document("fock", "water", *SMALL, "--task-sleep", "5ms", "--repeat", 1, "--chunk", 8,
                                       "--in-flight", in_flight)
    assert document["config"]["task_sleep"] == pytest.approx(5e-3)
    assert document["fock"]["mean_task_seconds"] >= 5e-3
    assert "  sleep       5.00 ms in every task, as if it computed" in run.out


def test_compare_runs_its_columns_with_threads(fockproxy):
    run = fockproxy("compare", "water", *SMALL, "--threads", 2, "--thread-calls", "multiple", "--case", 1,
                    "--repeat", 1, "--task-sleep", "200us", "--json", "rows.json", ranks=2)
    assert run.code == 0, run.err
    document = json.loads((fockproxy.directory / "rows.json").read_text())
    assert document["config"]["threads"] == 2 and document["config"]["thread_calls"] == "multiple"
    assert [row["status"] for row in document["rows"]] == ["PASS"]
    assert document["rows"][0]["kernel_degradation"] == 0  # the kernel has one thread per rank


@pytest.mark.parametrize("arguments, words", [
    (("--threads", 0), ("--threads must be between 1 and 4096",)),
    (("--threads", 2, "--thread-calls", "single"), ("--thread-calls 'single'", "funneled, serialized, multiple")),
    (("--threads", 2, "--prefetch-blocks"), ("UNSUPPORTED", "the thread that starts a get must finish it")),
    (("--threads", 2, "--trace", "t.fptrace"), ("UNSUPPORTED", "--trace")),
    (("--threads", 2, "--thread-calls", "multiple", "--epoch", "each"), ("UNSUPPORTED", "one epoch at a time")),
    (("--threads", 2, "--thread-level", "single"), ("--thread-calls serialized",)),
    (("--task-sleep", "5"), ("'5' is not a duration",)),
    (("--task-sleep", "2000s"), ("--task-sleep must be at most 60s",)),
])
def test_refusals(fockproxy, arguments, words):
    fockproxy("fock", "water", *SMALL, *arguments).assert_refused(*words)


@needs_ga
def test_global_arrays_let_one_thread_in(fockproxy):
    arguments = ("fock", "water", *SMALL, "--threads", 2, "--matrix", "ga", "--counter", "ga", "--repeat", 1)
    for calls in ("funneled", "serialized"):
        fockproxy(*arguments, "--thread-calls", calls, ranks=2).assert_passed()
    run = fockproxy(*arguments, "--thread-calls", "multiple", ranks=2)
    run.assert_refused("UNSUPPORTED", "one thread in at a time")
