"""`fockproxy ladder`: every step gives the same matrix and reports its change."""

import json
import re

import jsonschema
import pytest
from conftest import PROVENANCE_SCHEMA, SOURCE, schema

SCHEMA = schema("ladder")


def run(fockproxy, *arguments, **options):
    result = fockproxy("ladder", *arguments, "--repeat", 1, "--json", "ladder.json", timeout=120, **options)
    assert result.code == 0, result.err
    assert result.out.endswith("VERIFICATION: PASS\n")
    document = json.loads((fockproxy.directory / "ladder.json").read_text())
    jsonschema.Draft7Validator(SCHEMA).validate(document)
    jsonschema.Draft7Validator(PROVENANCE_SCHEMA).validate(document["provenance"])
    return result, document["rows"]


def listed(fockproxy):
    """The steps of `ladder --list`: name -> text of the step."""
    run = fockproxy("ladder", "--list")
    assert run.code == 0, run.err
    entries = re.split(r"^\d+ ", run.out, flags=re.MULTILINE)[1:]
    return {re.split(r"[:(]", entry)[0].strip(): entry for entry in entries}


def on_device(text):
    """Whether it is the text of a step on a device."""
    return "--device-steps" in text.splitlines()[0]


def test_every_step_gives_the_same_matrix(fockproxy):
    result, rows = run(fockproxy, "water", "--basis", "sto-3g", "--case", "1,2", "--window", "create", ranks=2)
    steps = [name for name, text in listed(fockproxy).items() if not on_device(text)]
    assert [(row["case"], row["version"]) for row in rows] == [(case, step) for case in (1, 2) for step in steps]
    assert {row["status"] for row in rows} == {"PASS"}
    assert all(row["deviation"] < 1e-11 for row in rows)
    assert all(abs(row["checksum"] - rows[0]["checksum"]) < 1e-9 for row in rows)
    assert len({row["tasks"] for row in rows}) == 1
    for step in steps:
        assert f" {step} " in result.out


def test_each_step_moves_what_it_says(fockproxy):
    _, rows = run(fockproxy, "water", "--basis", "6-31g", "--counter", "static", ranks=2)
    at = {row["version"]: row for row in rows}
    assert at["whole rows"]["messages"] == at["packed"]["messages"] == at["requests"]["messages"] > 0
    assert at["whole rows"]["bytes"] > at["packed"]["bytes"] == at["tiles"]["bytes"]
    assert at["held blocks"]["messages"] < at["batch"]["messages"]
    assert at["merged"]["messages"] <= at["held blocks"]["messages"]
    assert at["node reads"]["messages"] < at["merged"]["messages"]  # only accumulates
    assert at["replicated"]["messages"] == 0


def test_steps_on_a_device_give_the_same_matrix(fockproxy):
    result, rows = run(fockproxy, "water", "--basis", "sto-3g", "--device-steps", "emulated", ranks=2)
    steps = listed(fockproxy)
    assert [row["version"] for row in rows] == list(steps)
    assert sum(on_device(text) for text in steps.values()) == 8
    assert {row["status"] for row in rows} == {"PASS"}
    assert all(row["deviation"] < 1e-11 for row in rows)
    assert len({row["tasks"] for row in rows}) == 1
    assert "  device      emulated: " in result.out
    config = json.loads((fockproxy.directory / "ladder.json").read_text())["config"]
    assert (config["device_steps"], config["device_used"]) == ("emulated", "")


def test_without_a_gpu_its_steps_say_so(fockproxy):
    """The others are built. A version that launches kernels needs a machine without a GPU for this test."""
    result, rows = run(fockproxy, "water", "--basis", "sto-3g", "--device-steps", "gpu", ranks=2)
    assert "  device      gpu: the kernels for GPUs, on an NVIDIA GPU\n" in result.out
    assert json.loads((fockproxy.directory / "ladder.json").read_text())["config"]["device_used"] == ""
    steps = listed(fockproxy)
    assert [row["version"] for row in rows] == list(steps)
    for row in rows:
        refused = on_device(steps[row["version"]])
        assert row["status"] == ("UNSUPPORTED" if refused else "PASS")
        assert not refused or row["reason"].startswith("UNSUPPORTED: ")


def test_constant_work_a_rank(fockproxy):
    document = run(fockproxy, "water", "--basis", "sto-3g", "--per-rank", 1, ranks=2)[0]
    assert "H4O2" in document.out


def test_the_list_names_the_function_of_each_step(fockproxy):
    entries = listed(fockproxy).values()
    assert len(entries) > 5
    for entry in entries:
        name, function = re.fullmatch(r"    (\S+), (\w+)\(\)", entry.splitlines()[1]).groups()
        (file,) = (SOURCE / "lib").rglob(name)
        assert re.search(rf"\b{function}\(", file.read_text()), entry


@pytest.mark.parametrize("arguments, words", [
    ((), "fockproxy ladder needs a molecule"),
    (("water", "--case", "3"), "--case '3' is not one of 1, 2"),
    (("water", "--grain", "auto"), "--grain auto is not possible here"),
    (("water", "--per-rank", "-1"), "--per-rank must be between 0 and 1000"),
    (("water", "--device-steps", "tpu"), "--device-steps 'tpu' is not one of none, emulated, gpu"),
    (("--list", "--json", "x.json"), "--list builds nothing"),
])
def test_what_makes_no_sense_is_refused(fockproxy, arguments, words):
    fockproxy("ladder", *arguments).assert_refused(words)


@pytest.mark.parametrize("arguments, words", [
    (("--epoch", "never"), "--epoch 'never' is not one of whole, each"),
    (("--epoch", "each", "--prefetch-blocks"), "--prefetch-blocks with --epoch each: UNSUPPORTED"),
    (("--layout", "rows", "--prefetch-blocks"), "--prefetch-blocks with --layout rows: UNSUPPORTED"),
])
def test_steps_that_exclude_each_other_are_refused(fockproxy, arguments, words):
    fockproxy("fock", "water", "--basis", "sto-3g", *arguments).assert_refused(words)
