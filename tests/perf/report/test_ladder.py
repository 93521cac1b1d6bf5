"""The report on the ladder of versions."""

import pytest
from fockproxy_perf.report.analysis.ladder import PARTS, gains, ladders
from fockproxy_perf.report.sections import ladder

MPICH, OPEN_MPI = "MPICH 4.3.2", "Open MPI 4.1.4 (Debian)"


@pytest.fixture
def found(sweep):
    return {(one.line, one.case): one for one in ladders(sweep)}


def test_a_ladder_for_each_stack_molecule_window_and_case(found):
    assert len(found) == 2 * 2 * 2 + 2
    one = found[f"{MPICH}, 2 ranks, window create, water8", 1]
    assert [step.name for step in one.steps] == ["0 whole rows", "1 packed", "2 tiles"]
    assert one.fastest.version == "packed"


def test_constant_work_a_rank_is_a_ladder_for_each_number_of_ranks(found):
    built = [line for line, _ in found if "water8" not in line]
    assert built == [f"{MPICH}, {ranks} ranks, window create, water{5 * ranks}" for ranks in (1, 2)]


def test_parts_are_means_of_the_ranks(found):
    for one in found.values():
        for step in one.steps:
            assert step.parts[0] == 1.0 and len(step.parts) == len(PARTS)
            assert sum(step.parts) == pytest.approx(step.seconds)


def test_a_step_is_held_against_the_first_and_against_the_one_it_changes(found):
    one = found[f"{MPICH}, 2 ranks, window create, water8", 1]
    assert [one.over(0, step) for step in one.steps] == [1, 2, 1.6]
    assert [one.over(step.base, step) for step in one.steps] == [None, 2, 0.8]


def test_the_greatest_gain_is_first(found):
    assert [g[:3] for g in gains([one for one in found.values() if one.short == MPICH])] == [
        ("packed", "whole rows", 2), ("tiles", "packed", 0.8)
    ]


def test_a_sentence_for_each_stack_says_which_step_bought_most_and_which_lost(sweep):
    first, second = ladder.section(sweep).findings
    for fact in (MPICH, "packed bought most, 2.0 times", "tiles lost most, 0.80 times as fast as packed", "3 ladders"):
        assert fact in first
    for fact in (OPEN_MPI, "no step bought anything", "none lost", "2 ladders"):
        assert fact in second


def test_where_ladders_differ_the_range_is_said(altered):
    def faster(record):
        axes = record["axes"] if record["kind"] == "ladder" and record["status"] == "verified" else {}
        if (axes.get("version"), axes.get("window")) == ("tiles", "create"):
            record["result"]["seconds"] = 0.5
        return record

    said = ladder.section(altered(faster)).findings[0]
    assert said.startswith(f"{MPICH}: tiles bought most, 4.0 times as fast as packed (0.80 to 4.0); none lost ")


def test_the_table_has_every_case_and_the_figure_the_first(sweep):
    section = ladder.section(sweep)
    [table], [figure] = section.tables, section.figures
    assert {row[1] for row in table.rows} == {1, 2} and len(table.rows) == 30
    assert len(table.marks) == 10
    assert len(figure.draw.args[0]) == 6
    assert table.rows[0][-2:] == ["15.7024390782", ""]


def test_a_repetition_that_was_disturbed_counts_only_without_others(altered):
    def disturbed(record):
        if record["kind"] == "ladder" and record["axes"]["case"] == 2:
            record["axes"]["case"], record["notes"] = 1, ["disturbed"]
            record["result"]["seconds"] = 99.0
        return record

    assert max(step.seconds for one in ladders(altered(disturbed)) for step in one.steps) == 4


def test_steps_that_were_disturbed_alone_are_said(altered):
    def disturbed(record):
        if record["kind"] == "ladder" and record["axes"]["version"] == "tiles":
            record["notes"] = ["disturbed"]
        return record

    section = ladder.section(altered(disturbed))
    assert section.findings[-1].startswith("5 of 15 steps ")
    assert {row[2] for row in section.tables[0].rows if row[-1] == "disturbed"} == {"2 tiles"}


def test_without_rows_it_says_what_to_run(altered):
    section = ladder.section(altered(lambda r: r if r["kind"] != "ladder" else None))
    assert "perf/sweeps/ladder" in section.missing and not section.figures
