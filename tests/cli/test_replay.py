"""`fockproxy replay`: a recorded build with its communication, and work of the recorded length instead of chemistry."""

import json
import sys

import jsonschema
import pytest
from conftest import PROVENANCE_SCHEMA, SOURCE, needs_ga, schema

sys.path.insert(0, str(SOURCE / "perf"))

from fockproxy_perf import recordings

SCHEMA = schema("replay")
RUN = schema("run")
RECORD = ("fock", "water5", "--basis", "sto-3g", "--repeat", 1, "--record", "water.tasks")


def replay(fockproxy, *options, ranks=2, **environment):
    run = fockproxy("replay", "water.tasks", "--json", "replay.json", *options, ranks=ranks, **environment)
    assert run.code == 0, run.err
    document = json.loads((fockproxy.directory / "replay.json").read_text())
    jsonschema.Draft7Validator(SCHEMA).validate(document)
    jsonschema.Draft7Validator(PROVENANCE_SCHEMA).validate(document["provenance"])
    for kind, parts in {"rank": document["fock"]["ranks"], "verification": [document["verification"]]}.items():
        part = {"$ref": f"#/definitions/{kind}", "definitions": RUN["definitions"]}
        for one in parts:
            jsonschema.Draft7Validator(part).validate(one)
    assert run.out.endswith("VERIFICATION: PASS\n")
    return run, document


def test_the_same_tasks_and_transfers_as_the_recorded_build(fockproxy):
    dealt = ("--counter", "static")
    _, built = fockproxy.document(*RECORD, *dealt, ranks=2)
    _, document = replay(fockproxy, *dealt)
    fock, replayed = built["fock"], document["fock"]
    assert document["recording"]["tasks"] == fock["tasks"][0]
    assert set(replayed["tasks"]) == set(fock["tasks"]) and len(replayed["tasks"]) == 3
    assert set(replayed["quartets"]) == set(fock["quartets"])
    assert replayed["communications_per_task"] == pytest.approx(fock["communications_per_task"])
    for kind, by_target in fock["communications_per_task_by_target"].items():
        assert replayed["communications_per_task_by_target"][kind] == pytest.approx(by_target)
    for kind in ("get", "accumulate", "held_get", "held_accumulate"):
        assert ([rank[kind]["bytes"] for rank in replayed["ranks"]]
                == [3 * rank[kind]["bytes"] for rank in fock["ranks"]])


def test_python_reads_and_writes_recordings(fockproxy):
    fockproxy.document(*RECORD)
    recorded = recordings.read(fockproxy.directory / "water.tasks")
    _, document = replay(fockproxy)
    assert document["recording"]["tasks"] == len(recorded.tasks)
    assert document["recording"]["task_seconds"] == pytest.approx(recorded.seconds)
    assert document["fock"]["quartets"][0] == sum(task.quartets for task in recorded.tasks)
    recordings.write(fockproxy.directory / "water.tasks", recordings.made_up(5, 3, [1e-4] * 120, "made up"))
    _, document = replay(fockproxy, ranks=2)
    assert document["recording"]["tasks"] == 120
    assert document["recording"]["task_seconds"] == pytest.approx(120e-4)


def test_tasks_take_the_recorded_time(fockproxy):
    fockproxy.document(*RECORD)
    for work in ("busy", "sleep"):
        _, document = replay(fockproxy, "--stretch", 50, "--work", work, "--repeat", 1, ranks=1)
        computed = sum(rank["compute_seconds"] for rank in document["fock"]["ranks"])
        assert computed >= 0.95 * document["recording"]["task_seconds"]


@pytest.mark.parametrize("options", [("--cache", "none", "--layout", "strided"), ("--cache", "merged"),
                                     ("--cache", "replicated"), ("--chunk", 8, "--in-flight", 8),
                                     ("--progress", "poll", "--schedule", "factoring"), ("--epoch", "each"),
                                     ("--order", "costliest", "--complete", "batch"), ("--matrix", "local"),
                                     pytest.param(("--matrix", "ga", "--counter", "ga"), marks=needs_ga)],
                         ids=lambda options: "-".join(str(o).strip("-") for o in options))
def test_options_of_fock_work_in_it(fockproxy, options):
    fockproxy.document(*RECORD)
    replay(fockproxy, *options, "--repeat", 1, ranks=1 if "local" in options else 2)


def test_the_heading_has_the_tasks_in_flight(fockproxy):
    fockproxy.document(*RECORD)
    run, _ = replay(fockproxy, "--chunk", 8, "--in-flight", 4, "--repeat", 1)
    assert "\n  in flight   up to 4 tasks of a ticket, those with the same I and J\n" in run.out


def test_more_ranks_than_cores_sleep(fockproxy):
    fockproxy.document(*RECORD)
    _, document = replay(fockproxy, "--work", "sleep", "--stretch", 20, "--repeat", 1, "--idle-ranks", 1, ranks=4)
    assert [rank["idle"] for rank in document["fock"]["ranks"]] == [True, False, False, False]


def test_what_cannot_be_replayed_is_refused(fockproxy):
    fockproxy.document(*RECORD)
    whole = (fockproxy.directory / "water.tasks").read_bytes()
    (fockproxy.directory / "torn").write_bytes(whole[:len(whole) // 2])
    fockproxy("replay", "torn", ranks=2).assert_refused("torn")
    fockproxy("replay", ranks=2).assert_refused("fock --record")
    fockproxy("replay", "nowhere", ranks=2).assert_refused("nowhere")
    fockproxy("replay", "water.tasks", "--stretch", 0, ranks=2).assert_refused("--stretch")
    fockproxy("replay", "water.tasks", "--json", "water.tasks", ranks=2).assert_refused("water.tasks")
    assert (fockproxy.directory / "water.tasks").read_bytes() == whole
