"""fockproxy compare: the same Fock tasks with no, one, six and twelve communications, as a user runs it."""

import json
import re

import jsonschema
import pytest
from conftest import MOLECULES, MPI, schema

SCHEMA = schema("compare")
WATER = MOLECULES / "water.xyz"


def run(fockproxy, *arguments, code=0, **options):
    """The run and its document, which fits the schema."""
    result = fockproxy("compare", WATER, "--basis", "sto-3g", *arguments, "--json", "compare.json", **options)
    assert result.code == code, result.err + result.out
    document = json.loads((fockproxy.directory / "compare.json").read_text())
    jsonschema.Draft7Validator(SCHEMA).validate(document)
    return result, document


@pytest.mark.slow
def test_builds_go_on_until_the_efficiency_is_known(fockproxy):
    """At least three; at least seven before an interval ends them."""
    result, document = run(fockproxy, "--case", "1", ranks=2)
    assert "builds per row and column: auto" in result.out and document["config"]["repeat"] == "auto"
    (row,) = document["rows"]
    builds = {len(column["seconds"]) for column in row["columns"]}
    assert len(builds) == 1 and builds.pop() >= 7  # they take a millisecond each
    assert re.search(r"efficiency [\d.]+ \([\d.]+ to [\d.]+ in \d+ builds[;)]", result.out)


def operations(column):
    return {kind: column[kind]["operations_per_task"] for kind in ("counter", "all_gets", "all_accumulates")}


def test_columns_communicate_what_they_say(fockproxy):
    result, document = run(fockproxy, "--case", "1", "--repeat", "2", ranks=2)
    (row,) = document["rows"]
    tasks = row["tasks"]
    nothing, one, six, twelve = row["columns"]
    draws = (tasks + 2) / tasks  # one past the end per rank
    assert operations(nothing) == {"counter": 0, "all_gets": 0, "all_accumulates": 0}
    assert operations(one) == pytest.approx({"counter": draws, "all_gets": 0, "all_accumulates": 0})
    assert operations(six)["counter"] == pytest.approx(draws)
    for kind in ("all_gets", "all_accumulates"):
        assert 3 < operations(six)[kind] < 6  # three streaming blocks, and the held ones
        assert operations(twelve)[kind] == pytest.approx(6)
    assert nothing["degradation"] == 1
    for column in row["columns"]:
        assert len(column["seconds_per_task"]) == 2
    assert "no communication" in result.out and "1+6+held" in result.out


def test_the_heading_names_the_device(fockproxy):
    result, document = run(fockproxy, "--case", "1", "--repeat", "1", "--integrals", "emulated", "--device-wait",
                           "block", "--device-path", "staged", ranks=2)
    assert "  device      emulated: " in result.out and "; ranks wait by block; staged blocks\n" in result.out
    assert document["config"]["device_used"] == ""  # no GPU


@pytest.mark.skipif(MPI not in ("openmpi", "mpich"), reason="no progress thread of this MPI is known")
def test_the_thread_of_the_library(fockproxy):
    _, document = run(fockproxy, "--case", "1", "--progress", "library", "--repeat", "1", ranks=2)
    assert [(row["progress"], row["status"]) for row in document["rows"]] == [("library", "PASS")]
    assert all(setting["value"] == "1" for setting in document["provenance"]["library_progress"]["settings"])
    assert document["provenance"]["library_progress"]["settings"]


def test_tickets_of_several_tasks_are_drawn_once_for_them(fockproxy):
    """Also where --inject adds the control."""
    result, document = run(fockproxy, "--case", "1", "--repeat", "1", "--chunk", "4", "--in-flight", "3",
                           "--inject", "counter=10us", ranks=2)
    assert (document["config"]["chunk"], document["config"]["in_flight"]) == (4, 3)
    assert "\n  tickets     4 tasks each: the columns have one draw for them\n" in result.out
    assert "\n  in flight   up to 3 tasks of a ticket, those with the same I and J\n" in result.out
    assert [row["status"] for row in document["rows"]] == ["PASS", "PASS"]
    for row in document["rows"]:
        tasks = row["tasks"]
        _, *dealt = row["columns"]
        draws = (-(-tasks // 4) + 2) / tasks  # one past the end per rank
        assert [operations(column)["counter"] for column in dealt] == pytest.approx([draws] * 3)
        assert operations(dealt[2])["all_gets"] == operations(dealt[2])["all_accumulates"] == pytest.approx(6)


def test_without_options_a_ticket_is_a_task(fockproxy):
    result, document = run(fockproxy, "--case", "1", "--repeat", "1")
    assert (document["config"]["chunk"], document["config"]["in_flight"]) == (1, 1)
    assert "  tickets " not in result.out and "  in flight " not in result.out


def test_rows_are_the_product_of_the_axes(fockproxy):
    _, document = run(fockproxy, "--case", "1,2", "--counter", "mpi3,mpi2", "--window", "allocate",
                      "--grain", "atom,shell", "--repeat", "1", ranks=3)
    keys = [(r["grain"], r["counter"], r["case"], r["owners"]) for r in document["rows"]]
    assert keys == [(grain, counter, case, owners) for grain in ("atom", "shell") for counter in ("mpi3", "mpi2")
                    for case, owners in ((1, "all"), (2, "all"), (2, "idle"))]
    assert all(row["status"] == "PASS" for row in document["rows"])
    idle = [row for row in document["rows"] if row["owners"] == "idle"]
    # The owners do no tasks, so everything that a task moves is remote.
    assert all(row["columns"][2]["all_gets"]["remote_seconds_per_task"]
               == pytest.approx(row["columns"][2]["all_gets"]["seconds_per_task"]) for row in idle)


def test_idle_owners_need_two_workers(fockproxy):
    _, document = run(fockproxy, "--case", "2", "--repeat", "1", ranks=2)
    assert [(row["owners"], row["status"]) for row in document["rows"]] == [("all", "PASS"), ("idle", "UNSUPPORTED")]


def test_case_3_runs_beside_helpers(fockproxy):
    _, document = run(fockproxy, "--case", "3", "--repeat", "1", ranks=2)
    assert [(row["progress"], row["status"]) for row in document["rows"]] == [("helper-block", "PASS")]


def run_with_delays(fockproxy):
    """The first undisturbed run that agrees; without one among five, the last undisturbed run."""
    judged = None
    for _ in range(5):
        result, document = run(fockproxy, "--case", "1", "--inject", "counter=3ms,get=2ms,accumulate=1ms",
                               "--repeat", "1")
        # If a rank waited for its core, it waited longer than the injected delays, and the program reports this. Then
        # the run is repeated. It is also repeated if the host of a virtual machine may have taken the core, which
        # "disturbed" does not count.
        if any(column["disturbed"] for row in document["rows"] for column in row["columns"]):
            continue
        judged = result, document
        if all(check["agrees"] for check in document["rows"][1]["control"]):
            break
    if judged is None:
        pytest.skip("ranks waited for their cores in all of five runs: this machine is too busy to measure on")
    return judged


@pytest.mark.timing
def test_injected_delays_come_out_in_their_columns(fockproxy):
    result, document = run_with_delays(fockproxy)
    plain, delayed = document["rows"]
    assert (plain["delayed"], delayed["delayed"]) == (False, True)
    kinds = {check["kind"]: check for check in delayed["control"]}
    assert set(kinds) == {"counter", "get", "accumulate"}
    assert all(check["agrees"] for check in kinds.values()), result.out
    assert kinds["counter"]["injected_seconds_per_task"] == pytest.approx(3e-3, rel=0.1)
    assert kinds["get"]["injected_seconds_per_task"] > 6e-3
    # If only the counter communicates, gets and accumulates are as without delays.
    assert delayed["columns"][1]["all_gets"]["seconds_per_task"] == 0


@pytest.mark.parametrize("arguments, words", [
    (("--case", "0"), ("--case '0'", "1, 2, 3")),
    (("--counter", "static"), ("static", "column")),
    (("--counter", "nxtval"), ("nxtval", "mpi3")),
    (("--grain", "auto"), ("--grain auto",)),
    (("--owners", "some"), ("some", "idle")),
    (("--inject", "put=1ms"), ("put=1ms", "get=200us")),
    (("--inject", "get=1"), ("1", "20ms")),
    (("--progress", "hope"), ("hope", "poll")),
    (("--repeat", "0"), ("--repeat '0'", "auto")),
    (("--repeat", "3x"), ("--repeat '3x'",)),
])
def test_refusals(fockproxy, arguments, words):
    fockproxy("compare", WATER, *arguments).assert_refused(*words)
