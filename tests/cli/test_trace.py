"""--trace of scf, fock, counter, replay and predict: one file, whose spans nest and agree with the counts."""

import collections
import json
import re
import sys

import pytest
from conftest import SOURCE

sys.path.insert(0, str(SOURCE / "perf"))

from fockproxy_perf.report import trace as reader

FOCK = ("fock", "water", "--basis", "sto-3g", "--repeat", 2, "--trace", "trace.json")


def traced(fockproxy, *arguments, **options):
    run, document = fockproxy.document(*arguments, **options)
    return run, document, read_trace(fockproxy)


def read_trace(fockproxy):
    trace = json.loads((fockproxy.directory / "trace.json").read_text())
    assert_trace_events(trace)
    assert_nested(trace)
    return trace


def spans(trace, *kinds):
    return [e for e in trace["traceEvents"] if e["ph"] == "X" and (not kinds or e["cat"] in kinds)]


def nanoseconds(span):
    begin = round(span["ts"] * 1000)
    return begin, begin + round(span["dur"] * 1000)


# Metadata of the Trace Event Format, with the argument of each.
METADATA = {
    "process_name": ("name", str),
    "process_labels": ("labels", str),
    "process_sort_index": ("sort_index", int),
    "thread_name": ("name", str),
}


def assert_trace_events(trace):
    """The JSON object form of the Trace Event Format: what each phase requires, and what confuses viewers.

    displayTimeUnit is for viewers, but some use it as the unit of ts; some accept no arrays in args.
    """
    assert set(trace) == {"traceEvents", "otherData"}
    named = collections.Counter()
    for event in trace["traceEvents"]:
        required = {"X": {"tid", "cat", "ts", "dur", "args"}, "C": {"ts", "args"}, "i": {"tid", "ts", "s"},
                    "M": {"tid", "args"}}[event["ph"]]
        assert set(event) == {"ph", "name", "pid"} | required, event
        assert event["name"] and isinstance(event["name"], str) and event["name"].isprintable()
        assert all(type(event[key]) is int and event[key] >= 0 for key in ("pid", "tid") if key in event)
        for time in (event[key] for key in ("ts", "dur") if key in event):
            assert time >= 0 and abs(1000 * time - round(1000 * time)) < 1e-3, "microseconds, to whole nanoseconds"
        if event["ph"] == "C":
            assert event["args"] and all(type(value) is int for value in event["args"].values())
        elif event["ph"] == "i":
            assert event["s"] in ("g", "p", "t")
        elif event["ph"] == "M":
            argument, kind = METADATA[event["name"]]
            assert type(event["args"][argument]) is kind
            named[event["name"], event["pid"], event["tid"]] += 1
    assert set(named.values()) == {1}
    for pid, tid in {(span["pid"], span["tid"]) for span in spans(trace)}:
        assert named["thread_name", pid, tid] and named["process_name", pid, 0]


def assert_nested(trace):
    """Perfetto requires that two spans of one thread are separate, or that one contains the other."""
    threads = collections.defaultdict(list)
    for span in spans(trace):
        threads[span["pid"], span["tid"]].append((*nanoseconds(span), span))
    assert threads
    for found in threads.values():
        holders = []
        for begin, end, span in sorted(found, key=lambda s: (s[0], -s[1])):
            while holders and holders[-1][1] <= begin:
                holders.pop()
            assert begin <= end and (not holders or end <= holders[-1][1]), f"{span} sticks out of {holders[-1][2]}"
            holders.append((begin, end, span))


def assert_batches(trace, most):
    """Tasks that are in flight together begin together, have I and J in common, and are computed in one span. Returns
    their numbers."""
    together = collections.defaultdict(list)
    for span in spans(trace, "task"):
        together[span["pid"], span["ts"]].append(span)
    computed = collections.Counter()
    for span in spans(trace, "compute"):
        (batch,) = [b for b in together.items() if b[0][0] == span["pid"] and nanoseconds(b[1][0])[0]
                    <= nanoseconds(span)[0] and nanoseconds(span)[1] <= min(nanoseconds(s)[1] for s in b[1])]
        computed[batch[0]] += 1
    assert computed == dict.fromkeys(together, 1)
    for batch in together.values():
        assert len(batch) <= most and len({tuple(span["args"]["blocks"][:2]) for span in batch}) == 1
    return [len(batch) for batch in together.values()]


IN_FLIGHT = pytest.mark.parametrize("chunk, in_flight", [(1, 1), (8, 8), (8, 2)])


@IN_FLIGHT
def test_a_fock_trace_has_what_was_counted(fockproxy, chunk, in_flight):
    run, document, trace = traced(fockproxy, *FOCK, "--chunk", chunk, "--in-flight", in_flight, ranks=2)
    assert (max(assert_batches(trace, in_flight)) > 1) == (in_flight > 1)
    for rank in document["fock"]["ranks"]:
        mine = collections.Counter(s["cat"] for s in spans(trace) if s["pid"] == rank["rank"])
        assert mine["task"] == rank["tasks"] >= mine["compute"]
        assert in_flight > 1 or mine["compute"] == mine["task"]
        assert mine["run"] == mine["flush"] == mine["idle"] == 2
        draws = [s for s in spans(trace, "counter") if s["pid"] == rank["rank"]]
        assert len(draws) == rank["counter"]["operations"]
        assert {s["args"]["target"] for s in draws} == {0}
        for kind in ("get", "accumulate", "held_get", "held_accumulate"):
            found = [s for s in spans(trace, kind.replace("_", " ")) if s["pid"] == rank["rank"]]
            assert len(found) == rank[kind]["operations"]
            assert sum(s["args"]["bytes"] for s in found) == rank[kind]["bytes"]
            assert sum(s["dur"] for s in found) * 1e-6 == pytest.approx(rank[kind]["seconds"], rel=0.01, abs=1e-5)
            assert sum(s["args"]["target"] == rank["rank"] for s in found) == rank[kind]["self"]["operations"]
        compute = sum(s["dur"] for s in spans(trace, "compute") if s["pid"] == rank["rank"]) * 1e-6
        assert compute == pytest.approx(rank["compute_seconds"], rel=0.01, abs=1e-5)
    assert re.search(r"^fockproxy: trace: [\d ]+ events in trace.json$", run.err, re.MULTILINE)
    about = trace["otherData"]
    assert about["first_functions"] == [0, 5, 6, 7]
    assert [r["dropped_events"] for r in about["ranks"]] == [0, 0]
    assert about["config"]["counter"] == "mpi3" and about["molecule"]["name"] == "water"


@IN_FLIGHT
def test_every_task_and_ticket_is_there_once_a_build(fockproxy, chunk, in_flight):
    _, document, trace = traced(fockproxy, *FOCK, "--chunk", chunk, "--in-flight", in_flight, ranks=2)
    tasks = document["fock"]["tasks"][0]
    ids = collections.Counter(s["args"]["id"] for s in spans(trace, "task"))
    assert ids == dict.fromkeys(range(tasks), 2)
    assert all(
        i >= j and i >= k and last <= (j if k == i else k)
        for i, j, k, last in (s["args"]["blocks"] for s in spans(trace, "task"))
    )
    drawn = collections.Counter(e["args"]["drawn"] for e in trace["traceEvents"] if e["ph"] == "C")
    assert drawn == dict.fromkeys(range(0, tasks, chunk), 2)


def test_a_replay_is_traced_as_a_build_is(fockproxy):
    fockproxy.document("fock", "water", "--basis", "sto-3g", "--repeat", 1, "--record", "water.tasks")
    run = fockproxy("replay", "water.tasks", "--repeat", 2, "--trace", "trace.json", "--json", "replay.json", ranks=2)
    assert run.code == 0, run.err
    document = json.loads((fockproxy.directory / "replay.json").read_text())
    trace = read_trace(fockproxy)
    for rank in document["fock"]["ranks"]:
        mine = [s for s in spans(trace) if s["pid"] == rank["rank"]]
        assert sum(s["cat"] == "task" for s in mine) == rank["tasks"]
        for kind in ("get", "accumulate", "held_get", "held_accumulate"):
            assert sum(s["cat"] == kind.replace("_", " ") for s in mine) == rank[kind]["operations"]
    about = trace["otherData"]
    assert about["command"] == "replay" and about["first_functions"] == [0, 5, 6, 7]
    fockproxy("replay", "water.tasks", "--trace", "other.json", "--threads", 2, ranks=2).assert_refused("--trace")


def test_a_prediction_is_traced_as_a_replay_is(fockproxy):
    _, built = fockproxy.document("fock", "water", "--basis", "sto-3g", "--repeat", 1, "--record", "water.tasks")
    predict = ("predict", "water.tasks", "--progress", "entry", "--order", "costliest", "--json", "predict.json")
    run = fockproxy(*predict, "--ranks", 3, "--trace", "trace.json")
    assert run.code == 0, run.err
    [row] = json.loads((fockproxy.directory / "predict.json").read_text())["rows"]
    trace = read_trace(fockproxy)
    ids = sorted(s["args"]["id"] for s in spans(trace, "task"))
    assert ids == list(range(built["fock"]["tasks"][0]))
    parts = {"computing": ("compute",), "counter": ("counter",), "idle": ("idle",),
             "blocks": ("get", "accumulate", "held get", "held accumulate")}
    for part, kinds in parts.items():
        seconds = 1e-6 * sum(s["dur"] for s in spans(trace, *kinds))
        assert seconds == pytest.approx(row[f"{part}_seconds"], rel=0.01, abs=1e-7)
    read = reader.read(fockproxy.directory / "trace.json")
    assert read.title.startswith("predict, counter mpi3, progress entry, order costliest, 3 ranks")
    assert read.chosen_run().seconds == pytest.approx(row["seconds"], abs=1e-8)
    fockproxy(*predict, "--ranks", "3,4", "--trace", "trace.json").assert_refused("--trace is for one row")
    fockproxy(*predict, "--ranks", 1, "--case", 2, "--trace", "trace.json").assert_refused("--trace: UNSUPPORTED")


def test_the_builds_before_are_not_traced(fockproxy):
    _, _, trace = traced(fockproxy, *FOCK, "--density", "scf")
    assert len(spans(trace, "run")) == 2


def test_a_full_ring_keeps_the_end_and_says_what_it_dropped(fockproxy):
    run, _, trace = traced(
        fockproxy,
        "fock",
        "water2",
        "--basis",
        "sto-3g",
        "--grain",
        "shell",
        "--repeat",
        1,
        "--trace",
        "trace.json",
        "--trace-events",
        1000,
        ranks=1,
    )
    (rank,) = trace["otherData"]["ranks"]
    assert rank["events"] == len(spans(trace)) == 1000
    assert rank["dropped_events"] > 0
    assert f"{rank['dropped_events']} earlier events dropped" in [
        e["name"] for e in trace["traceEvents"] if e["ph"] == "i"
    ]
    assert "earlier ones dropped (--trace-events keeps more)" in run.err
    assert len(spans(trace, "run")) == 1  # the span of the build is added last


def test_an_scf_is_traced(fockproxy):
    _, document, trace = traced(fockproxy, "scf", "water", "--basis", "sto-3g", "--trace", "trace.json", ranks=2)
    assert len(spans(trace, "run")) == 2 * len(document["fock"]["seconds"])


def test_replicated_matrices_have_no_block_spans(fockproxy):
    _, _, trace = traced(fockproxy, *FOCK, "--cache", "replicated", ranks=2)
    assert spans(trace, "task") and not spans(trace, "get", "accumulate", "held get", "held accumulate")


def test_a_helper_is_a_thread_of_its_own(fockproxy):
    _, _, trace = traced(fockproxy, *FOCK, "--progress", "helper-block", ranks=2)
    assert {(s["pid"], s["tid"]) for s in spans(trace, "helper")} == {(0, 1), (1, 1)}


def test_the_counter_kernel_is_traced(fockproxy):
    run = fockproxy(
        "counter",
        "--case",
        "1,2",
        "--counter",
        "mpi3,static",
        "--work",
        "500us",
        "--tasks-per-rank",
        10,
        "--repeat",
        2,
        "--trace",
        "trace.json",
        "--json",
        "counter.json",
        ranks=2,
    )
    assert run.code == 0, run.err
    trace = read_trace(fockproxy)
    document = json.loads((fockproxy.directory / "counter.json").read_text())
    assert {s["name"] for s in spans(trace, "run")} == {
        f"Case {c}, {counter}, window {'allocate' if counter == 'mpi3' else '-'}, progress none"
        for c in (1, 2)
        for counter in ("mpi3", "static")
    }
    drawn = [s for s in spans(trace, "counter") if "ticket" in s["args"]]
    assert len(drawn) == len(spans(trace, "compute")) == sum(row["tasks"] for row in document["rows"])
    first = next(row for row in document["rows"] if row["case"] == 1 and row["counter"] == "mpi3")
    assert {s["args"].get("target") for s in spans(trace, "counter")} == {0, None}  # static makes no draws
    label = "Case 1, mpi3, window allocate, progress none"
    waits = []
    for run in (s for s in spans(trace, "run") if s["name"] == label):  # one for each rank
        begin, end = nanoseconds(run)
        asked = [s for s in spans(trace, "counter") if s["pid"] == run["pid"] and begin <= nanoseconds(s)[0] <= end]
        # A rank that never got a value, because others had done all tasks, counts once with its wait.
        waits += [s["dur"] for s in asked if "ticket" in s["args"]] or [s["dur"] for s in asked]
    assert first["tasks"] <= len(waits) <= first["tasks"] + first["runs"]
    # Values drawn after another rank had ended are the tail; "all" has the earlier ones.
    told = [first["waits"][part] for part in ("all", "tail")]
    assert sum(part["count"] for part in told) == len(waits)
    assert sum(waits) * 1e-6 == pytest.approx(sum(part["mean"] * part["count"] for part in told), abs=1e-6)


def test_a_failing_run_leaves_no_trace(fockproxy):
    fockproxy("scf", "water", "--basis", "sto-3g", "--max-iterations", 1, "--trace", "trace.json").assert_refused(
        "not converge", code=1
    )
    assert fockproxy.files() == []


@pytest.mark.parametrize(
    "options, words",
    [
        (("--trace", "nowhere/trace.json"), "cannot write 'nowhere/trace.json'"),
        (("--trace", "trace.json", "--trace-events", 999), "--trace-events must be between 1000 and 100000000"),
        (("--trace", "trace.json", "--dry-run"), "--dry-run computes nothing"),
    ],
)
def test_what_cannot_be_traced_is_refused(fockproxy, options, words):
    fockproxy("fock", "water", "--basis", "sto-3g", *options).assert_refused(words)


def test_verdicts_are_not_traced(fockproxy):
    fockproxy("counter", "--verdict", "--trace", "trace.json").assert_refused("--trace records the cases")
