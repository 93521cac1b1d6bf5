"""The report on threads in a rank."""

import made_up_runtimes as made_up
import pytest
from fockproxy_perf.report import build
from fockproxy_perf.report.analysis.choice import advise
from fockproxy_perf.report.sections import threads
from fockproxy_perf.report.sections.command import command
from one_kind import lines_of, reader

STACK = "Open MPI 4.1.4 (Debian)"


@pytest.fixture
def made(tmp_path):
    return reader(tmp_path / "threads.jsonl", made_up.MadeUpThreads)


def table(sweep, beginning):
    return lines_of(threads.section(sweep), beginning)


def test_what_is_left_of_the_excess_is_that_of_the_rows(made):
    cured, disciplines, *_ = threads.section(made()).findings
    assert cured == (
        f"{STACK}, 2 ranks, window create: several threads cure the stall. With six communications one thread takes"
        " 3.00 times the time without communication; of that excess 2 threads leave 10% with funneled, 50% with"
        " serialized and 100% with multiple."
    )
    assert disciplines == (
        "Of the disciplines funneled leaves least of the excess, 10% in the median; serialized 50% and multiple 100%."
    )


@pytest.mark.parametrize("calls, words", [("serialized", "lessen the stall and do not cure it"),
                                          ("multiple", "do not cure the stall")])
def test_the_best_discipline_decides(made, calls, words):
    def only(rows):
        rows.maker.lines[:] = [line for line in rows.maker.lines
                               if line.get("axes", {}).get("thread_calls") in (None, calls)]
        if calls != "serialized":
            rows.compare_row("serialized", 1, (2.0, 3.0, 4.0))

    assert f"several threads {words}." in threads.section(made(only)).findings[0]


def test_where_one_thread_does_not_stall_there_is_nothing_to_cure(made):
    def free(rows):
        for record in rows.maker.lines[1:]:
            if record["kind"] == "compare" and record["axes"]["threads"] == 1:
                for column in record["result"]["columns"]:
                    column["seconds_per_task"] = [1e-3] * 3

    findings = threads.section(made(free)).findings
    assert findings[0].endswith("one thread takes 1.00 times the time without communication, nothing to cure.")
    assert not any(finding.startswith("Of the disciplines") for finding in findings)


def test_threads_are_held_against_ranks_at_equal_cores(made):
    assert threads.section(made()).findings[-1] == (
        f"{STACK}, 2 cores: a Fock build takes 1.00 s with 2 ranks of one thread, 1.02 times that with 1 rank of 2"
        " threads funneled, 1.10 times that with 1 rank of 2 threads serialized and 1.25 times that with 1 rank of 2"
        " threads multiple."
    )
    lines = {line["calls"]: line for line in table(made(), "whole Fock builds")}
    assert {line["cores"] for line in lines.values()} == {2}
    assert lines["multiple"]["times one thread a rank"] == pytest.approx(1.25)
    assert (lines[""]["ranks"], lines[""]["threads"], lines[""]["times one thread a rank"]) == (2, 1, 1)


def test_more_threads_than_cores_are_marked_and_compared_among_themselves(made):
    def more(rows):
        rows.fock_row("funneled", 2, 2, 0.9)

    many = [line for line in table(made(more), "whole Fock builds") if line["cores"] == 4]
    assert [(line["times one thread a rank"], line["note"]) for line in many] == [(None, "take turns on 2 cores")]


def test_degradation_is_that_of_the_rows_and_names_what_has_none(made):
    def refuse(rows):
        rows.compare_row("multiple", 4, (), status="UNSUPPORTED", reason="needs MPI_THREAD_MULTIPLE")

    lines = {(line["threads"], line["calls"]): line for line in table(made(refuse), "time per task")}
    assert lines[2, "serialized"]["1+6+held"] == pytest.approx(2)
    assert (lines[4, "multiple"]["1+12"], lines[4, "multiple"]["note"]) == (
        None, "UNSUPPORTED, needs MPI_THREAD_MULTIPLE")


def test_the_advice_is_among_equal_workers(made):
    """Eight workers are faster than four, which tells nothing about threads."""

    def more(rows):
        rows.compare_row("funneled", 4, (0.1, 0.1, 0.1))

    found = advise(made(more))
    assert {(c.row.get("ranks"), c.row.get("threads")) for c in found.candidates} == {(2, 2)}
    assert command(found.best.row).endswith("--threads 2 --thread-calls funneled")


def test_the_figure_is_drawn(made, tmp_path):
    build.write_report(made(), tmp_path / "page.html")
    drawing = (tmp_path / "page" / "threads.svg").read_text()
    assert "2 x 2 funneled, Case 1" in drawing and "communications per task" in drawing


def test_a_sweep_of_one_thread_a_rank_has_no_such_section(sweep):
    assert "perf/sweeps/hybrid" in threads.section(sweep).missing
