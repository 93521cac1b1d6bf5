"""`fockproxy gsum`: its rows, its document, and that a wrong sum shows no time."""

import json

import jsonschema
import pytest
from conftest import PROVENANCE_SCHEMA, schema

SCHEMA = schema("gsum")
SHORT = ("--row-time", "1ms", "--bytes", "1k,64k", "--chunk", "8k,whole")


def read(fockproxy):
    document = json.loads((fockproxy.directory / "gsum.json").read_text())
    jsonschema.Draft7Validator(SCHEMA).validate(document)
    jsonschema.Draft7Validator(PROVENANCE_SCHEMA).validate(document["provenance"])
    return document


def test_every_method_size_and_chunk_has_its_row(fockproxy):
    result = fockproxy("gsum", *SHORT, "--late", "1ms", "--json", "gsum.json", ranks=2)
    assert result.code == 0, result.err
    assert result.out.endswith("VERIFICATION: PASS\n")
    rows = read(fockproxy)["rows"]
    methods = list(dict.fromkeys(row["method"] for row in rows))
    assert len(methods) > 2
    assert [(row["bytes"], row["method"], row["chunk_bytes"], row["late_seconds"]) for row in rows] == [
        (size, method, chunk, late) for size in (1024, 65536) for method in methods
        for chunk in ([1024] if size == 1024 else [8192, 65536]) for late in (0, 1e-3)]
    assert all(row["status"] == "PASS" and row["median_low"] <= row["median_high"] for row in rows)
    assert "64 KiB, arriving late: " in result.out and " is fastest (" in result.out


def test_what_hides_behind_work_is_a_share(fockproxy):
    result = fockproxy("gsum", *SHORT, "--method", "iallreduce", "--beside-work", "--json", "gsum.json", ranks=2)
    assert result.code == 0, result.err
    assert all(0 <= row["hidden_share"] <= 1 for row in read(fockproxy)["rows"])


def test_a_wrong_sum_is_found_and_shows_no_time(fockproxy):
    result = fockproxy("gsum", *SHORT, "--inject", "--json", "gsum.json", ranks=2)
    result.assert_refused("verification failed: allreduce", code=1)
    assert "PASS" not in result.out
    rows = read(fockproxy)["rows"]
    assert {row["status"] for row in rows} == {"FAIL"} and all("seconds" not in row for row in rows)


def test_one_rank_sums_alone(fockproxy):
    assert fockproxy("gsum", *SHORT).code == 0


@pytest.mark.parametrize("arguments, words", [
    (("--method", "magic"), "--method 'magic' is not one of allreduce"),
    (("--bytes", "1T"), "--bytes '1T' is not a size"),
    (("--bytes", "9"), "--bytes '9' is not a whole number of doubles"),
    (("--bytes", "257M"), "is more than 256 MiB"),
    (("--chunk", "none"), "--chunk 'none' is not a size"),
    (("--late", "soon"), "'soon' is not a duration"),
])
def test_what_makes_no_sense_is_refused(fockproxy, arguments, words):
    fockproxy("gsum", *arguments).assert_refused(words)
