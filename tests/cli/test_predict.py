"""`fockproxy fock --record` and `fockproxy predict`: from a recorded build to other numbers of ranks."""

import json

import jsonschema
import pytest
from conftest import PROVENANCE_SCHEMA, schema

SCHEMA = schema("predict")
RECORD = ("fock", "water5", "--basis", "sto-3g", "--repeat", 1, "--record", "water.tasks")


def predict(fockproxy, *options):
    run = fockproxy("predict", "water.tasks", "--json", "predict.json", *options)
    assert run.code == 0, run.err
    document = json.loads((fockproxy.directory / "predict.json").read_text())
    jsonschema.Draft7Validator(SCHEMA).validate(document)
    jsonschema.Draft7Validator(PROVENANCE_SCHEMA).validate(document["provenance"])
    return run, document


def test_a_recorded_build_is_dealt_out_anew(fockproxy):
    _, built = fockproxy.document(*RECORD, ranks=2)
    run, document = predict(fockproxy, "--ranks", "1,2,64", "--case", "1,2", "--progress", "always,entry,poll")
    assert "not measured" in run.out.splitlines()[0]
    assert document["recording"]["tasks"] == built["fock"]["tasks"][0]
    computing = document["recording"]["task_seconds"]
    rows = {(row["ranks"], row["case"], row["progress"]): row for row in document["rows"]}
    assert len(rows) == 18
    for (ranks, case, progress), row in rows.items():
        if (ranks, case) == (1, 2):
            assert row["status"] == "UNSUPPORTED"
            continue
        assert row["computing_seconds"] == pytest.approx(computing)
        parts = sum(row[f"{part}_seconds"] for part in ("computing", "counter", "blocks", "polling", "idle"))
        assert parts == pytest.approx(row["seconds"] * ranks)
        if progress == "always":
            assert row["seconds"] <= rows[ranks, case, "entry"]["seconds"]


def test_two_deaf_ranks_are_no_faster_than_one(fockproxy):
    """Six communications a task that wait for a target which computes."""
    fockproxy.document(*RECORD)
    _, document = predict(fockproxy, "--ranks", "1,2", "--stretch", 10)
    seconds = {(row["ranks"], row["progress"]): row["seconds"] for row in document["rows"]}
    assert seconds[2, "entry"] > 0.9 * seconds[1, "entry"]
    assert seconds[2, "always"] < 0.7 * seconds[1, "always"]


def test_what_nothing_costs_computes_all_the_time(fockproxy):
    fockproxy.document(*RECORD)
    _, document = predict(fockproxy, "--ranks", 1, "--latency", "0.001us", "--service", "0.001us", "--bandwidth", 1e9,
                          "--progress", "always")
    assert document["rows"][0]["efficiency"] == pytest.approx(1, abs=0.01)


def test_stretched_tasks_hide_their_communication(fockproxy):
    fockproxy.document(*RECORD)
    efficiency = [predict(fockproxy, "--ranks", 4, "--progress", "always", "--stretch", n)[1]["rows"][0]["efficiency"]
                  for n in (1, 10, 100)]
    assert efficiency == sorted(efficiency) and efficiency[2] > efficiency[0]


def test_inputs_without_an_effect_are_named(fockproxy):
    fockproxy.document(*RECORD)
    run, _ = predict(fockproxy, "--progress", "always", "--drain", 4, "--poll-interval", 10, "--ranks", 2)
    assert "--drain changes nothing" in run.err and "--poll-interval changes nothing" in run.err
    run, _ = predict(fockproxy, "--progress", "poll", "--drain", 4, "--poll-interval", 10, "--ranks", 2)
    assert "changes nothing" not in run.err


def test_files_that_are_no_recordings_are_refused(fockproxy):
    fockproxy.document(*RECORD, "--save-fock", "fock.matrix")
    whole = (fockproxy.directory / "water.tasks").read_bytes()
    for name, content in {"torn": whole[:len(whole) // 2], "changed": whole[:-100] + b"x" + whole[-99:], "empty": b"",
                          "text": b"tasks\n"}.items():
        (fockproxy.directory / name).write_bytes(content)
        fockproxy("predict", name).assert_refused(name)
    fockproxy("predict", "fock.matrix").assert_refused("recording")
    fockproxy("predict", "nowhere").assert_refused("nowhere")
    fockproxy("predict").assert_refused("fock --record")
    for ranks in ("0", "-1", "x"):
        fockproxy("predict", "water.tasks", "--ranks", ranks).assert_refused("--ranks")
