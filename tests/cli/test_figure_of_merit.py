"""The figure of merit is for verified builds of a named input; otherwise the report tells why it is not valid."""

import json
import re

import jsonschema
import pytest
from conftest import SMALL, schema

COMPARE_SCHEMA = schema("compare")
INPUTS = {"small": 192, "medium": 490, "large": 970, "huge": 1856}  # functions


def test_it_is_quartets_over_seconds_on_a_named_input(fockproxy):
    run, document = fockproxy.document("fock", "--input", "small", "--repeat", 2, ranks=2)
    figure, fock = document["figure_of_merit"], document["fock"]
    assert document["molecule"]["name"] == "water8" and document["molecule"]["functions"] == INPUTS["small"]
    assert figure["quartets_per_second"] == pytest.approx(sum(fock["quartets"]) / sum(fock["seconds"]))
    assert 0 < figure["efficiency_low"] <= figure["efficiency"] <= figure["efficiency_high"] < 1
    assert figure["efficiency_builds"] == 2 and figure["efficiency_mark"] == "" and figure["ranks"] == 2
    assert figure["input"] == "small" and figure["objection"] == ""
    interval = f"{figure['efficiency_low']:.3f} to {figure['efficiency_high']:.3f} in 2 builds"
    efficiency = f"efficiency {figure['efficiency']:.3f} ({interval})"
    said = f"{figure['quartets_per_second']:.3g} quartets/s, {efficiency} on 2 ranks"
    assert run.out.splitlines()[-1] == f"FIGURE OF MERIT small: {said}"


@pytest.mark.parametrize("options, objection", [
    (("--cache", "merged"), "--cache merged"), (("--cache", "replicated"), "--cache replicated"),
    (("--node-reads",), "--node-reads"), (("--task-sleep", "1us"), "--task-sleep"), (("--threads", 2), "--threads"),
    ((), "not one of --input")], ids=lambda value: str(value))
def test_what_is_no_result_of_a_benchmark_says_so(fockproxy, options, objection):
    run, document = fockproxy.document("fock", "water", *SMALL, "--repeat", 1, *options, ranks=2)
    assert objection in document["figure_of_merit"]["objection"]
    assert document["figure_of_merit"]["input"] is None
    assert re.match(rf"figure of merit: .*; not a benchmark result: .*{objection}", run.out.splitlines()[-1])


def test_one_rank_is_no_result_of_a_benchmark(fockproxy):
    _, document = fockproxy.document("scf", "water", *SMALL)
    assert "one rank" in document["figure_of_merit"]["objection"]


def test_that_of_compare_is_its_best_row(fockproxy):
    run = fockproxy("compare", "water", "--basis", "6-31g", "--window", "allocate,create", "--repeat", 3,
                    "--json", "c.json", ranks=2)
    assert run.code == 0, run.err
    document = json.loads((fockproxy.directory / "c.json").read_text())
    jsonschema.Draft7Validator(COMPARE_SCHEMA).validate(document)
    best = min((row for row in document["rows"] if row["status"] == "PASS"), key=lambda row: median(row["columns"][2]))
    figure = document["figure_of_merit"]
    alone, six = best["columns"][0]["seconds_per_task"], best["columns"][2]["seconds"]
    each = sorted(a * best["tasks"] / (2 * b) for a, b in zip(alone, six, strict=True))
    found = [figure[f"efficiency{end}"] for end in ("_low", "", "_high")]
    assert len(each) == figure["efficiency_builds"] == 3 and found == pytest.approx(each)
    assert (figure["efficiency"] > 1) == ("above 1: " in figure["efficiency_mark"]) == ("above 1: " in run.out)
    assert f"window {best['window']}" in figure["of"] and figure["of"] in run.out.splitlines()[-1]


def median(column):
    seconds = sorted(column["seconds"])
    return 0.5 * (seconds[(len(seconds) - 1) // 2] + seconds[len(seconds) // 2])


@pytest.mark.parametrize("name", INPUTS)
def test_inputs_are_as_large_as_they_say(fockproxy, name):
    run = fockproxy("fock", "--input", name, "--dry-run")
    assert run.code == 0, run.err
    assert re.search(rf"^functions +{INPUTS[name]}$", run.out, re.MULTILINE)


@pytest.mark.parametrize("arguments, words", [
    (("--input", "tiny"), "'tiny' is not one of small, medium"), (("water", "--input", "small"), "leave 'water' out"),
    (("--input", "small", "--basis", "sto-3g"), "not to be changed"),
    (("--input", "small", "--threshold", "1e-8"), "not to be changed"),
    (("--input", "huge", "--charge", "1"), "(H2O)32 in cc-pVTZ"), ((), "a molecule is needed")], ids=str)
@pytest.mark.parametrize("command", ["fock", "scf", "compare"])
def test_another_input_is_refused(fockproxy, command, arguments, words):
    fockproxy(command, *arguments).assert_refused(words)
