"""Rows of every kind: in files, from the program's documents, and as sweeps, comparisons and reports need them."""

import dataclasses
import json
from typing import get_args

import jsonschema
import pytest
from conftest import HERE, PROGRAM_SCHEMAS, SCHEMA, made_row
from fockproxy_perf import SCHEMA_VERSION
from fockproxy_perf.errors import UserError
from fockproxy_perf.rows.kinds import KINDS, kind_of, row_from_json
from fockproxy_perf.rows.outcome import FAILED, Status
from fockproxy_perf.rows.provenance import Surroundings
from fockproxy_perf.rows.store import read_sweep_results
from fockproxy_perf.rows.versions import as_now
from fockproxy_perf.sweep.launch import Launch
from fockproxy_perf.sweep.launch_rows import missing_rows, rows_of_document

EXAMPLE = HERE / "data" / "example_sweep.jsonl"
HEADER, *LINES = [json.loads(line) for line in EXAMPLE.read_text().splitlines()]
ROWS = read_sweep_results(EXAMPLE)[1]
SETTINGS = ("stack", "transport", "ranks", "hosts", "binding", "thread_level")
LISTS = {"counter": "rows", "compare": "rows", "onesided": "rows", "gsum": "rows", "ladder": "rows",
         "verdict": "verdicts"}


def on_disk(row):
    return json.loads(json.dumps(row.to_json()))


def verified(kind, **fields):
    """A verified row of the example; `fields` replace values of its result."""
    row = next(row for row in ROWS if row.kind == kind and row.verified)
    return dataclasses.replace(row, result={**row.result, **fields})


def launch(kind, *configurations, **settings):
    return Launch("made-up", "some", KINDS[kind].command, kind, settings, {}, configurations or ({},), 0, 1.0, 60.0)


def document(kind, elements):
    """A document as fockproxy writes it, with these results."""
    command = KINDS[kind].command
    start = {"schema_version": 2, "command": command, "provenance": {},
             "config": {"seed": 1, "mean_task_seconds": 1e-3}}
    if command == "counter":
        start |= {"rows": [], "verdicts": [], "saturation": []}
    if kind == "saturation":
        of_counter = {"counter": elements[0]["counter"], "window": elements[0]["window"], "measurements": elements}
        return {**start, "saturation": [of_counter]}
    return {**start, LISTS[kind]: elements} if kind in LISTS else {**start, **elements[0]}


def made(kind, elements, *configurations):
    surroundings = Surroundings(ROWS[0].provenance, "2026-01-01T00:00:00Z", 1.0, 0)
    return rows_of_document(launch(kind, *configurations, **dict.fromkeys(SETTINGS, 1)), document(kind, elements),
                            surroundings)


def test_kinds_and_ends_are_those_of_the_schema():
    row = SCHEMA["definitions"]["row"]["properties"]
    assert list(KINDS) == row["kind"]["enum"]
    assert set(get_args(Status)) == set(row["status"]["enum"])
    assert set(get_args(Status)) - set(FAILED) == {"verified", "UNSUPPORTED"}


@pytest.mark.parametrize("line", LINES, ids=lambda line: f"{line['kind']}-{line['launch']}-{line['row']}")
def test_a_row_goes_back_to_disk_as_it_came(line):
    """Except for names that an older version used."""
    assert on_disk(row_from_json(as_now(line))) == as_now(line)


def test_what_version_1_called_get_has_a_name_of_its_own():
    """One name has one meaning: rows of `fock` have separate get and held_get."""
    assert {line["schema_version"] for line in LINES} == {1}
    (old, *_), (new, *_) = ([column for line in LINES if line["kind"] == "compare" and "result" in line
                             for column in read(line)["result"]["columns"]] for read in (dict, as_now))
    renamed = {"get": "all_gets", "accumulate": "all_accumulates"}
    assert new == {renamed.get(name, name): value for name, value in old.items()} != old
    (old, *_), (new, *_) = ([read(line)["result"] for line in LINES if line["kind"] == "ladder" and "result" in line]
                            for read in (dict, as_now))
    assert (new["fetch_seconds"], new["add_seconds"]) == (old["get_seconds"], old["accumulate_seconds"])
    for line in LINES:
        jsonschema.Draft7Validator(SCHEMA).validate(as_now(line))
        if line["kind"] in PROGRAM_SCHEMAS and "result" in line and line["kind"] in ("compare", "ladder"):
            PROGRAM_SCHEMAS[line["kind"]].validate(as_now(line)["result"])
        if line["kind"] not in ("compare", "ladder"):
            assert as_now(line) == {**line, "schema_version": SCHEMA_VERSION}
        assert as_now(as_now(line)) == as_now(line)


@pytest.mark.parametrize("entry", [[], 3, None, {"schema_version": 3}, {"schema_version": 1, "kind": "compare"},
                                   {"schema_version": 1, "kind": "compare", "result": {"columns": [1]}},
                                   {"schema_version": 1, "kind": "ladder", "result": []}])
def test_what_is_no_row_is_left_for_the_check(entry):
    assert as_now(entry) == (entry if not isinstance(entry, dict) or entry["schema_version"] == 3 else
                             {**entry, "schema_version": SCHEMA_VERSION})


@pytest.mark.parametrize("kind", KINDS)
def test_a_document_makes_the_rows_that_were_once_made_of_it(kind):
    before = [row for row in ROWS if row.kind == kind and row.verified and row.launch == verified(kind).launch]
    rows = made(kind, [row.result for row in before])
    assert len(rows) == len(before)
    for new, old in zip(rows, before, strict=True):
        identity = {name: value for name, value in old.axes.items()
                    if name not in SETTINGS and name != "order" and not name.startswith("env.")}
        assert {name: value for name, value in new.axes.items() if name not in SETTINGS} == identity
        assert (new.result, new.notes, new.status) == (old.result, old.notes, "verified")
        jsonschema.Draft7Validator(SCHEMA).validate(on_disk(dataclasses.replace(new, axes=old.axes, covers=("key",))))


def test_a_row_that_failed_has_a_reason_and_no_figures():
    wrong = {"case": 1, "counter": "mpi3", "window": "create", "progress": "none", "status": "FAIL", "seconds": 1.0}
    [row] = made("counter", [{**wrong, "reason": "value 17 was drawn twice"}])
    assert (row.status, row.reason, row.result) == ("FAIL", "value 17 was drawn twice", {})
    assert row.failed and row.observations() == [({}, {})]
    assert "result" not in on_disk(row) and made("counter", [wrong])[0].reason == "no reason given"


def test_what_is_unsupported_does_not_say_so_twice():
    [row] = made("verdict", [{"operation": "get, 8 B", "window": "create", "target": "rank 0",
                              "verdict": "UNSUPPORTED", "reason": "UNSUPPORTED: no window"}])
    assert (row.status, row.reason, row.failed) == ("UNSUPPORTED", "no window", False)


def test_a_build_that_failed_names_the_checks():
    checks = [{"name": "trace", "passed": True, "detail": "fine"}, {"name": "quartets", "passed": False, "detail": "5"},
              {"name": "energy", "passed": False, "detail": "off by 1"}]
    [row] = made("fock", [{**verified("fock").result, "verification": {"status": "FAIL", "checks": checks}}])
    assert (row.status, row.reason, row.result) == ("FAIL", "quartets: 5; energy: off by 1", {})


def test_one_row_may_answer_several_configurations_and_one_may_be_forgotten():
    ga = {"case": 1, "counter": "ga", "window": "-", "progress": "none", "status": "FAIL", "reason": "x"}
    asked = [{"counter": counter, "window": window} for counter in ("ga", "mpi3") for window in ("allocate", "create")]
    [row] = made("counter", [ga], *asked)
    of = launch("counter", *asked, **dict.fromkeys(SETTINGS, 1))
    assert list(row.covers) == [of.key(configuration) for configuration in asked[:2]], "Global Arrays have one window"
    missing = missing_rows(of, [row])
    assert [(row.axes["counter"], row.axes["window"]) for row in missing] == [("mpi3", "allocate"), ("mpi3", "create")]
    assert {(row.status, row.has_document) for row in missing} == {("FAIL", True)}


def test_what_one_sided_rows_differ_in_tells_them_apart():
    """Any row covers the lists of its launch; Global Arrays have one window."""
    like = {**verified("onesided").result, "table": "patch", "operation": "get"}
    windows = [{"table": "patch", "operation": operation, "window": window}
               for operation in ("get", "ga_get") for window in ("allocate", "create")]
    rows = made("onesided", [{**like, "window": "create", "placement": "self"},
                             {**like, "window": "create", "placement": "same node"},
                             {**like, "operation": "ga_get", "window": "-"}], *windows)
    of = launch("onesided", *windows, **dict.fromkeys(SETTINGS, 1))
    assert [row.covers for row in rows] == [(of.key(windows[1]),)] * 2 + [(of.key(windows[2]), of.key(windows[3]))]
    assert len({json.dumps(row.axes) for row in rows}) == 3
    [missing] = missing_rows(of, rows)
    assert (missing.axes["operation"], missing.axes["window"], missing.status) == ("get", "allocate", "FAIL")


@pytest.mark.parametrize("kind, figures", [
    ("onesided", {"seconds_median", "seconds_p99", "bytes_per_second", "method_in_effect", "samples", "fairness"}),
    ("gsum", {"seconds_median", "seconds_p99", "extra_memory_bytes", "rounds"}),
    ("ladder", {"seconds", "compute_seconds", "rest_seconds", "messages", "speed_up_over_base", "deviation"}),
])
def test_the_csv_has_their_figures_and_no_axis_twice(kind, figures):
    row = verified(kind)
    [(extra, found)] = row.observations()
    assert extra == {} and figures <= set(found) and not set(found) & set(row.axes)


def test_bandwidth_is_that_of_the_median():
    row = verified("onesided", bytes=4096, seconds={"median": 2e-6, "mean": 1.0})
    assert row.bandwidth == pytest.approx(2.048e9)


HELPERLESS = {"helper": True, "helper_inside_mpi": False}


@pytest.mark.parametrize("kind, change, notes", [
    ("counter", {"disturbed": True, "scheduler_bound": True}, ("disturbed", "scheduler-bound")),
    ("counter", {"progress": "helper-poll", "helper_inside_mpi": False}, ("no helper",)),
    ("counter", {"progress": "poll", "helper_inside_mpi": False}, ()),
    ("compare", {"columns": [{"disturbed": False}, {"disturbed": False}]}, ()),
    ("compare", {"columns": [{"disturbed": False}, {"disturbed": True}]}, ("disturbed",)),
    ("fock", {"fock": {"ranks": [{"disturbed": False, **HELPERLESS}]}}, ("no helper",)),
    ("scf", {"fock": {"ranks": [{"disturbed": False, "helper": False}, {"disturbed": True, **HELPERLESS}]}},
     ("disturbed", "no helper")),
    ("verdict", {"disturbed": True}, ()),
    ("ladder", {"disturbed": False}, ()),
    ("ladder", {"disturbed": True}, ("disturbed",)),
])
def test_notes(kind, change, notes):
    [row] = made(kind, [{**verified(kind).result, **change}])
    assert row.notes == notes and row.doubtful == bool(notes)


@pytest.mark.parametrize("kind, better, worse", [
    ("counter", {"degradation": 1.1}, {"degradation": 1.2}),
    ("saturation", {"values_per_second": 2e6}, {"values_per_second": 1e6}),
    ("compare", {"columns": [{"column": "1", "seconds_per_task": [1, 2, 9]}]},
     {"columns": [{"column": "1", "seconds_per_task": [1, 3, 4]}]}),
    ("fock", {"fock": {"seconds": [1, 2, 9]}}, {"fock": {"seconds": [1, 3, 4]}}),
    ("onesided", {"seconds": {"median": 1.0, "mean": 9.0}}, {"seconds": {"median": 2.0, "mean": 3.0}}),
    ("gsum", {"seconds": {"median": 1.0, "mean": 9.0}}, {"seconds": {"median": 2.0, "mean": 3.0}}),
    ("ladder", {"seconds": 1.0, "samples_seconds": [9.0]}, {"seconds": 2.0, "samples_seconds": [3.0]}),
])
def test_what_is_compared_rises_when_it_gets_worse(kind, better, worse):
    [(name, low)], [(same_name, high)] = (verified(kind, **change).times().items() for change in (better, worse))
    assert name == same_name and low < high and verified(kind).answer() is None


def test_verdicts_are_compared_by_their_words():
    needs, alone = (verified("verdict", verdict=word).answer()
                    for word in ("needs the target in MPI", "progresses by itself"))
    assert needs.bad and not alone.bad and needs != alone


def test_a_setting_is_what_was_asked_for_then_what_the_program_took():
    row = made_row("fock", axes={"stack": "mpich-4.3", "order": "random"}, options={"order": "natural", "basis": "x"},
                   result={"order": "costliest", "window": "create"}, config={"window": "allocate", "chunk": 4},
                   molecule={"name": "water", "basis": "sto-3g"})
    names = ("stack", "transport", "order", "window", "chunk", "molecule", "basis", "grain")
    assert [row.get(name) for name in names] == ["Some MPI 1.0", "shared memory", "random", "create", 4, "water", "x",
                                                 None]
    assert row.get("grain", "atom") == "atom"


@pytest.mark.parametrize("settings, paths", [
    ({"counter": "mpi3", "window": "create"}, ["messages", "create"]),
    ({"counter": "static", "window": "-"}, ["messages"]),
    ({"counter": "ga", "window": "-"}, ["messages", "allocate", "create"]),
    ({"matrix": "ga"}, ["messages", "allocate", "create"]),
    ({"matrix": "replicated"}, ["messages"]),
    ({"counter": "shmem", "window": "-"}, ["messages", "openshmem"]),
    ({"counter": "mpi3", "window": "create", "matrix": "shmem"}, ["messages", "create", "openshmem"]),
    ({}, ["messages", "allocate"]),
])
def test_paths_of_the_operations(settings, paths):
    assert made_row("fock", axes=settings).paths() == paths
    assert made_row("fock", options=settings).paths() == paths


@pytest.mark.parametrize("operation, window, paths", [
    ("get", "create", ["messages", "create"]),
    ("ga_get", "-", ["messages", "allocate", "create"]),
    ("armci_acc", "-", ["messages", "allocate", "create"]),
    ("load", "-", ["messages"]),
])
def test_paths_of_one_sided_operations(operation, window, paths):
    assert made_row("onesided", axes={"operation": operation, "window": window}).paths() == paths


@pytest.mark.parametrize("command, options, kind", [
    ("counter", {}, "counter"),
    ("counter", {"verdict": True}, "verdict"),
    ("counter", {"verdict": False, "saturate": True}, "saturation"),
    ("compare", {"verdict": True}, "compare"),
    ("scf", {}, "scf"),
    ("onesided", {}, "onesided"),
    ("gsum", {}, "gsum"),
    ("ladder", {}, "ladder"),
])
def test_the_kind_of_a_launch(command, options, kind):
    assert kind_of(command, options) is KINDS[kind]


@pytest.mark.parametrize("change", [{"kind": "sweep"}, {"kind": "tea"}, {"kind": ["counter"]}, {"axes": None}])
def test_a_line_that_is_no_row_is_named(tmp_path, change):
    line = {name: value for name, value in {**LINES[0], **change}.items() if value is not None}
    path = tmp_path / "sweep.jsonl"
    path.write_text(f"{json.dumps(HEADER)}\n{json.dumps(line)}\n")
    with pytest.raises(UserError, match="line 2 is not a row of a sweep"):
        read_sweep_results(path)
