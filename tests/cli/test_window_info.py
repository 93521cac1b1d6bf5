"""--window-info: info keys for MPI windows as an option and an axis, what MPI kept of them, and false promises."""

import json

import jsonschema
import pytest
from conftest import SMALL, schema

QUICK = ("--case", "1", "--work", "200us", "--tasks-per-rank", "4")
SAFE = "accumulate_ops=same_op+accumulate_ordering=none+same_disp_unit=true"
VERDICTS = ("kept", "changed", "not kept", "kept by some")


def rows_of(fockproxy, command, *arguments, key="rows", code=0, **options):
    """The run and the rows of its document, which fits the schema."""
    result = fockproxy(command, *arguments, "--json", "out.json", **options)
    assert result.code == code, result.err + result.out
    document = json.loads((fockproxy.directory / "out.json").read_text())
    jsonschema.Draft7Validator(schema(command)).validate(document)
    return result, document[key]


def assert_kept(row, word):
    """The row tells what was asked for, and MPI's answer to each key."""
    assert row["window_info"] == word
    kept = row["window_info_kept"]
    assert "+".join(f"{entry['key']}={entry['asked']}" for entry in kept) == word
    for entry in kept:
        assert entry["verdict"] in VERDICTS
        assert (entry["verdict"] == "kept") == (entry["returned"] == [entry["asked"]])
        assert (entry["verdict"] == "not kept") == (entry["returned"] == [])


def test_keys_are_an_axis_of_the_counter(fockproxy):
    result, rows = rows_of(fockproxy, "counter", "--counter", "static,mpi3,mpi2", "--window-info",
                           f"none,{SAFE},accumulate_ordering=rar,waw", *QUICK, ranks=2)
    words = [None, SAFE, "accumulate_ordering=rar,waw"]
    assert [(row["counter"], row.get("window_info")) for row in rows] == [
        ("static", None), *(("mpi3", word) for word in words), *(("mpi2", word) for word in words)]
    for row in rows:
        assert row["status"] == "PASS"
        assert ("window_info" in row) == ("window_info_kept" in row)
        if "window_info" in row:
            assert_kept(row, row["window_info"])
    assert "kept by MPI" in result.out and SAFE in result.out


def test_without_keys_nothing_is_said_about_them(fockproxy):
    result, rows = rows_of(fockproxy, "counter", "--counter", "mpi3", *QUICK, ranks=2)
    assert "kept by MPI" not in result.out
    assert not {"window_info", "window_info_kept"} & set(rows[0])


def test_rates_have_keys_too(fockproxy):
    result, rows = rows_of(fockproxy, "counter", "--counter", "mpi3,static", "--saturate", "--saturate-time", "5ms",
                           "--window-info", f"none,{SAFE}", key="saturation", ranks=2)
    assert [(row["counter"], row.get("window_info")) for row in rows] == [
        ("mpi3", None), ("mpi3", SAFE), ("static", None)]
    assert_kept(rows[1], SAFE)
    assert f"mpi3, window allocate with {SAFE}: " in result.out


def test_single_operations_have_keys(fockproxy):
    result, rows = rows_of(fockproxy, "onesided", "--table", "latency", "--completion", "flush", "--row-time", "1ms",
                           "--operation", "get,accumulate,fetch_and_op,load", "--window-info", f"none,{SAFE}", ranks=2)
    assert {(row["operation"], row.get("window_info")) for row in rows} == {
        *((operation, word) for operation in ("get", "accumulate", "fetch_and_op") for word in (None, SAFE)),
        ("load", None)}
    for row in rows:
        assert row["status"] in ("PASS", "UNSUPPORTED") and (row["status"] == "PASS" or row["operation"] == "load")
        if "window_info" in row:
            assert_kept(row, SAFE)
    assert SAFE in result.out


def test_segments_get_one_size(fockproxy):
    """Only rank 0 has the counter, and panels of a matrix differ; the program makes the promise true."""
    _, rows = rows_of(fockproxy, "counter", "--counter", "mpi3,mpi2,mpi2-mutex", "--window", "allocate,create",
                      "--window-info", "same_size=true", *QUICK, ranks=2)
    assert [row["status"] for row in rows] == 6 * ["PASS"]


def test_a_false_promise_is_no_measurement(fockproxy):
    """The lock mixes MPI_NO_OP and MPI_REPLACE; a ghost exposes segments of others."""
    _, rows = rows_of(fockproxy, "counter", "--counter", "mcs-mutex,mpi3", "--window-info",
                      "accumulate_ops=same_op", *QUICK, ranks=2)
    assert [row["status"] for row in rows] == ["UNSUPPORTED", "PASS"]
    assert "false promise" in rows[0]["reason"] and "MPI_NO_OP" in rows[0]["reason"]
    _, rows = rows_of(fockproxy, "counter", "--counter", "mpi3", "--window", "ghost", "--window-info",
                      "same_size=true,same_disp_unit=true", *QUICK, ranks=2)
    assert rows[0]["status"] == "UNSUPPORTED" and "ghost" in rows[0]["reason"]
    assert [entry["verdict"] for entry in rows[0]["window_info_kept"]] == ["no window"]
    assert rows[1]["status"] == "PASS"


def test_vendor_promises_are_looked_at(fockproxy):
    words = ("acc_single_intrinsic=true", "which_accumulate_ops=sum,replace", "which_accumulate_ops=sum")
    _, rows = rows_of(fockproxy, "onesided", "--table", "latency", "--completion", "flush", "--row-time", "1ms",
                      "--operation", "accumulate,fetch_and_op", "--window-info", ",".join(words), ranks=2)
    status = {(row["operation"], row["window_info"]): row["status"] for row in rows}
    assert status["accumulate", words[0]] == "UNSUPPORTED"  # some of its calls have blocks
    assert {status[key] for key in status if key != ("accumulate", words[0])} == {"PASS"}
    _, rows = rows_of(fockproxy, "counter", "--counter", "mpi3", "--window-info", ",".join(words[1:]), *QUICK, ranks=2)
    assert [row["status"] for row in rows] == ["PASS", "UNSUPPORTED"]  # reset() replaces the value


def test_columns_of_compare_have_keys(fockproxy):
    _, rows = rows_of(fockproxy, "compare", "water", *SMALL, "--case", "1", "--repeat", "1", "--counter",
                      "mpi3,mcs-mutex", "--window-info", f"none,{SAFE}", ranks=2)
    assert [(row["counter"], row.get("window_info"), row["status"]) for row in rows] == [
        ("mpi3", None, "PASS"), ("mpi3", SAFE, "PASS"), ("mcs-mutex", None, "PASS"),
        ("mcs-mutex", SAFE, "UNSUPPORTED")]
    assert_kept(rows[1], SAFE)


@pytest.mark.parametrize("command", ["fock", "scf"])
def test_a_calculation_is_the_same_with_keys(fockproxy, command):
    energies = []
    for word in ("none", f"{SAFE}+same_size=true+mpi_accumulate_granularity=8"):
        run, document = fockproxy.document(command, "water", *SMALL, "--window-info", word, ranks=2)
        assert document["config"]["window_info"] == word
        assert ("window_info_kept" in document) == (word != "none") == (f"Info keys of windows, {word}: " in run.out)
        energies.append(document["energy_total"] if command == "fock" else document["scf"]["energy_total"])
    assert energies[0] == pytest.approx(energies[1], abs=1e-9)
    assert_kept({"window_info": word, **document}, word)


def test_a_calculation_refuses_a_false_promise(fockproxy):
    fockproxy("fock", "water", *SMALL, "--counter", "mcs-mutex", "--window-info", "accumulate_ops=same_op",
              ranks=2).assert_refused("false promise")
    fockproxy("fock", "water", *SMALL, "--window-info", "acc_single_intrinsic=true",
              ranks=2).assert_refused("acc_single_intrinsic=true", "many elements")
    fockproxy("fock", "water", *SMALL, "--cache", "replicated", "--global-sum", "owner", "--window-info",
              "acc_single_intrinsic=true", ranks=2).assert_refused("false promise")


@pytest.mark.parametrize("command", [("fock", "water"), ("counter",), ("onesided",), ("compare", "water")])
@pytest.mark.parametrize("word, said", [
    ("same_op", "'same_op' is neither none nor KEY=VALUE, several joined by +"),
    ("accumulate_ops=any", "accumulate_ops=any is neither same_op nor same_op_no_op"),
    ("accumulate_ordering=rar,war,raa", "is neither none nor a list of rar, raw, war, waw"),
    ("same_size=yes", "is neither true nor false"),
    ("mpi_accumulate_granularity=-8", "is no number of bytes"),
    ("same_size=true+same_size=true", "has the key same_size twice"),
    ("no_locks=true", "false promise"),
    ("alloc_shm=false", "belongs to --window"),
])
def test_bad_words(fockproxy, command, word, said):
    fockproxy(*command, "--window-info", word).assert_refused("--window-info", said)


def test_verdicts_have_no_keys(fockproxy):
    fockproxy("counter", "--verdict", "--window-info", "same_size=true").assert_refused("--verdict", "--window-info")
