"""The settings that make the problem of two rows different, for all comparisons of their times."""

import copy
import json

import pytest
from conftest import SOURCE
from fockproxy_perf.comparison.comparison import Criteria, compare_sweeps
from fockproxy_perf.index import costs
from fockproxy_perf.index.results import read_all
from fockproxy_perf.rows.kinds import row_from_json
from fockproxy_perf.rows.problem import differences, problem, unusual

EXAMPLE = [json.loads(line) for line in (SOURCE / "tests/perf/data/example_sweep.jsonl").read_text().splitlines()]
OTHERS = [("integrals", "libint"), ("threshold", 1e-6), ("precision", "double"), ("task_sleep", 0.005),
          ("complete", "batch"), ("accumulate_completion", "remote"), ("cartesian", True), ("basis", "6-31g")]


def line(kind="fock"):
    """A row of the example, with settings that documents of that time lack."""
    entry = copy.deepcopy(next(e for e in EXAMPLE if e["kind"] == kind and e["status"] == "verified"))
    entry["config"] |= {"integrals": "own", "precision": "mixed", "task_sleep": 0.0}
    return entry


def with_config(entry, **config):
    return row_from_json({**entry, "config": {**entry["config"], **config}})


@pytest.mark.parametrize("name, value", OTHERS)
def test_each_makes_another_problem(name, value):
    usual, other = with_config(line()), with_config(line(), **{name: value})
    assert problem(usual) != problem(other)
    assert len(differences(usual, other)) == 1 and differences(usual, other, [name]) == []
    assert name == "basis" or unusual(other)


@pytest.mark.parametrize("name, value", [("counter", "mpi2"), ("window", "create"), ("grain", "shell"),
                                         ("cache", "none"), ("order", "costliest"), ("simd", "portable")])
def test_a_setting_makes_none(name, value):
    assert differences(with_config(line()), with_config(line(), **{name: value})) == []


def test_one_value_may_be_written_in_two_ways():
    entry = line("compare")
    entry["options"] |= {"task_sleep": "5ms", "threshold": "1e-8"}
    asked = copy.deepcopy(entry)
    del asked["config"]["task_sleep"], asked["config"]["threshold"]
    assert problem(with_config(entry, task_sleep=0.005, threshold=1e-08)) == problem(row_from_json(asked))


def test_what_an_older_document_does_not_say_is_no_difference():
    older = line()
    older["config"].pop("precision", None)
    assert differences(row_from_json(older), with_config(line(), precision="double")) == []


def test_two_sweeps_with_other_defaults_are_not_compared():
    base, new = [row_from_json(line())], [with_config(line(), integrals="libint")]
    (compared,) = compare_sweeps(base, new, Criteria(), {}, {})
    assert (compared.verdict, compared.why) == ("can't tell", "another problem: integrals own -> libint")
    assert "problem" not in compare_sweeps(base, base, Criteria(), {}, {})[0].why


def test_the_index_has_a_line_for_each_problem(tmp_path):
    header, rows = EXAMPLE[0], [line("compare"), line("compare")]
    for row in rows:
        row["axes"] |= {"case": 1, "counter": "mpi3", "progress": "none", "owners": "all"}
        row["options"].pop("owners", None)
        row |= {"row": 0, "of": 1}
    rows[1]["config"]["task_sleep"] = 0.01
    path = tmp_path / "two.jsonl"
    path.write_text("".join(json.dumps(entry) + "\n" for entry in [header, *rows]))
    table = costs.section(read_all([path])).tables[0]
    of = [row[table.columns.index("problem")] for row in table.rows]
    assert len(of) == 2 and sum("task sleep 0.01" in text for text in of) == 1


def test_the_index_does_not_call_a_disturbed_line_the_worst(tmp_path):
    quiet, disturbed = line("compare"), line("compare")
    for row in (quiet, disturbed):
        row["axes"] |= {"case": 1, "counter": "mpi3", "progress": "none", "owners": "all"}
        row |= {"row": 0, "of": 1, "notes": []}
    disturbed["axes"]["grain"], disturbed["notes"] = "shell", ["disturbed"]
    for column in disturbed["result"]["columns"]:
        column["degradation"] = 99.0

    def said(*rows):
        path = tmp_path / "sweep.jsonl"
        path.write_text("".join(json.dumps(entry) + "\n" for entry in [EXAMPLE[0], *rows]))
        return costs.section(read_all([path])).findings[0]

    assert "99" not in said(quiet, disturbed)
    assert "99" in said(disturbed) and said(disturbed).endswith("(disturbed).")
