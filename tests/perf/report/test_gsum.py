"""The report on global sums."""

import pytest
from fockproxy_perf.report.analysis.gsum import contests, curves, sums
from fockproxy_perf.report.sections import gsum

MPICH = "MPICH 4.3.2"


@pytest.fixture
def found(sweep):
    return {(c.best.line, c.best.late, c.best.bytes): c for c in contests(sums(sweep))}


def test_the_best_chunk_of_each_method_counts(found):
    contest = found[MPICH, 0, 1 << 20]
    assert {(s.method, s.chunk) for s in contest.of_methods} == {
        ("allreduce", 1 << 20), ("distributed, window allocate", 1 << 15)
    }
    assert contest.best.method == "distributed, window allocate"
    assert contest.gain(contest.best) == pytest.approx((2e-6 + 2**20 * 1e-9) / (20e-6 + 2**20 * 0.25e-9))


def test_small_vectors_need_no_thought(found):
    assert found[MPICH, 0, 1 << 10].best.is_plain


def test_what_gains_less_than_a_tenth_is_not_best(altered):
    def alike(record):
        if record["kind"] == "gsum" and record["axes"]["method"] == "distributed":
            record["result"]["seconds"]["median"] = 0.95 * (2e-6 + record["axes"]["bytes"] * 1e-9)
        return record

    assert all(c.best.is_plain for c in contests(sums(altered(alike))))


def test_late_ranks_are_in_the_table_and_not_in_the_figure(sweep, found):
    assert found[MPICH, 2e-3, 1 << 20].best.seconds == 5e-3
    assert max(seconds for c in curves(list(found.values())) for _, seconds in c.points) < 2e-3
    [table] = gsum.section(sweep).tables
    assert [row[1] for row in table.rows].count("within 2.00 ms") == 1


def test_a_sentence_for_each_stack_says_what_to_use(sweep):
    findings = gsum.section(sweep).findings
    assert (
        f"{MPICH}: at 1 KiB MPI_Allreduce of the whole; at 1 MiB distributed, window allocate, chunks of 32 KiB"
        " (3.7 times)."
    ) in findings
    assert len(findings) == 3


def test_sizes_with_the_same_best_way_are_said_together(altered):
    def slow(record):
        if record["kind"] == "gsum" and record["axes"]["method"] == "distributed":
            record["result"]["seconds"]["median"] = 1.0
        return record

    assert f"{MPICH}: from 1 KiB to 1 MiB MPI_Allreduce of the whole." in gsum.section(altered(slow)).findings


def test_without_rows_it_says_what_to_run(altered):
    section = gsum.section(altered(lambda r: r if r["kind"] != "gsum" else None))
    assert "perf/sweeps/gsum" in section.missing and not section.figures
