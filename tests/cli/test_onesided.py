"""`fockproxy onesided`: its tables, its document, and that a faulty transfer shows no time."""

import json
import math

import jsonschema
import pytest
from conftest import PROVENANCE_SCHEMA, needs_ga, schema

SCHEMA = schema("onesided")
SHORT = ("--row-time", "1ms")


def run(fockproxy, *arguments, longest="16k", **options):
    result = fockproxy("onesided", *SHORT, *arguments, "--max-bytes", longest, "--json", "onesided.json", **options)
    assert result.code == 0, result.err
    assert result.out.endswith("VERIFICATION: PASS\n")
    return result, read(fockproxy)


def read(fockproxy):
    document = json.loads((fockproxy.directory / "onesided.json").read_text())
    jsonschema.Draft7Validator(SCHEMA).validate(document)
    jsonschema.Draft7Validator(PROVENANCE_SCHEMA).validate(document["provenance"])
    return document


def test_every_table_has_its_rows(fockproxy):
    result, document = run(fockproxy, "--table", "all", "--operation", "get,accumulate", ranks=2, timeout=120)
    tables = {row["table"] for row in document["rows"]}
    listed = fockproxy("onesided", "--list").out.split("\n\n")[0]
    assert tables == {line.split()[0] for line in listed.splitlines()} - {"patch"}  # its transfers have a megabyte
    for table in tables:
        assert f"\n{table}: " in result.out
    for row in document["rows"]:
        assert row["status"] == "PASS", row
        assert row["seconds"]["median"] <= row["seconds"]["p90"] <= row["seconds"]["maximum"]
        assert row["median_low"] <= row["seconds"]["median"] <= row["median_high"]
        assert sum(count for _, count in row["histogram"]) == row["samples"]
        assert row["transfers"] >= row["samples"]


def test_rows_say_what_was_asked_for(fockproxy):
    _, document = run(fockproxy, "--table", "latency", "--operation", "put,rput", "--window", "allocate,create",
                      "--completion", "flush,epoch", "--cache", "warm", ranks=2)
    asked = [(row["operation"], row["window"], row["completion"], row["placement"]) for row in document["rows"]]
    assert asked == [(operation, window, completion, placement) for operation in ("put", "rput")
                     for window in ("allocate", "create") for completion in ("flush", "epoch")
                     for placement in ("self", "same node")]
    assert all(row["cache"] == "warm" and row["bytes"] == 8 for row in document["rows"])


def test_operators_and_datatypes_have_rows(fockproxy):
    _, document = run(fockproxy, "--table", "operators", "--operation", "accumulate,fetch_and_op,compare_and_swap",
                      ranks=2)
    kinds = {(row["operation"], row.get("combination"), row["datatype"]) for row in document["rows"]}
    own = {"accumulate": ("sum", "replace", "min", "max"),
           "fetch_and_op": ("sum", "replace", "no_op", "min", "max"), "compare_and_swap": (None,)}
    assert kinds == {(operation, combination, datatype) for operation, combinations in own.items()
                     for combination in combinations for datatype in ("double", "int64", "int32")
                     if (operation, datatype) != ("compare_and_swap", "double")}
    assert {row["bytes"] for row in document["rows"] if row["operation"] == "accumulate"} == {8, 64, 4096}
    assert {(row["datatype"], row["bytes"]) for row in document["rows"] if row["operation"] == "fetch_and_op"} == {
        ("double", 8), ("int64", 8), ("int32", 4)}
    for row in document["rows"]:
        assert (row["status"] == "PASS"
                or (row["operation"], row["status"]) == ("compare_and_swap", "UNSUPPORTED")), row


def test_an_operator_and_a_datatype_are_chosen_for_every_table(fockproxy):
    _, document = run(fockproxy, "--table", "latency,contiguous", "--operation", "put,accumulate", "--combination",
                      "max", "--datatype", "int32", "--completion", "flush,flush-local", "--cache", "warm", ranks=2)
    assert {(row["operation"], row.get("combination"), row["datatype"]) for row in document["rows"]} == {
        ("put", None, "int32"), ("accumulate", "max", "int32")}
    assert {row["status"] for row in document["rows"]} == {"PASS"}


def test_a_target_that_computes_is_a_row_of_its_own(fockproxy):
    _, document = run(fockproxy, "--table", "busy", "--operation", "fetch_and_op", "--period", "1ms", "--progress",
                      "none,poll", ranks=2)
    assert [(row["target"], row["progress"]) for row in document["rows"]] == [
        ("inside", "none"), ("computing", "none"), ("computing", "poll")]
    assert "computing, poll" in fockproxy("onesided", *SHORT, "--table", "busy", "--operation", "get", ranks=2).out


def test_a_target_waits_for_a_device(fockproxy):
    result, document = run(fockproxy, "--table", "busy", "--operation", "fetch_and_op", "--period", "1ms",
                           "--work-kind", "device", "--device", "emulated", "--device-wait", "poll", ranks=2)
    assert {row["target"] for row in document["rows"]} == {"inside", "computing"}
    assert all(row["status"] == "PASS" for row in document["rows"])
    assert document["config"]["device_used"] == "emulated by a thread"
    assert "emulated by a thread; targets that compute wait for it by poll" in result.out


def test_one_rank_talks_to_itself(fockproxy):
    _, document = run(fockproxy, "--table", "latency,contention", "--operation", "get")
    assert {row["placement"] for row in document["rows"]} >= {"self"}


def test_segments_that_overlap_go_one_by_one_and_it_says_so(fockproxy):
    result, document = run(fockproxy, "--table", "vectors", "--operation", "put", ranks=2)
    overlapping = [row for row in document["rows"] if row["overlapping"]]
    assert {row["method"] for row in overlapping} == {"conservative", "batched", "direct", "packed"}
    assert {row["method_in_effect"] for row in overlapping} == {"conservative"}
    assert "conservative (not direct)" in result.out
    assert "Fastest for put" in result.out


def test_overlap_is_a_share(fockproxy):
    _, document = run(fockproxy, "--table", "overlap", "--operation", "get", ranks=2)
    assert all(0 <= row["hidden_share"] <= 1 and row["alone_seconds"] > 0 for row in document["rows"])


@needs_ga
def test_global_arrays_and_armci_have_rows_beside_mpi(fockproxy):
    _, document = run(fockproxy, "--table", "patch,strided", "--operation",
                      "get,ga_get,armci_get,ga_acc,armci_acc", "--method", "direct", longest="1M", ranks=2, timeout=120)
    patch = [row for row in document["rows"] if row["table"] == "patch"]
    assert {row["operation"] for row in patch} == {"get", "ga_get", "armci_get", "ga_acc", "armci_acc"}
    assert all(row["bytes"] == 353 * 353 * 8 and row["stride_bytes"] == 355 * 8 for row in patch)
    assert all(row["status"] == "PASS" for row in document["rows"])


@pytest.mark.parametrize("fault", ["lost", "late", "misplaced"])
def test_a_faulty_transfer_is_found_and_shows_no_time(fockproxy, fault):
    result = fockproxy("onesided", *SHORT, "--table", "latency,strided", "--operation", "get,put", "--inject", fault,
                       "--json", "onesided.json", ranks=2)
    result.assert_refused("verification failed", code=1)
    assert "PASS" not in result.out
    rows = read(fockproxy)["rows"]
    assert {row["status"] for row in rows} == {"FAIL"}
    assert all("seconds" not in row for row in rows)


def test_the_clock_is_told(fockproxy):
    result, document = run(fockproxy, "--table", "latency", "--operation", "get")
    assert 0 < document["config"]["clock_reading_seconds"] < 1e-3
    assert math.isfinite(document["config"]["clock_resolution_seconds"])
    assert "Clock: resolution" in result.out


@pytest.mark.parametrize("arguments, words", [
    (("--table", "nothing"), "--table 'nothing' is not one of latency"),
    (("--operation", "steal"), "--operation 'steal' is not one of get"),
    (("--combination", "prod"), "--combination 'prod' is not one of sum, replace, no_op, min, max"),
    (("--datatype", "float"), "--datatype 'float' is not one of own, double, int64, int32"),
    (("--operation", "accumulate", "--combination", "no_op"), "nothing to measure"),
    (("--completion", "never"), "--completion 'never' is not one of flush, flush-local, epoch"),
    (("--method", "magic"), "--method 'magic' is not one of conservative"),
    (("--cache", "cold"), "--cache 'cold' is not one of fresh, warm"),
    (("--max-bytes", "1G"), "--max-bytes '1G' is not a size"),
    (("--max-bytes", "65M"), "--max-bytes '65M' is more than 64 MiB"),
    (("--interval", "0"), "--interval must be above 0"),
    (("--inject", "luck"), "--inject 'luck' is not one of lost, late, misplaced"),
    (("--list", "--json", "x.json"), "--list measures nothing"),
])
def test_what_makes_no_sense_is_refused(fockproxy, arguments, words):
    fockproxy("onesided", *arguments).assert_refused(words)
