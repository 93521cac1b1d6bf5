"""Ready-made sweeps, products of axes, and the rows of documents of every kind."""

import json
import re

import jsonschema
import pytest
from conftest import HERE, PROGRAM_SCHEMAS, SCHEMA, SOURCE, made_row
from fockproxy_perf.durations import format_duration, parse_duration
from fockproxy_perf.errors import UserError
from fockproxy_perf.rows.store import read_sweep_results
from fockproxy_perf.rows.tidy_csv import tidy_csv
from fockproxy_perf.rows.versions import as_now
from fockproxy_perf.stacks.catalogue import find_stack, known_stacks
from fockproxy_perf.stacks.launchers import bound_as_asked, core_list, launcher_command
from fockproxy_perf.stacks.transports import proof, transport_environment
from fockproxy_perf.stacks.version import library_name, library_version
from fockproxy_perf.sweep.command_line import CommandLine, program_arguments
from fockproxy_perf.sweep.judge import Judge
from fockproxy_perf.sweep.launch_rows import answers
from fockproxy_perf.sweep.plan import plan, products
from fockproxy_perf.sweep.sweep_file import parse, read_sweep

MINUTES = {"quick": 5, "onesided": 15, "gsum": 15, "ladder": 15}  # largest estimates; 30 for all others
SWEEPS = sorted(path.stem for path in (SOURCE / "perf" / "sweeps").glob("*.toml"))


def test_sweeps_are_found():
    assert SWEEPS


@pytest.mark.parametrize("name", SWEEPS)
def test_what_a_sweep_showed_is_written_down(name):
    pages = "".join(page.read_text() for page in (SOURCE / "perf").glob("*.md"))
    assert f"`{name}`" in pages or f"sweep {name}`" in pages


@pytest.mark.parametrize("name", SWEEPS)
def test_a_ready_made_sweep_can_be_planned(name):
    sweep = read_sweep(name)
    assert sweep.name == name and sweep.description
    launches = plan(sweep)
    for stack in {launch.settings["stack"] for launch in launches}:
        find_stack(stack, known_stacks())  # refuses unknown ones
    keys = [launch.key(c) for launch in launches for c in launch.configurations]
    assert len(keys) == len(set(keys))
    assert sum(launch.estimate for launch in launches) <= MINUTES.get(name, 30) * 60


QUESTIONS = (SOURCE / "perf" / "found-questions.md").read_text()


@pytest.mark.parametrize("name, minutes", sorted(set(re.findall(
    r"^    scripts/perf sweep (\S+).* (\d+) minutes", QUESTIONS, re.MULTILINE))))
def test_the_page_of_questions_says_how_long_a_sweep_takes(name, minutes):
    assert sum(launch.estimate for launch in plan(read_sweep(name))) / 60 == pytest.approx(int(minutes), abs=1)


def test_the_values_of_a_launch_take_turns_at_being_first():
    """What a process measures first may be faster or slower for that reason alone."""
    axes = {"window-info": ["none", "accumulate_ops=same_op", "same_size=true"], "window": ["allocate", "create"]}
    sweep = parse({"repetitions": 8, "part": [{"command": "counter", "axes": axes}]}, "any")
    launches = plan(sweep)
    assert len(launches) == 8
    assert {launch.configurations[0]["window_info"] for launch in launches} == {
        "none", "accumulate_ops=same_op", "same_size=true"}
    for launch in launches:
        orders = [launch.lists()[name] for name in ("window_info", "window")]
        assert [len(values) for values in orders] == [3, 2]
        assert [(c["window_info"], c["window"]) for c in launch.configurations] in (
            [(i, w) for i in orders[0] for w in orders[1]], [(i, w) for w in orders[1] for i in orders[0]])
    assert [launch.configurations for launch in plan(sweep)] == [launch.configurations for launch in launches]


def test_an_input_stands_for_a_molecule():
    [launch] = plan(parse({"part": [{"command": "fock", "options": {"input": "small"}}]}, "any"))
    assert program_arguments(launch)[:3] == ["fock", "--input", "small"]


def test_axes_can_be_replaced():
    file = SOURCE / "perf" / "sweeps" / "quick"  # without .toml, as in the README
    new = [("stack", "mpich-4.3"), ("thread_level", "multiple"), ("env.UCX_TLS", "tcp"), ("repetitions", "5"),
           ("ranks", "3,4")]
    sweep = read_sweep(file, new)
    launches = plan(sweep)
    assert sweep.repetitions == 5
    assert {(launch.settings["stack"], launch.settings["env.UCX_TLS"]) for launch in launches} == {("mpich-4.3", "tcp")}
    assert {launch.settings["ranks"] for launch in launches} == {3, 4}
    assert {launch.settings["thread_level"] for launch in launches if launch.part == "table1"} == {"multiple"}
    assert sweep.plan != read_sweep("quick").plan, "what was replaced is recorded"


def test_a_row_records_what_a_stack_needs_to_run_again():
    set_here = {"UCX_TLS": "tcp", "LD_LIBRARY_PATH": "/opt/mpi/lib", "OMPI_MCA_osc": "^sm"}
    assert CommandLine([], {**set_here, "HOME": "/root"}).steering() == set_here


def test_the_example_has_every_kind_and_status():
    """The example has version 1."""
    rows = [as_now(json.loads(line)) for line in (HERE / "data" / "example_sweep.jsonl").read_text().splitlines()]
    for row in rows:
        jsonschema.Draft7Validator(SCHEMA).validate(row)
        if row["kind"] in PROGRAM_SCHEMAS and row["status"] == "verified":
            PROGRAM_SCHEMAS[row["kind"]].validate(row["result"])
    assert {row["kind"] for row in rows} == {"sweep", "counter", "verdict", "saturation", "compare", "fock", "scf",
                                             "onesided", "gsum", "ladder", "info"}
    assert {row["status"] for row in rows[1:]} == {"verified", "FAIL", "UNSUPPORTED", "hung", "crashed"}
    lines = tidy_csv(read_sweep_results(HERE / "data" / "example_sweep.jsonl")[1]).splitlines()
    measured = [row for row in rows[1:] if row["kind"] != "info"]
    columns = sum(3 for row in measured if row["kind"] == "compare" and row["status"] == "verified")
    assert len(lines) == 1 + len(measured) + columns


def test_products_cover_each_configuration_once():
    every = [{"a": a, "b": b, "c": c} for a in (1, 2, 3) for b in "xy" for c in (0, 1)]
    assert products(every) == [every]
    for left_out in every:
        some = [c for c in every if c != left_out]
        pieces = products(some)
        assert sorted((c for piece in pieces for c in piece), key=str) == sorted(some, key=str)
        assert len(pieces) <= 3
        for piece in pieces:
            size = 1
            for name in "abc":
                size *= len({c[name] for c in piece})
            assert size == len(piece)
    assert products([]) == [] and products([{}]) == [[{}]]


def leaves(launch):
    """The launches that remain if each one hangs and is split."""
    parts = launch.split()
    return parts if parts == [launch] else [leaf for part in parts for leaf in leaves(part)]


def test_a_hang_is_traced_to_its_operator_and_datatype():
    launch = next(launch for launch in plan(read_sweep("operators-hosts"))
                  if any(c["operation"] == "get_accumulate" for c in launch.configurations))
    words = program_arguments(launch)
    assert set(words[words.index("--combination") + 1].split(",")) == {"sum", "replace", "no_op", "min", "max"}
    alone = leaves(launch)
    assert len(alone) == len(launch.configurations) > 30
    asked = {"operation": "get_accumulate", "combination": "replace", "datatype": "int64", "window": "create"}
    [one] = [leaf for leaf in alone if leaf.configurations == (asked,)]
    words = program_arguments(one)
    assert [words[words.index(f"--{name}") + 1] for name in asked] == list(asked.values())


@pytest.mark.parametrize("asked, identity, answered", [
    ({"operation": "accumulate", "combination": "max"}, {"operation": "accumulate", "combination": "max"}, True),
    ({"operation": "accumulate", "combination": "max"}, {"operation": "accumulate", "combination": "sum"}, False),
    ({"operation": "put", "datatype": "int32"}, {"operation": "put", "datatype": "double"}, False),
    ({"operation": "put", "combination": "max"}, {"operation": "put", "datatype": "double"}, True)])
def test_a_row_answers_for_its_operator_and_datatype(asked, identity, answered):
    """An operation without an operator answers for each of them."""
    assert answers(asked, identity) is answered


@pytest.mark.parametrize("text, seconds", [("20ms", 0.02), ("300us", 3e-4), ("1.5s", 1.5), ("5min", 300), ("2h", 7200)])
def test_durations(text, seconds):
    assert parse_duration(text) == pytest.approx(seconds)


@pytest.mark.parametrize("text", ["20", "ms", "-1s", "0s", "1 s", "1d"])
def test_wrong_durations(text):
    with pytest.raises(UserError):
        parse_duration(text)


def test_durations_for_people():
    assert [format_duration(s) for s in (0.42, 12.3, 185, 7800)] == ["0.4 s", "12 s", "3 min 05 s", "2 h 10 min"]


@pytest.mark.parametrize("family, name, text, version", [
    ("openmpi", "Open MPI", "Open MPI v4.1.4, package: Debian OpenMPI, ident: 4.1.4", "4.1.4"),
    ("openmpi", "Open MPI", "Open MPI v5.0.11, package: conda", "5.0.11"),
    ("mpich", "MPICH", "MPICH Version:      4.3.2", "4.3.2"),
    ("intel", "Intel MPI", "Intel(R) MPI Library 2021.14 for Linux* OS", "2021.14"),
])
def test_versions_come_from_the_library(family, name, text, version):
    assert library_version(family, text) == version
    assert library_name(text) == f"{name} {version}"


def test_a_library_that_nobody_knows_has_the_name_it_says():
    assert library_name("Some MPI 1.0, built yesterday\nby somebody") == "Some MPI 1.0"


def info(**tcp):
    return {"transport": {"ranks_sharing_memory": 2, "paths": [
        {"path": path, "refused": "no"} if share is None else
        {"path": path, "bytes_sent": 1000, "tcp_bytes": int(1000 * share)} for path, share in tcp.items()]}}


@pytest.mark.parametrize("transport, tcp, window, proved", [
    ("tcp", {"messages": 1.01, "create": 1.0}, "create", True),
    ("tcp", {"messages": 1.01, "allocate": 0.0}, "allocate", False),
    ("tcp", {"messages": 1.01, "allocate": 0.0, "create": 1.0}, "create", True),
    ("shm", {"messages": 0.0, "create": 0.001}, "create", True),
    ("shm", {"messages": 0.0, "create": 1.0}, "create", False),
    ("tcp", {"messages": 1.0, "create": None}, "create", True),
    ("default", {"messages": 1.0, "create": 1.0}, "create", None),
])
def test_a_transport_is_proved_by_bytes_through_sockets(transport, tcp, window, proved):
    assert proof(transport, info(**tcp), ["messages", window])[0] is proved


@pytest.mark.parametrize("given", ["options", "axes"])
@pytest.mark.parametrize("window, status", [("create", "verified"), ("allocate", "other transport")])
def test_a_row_is_judged_by_its_own_window_however_it_is_given(given, window, status):
    axes = {"stack": "s", "transport": "tcp", "binding": "none", "thread_level": "single", "hosts": 1}
    judge = Judge()
    judge.remember(made_row("info", axes=axes, result=info(messages=1.0, allocate=0.0, create=1.0)))
    settings = {"options": {}, "axes": axes}
    settings[given] = {**settings[given], "window": window}
    [row] = judge.judged([made_row("fock", **settings)])
    assert row.status == status
    assert row.provenance["transport"]["proved"] == (status == "verified")
    assert bool(row.result) == (status == "verified") != bool(row.reason)


@pytest.mark.parametrize("hosts, label", [
    (1, "TCP on one host (Ethernet-like)"), (2, "TCP, 2 hosts in network namespaces of one machine")])
def test_hosts_that_are_no_machines_are_called_so(hosts, label):
    axes = {"stack": "s", "transport": "tcp", "binding": "none", "thread_level": "single", "hosts": hosts}
    [row] = Judge(namespaces=True).judged([made_row("fock", axes=axes)])
    assert row.provenance["transport"]["label"] == label


@pytest.mark.parametrize("link, rate, latency, said", [
    ({"bandwidth": "1gbit"}, 1.2e8, 1e-5, "at most 1gbit/s"), ({"bandwidth": "1gbit"}, 2e8, 1e-5, None),
    ({"bandwidth": "unlimited", "delay": "none"}, 2e9, 0.0, ""),
    ({"delay": "1ms"}, 2e9, 1.1e-3, "1ms later"), ({"delay": "1ms"}, 2e9, 1e-4, None),
    ({"delay": "20us", "bandwidth": "100mbit"}, 1e7, 1e-4, "at most 100mbit/s, 20us later")])
def test_a_link_is_measured(link, rate, latency, said):
    axes = {"stack": "s", "transport": "tcp", "binding": "none", "thread_level": "single", "hosts": 2, **link}
    measured = info(messages=1.0, allocate=1.0)
    for path in measured["transport"]["paths"]:
        path |= {"bytes_per_second": rate, "latency_seconds": latency}
    judge = Judge(namespaces=True)
    judge.remember(made_row("info", axes=axes, result=measured))
    [row] = judge.judged([made_row("fock", axes=axes)])
    assert row.status == ("other transport" if said is None else "verified")
    if said is None:
        assert "the link is not" in row.reason
    else:
        assert row.provenance["transport"]["label"].endswith(f"of one machine, {said}" if said else "of one machine")


@pytest.mark.parametrize("axis, value", [("bandwidth", "fast"), ("bandwidth", 100), ("delay", "20")])
def test_a_link_of_no_sense_is_refused(axis, value):
    with pytest.raises(UserError, match=f"{axis} '{value}'"):
        parse({"part": [{"command": "counter", "axes": {axis: [value]}}]}, "link")


def test_without_a_probe_nothing_is_proved():
    assert proof("tcp", None, ["messages", "create"])[0] is None


def test_nothing_is_known_of_the_transport_of_openshmem():
    """Messages that go through TCP prove nothing about it."""
    proved, words = proof("tcp", info(messages=1.0), ["messages", "openshmem"])
    assert proved is None and "OpenSHMEM" in words


@pytest.mark.parametrize("runtime, status", [("", "verified"), ("mpi-ts", "verified"), ("mpi-pr", "other transport")])
def test_global_arrays_is_judged_by_the_ways_of_its_runtime(runtime, status):
    axes = {"stack": "s", "transport": "tcp", "binding": "none", "thread_level": "single", "hosts": 1, "counter": "ga"}
    judge = Judge()
    judge.remember(made_row("info", axes=axes, result=info(messages=1.0, allocate=1.0, create=1.0)))
    row = made_row("counter", axes=axes)
    row.provenance["stack"]["ga_runtime"] = runtime
    assert [judged.status for judged in judge.judged([row])] == [status]
    asked = made_row("counter", axes={**axes, "counter": "mpi3"})
    assert [judged.status for judged in judge.judged([asked])] == ["verified"], "the counter is not Global Arrays'"


def test_transport_settings_per_family():
    assert transport_environment("tcp", "mpich")["MPIR_CVAR_NOLOCAL"] == "1"
    assert "sm" in transport_environment("tcp", "openmpi")["OMPI_MCA_osc"]
    assert transport_environment("tcp", "other") is None and transport_environment("default", "other") == {}


def test_launchers():
    stacks = known_stacks()
    settings = {"ranks": 4, "hosts": 2, "binding": "core"}
    words = launcher_command("mpiexec", stacks["debian-openmpi-4.1"], settings, ["a", "b", "c"])
    assert words == ["mpiexec.openmpi", "-n", "4", "--bind-to", "core:overload-allowed", "--host", "a:2,b:2"]
    words = launcher_command("mpiexec", stacks["mpich-4.3"], settings, ["a", "b"])
    assert words[1:] == ["-n", "4", "-bind-to", "core", "-hosts", "a,b", "-ppn", "2"]
    assert words[0].endswith("build/stacks/mpich-4.3/mpi/bin/mpiexec")
    words = launcher_command("srun", stacks["mpich-4.3"], settings, [])
    assert words == ["srun", "--ntasks=4", "--nodes=2", "--cpu-bind=cores", "--mpi=pmi2"]
    assert launcher_command("aprun -n {ranks} -N {ranks_per_host}", stacks["mpich-4.3"], settings, []) == [
        "aprun", "-n", "4", "-N", "2"]
    words = launcher_command("mpiexec", stacks["debian-openmpi-4.1"], settings, ["namespaces"])
    assert words[0].endswith("scripts/hosts") and words[1:4] == ["with", "2", "mpiexec.openmpi"]
    assert words[4:] == ["-n", "4", "--bind-to", "none", "--host", "h1:2,h2:2"]
    words = launcher_command("mpiexec", stacks["debian-openmpi-4.1"], {**settings, "hosts": 1}, ["namespaces"])
    assert words[0] == "mpiexec.openmpi" and "--host" not in words
    words = launcher_command("mpiexec", stacks["mpich-4.3"], {**settings, "bandwidth": "1gbit", "delay": "none"},
                             ["namespaces"])
    assert words[1:5] == ["with", "2", "--bandwidth", "1gbit"]
    for hosts in (["a", "b"], ["namespaces"]):
        with pytest.raises(UserError, match="at most 1gbit/s takes several hosts"):
            launcher_command("mpiexec", stacks["mpich-4.3"],
                             {**settings, "hosts": len(hosts), "bandwidth": "1gbit"}, hosts)
    with pytest.raises(UserError, match="--hosts names 1"):
        launcher_command("mpiexec", stacks["mpich-4.3"], settings, ["a"])
    with pytest.raises(UserError, match="shared equally"):
        launcher_command("mpiexec", stacks["mpich-4.3"], {**settings, "ranks": 3}, ["a", "b"])


def test_binding_is_read_back():
    assert core_list("0-2,5") == {0, 1, 2, 5}
    one, other, both = [{"host": "a", "affinity": cores} for cores in ("0", "1", "0-1")]
    assert bound_as_asked("core", [one, other]) is True
    assert bound_as_asked("core", [both, both]) is False
    assert bound_as_asked("none", [both, both]) is True
    assert bound_as_asked("none", [one, other]) is False
    assert bound_as_asked("none", [one, {**other, "host": "b"}]) is True
    assert bound_as_asked("core", [{"host": "a", "affinity": ""}]) is None
