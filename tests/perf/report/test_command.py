"""The command below an advice runs what the row ran, with all settings that the row knows."""

import copy
import json
import shlex

import pytest
from conftest import SOURCE
from fockproxy_perf.report.sections.command import ELSEWHERE, command
from fockproxy_perf.rows.kinds import row_from_json
from fockproxy_perf.rows.program_options import default, program_options

SCHEMAS = SOURCE / "perf/fockproxy_perf/schemas"
COMMANDS = ("scf", "fock", "compare", "counter")
EXAMPLE = [json.loads(line) for line in (SOURCE / "tests/perf/data/example_sweep.jsonl").read_text().splitlines()]


def schema(name):
    return json.loads((SCHEMAS / f"{name}.json").read_text())


def of_schemas():
    """Every key with which a row of these commands has a setting."""
    for name in ("run", "compare", "counter"):
        yield from schema(name)["definitions"]["config"]["properties"]
    yield from schema("sweep")["definitions"]["row"]["properties"]["axes"]["properties"]


def fock_row(axes=None, config=None, kind="fock", **provenance):
    entry = copy.deepcopy(next(line for line in EXAMPLE if line["kind"] == kind and line["status"] == "verified"))
    entry["axes"] = {name: value for name, value in entry["axes"].items() if not name.startswith("env.")} | (axes or {})
    entry["config"] |= config or {}
    entry["provenance"] |= {"argv": ["fockproxy"], "environment": {}} | provenance
    return row_from_json(entry)


@pytest.mark.parametrize("key", sorted({*of_schemas(), *(name for c in COMMANDS for name in program_options(c))}))
def test_every_setting_is_an_option_or_known_to_stand_elsewhere(key):
    """A new key, or a new option, needs an entry."""
    assert key in program_options("scf") or key in ELSEWHERE


@pytest.mark.parametrize("name", [name for name in program_options("scf") if name not in ELSEWHERE])
def test_what_was_asked_for_is_said_where_it_is_no_default(name):
    option = program_options("scf")[name]
    value = not default("scf", name) if option["takes"] == "nothing" else "77"
    words = shlex.split(command(fock_row({name: value})))
    said = option["unset_by"] or f"--{name.replace('_', '-')}"
    if option["positional"]:
        assert "77" in words
    else:
        assert said in words and (value != "77" or words[words.index(said) + 1] == "77")


@pytest.mark.parametrize("name, value, words", [
    ("poll_interval", 2e-4, "--poll-interval 200"), ("helper_sleep", 1e-5, "--helper-sleep 10"),
    ("task_sleep", 0.005, "--task-sleep 0.005s"), ("ghosts_per_node", 2, "--ghosts 2"), ("incremental", False,
    "--no-incremental"), ("prefetch", True, "--prefetch"), ("integrals", "libint", "--integrals libint"),
    ("thread_calls", "multiple", "--thread-calls multiple"), ("layout", "rows", "--layout rows"), ("epoch", "each",
    "--epoch each"), ("node_reads", True, "--node-reads"), ("threshold", 1e-8, "--threshold 1e-08"),
    ("idle_ranks", 1, "--idle-ranks 1"), ("complete", "request", "--complete request")])
def test_what_the_document_says_is_said_where_it_is_no_default(name, value, words):
    """Even if it was not requested, because the default may have been different."""
    assert f" {words} " in command(fock_row(config={name: value})) + " "
    assert words not in command(fock_row())


def test_what_is_the_default_is_left_out():
    row = fock_row()
    words = command(row).split()
    assert words[:5] == ["mpiexec", "-n", str(row.get("ranks")), "fockproxy", "scf"]
    assert [word for word in words if word.startswith("--")] == ["--basis", "--counter", "--window", "--grain"]


def test_the_stack_is_launched_as_it_was():
    row = fock_row({"env.UCX_TLS": "tcp,self", "thread_level": "multiple"},
                   argv=["/opt/mpi/bin/mpiexec", "-n", "2", "--bind-to", "core", "-x", "FOCKPROXY_DATA",
                         "-x", "UCX_TLS", "/opt/bin/fockproxy", "fock", "water", "--json", "result.json"],
                   environment={"OMPI_MCA_osc": "^sm,ucx", "OMPI_ALLOW_RUN_AS_ROOT": "1", "MPIR_CVAR_NOLOCAL": "1"},
                   stack={"family": "openmpi", "label": "Open MPI 5", "version": "5", "global_arrays": False})
    text = command(row)
    assert text.startswith("OMPI_MCA_osc='^sm,ucx' UCX_TLS=tcp,self /opt/mpi/bin/mpiexec -n 2 --bind-to core "
                           "-x UCX_TLS /opt/bin/fockproxy scf ")
    assert text.endswith("--thread-level multiple")


def test_a_named_input_names_molecule_and_basis():
    words = command(fock_row({"input": "small"})).split()
    assert "--input" in words and "--basis" not in words and words[words.index("scf") + 1].startswith("--")


@pytest.mark.parametrize("axes, words", [
    ({"case": 2, "owners": "all"}, ("scf", "--idle-ranks 1")), ({"case": 2, "owners": "all", "idle_ranks": 3,
    "progress": "poll"}, ("scf", "--idle-ranks 3", "--progress poll")), ({"case": 1}, ("scf",)),
    ({"case": 2, "owners": "idle"}, ("compare", "--case 2", "--owners idle"))])
def test_cases_of_compare(axes, words):
    text = command(fock_row({"progress": "none", **axes}, {"idle_ranks": 1}, kind="compare"))
    assert all(f" {word} " in text + " " for word in words)
    assert ("--idle-ranks" in text) == any("idle-ranks" in word for word in words)
