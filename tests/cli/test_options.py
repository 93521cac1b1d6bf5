"""Every option is in --help and changes no energy; and the output of --dry-run."""

import json
import re

import jsonschema
import pytest
from conftest import MPI, SMALL, SOURCE, WITH_GA, schema


@pytest.mark.parametrize("arguments", [["--help"], ["scf", "--help"], ["fock", "--help"], ["check", "--help"],
                                       ["info", "--help"]])
@pytest.mark.parametrize("ranks", [None, 2])
def test_help(fockproxy, arguments, ranks):
    run = fockproxy(*arguments, ranks=ranks)
    assert run.code == 0
    assert run.err == ""
    assert run.out.count("Usage:") == 1
    if arguments == ["--help"]:
        for name in ("scf", "fock", "check", "info"):
            assert re.search(rf"^  +{name}  +\w", run.out, re.MULTILINE), name
    elif arguments[0] in ("check", "info"):
        assert "--json" in run.out and "--thread-level" in run.out and "--basis" not in run.out
        assert ("--only" in run.out) == (arguments[0] == "check")
    else:
        options = "--basis --counter --matrix --cache --grain --window --threshold --verify --json --dry-run --chunk"
        for word in [*options.split(), "static", "mpi3", "mpi2", "helper", "rma", "local", "merged", "replicated"]:
            assert word in run.out
        assert ("--repeat" in run.out) == (arguments[0] == "fock")


@pytest.mark.parametrize("ranks", [None, 2])
def test_version(fockproxy, ranks):
    run = fockproxy("--version", ranks=ranks)
    version = re.search(r"project\(fockproxy\s+VERSION (\S+)", (SOURCE / "CMakeLists.txt").read_text()).group(1)
    assert (run.code, run.err) == (0, "")
    first, *parts = run.out.splitlines()
    assert re.fullmatch(rf"fockproxy {re.escape(version)} \(([0-9a-f]{{12}}(-dirty)?|revision unknown: .+)\)", first)
    said = dict(re.split(r"  +", line.strip(), maxsplit=1) for line in parts)
    assert said["MPI"].startswith({"openmpi": "Open MPI v", "mpich": "MPICH Version "}[MPI])
    assert said["Global Arrays"].startswith("5." if WITH_GA else "this program has no Global Arrays")
    assert said["Libint"].startswith("2.") and "portable" in said["instruction sets"] and said["JSON schema"] == "2"


COMMUNICATION = [
    ("--window", "create"), ("--window", "allocate-noshm"), ("--complete", "batch"), ("--layout", "strided"),
    ("--accumulate-completion", "remote"), ("--grain", "auto"), ("--grain", "shell"), ("--grain", "4"),
    ("--counter", "helper"), ("--thread-level", "multiple"), ("--schedule", "factoring"),
    ("--schedule", "static-first"),
    ("--progress", "poll"), ("--progress", "poll", "--poll-by", "flush-local"),
    ("--progress", "poll", "--poll-by", "get"), ("--progress", "helper-block"),
    ("--progress", "helper-send"), ("--progress", "helper-2008"), ("--progress", "helper-recv"),
    ("--progress", "helper-poll"), ("--complete", "request"), ("--layout", "rows"), ("--epoch", "each"),
    ("--node-reads",), ("--sum", "exact"), ("--global-sum", "node"), ("--global-sum", "distributed"),
    ("--progress", "idle-root"), ("--progress", "library"),
    ("--idle-ranks", "1"), ("--counter", "node"), ("--order", "costliest"), ("--order", "random"),
    ("--order", "stratified"), ("--order-seed", "7"),
]
CHEMISTRY_AND_CHECKS = [
    ("--guess", "core"), ("--no-incremental",), ("--verify", "full"), ("--integrals", "libint"), ("--simd", "portable"),
    ("--precision", "double"),
    ("--seed", "7"), ("--threshold", "0"), ("--uhf",), ("--stall-timeout", "0"),
]


@pytest.mark.parametrize("ranks, options", [(2, o) for o in COMMUNICATION] + [(None, o) for o in CHEMISTRY_AND_CHECKS],
                         ids=str)
def test_an_option_changes_no_energy(fockproxy, options, ranks):
    _, document = fockproxy.document("scf", "water", *SMALL, *options, ranks=ranks)
    assert document["scf"]["energy_total"] == pytest.approx(-74.9629, abs=2e-4)
    if len(options) == 2 and options[0] != "--thread-level":
        name = options[0].removeprefix("--").replace("-", "_")
        if name in document["config"]:
            value = document["config"][name]
            shown = float(options[1]) if isinstance(value, float) else options[1]
            assert str(value) == str(shown)
    if "full" in options:
        assert any("full" in check["name"] or "all of" in check["name"] for check in document["verification"]["checks"])


@pytest.mark.parametrize("command", ["scf", "fock"])
@pytest.mark.parametrize("ranks", [None, 2])
def test_dry_run(fockproxy, command, ranks):
    run = fockproxy(command, "water", "--basis", "cc-pvdz", "--dry-run", ranks=ranks)
    assert (run.code, run.err) == (0, "")
    for pattern in (r"^functions +24$", r"^shells +12$", r"^blocks +3 ", r"^tasks +21 ", r"^memory +\d+(\.\d+)? \w?B "):
        assert len(re.findall(pattern, run.out, re.MULTILINE)) == 1, pattern
    assert "VERIFICATION" not in run.out


@pytest.mark.slow
def test_dry_run_refuses_what_does_not_fit(fockproxy):
    atoms = [f"He {3 * x} {3 * y} {3 * z}" for x in range(20) for y in range(20) for z in range(20)]
    fockproxy.write("big.xyz", "\n".join([str(len(atoms)), "a crystal", *atoms]) + "\n")
    for options in (["--dry-run"], []):
        run = fockproxy("fock", "big.xyz", *SMALL, *options).assert_refused("--grain")
        assert "VERIFICATION" not in run.out


@pytest.mark.parametrize("command, arguments", [
    ("fock", ("water", *SMALL)), ("scf", ("water", *SMALL)), ("compare", ("water", *SMALL, "--repeat", 1, "--case", 1)),
    ("ladder", ("water", *SMALL, "--repeat", 1)), ("counter", ("--case", 1, "--work", "100us", "--tasks-per-rank", 2)),
    ("onesided", ("--table", "latency", "--operation", "get", "--row-time", "1ms")),
    ("gsum", ("--bytes", "1k", "--method", "allreduce", "--row-time", "1ms"))])
def test_documents_have_every_setting(fockproxy, command, arguments):
    """The settings whose record names a key, with values that the schema of documents allows."""
    result = fockproxy(command, *arguments, "--json", "out.json", ranks=2, timeout=120)
    assert result.code == 0, result.err
    document = json.loads((fockproxy.directory / "out.json").read_text())
    options = schema("options")["commands"][command].values()
    assert {option["key"] for option in options if "key" in option} <= set(document["config"])
    jsonschema.validate(document, schema("run" if command in ("fock", "scf") else command))
