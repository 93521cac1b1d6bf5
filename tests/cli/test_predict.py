"""`fockproxy fock --record` and `fockproxy predict`: predictions for other numbers of ranks from a recorded build."""

import json
import sys
import time

import jsonschema
import pytest
from conftest import PROGRAM, PROVENANCE_SCHEMA, SOURCE, schema

sys.path.insert(0, str(SOURCE / "perf"))

from fockproxy_perf import recordings
from fockproxy_perf.errors import UserError

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
        assert row["idle_seconds"] == pytest.approx(row["no_tasks_seconds"] + row["last_rank_seconds"])
        assert row["no_tasks_seconds"] == pytest.approx(row["seconds"] if case == 2 else 0)
        assert (row["last_rank_seconds"] == 0) == (ranks == case)  # one rank has all tasks
        if progress == "always":
            assert row["seconds"] <= rows[ranks, case, "entry"]["seconds"]


def test_two_deaf_ranks_are_no_faster_than_one(fockproxy):
    """Six communications per task wait for a computing target."""
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


ALL = "mpi3,mpi2,mpi2-tree,node,steal,static"


def test_every_counter_deals_all_tasks(fockproxy):
    fockproxy.document(*RECORD)
    _, document = predict(fockproxy, "--ranks", "1,3,64", "--case", "1,2", "--counter", ALL, "--ranks-per-node", 4)
    computing = document["recording"]["task_seconds"]
    assert len(document["rows"]) == 6 * 2 * 2 * 3
    for row in document["rows"]:
        if (row["ranks"], row["case"]) == (1, 2):
            assert row["status"] == "UNSUPPORTED"
            continue
        assert row["computing_seconds"] == pytest.approx(computing)
        assert (row["counter_seconds"] == 0) == (row["counter"] == "static"), row
        if (row["counter"], row["case"], row["ranks"]) == ("static", 1, 1):
            assert row["seconds"] == pytest.approx(computing + row["blocks_seconds"])
    limits = document["limits"]
    assert [(limit["counter"], limit["case"], limit["progress"]) for limit in limits] == [
        (counter, case, progress) for counter in ALL.split(",") for case in (1, 2) for progress in ("always", "entry")]


def rows_of(document):
    return {(row["counter"], row["chunk"], row["progress"]): row for row in document["rows"]}


def test_draws_under_a_lock_come_one_after_the_other(fockproxy):
    """Each holds the lock for two services and one round trip. Fetch-and-add only waits for the services in turn."""
    _, built = fockproxy.document(*RECORD)
    tasks = built["fock"]["tasks"][0]
    _, document = predict(fockproxy, "--ranks", 64, "--counter", "mpi3,mpi2-tree", "--latency", "500us", "--service",
                          "100us", "--entries", 2, "--progress", "always")
    rows = rows_of(document)
    remote = 0.97  # rank 0's own draws need no message
    assert rows["mpi2-tree", 1, "always"]["seconds"] > (tasks + 64) * (2 * 100e-6 + remote * 2 * 500e-6)
    assert rows["mpi3", 1, "always"]["seconds"] < rows["mpi2-tree", 1, "always"]["seconds"]
    assert rows["mpi3", 1, "always"]["seconds"] > (tasks + 64) * 2 * 100e-6


def test_a_node_of_one_rank_is_a_counter_with_its_chunk(fockproxy):
    fockproxy.document(*RECORD)
    _, document = predict(fockproxy, "--ranks", 8, "--counter", "mpi3", "--chunk", "1,4")
    of_counter = rows_of(document)
    _, document = predict(fockproxy, "--ranks", 8, "--counter", "node", "--ranks-per-node", 1, "--node-chunk", 4)
    for progress in ("always", "entry"):
        node = rows_of(document)["node", 1, progress]
        assert node["seconds"] == pytest.approx(of_counter["mpi3", 4, progress]["seconds"], rel=0.02)
    assert of_counter["mpi3", 4, "always"]["counter_seconds"] < of_counter["mpi3", 1, "always"]["counter_seconds"]


def test_limits_and_the_best_chunk(fockproxy):
    fockproxy.document(*RECORD)
    slow = ("--service", "50us", "--progress", "always", "--stretch", 300)
    run, document = predict(fockproxy, "--ranks", "1,4,400", "--chunk", "1,16", *slow)
    efficiency = {(row["chunk"], row["ranks"]): row["efficiency"] for row in document["rows"]}
    for limit in document["limits"]:
        good = [ranks for ranks in (1, 4, 400) if efficiency[limit["chunk"], ranks] >= 0.5]
        bad = [ranks for ranks in (1, 4, 400) if efficiency[limit["chunk"], ranks] < 0.5]
        assert limit["efficient_to"] == (good[-1] if good else None)
        assert limit["inefficient_from"] == (bad[0] if bad else None)
        assert limit["efficiency"] == efficiency[limit["chunk"], 400]
    assert (document["limits"][0]["efficient_to"], document["limits"][0]["inefficient_from"]) == (4, 400)
    best = max((1, 16), key=lambda chunk: efficiency[chunk, 400])
    assert f"best on 400 ranks with chunks of {best}" in run.out
    assert max(limit["longest_queue"] for limit in document["limits"]) > 150
    assert "WARNING" in run.out and "MPI-PR" in run.out
    run, document = predict(fockproxy, "--ranks", "2", *slow)
    assert "WARNING" not in run.out and "best on" not in run.out
    assert document["limits"][0]["metg_seconds"] is None


def test_where_more_ranks_gain_nothing_and_what_they_lose_to(fockproxy):
    """231 tasks of a millisecond: each of 256 ranks has at most one, and with more ranks, more are idle."""
    recordings.write(fockproxy.directory / "water.tasks", recordings.made_up(6, 4, [1e-3] * 231, "made up"))
    run, document = predict(fockproxy, "--ranks", "1,64,256,400", "--counter", "mpi3,static", "--progress", "always")
    for limit in document["limits"]:
        rows = [row for row in document["rows"] if row["counter"] == limit["counter"]]
        losses = {part: rows[-1][f"{part}_seconds"] for part in ("counter", "blocks", "no_tasks", "last_rank")}
        assert limit["lost_to"] == max(losses, key=losses.get).replace("_", " ")
        assert limit["fastest_ranks"] == 256
    assert "no faster beyond" in run.out
    _, document = predict(fockproxy, "--ranks", "1,64", "--progress", "always")
    assert document["limits"][0]["fastest_ranks"] == 64
    _, document = predict(fockproxy, "--ranks", "1,64,256", "--progress", "always", "--service", "100us")
    assert document["limits"][0]["lost_to"] in ("counter", "blocks")


def test_the_longest_tasks_first_balance_better(fockproxy):
    """The last of 231 tasks is as long as the others of a rank together."""
    lengths = [1e-3] * 230 + [50e-3]
    recordings.write(fockproxy.directory / "water.tasks", recordings.made_up(6, 4, lengths, "made up"))
    rows = {}
    for order in ("natural", "costliest", "random", "stratified"):
        _, document = predict(fockproxy, "--ranks", 4, "--progress", "always", "--order", order)
        assert document["config"]["order"] == order
        [rows[order]] = document["rows"]
        assert rows[order]["computing_seconds"] == pytest.approx(sum(lengths))
    assert rows["natural"]["seconds"] > 57e-3 + 50e-3
    for order in ("costliest", "stratified"):
        assert rows[order]["seconds"] < 0.8 * rows["natural"]["seconds"]
    _, again = predict(fockproxy, "--ranks", 4, "--progress", "always", "--order", "random", "--order-seed", 3)
    assert again["rows"][0]["seconds"] != rows["random"]["seconds"]


def test_ghosts_and_how_many_are_best(fockproxy):
    """A single ghost of a node is as busy as possible; more ghosts share the work and use more cores."""
    fockproxy.document(*RECORD)
    ghosts = ("--progress", "ghost,entry", "--ghosts", "1,2,8", "--ranks-per-node", 16, "--stretch", 30)
    run, document = predict(fockproxy, "--ranks", "1,64", "--service", "20us", *ghosts)
    rows = {(row["progress"], row["ghosts"], row["ranks"]): row for row in document["rows"]}
    assert len(rows) == 8
    for number in (1, 2, 8):
        assert "no rank is left" in rows["ghost", number, 1]["reason"]
        row = rows["ghost", number, 64]
        assert row["busiest_rank_seconds"] <= row["seconds"]
        assert row["no_tasks_seconds"] == pytest.approx(4 * number * row["seconds"])
    best = [limit for limit in document["limits"] if limit["best"]]
    assert [(limit["progress"], limit["ghosts"]) for limit in best] == [
        ("ghost", max((1, 2, 8), key=lambda number: rows["ghost", number, 64]["efficiency"])), ("entry", 0)]
    assert f"and {best[0]['ghosts']} ghost" in run.out
    fockproxy("predict", "water.tasks", "--ghosts", 0).assert_refused("--ghosts")
    _, document = predict(fockproxy, "--progress", "ghost", "--ghosts", 16, "--ranks-per-node", 16, "--ranks", 64)
    assert "no rank of a node is left" in document["rows"][0]["reason"]
    run, _ = predict(fockproxy, "--progress", "always", "--ghosts", 2, "--ranks", 2)
    assert "--ghosts changes nothing" in run.err


def test_links_between_nodes(fockproxy):
    fockproxy.document(*RECORD)
    options = ("--ranks", "8,32", "--ranks-per-node", 8, "--progress", "always", "--stretch", 30)

    def seconds(*more):
        run, document = predict(fockproxy, *options, *more)
        assert ("links " in run.out) == bool(more)
        assert all((row["busiest_link_seconds"] > 0) == (row["ranks"] == 32 and "--link-latency" not in more and
                                                         bool(more)) for row in document["rows"])
        return {row["ranks"]: row["seconds"] for row in document["rows"]}

    without = seconds()
    for more in (("--link-latency", "300us"), ("--link-gap", "100us"), ("--link-bandwidth", 0.001)):
        found = seconds(*more)
        assert found[8] == without[8]
        assert found[32] > 1.2 * without[32], more
    run, _ = predict(fockproxy, "--ranks", 8, "--ranks-per-node", 8, "--link-gap", "1us", "--progress", "always")
    assert "links change nothing" in run.err


def test_metg_is_where_the_efficiency_is_a_half(fockproxy):
    fockproxy.document(*RECORD)
    _, document = predict(fockproxy, "--ranks", "1,4", "--progress", "always", "--metg", "--counter", "mpi3,static")
    mean = document["recording"]["task_seconds"] / document["recording"]["tasks"]
    for limit in document["limits"]:
        stretch = limit["metg_seconds"] / mean
        _, there = predict(fockproxy, "--ranks", 4, "--progress", "always", "--counter", limit["counter"], "--stretch",
                           stretch)
        assert there["rows"][0]["efficiency"] == pytest.approx(0.5, abs=0.01)


def test_what_the_model_cannot_deal_says_why(fockproxy):
    fockproxy.document(*RECORD)
    run, document = predict(fockproxy, "--ranks", "2,131072", "--counter", "steal", "--progress", "always")
    assert [row["status"] for row in document["rows"]] == ["predicted", "UNSUPPORTED"]
    assert "looks at all others" in document["rows"][1]["reason"] and "looks at all others" in run.out
    _, document = predict(fockproxy, "--ranks", 2, "--counter", "static,mpi3", "--schedule", "factoring")
    assert {row["counter"]: row["status"] for row in document["rows"]} == {"static": "UNSUPPORTED", "mpi3": "predicted"}
    for wrong in (("--counter", "ga"), ("--chunk", 0), ("--ranks-per-node", 0)):
        fockproxy("predict", "water.tasks", *wrong).assert_refused(wrong[0])


def test_inputs_without_an_effect_are_named(fockproxy):
    fockproxy.document(*RECORD)
    run, _ = predict(fockproxy, "--progress", "always", "--drain", 4, "--poll-interval", 10, "--ranks", 2)
    assert "--drain changes nothing" in run.err and "--poll-interval changes nothing" in run.err
    run, _ = predict(fockproxy, "--node-chunk", 7, "--static-assignment", "block", "--ranks", 2)
    assert "--node-chunk changes nothing" in run.err and "--static-assignment changes nothing" in run.err
    run, _ = predict(fockproxy, "--order", "costliest", "--order-seed", 7, "--ranks", 2)
    assert "--order-seed changes nothing" in run.err
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


def test_a_recording_without_room_is_refused_before_the_builds(fockproxy):
    """A limit of 32 MB on the size of files emulates a full disk. The recording has half a million tasks or more."""
    fockproxy.program = "sh"
    fockproxy("-c", 'trap "" XFSZ; ulimit -f 65536; exec "$@"', "sh", PROGRAM, "fock", "water20", "--basis", "sto-3g",
              "--grain", "shell", "--threshold", 1e-12, "--record", "water.tasks").assert_refused("water.tasks", "MB")
    assert fockproxy.files() == []


def test_a_long_recording_that_was_cut_is_refused_at_once(fockproxy):
    """The header announces 2 GB. The file is sparse, so the test needs no space; the program does not change it."""
    words = 2**28
    head = json.dumps({"formula": "H2", "basis": "none", "grain": "atom", "threshold": 0, "clock": "wall", "spins": 1,
                       "first_functions": [0, 1], "tasks": words // 4, "words": words}).encode()
    head = b"fockproxy recording 2\n" + head
    head += b" " * (-(len(head) + 1) % 8) + b"\n"
    file = fockproxy.directory / "long.tasks"
    for size in (len(head) + 4 * words, len(head), len(head) + 8 * words):
        with file.open("wb") as out:
            out.write(head)
            out.truncate(size)
        start = time.monotonic()
        fockproxy("predict", "long.tasks").assert_refused("long.tasks: torn")
        assert time.monotonic() - start < 20
        with pytest.raises(UserError, match="torn"):
            recordings.read(file)
        assert file.stat().st_size == size
    for many in (2**60, 2**61 - 4, 2**63):
        file.write_bytes(head.replace(str(words).encode(), str(many).encode()))
        fockproxy("predict", "long.tasks").assert_refused("long.tasks: torn")


def test_more_ranks_than_blocks_have_owners(fockproxy):
    """Owners are computed from the blocks and the ranks, so a recording of a smaller run lacks none."""
    recordings.write(fockproxy.directory / "water.tasks", recordings.made_up(1, 4, [1e-3], "one block"))
    _, document = predict(fockproxy, "--ranks", "1,64", "--progress", "entry")
    assert [row["computing_seconds"] for row in document["rows"]] == pytest.approx([1e-3, 1e-3])
