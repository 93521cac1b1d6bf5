"""`fockproxy profile`: the cost of operations with a computing target; and predict, which reads it."""

import json

import jsonschema
import pytest
from conftest import MPI, PROVENANCE_SCHEMA, schema

SCHEMA = schema("profile")
FEW = ("--samples", 7, "--period", "1ms")


def profile(fockproxy, *options):
    run = fockproxy("profile", "--json", "stack.json", *FEW, *options, ranks=2)
    assert run.code == 0, run.err
    document = json.loads((fockproxy.directory / "stack.json").read_text())
    jsonschema.Draft7Validator(SCHEMA).validate(document)
    jsonschema.Draft7Validator(PROVENANCE_SCHEMA).validate(document["provenance"])
    return document


def of(document, window):
    """The rows by operation, size and shape; for draws those of MPI_Fetch_and_op."""
    return {(row["operation"], row["bytes"], row["strided"]): row for row in document["operations"]
            if row["window"] == window and row["status"] == "measured" and row.get("counter", "mpi3") == "mpi3"}


def draws(document, window):
    return {row["counter"]: row for row in document["operations"]
            if row["window"] == window and row["operation"] == "draw"}


def test_operations_of_every_kind_and_size(fockproxy):
    document = profile(fockproxy)
    rows = of(document, "create")
    assert {operation for operation, _, _ in rows} == {"draw", "get", "accumulate"}
    assert {size for operation, size, _ in rows if operation == "get"} == {8, 512, 4096, 32768, 262144}
    for row in rows.values():
        assert [point["in_flight"] for point in row["points"]] == [1, 4, 16, 64][:len(row["points"])]
        assert row["points"][0]["inside_seconds"] > 0
        assert row["points"][0]["computing_seconds"] > 0
        rate = row.get("most_per_second")
        assert (rate is None) == (row["service_seconds"] == 0)
        assert ("bytes_per_second" in row) == (rate is not None and row["operation"] != "draw")
        if rate:
            assert rate * row["entries"] * row["service_seconds"] == pytest.approx(1)
            assert rate * row["points"][0]["inside_seconds"] > 0.999  # one at a time is no faster
            assert row.get("bytes_per_second", 0) in (0, pytest.approx(rate * row["bytes"]))


@pytest.mark.timing
@pytest.mark.skipif(MPI != "mpich", reason="of MPICH alone it is known that these windows need their target")
def test_windows_of_mpich_need_one_call_of_their_target(fockproxy):
    rows = of(profile(fockproxy, "--window", "create"), "create")
    small = [row for (_, size, _), row in rows.items() if size == 8]
    assert len(small) == 3
    for row in small:
        assert not row["by_itself"]
        assert row["entries"] == 1
        assert row["points"][0]["computing_seconds"] > 10 * row["points"][0]["inside_seconds"]


CARD = {"put": {None}, "get": {None}, "compare_and_swap": {None}, "accumulate": {"sum", "replace", "min", "max"},
        "get_accumulate": {"sum", "replace", "no_op", "min", "max"},
        "fetch_and_op": {"sum", "replace", "no_op", "min", "max"}}
MOVES = (("put", None), ("get", None), ("accumulate", "sum"), ("accumulate", "replace"), ("get_accumulate", "sum"),
         ("get_accumulate", "no_op"))


@pytest.mark.timing
def test_the_progress_card_has_operations_combinations_and_datatypes(fockproxy):
    options = (*FEW, "--window", "create", "--card", "--counter", "mpi3")
    run = fockproxy("profile", "--json", "stack.json", *options, ranks=2)
    assert run.code == 0, run.err
    assert "mpi-issues 635" in run.out
    document = json.loads((fockproxy.directory / "stack.json").read_text())
    jsonschema.Draft7Validator(SCHEMA).validate(document)
    rows = document["card"]
    keys = [tuple(row[name] for name in ("operation", "combination", "datatype", "bytes", "synchronisation"))
            for row in rows]
    assert len(set(keys)) == len(keys)
    for operation, combinations in CARD.items():
        found = {(combination, datatype) for name, combination, datatype, size, _ in keys
                 if name == operation and size <= 8}
        datatypes = ("int32", "int64") if operation == "compare_and_swap" else ("int32", "int64", "double")
        assert found == {(combination, datatype) for combination in combinations for datatype in datatypes}
    large = {(name, combination, datatype) for name, combination, datatype, size, _ in keys if size > 8}
    assert large == {(*move, datatype) for move in MOVES for datatype in ("double", "derived")}
    for synchronisation in ("shared", "exclusive"):
        locked = {key[:2] for key in keys if key[4] == synchronisation}
        assert locked == {*MOVES, ("fetch_and_op", "sum")}
    assert {row["synchronisation"] for row in rows} == {"flush", "shared", "exclusive"}
    assert {row["strategy"] for row in rows} == {"none"}
    for row in rows:
        if row["status"] == "UNSUPPORTED":
            assert (row["operation"], row["bytes"]) == ("compare_and_swap", 8)
            assert "MPI_Compare_and_swap" in row["reason"]
        else:
            assert row["inside_seconds"] > 0 and (row["entries"] == 0) == row["by_itself"]


@pytest.mark.timing
def test_an_operation_needs_its_target_on_the_card_as_in_the_profile(fockproxy):
    document = profile(fockproxy, "--window", "create", "--counter", "mpi3", "--card")
    card = {(row["operation"], row["combination"], row["datatype"], row["bytes"], row["synchronisation"]): row
            for row in document["card"]}
    same = [(("fetch_and_op", "sum", "int64", 8, "flush"), ("draw", 8, False)),
            (("get", None, "double", 8, "flush"), ("get", 8, False)),
            (("accumulate", "sum", "double", 8, "flush"), ("accumulate", 8, False))]
    profiled = of(document, "create")
    for on_card, in_profile in same:
        assert card[on_card]["by_itself"] == profiled[in_profile]["by_itself"], on_card


@pytest.mark.timing
def test_several_origins_and_the_scope_of_the_lock(fockproxy):
    document = profile(fockproxy, "--window", "create", "--counter", "mpi3")
    [scope] = document["lock_scopes"]
    assert scope["status"] == "UNSUPPORTED" and "3 ranks" in scope["reason"]
    assert all("origins" not in row for row in document["operations"])
    run = fockproxy("profile", "--json", "stack.json", *FEW, "--window", "create", "--counter", "mpi3", ranks=4)
    assert run.code == 0, run.err
    document = json.loads((fockproxy.directory / "stack.json").read_text())
    jsonschema.Draft7Validator(SCHEMA).validate(document)
    [scope] = document["lock_scopes"]
    assert scope["status"] == "measured" and f"accumulates: {scope['scope']}." in run.out
    for row in document["operations"]:
        many = row["operation"] == "draw" or (row["bytes"] == 4096 and not row["strided"])
        assert ("origins" in row) == (many and not row["by_itself"])
        for point in row.get("origins", []):
            assert point["origins"] == 3 and 0 < point["served_per_call"] <= 4


def test_draws_of_each_counter(fockproxy):
    rows = draws(profile(fockproxy, "--window", "create"), "create")
    assert set(rows) == {"mpi3", "mpi2", "mpi2-tree", "steal"}
    for counter, row in rows.items():
        assert row["exclusive"] == (counter in ("mpi2", "mpi2-tree"))
        assert row["bytes"] == (16 if counter == "mpi2" else 8)
        if row["status"] == "UNSUPPORTED":
            assert counter == "steal" and "MPI_Compare_and_swap" in row["reason"]
            continue
        point = row["points"][0]
        assert point["inside_seconds"] > 0
        # Each call is one service and one round trip.
        assert (2 * row["latency_seconds"] + row["service_seconds"]) * row["entries"] == pytest.approx(
            point["inside_seconds"])
    document = profile(fockproxy, "--window", "allocate", "--counter", "mcs-mutex,mpi3-getacc")
    rows = draws(document, "allocate")
    assert set(rows) == {"mcs-mutex", "mpi3-getacc"}
    assert all(row["status"] == "measured" for row in rows.values())
    assert rows["mcs-mutex"]["exclusive"] and not rows["mpi3-getacc"]["exclusive"]
    fockproxy("profile", "--counter", "server-rank", ranks=2).assert_refused("--counter")


def test_predict_reads_the_draws_of_its_counters(fockproxy):
    profile(fockproxy, "--window", "create", "--counter", "mpi3,mpi2")
    fockproxy.document("fock", "water5", "--basis", "sto-3g", "--repeat", 1, "--record", "water.tasks")
    run = fockproxy("predict", "water.tasks", "--profile", "stack.json", "--ranks", "16", "--counter",
                    "mpi3,mpi2,node,static", "--json", "predict.json")
    assert run.code == 0, run.err
    rows = json.loads((fockproxy.directory / "predict.json").read_text())["rows"]
    assert [row["status"] for row in rows] == ["predicted"] * 8


def test_a_counter_that_the_profile_lacks_has_rows_with_the_reason(fockproxy):
    document = profile(fockproxy, "--window", "create", "--counter", "mpi3,mpi2")
    [draw] = [row for row in document["operations"] if row.get("counter") == "mpi2"]
    kept = {name: draw[name] for name in ("operation", "window", "bytes", "strided", "counter", "exclusive")}
    document["operations"][document["operations"].index(draw)] = {**kept, "status": "UNSUPPORTED", "reason": "it rains"}
    (fockproxy.directory / "stack.json").write_text(json.dumps(document))
    fockproxy.document("fock", "water5", "--basis", "sto-3g", "--repeat", 1, "--record", "water.tasks")
    run = fockproxy("predict", "water.tasks", "--profile", "stack.json", "--counter", "mpi3,mpi2,steal,node",
                    "--ranks", 4, "--progress", "entry", "--metg", "--json", "predict.json")
    assert run.code == 0, run.err
    answer = json.loads((fockproxy.directory / "predict.json").read_text())
    reasons = {row["counter"]: row.get("reason", "") for row in answer["rows"]}
    assert reasons["mpi3"] == reasons["node"] == ""
    assert reasons["mpi2"].endswith("window create: it rains") and reasons["mpi2"] in run.out
    assert "no draws of steal" in reasons["steal"] and "profile --counter" in reasons["steal"]
    assert [limit["counter"] for limit in answer["limits"]] == ["mpi3", "node"]


def test_predict_reads_a_profile(fockproxy):
    profile(fockproxy)
    fockproxy.document("fock", "water5", "--basis", "sto-3g", "--repeat", 1, "--record", "water.tasks")
    run = fockproxy("predict", "water.tasks", "--profile", "stack.json", "--window", "create", "--ranks", "2,16",
                    "--json", "predict.json")
    assert run.code == 0, run.err
    assert "stack.json, window create" in run.out
    rows = json.loads((fockproxy.directory / "predict.json").read_text())["rows"]
    assert [row["status"] for row in rows] == ["predicted"] * 4


def test_predict_reads_a_profile_of_a_node_beside_that_of_two(fockproxy):
    """Here ranks of two nodes are ten times as far from each other."""
    document = profile(fockproxy, "--window", "create", "--counter", "mpi3")
    for row in document["operations"]:
        if row["status"] == "measured":
            row["latency_seconds"] = 0.01 + 10 * row["latency_seconds"]
    (fockproxy.directory / "hosts.json").write_text(json.dumps(document))
    fockproxy.document("fock", "water5", "--basis", "sto-3g", "--repeat", 1, "--record", "water.tasks")

    def seconds(*options):
        run = fockproxy("predict", "water.tasks", "--ranks", "2,4", "--ranks-per-node", 2, "--progress", "always",
                        "--json", "predict.json", *options)
        assert run.code == 0, run.err
        rows = json.loads((fockproxy.directory / "predict.json").read_text())["rows"]
        return [row["seconds"] for row in rows]

    node, hosts = seconds("--profile", "stack.json"), seconds("--profile", "hosts.json")
    both = seconds("--profile", "hosts.json", "--node-profile", "stack.json")
    assert both[0] == node[0]
    assert node[1] < both[1] < hosts[1]
    fockproxy("predict", "water.tasks", "--node-profile", "stack.json").assert_refused("--node-profile needs")


def test_seeds_give_a_band_where_the_profile_has_a_spread(fockproxy):
    document = profile(fockproxy, "--window", "create", "--counter", "mpi3")
    fockproxy.document("fock", "water5", "--basis", "sto-3g", "--repeat", 1, "--record", "water.tasks")

    def row(factors, *options):
        for operation in document["operations"]:
            for point in operation.get("points", []):
                assert point["inside_quantiles"] == sorted(point["inside_quantiles"])
                point["inside_quantiles"] = [factor * point["inside_seconds"] for factor in factors]
        (fockproxy.directory / "stack.json").write_text(json.dumps(document))
        run = fockproxy("predict", "water.tasks", "--profile", "stack.json", "--ranks", 8, "--progress", "always",
                        "--json", "predict.json", *options)
        assert run.code == 0, run.err
        return json.loads((fockproxy.directory / "predict.json").read_text())["rows"][0]

    alike = row([1, 1, 1, 1, 1], "--seeds", 3)
    assert alike["least_seconds"] == alike["most_seconds"] == pytest.approx(alike["seconds"])
    wide = row([1, 1, 1, 20, 200], "--seeds", 3)
    assert wide["seconds"] == alike["seconds"] < wide["least_seconds"] < wide["most_seconds"]
    assert "most_seconds" not in row([1, 1, 1, 20, 200])
    run = fockproxy("predict", "water.tasks", "--seeds", 3, "--ranks", 2)
    assert "--seeds changes nothing" in run.err


def test_a_profile_of_another_stack_than_the_recording_is_refused(fockproxy):
    document = profile(fockproxy, "--window", "create", "--counter", "mpi3")
    fockproxy.document("fock", "water5", "--basis", "sto-3g", "--repeat", 1, "--record", "water.tasks")
    ask = ("predict", "water.tasks", "--profile", "stack.json", "--ranks", 2)
    assert fockproxy(*ask).code == 0
    for place, name in ((document["provenance"]["mpi"], "library"), (document["provenance"], "cpu")):
        true, place[name] = place[name], "Another 1.0"
        (fockproxy.directory / "stack.json").write_text(json.dumps(document))
        place[name] = true
        fockproxy(*ask).assert_refused("--other-stack")
        assert fockproxy(*ask, "--other-stack").code == 0


def profile_and_recording(fockproxy):
    """A profile, which the caller changes and writes, and the file h2.tasks."""
    fockproxy.document("fock", "h2", "--basis", "sto-3g", "--repeat", 1, "--record", "h2.tasks")
    return profile(fockproxy, "--window", "create", "--counter", "mpi3")


def test_a_profile_with_a_strategy_is_for_targets_that_always_serve(fockproxy):
    document = profile_and_recording(fockproxy)
    (fockproxy.directory / "none.json").write_text(json.dumps(document))
    fitting = {"none": ("always", "poll", "always,entry"), "helper-poll": ("always",), "library": ("always",),
               "poll": ()}
    for strategy, fits in fitting.items():
        document["config"]["progress"] = strategy
        (fockproxy.directory / "stack.json").write_text(json.dumps(document))
        for progress in fitting["none"]:
            run = fockproxy("predict", "h2.tasks", "--profile", "stack.json", "--ranks", 2, "--progress", progress)
            if progress in fits:
                assert run.code == 0, run.err
            else:
                run.assert_refused(f"stack.json was measured with --progress {strategy}")
    fockproxy("predict", "h2.tasks", "--profile", "none.json", "--node-profile", "stack.json").assert_refused(
        "stack.json was measured with --progress poll")


def test_a_profile_of_another_version_is_refused(fockproxy):
    document = profile_and_recording(fockproxy)
    document["schema_version"] += 1
    (fockproxy.directory / "stack.json").write_text(json.dumps(document))
    fockproxy("predict", "h2.tasks", "--profile", "stack.json").assert_refused("stack.json: has schema_version 3")


def test_parts_of_a_profile_without_an_effect_are_named(fockproxy):
    document = profile_and_recording(fockproxy)

    def notes(alone, *options):
        """The notes if these operations need no call of their target, and all others do."""
        for row in document["operations"]:
            row["by_itself"] = row["operation"] in alone
        (fockproxy.directory / "stack.json").write_text(json.dumps(document))
        run = fockproxy("predict", "h2.tasks", "--profile", "stack.json", "--ranks", 2, *options)
        assert run.code == 0, run.err
        return [line for line in run.err.splitlines() if "changes nothing" in line or "change nothing" in line]

    everything = ("draw", "get", "accumulate")
    [strided] = notes(())
    assert "stack.json: its strided operations change nothing" in strided
    assert "--progress entry changes nothing" in notes(everything)[-1]
    assert len(notes(everything, "--progress", "always,ghost")) == 1
    assert len(notes(everything, "--progress", "poll,entry", "--poll-interval", 10)) == 3
    assert len(notes(("get", "accumulate"))) == 1
    assert "--progress entry changes nothing" in notes(("get", "accumulate"), "--counter", "static")[-1]
    document.update(card=[], lock_scopes=[{"window": "create", "status": "measured", "scope": "element"}])
    assert [name in note for name, note in zip(("strided", "scope of the lock", "progress card"), notes(()),
                                               strict=True)] == [True] * 3


def test_what_is_no_profile_is_refused(fockproxy):
    fockproxy.document("fock", "h2", "--basis", "sto-3g", "--repeat", 1, "--record", "h2.tasks")
    for name, content in {"text": "words", "list": "[]", "empty": ""}.items():
        (fockproxy.directory / name).write_text(content)
        fockproxy("predict", "h2.tasks", "--profile", name).assert_refused("fockproxy profile --json")
    fockproxy("predict", "h2.tasks", "--profile", "result.json").assert_refused("fockproxy profile --json")
    fockproxy("predict", "h2.tasks", "--profile", "nowhere").assert_refused("nowhere")
    fockproxy("predict", "h2.tasks", "--window", "create").assert_refused("--profile")
    profile(fockproxy, "--window", "create")
    fockproxy("predict", "h2.tasks", "--profile", "stack.json", "--window", "moon").assert_refused("moon")
    fockproxy("predict", "h2.tasks", "--profile", "stack.json", "--latency", "3us").assert_refused("--latency")
    fockproxy("profile", ranks=1).assert_refused("at least 2 ranks")
