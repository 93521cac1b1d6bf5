"""fockproxy counter: the shared-counter experiment as a user runs it, with tasks of a millisecond."""

import ctypes
import json

import jsonschema
import pytest
from conftest import MOLECULES, needs_ga, schema
from test_progress_options import status_of_stream

SCHEMA = schema("counter")
QUICK = ("--work", "1ms", "--tasks-per-rank", "8")


def run(fockproxy, *arguments, code=0, **options):
    """The run and its document, which fits the schema."""
    result = fockproxy("counter", *arguments, "--json", "counter.json", **options)
    assert result.code == code, result.err + result.out
    document = json.loads((fockproxy.directory / "counter.json").read_text())
    jsonschema.Draft7Validator(SCHEMA).validate(document)
    return result, document


def keys(document):
    return [(row["case"], row["counter"], row["window"], row["progress"]) for row in document["rows"]]


def test_three_cases_of_two_counters(fockproxy):
    result, document = run(fockproxy, "--case", "1,2,3", "--counter", "mpi2,mpi3", *QUICK, ranks=2)
    assert keys(document) == [(case, counter, "allocate", "helper-block" if case == 3 else "none")
                              for counter in ("mpi2", "mpi3") for case in (1, 2, 3)]
    for row in document["rows"]:
        assert row["status"] == "PASS"
        assert row["workers"] == (1 if row["case"] == 2 else 2)
        assert row["tasks"] == 8 * row["workers"]
        # A rank that never got a value, because others had done all tasks, counts once with its wait.
        starved = row["workers"] - sum(share["tasks"] > 0 for share in row["by_rank"])
        assert row["waits"]["all"]["count"] + row["waits"]["tail"]["count"] == row["tasks"] + starved
        assert sum(n for _, n in row["waits"]["all"]["histogram"]) == row["waits"]["all"]["count"]
    assert document["provenance"]["mpi"]["thread_level_provided"] == "multiple"
    assert "Table 1" in result.out and "when it idles" in result.out


@pytest.mark.timing
def test_work_takes_the_time_it_stands_for(fockproxy):
    _, document = run(fockproxy, "--case", "1", "--counter", "mpi3", *QUICK, ranks=2)
    assert all(row["work_seconds"] >= 0.9 * row["ideal_work_seconds"] for row in document["rows"])


def test_every_dealer_and_window_has_its_row(fockproxy):
    windows = ["allocate", "create", "allocate-noshm", "ghost"]
    _, document = run(fockproxy, "--case", "1", "--counter", "static,mpi2,mpi3", "--window", ",".join(windows),
                      *QUICK, ranks=2)
    assert keys(document) == [(1, "static", "-", "none")] + [(1, counter, window, "none")
                                                            for counter in ("mpi2", "mpi3") for window in windows]
    assert all(row["status"] in ("PASS", "UNSUPPORTED") for row in document["rows"])


def test_repeats_are_pooled_and_lengths_are_those_of_the_seed(fockproxy):
    def ideal(seed):
        _, document = run(fockproxy, "--case", "1", "--counter", "mpi3", "--repeat", "3", "--seed", seed, *QUICK,
                          ranks=2)
        row = document["rows"][0]
        assert (row["runs"], row["tasks"]) == (3, 48)
        return row["ideal_work_seconds"]

    assert ideal(1) == ideal(1)
    assert ideal(1) != ideal(2)


def test_the_thread_of_mpich_is_measured_beside_helpers(fockproxy):
    there = status_of_stream(fockproxy) == "available"
    _, document = run(fockproxy, "--case", "3", "--case-3", "helper-poll,stream", "--counter", "mpi3", *QUICK, ranks=2)
    helper, stream = document["rows"]
    assert (helper["progress"], helper["status"]) == ("helper-poll", "PASS")
    assert (stream["progress"], stream["status"]) == ("stream", "PASS" if there else "UNSUPPORTED")
    assert there or stream["reason"].startswith("progress stream: UNSUPPORTED: ")


def test_case_2_needs_somebody_to_idle_and_somebody_to_work(fockproxy):
    result, document = run(fockproxy, "--case", "1,2", "--counter", "mpi3", *QUICK)
    one, two = document["rows"]
    assert one["status"] == "PASS"
    assert two["status"] == "UNSUPPORTED" and "idle" in two["reason"]
    assert "UNSUPPORTED" in result.out


def test_sleeping_work_brings_its_null_run(fockproxy):
    _, document = run(fockproxy, "--case", "1", "--counter", "mpi3", "--work-kind", "sleep", *QUICK, ranks=2)
    assert [(row["case"], row["null"]) for row in document["rows"]] == [(2, True), (1, False)]


def test_recorded_costs_of_a_fock_build_are_replayed(fockproxy):
    built = fockproxy("fock", MOLECULES / "water.xyz", "--basis", "sto-3g", "--repeat", "1",
                      "--save-costs", "costs.json", "--json", "fock.json")
    assert built.code == 0, built.err
    fock = json.loads((fockproxy.directory / "fock.json").read_text())
    saved = json.loads((fockproxy.directory / "costs.json").read_text())
    costs = saved["seconds"]
    assert len(costs) == len(saved["estimates"]) == fock["fock"]["tasks"][-1]
    assert min(saved["estimates"]) > 0
    _, document = run(fockproxy, "--case", "1", "--counter", "mpi3", "--work-kind", "fock", "--costs", "costs.json",
                      "--stretch", "10", "--tasks-per-rank", str(len(costs)))
    assert document["rows"][0]["ideal_work_seconds"] == pytest.approx(10 * sum(costs) / len(costs), rel=1e-9)


def test_saturation_grows_through_the_ranks(fockproxy):
    result, document = run(fockproxy, "--saturate", "--saturate-time", "20ms", "--counter", "mpi3,static", ranks=2)
    mpi3, static = document["saturation"]
    assert [m["ranks"] for m in mpi3["measurements"]] == [1, 2]
    assert all(m["status"] == "PASS" for m in mpi3["measurements"])
    assert "UNSUPPORTED" in static["reason"]
    assert document["rows"] == []
    assert "values/s" in result.out


@pytest.mark.timing
def test_verdicts_have_their_controls_and_samples(fockproxy):
    result, document = run(fockproxy, "--verdict", "--window", "create", ranks=2, timeout=400)
    controls = {v["operation"]: v["verdict"] for v in document["verdicts"] if v["control"]}
    assert controls == {"control: answered message": "needs the target in MPI",
                        "control: own computation": "progresses by itself",
                        "control: shared memory": "progresses by itself"}
    for verdict in document["verdicts"]:
        if verdict["verdict"] == "UNSUPPORTED":
            assert verdict["reason"]
        else:
            samples = verdict["samples_seconds"]
            assert len(samples) <= 30
            assert isinstance(verdict["disturbed"], bool)
            # Fewer than a dozen only if each took many periods: Open MPI 5 needs the target for every fragment.
            assert len(samples) >= 12 or sum(samples) > 24 * verdict["period_seconds"]
            if verdict["target"] == "itself":
                assert verdict["verdict"] == "progresses by itself"
    assert "fetch_and_op" in result.out


def test_values_are_drawn_ahead_where_a_draw_has_two_halves(fockproxy):
    _, document = run(fockproxy, "--case", "1", "--counter", "mpi3,mpi2", "--prefetch", *QUICK, ranks=2)
    ahead, refused = document["rows"]
    assert 16 <= ahead["dealing"]["prefetched draws"] <= 18
    assert refused["status"] == "UNSUPPORTED" and "--prefetch" in refused["reason"]


def test_pretend_nodes_and_their_counter(fockproxy):
    _, document = run(fockproxy, "--case", "1", "--counter", "node", "--node-counter", "mpi2", "--node-chunk", "2",
                      "--ranks-per-node", "1", *QUICK, ranks=2)
    assert document["rows"][0]["status"] == "PASS"
    assert document["config"]["node_counter"] == "mpi2"


def test_a_node_counter_brings_its_progress_strategy(fockproxy):
    """As in a Fock build: `fock --counter node --node-counter helper`."""
    _, document = run(fockproxy, "--case", "1", "--counter", "node", "--node-counter", "helper", *QUICK, ranks=2)
    assert keys(document) == [(1, "node", "allocate", "helper-block")]
    assert document["rows"][0]["status"] == "PASS"


@needs_ga
def test_global_arrays_counter(fockproxy):
    _, document = run(fockproxy, "--case", "1,2", "--counter", "ga", "--window", "allocate,create", *QUICK, ranks=2)
    assert keys(document) == [(1, "ga", "-", "none"), (2, "ga", "-", "none")]


ON_DEVICE = ("--counter", "mpi3", "--window", "create", "--work-kind", "device")
DEVICE = ("--case", "1", *ON_DEVICE)


@pytest.mark.parametrize("wait", ["spin", "yield", "block", "callback", "query", "poll"])
def test_every_row_says_that_its_device_is_emulated(fockproxy, wait):
    result, document = run(fockproxy, *DEVICE, "--device", "emulated", "--device-wait", wait, *QUICK, ranks=2)
    (row,) = document["rows"]
    assert row["status"] == "PASS" and row["work_seconds"] >= row["ideal_work_seconds"]
    assert document["config"]["device_used"] == "emulated by a thread"
    assert (document["config"]["device"], document["config"]["device_wait"]) == ("emulated", wait)
    assert f"emulated by a thread; ranks wait by {wait}" in result.out


@pytest.mark.parametrize("progress", ["none", "poll", "helper-poll", "helper-block", "helper-recv"])
def test_a_device_goes_with_every_case_and_with_strategies(fockproxy, progress):
    _, document = run(fockproxy, *ON_DEVICE, "--case", "1,2,3", "--progress", progress, "--device", "emulated",
                      "--device-wait", "query", *QUICK, ranks=2)
    assert [(row["case"], row["status"]) for row in document["rows"]] == [(case, "PASS") for case in (1, 2, 3)]
    assert keys(document)[0] == (1, "mpi3", "create", progress)
    assert keys(document)[2][3].startswith("helper-")


def test_a_device_that_is_not_there_is_unsupported(fockproxy):
    try:
        ctypes.CDLL("libcuda.so.1")
    except OSError:
        fockproxy("counter", *DEVICE, *QUICK, ranks=2).assert_refused("UNSUPPORTED", "libcuda.so.1")
    else:
        pytest.skip("this machine has a driver of CUDA")


@pytest.mark.timing
def test_a_deaf_wait_for_a_device_costs_half_a_task(fockproxy):
    """Open MPI's shared memory serves windows of kind create only inside MPI, and that of MPICH all windows."""
    def median_wait(wait):
        _, document = run(fockproxy, *DEVICE, "--device", "emulated", "--device-wait", wait, "--work", "10ms",
                          "--tasks-per-rank", "20", ranks=2)
        return document["rows"][0]["waits"]["rank_1"]["median"]
    deaf = [median_wait(wait) for wait in ("spin", "block", "callback", "query")]
    assert min(deaf) > 1e-3, deaf
    assert median_wait("poll") < 0.3 * min(deaf)


@pytest.mark.parametrize("arguments, words", [
    (("--case", "4"), ("--case '4'", "1, 2, 3")),
    (("--counter", "nxtval"), ("nxtval", "mpi3")),
    (("--window", "shared"), ("shared", "create")),
    (("--work", "20"), ("20", "20ms")),
    (("--work", "-1ms"), ("-1ms",)),
    (("--work-kind", "idle"), ("idle", "sleep")),
    (("--work-kind", "fock"), ("--costs",)),
    (("--work-kind", "device", "--device", "tpu"), ("tpu", "cuda", "emulated")),
    (("--work-kind", "device", "--device-wait", "sleep"), ("sleep", "callback")),
    (("--costs", "none.json"), ("--work-kind fock",)),
    (("--node-chunk", "0"), ("--node-chunk",)),
    (("--node-counter", "node"), ("--node-counter", "mpi3")),
    (("--work-kind", "fock", "--costs", "none.json"), ("none.json",)),
    (("--distribution", "gamma"), ("gamma", "lognormal")),
    (("--tasks-per-rank", "0"), ("--tasks-per-rank",)),
    (("--repeat", "0"), ("--repeat",)),
    (("--idle-ranks", "0"), ("--idle-ranks",)),
    (("--verdict",), ("2 ranks",)),
    (("--json", "no/such/folder/file.json"), ("no/such/folder",)),
    (("--case", "3", "--thread-level", "single"), ("--case 3", "multiple")),
])
def test_refusals(fockproxy, arguments, words):
    fockproxy("counter", *arguments).assert_refused(*words)
    assert fockproxy.files() == []
