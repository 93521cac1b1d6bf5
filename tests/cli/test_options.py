"""What the options promise, one by one, on molecules that take no time."""

import json
import os
import re

import pytest
from conftest import MPI, SOURCE, needs_ga

SMALL = ("--basis", "sto-3g")


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
    assert (run.code, run.out, run.err) == (0, f"fockproxy {version}\n", "")


@pytest.mark.parametrize("cache, gets", [("none", 6), ("ijk", 3), ("replicated", 0)])
@pytest.mark.parametrize("ranks", [None, 2])
def test_communications_per_task_of_a_cache(fockproxy, cache, gets, ranks):
    run, document = fockproxy.document("fock", "water", *SMALL, "--cache", cache, "--repeat", 2, ranks=ranks)
    per_task = document["fock"]["communications_per_task"]
    assert per_task["get"] == per_task["accumulate"] == gets
    held = (per_task["held_get"], per_task["held_accumulate"])
    assert (0 < held[0] <= 3 and 0 < held[1] <= 3) if cache == "ijk" else held == (0, 0)
    assert (document["config"]["matrix"] == "replicated") == (cache == "replicated")
    assert ("broadcast" in run.out) == (cache == "replicated")


@pytest.mark.parametrize("ranks", [None, 2])
def test_class_rates_add_up_to_the_build(fockproxy, ranks):
    run, document = fockproxy.document("fock", "water", "--basis", "cc-pvdz", "--repeat", 2, "--class-rates", ranks=ranks)
    fock = document["fock"]
    rates = {rate["class"]: rate for rate in fock["class_rates"]}
    assert len(rates) == len(fock["class_rates"]) and "(p s|s2 s)" in rates and "(d d|d d)" in rates
    assert all(rate["seconds"] > 0 for rate in rates.values())
    assert sum(rate["quartets"] for rate in rates.values()) == fock["quartets"][-1]
    assert sum(rate["integrals"] for rate in rates.values()) == sum(r["integrals"] for r in fock["ranks"]) / 2
    assert sum(rate["seconds"] for rate in rates.values()) < sum(r["compute_seconds"] for r in fock["ranks"])
    assert re.search(r"^  \(p s\|s2 s\) ", run.out, re.MULTILINE)


def test_class_rates_belong_to_the_own_kernels(fockproxy):
    _, document = fockproxy.document("fock", "water", *SMALL)
    assert document["fock"]["class_rates"] == []
    fockproxy("fock", "water", *SMALL, "--class-rates", "--integrals", "libint").assert_refused("--integrals own")


def test_merged_cache_communicates_less(fockproxy):
    def operations(cache):
        per_task = fockproxy.document("fock", "water2", *SMALL, "--cache", cache)[1]["fock"]["communications_per_task"]
        return [per_task["get"] + per_task["held_get"], per_task["accumulate"] + per_task["held_accumulate"]]

    assert all(0 < merged <= ijk for merged, ijk in zip(operations("merged"), operations("ijk")))


def test_static_has_no_counter(fockproxy):
    _, document = fockproxy.document("fock", "water", *SMALL, "--counter", "static", ranks=2)
    assert document["fock"]["communications_per_task"]["counter"] == 0


def test_chunks_draw_fewer_tickets(fockproxy):
    _, document = fockproxy.document("fock", "water", *SMALL, "--chunk", 5, "--repeat", 1)
    assert document["fock"]["communications_per_task"]["counter"] * 21 == pytest.approx(5 + 1)


@pytest.mark.parametrize("assignment", ["cyclic", "block", "interleaved"])
def test_static_assignments(fockproxy, assignment):
    arguments = ("fock", "water", *SMALL, "--repeat", 1, "--counter", "static", "--static-assignment", assignment)
    run, document = fockproxy.document(*arguments, ranks=2)
    assert document["config"]["static_assignment"] == assignment
    assert f"static, {assignment}" in run.out
    assert abs(document["fock"]["ranks"][0]["tasks"] - document["fock"]["ranks"][1]["tasks"]) <= 1


def test_pretend_nodes_refill_from_the_counter(fockproxy):
    arguments = ("fock", "water", *SMALL, "--repeat", 1, "--counter", "node", "--node-counter", "mpi2", "--node-chunk", 5)
    run, document = fockproxy.document(*arguments, "--ranks-per-node", 1, ranks=2)
    counts = [rank["dealing"] for rank in document["fock"]["ranks"]]
    assert sum(c["node draws"] for c in counts) == 21
    assert 5 <= sum(c["node refills"] for c in counts) == sum(
        rank["counter"]["operations"] for rank in document["fock"]["ranks"]) <= 7
    assert "node refilled from mpi2, 5 at once, pretend nodes of 1" in run.out
    assert re.search(r"^  dealing: node draws 21, node refills \d, node waits \d+$", run.out, re.MULTILINE)


@pytest.mark.parametrize("counter", ["mpi3", "mpi3-getacc", "server-rank", "server-thread"])
def test_prefetched_draws_are_counted(fockproxy, counter):
    run, document = fockproxy.document("fock", "water", *SMALL, "--repeat", 1, "--counter", counter, "--prefetch", ranks=2)
    assert document["config"]["prefetch"] is True
    counts = [rank["dealing"] for rank in document["fock"]["ranks"]]
    assert sum(c["prefetched draws"] for c in counts) == 21  # one for each range that was handed out
    assert all(0 <= c["arrived in time"] <= c["prefetched draws"] for c in counts)
    assert re.search(r"^  dealing: prefetched draws 21, arrived in time \d+$", run.out, re.MULTILINE)


def test_stealing_counts_its_attempts(fockproxy):
    # In Open MPI 4, MPI_Compare_and_swap crashes over osc/rdma; other MPIs do not know the variable.
    run, document = fockproxy.document("fock", "water", *SMALL, "--repeat", 1, "--counter", "steal", ranks=2,
                                       OMPI_MCA_osc="^rdma")
    counts = [rank["dealing"] for rank in document["fock"]["ranks"]]
    for count in counts:
        assert count["steal attempts"] > count["steal successes"]  # the last pass finds nothing
    assert "steal attempts" in run.out
    assert all(rank["counter"]["seconds"] > 0 for rank in document["fock"]["ranks"])


def test_idle_ranks_do_no_tasks(fockproxy):
    run, document = fockproxy.document("fock", "water", *SMALL, "--repeat", 2, "--idle-ranks", 1, ranks=2)
    idle, worker = document["fock"]["ranks"]
    assert (idle["idle"], worker["idle"]) == (True, False)
    assert (idle["tasks"], worker["tasks"]) == (0, sum(document["fock"]["tasks"]))
    assert idle["counter"]["operations"] == idle["get"]["operations"] == 0
    assert document["fock"]["load_imbalance"] == 1
    assert re.search(r"^ +0 idle ", run.out, re.MULTILINE) and "1 idle rank" in run.out


COMMUNICATION = [
    ("--window", "create"), ("--window", "allocate-noshm"), ("--complete", "batch"), ("--layout", "strided"),
    ("--accumulate-completion", "remote"), ("--grain", "auto"), ("--grain", "shell"), ("--grain", "4"),
    ("--counter", "helper"), ("--thread-level", "multiple"), ("--schedule", "factoring"), ("--schedule", "static-first"),
    ("--progress", "poll"), ("--progress", "helper-block"),
    ("--progress", "helper-send"), ("--progress", "helper-recv"), ("--progress", "helper-poll"),
    ("--progress", "idle-root"), ("--progress", "library"),
    ("--idle-ranks", "1"), ("--counter", "node"), ("--order", "costliest"), ("--order", "random"),
    ("--order", "stratified"), ("--order-seed", "7"),
]
CHEMISTRY_AND_CHECKS = [
    ("--guess", "core"), ("--no-incremental",), ("--verify", "full"), ("--integrals", "libint"), ("--simd", "portable"), ("--seed", "7"), ("--threshold", "0"), ("--uhf",),
    ("--stall-timeout", "0"),
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


def test_poll_has_a_column_of_its_own(fockproxy):
    run, document = fockproxy.document("fock", "water", "--basis", "cc-pvdz", "--progress", "poll", "--poll-interval", 50,
                                       "--poll-burst", 3, ranks=2)
    assert re.search(r"^ +rank +compute +poll +counter ", run.out, re.MULTILINE)
    for rank in document["fock"]["ranks"]:
        assert rank["polls"] > 0 and rank["poll_seconds"] > 0 and not rank["helper"]
    config = document["config"]
    assert (config["poll_interval"], config["poll_burst"]) == (pytest.approx(50e-6), 3)


def test_helpers_on_chosen_ranks(fockproxy):
    run, document = fockproxy.document("fock", "water", *SMALL, "--progress", "helper-poll", "--helper-ranks", "1",
                                       "--helper-sleep", 20, ranks=2)
    assert [rank["helper"] for rank in document["fock"]["ranks"]] == [False, True]
    assert all(rank["helper_inside_mpi"] for rank in document["fock"]["ranks"])
    assert document["fock"]["ranks"][1]["helper_cpu_seconds"] > 0
    assert document["config"]["helper_ranks"] == "1"
    assert re.search(r"^ +1 +inside MPI ", run.out, re.MULTILINE)


def test_helpers_without_cores_are_warned_of(fockproxy):
    run, _ = fockproxy.document("fock", "water", *SMALL, "--progress", "helper-poll", ranks=4)
    warned = re.search(r"^fockproxy: warning: node 0: 4 ranks and 4 progress helpers share \d+ cores", run.err,
                       re.MULTILINE)
    assert bool(warned) == (len(os.sched_getaffinity(0)) < 8)


def test_the_idle_root_does_no_tasks(fockproxy):
    _, document = fockproxy.document("fock", "water", *SMALL, "--progress", "idle-root", ranks=2)
    assert [rank["idle"] for rank in document["fock"]["ranks"]] == [True, False]
    assert document["fock"]["ranks"][0]["tasks"] == 0
    assert document["config"]["idle_ranks"] == 1


LIBRARY_SETTING = {"openmpi": "OMPI_MCA_btl_tcp_progress_thread", "mpich": "MPIR_CVAR_ASYNC_PROGRESS"}
needs_library_setting = pytest.mark.skipif(MPI not in LIBRARY_SETTING, reason="no progress thread of this MPI is known")


@needs_library_setting
def test_library_settings_are_read_back(fockproxy):
    run, document = fockproxy.document("fock", "water", *SMALL, "--progress", "library", ranks=2)
    setting, = document["provenance"]["library_progress"]["settings"]
    assert (setting["name"], setting["value"], setting["by_user"]) == (LIBRARY_SETTING[MPI], "1", False)
    assert f"{setting['name']}=1, set here" in run.out
    ranks = document["fock"]["ranks"]
    assert all(r["library_helper"] and r["helper_inside_mpi"] == (r["helper_cpu_seconds"] > 0) for r in ranks)
    assert ("no effect seen:" in run.out) == (not all(r["helper_inside_mpi"] for r in ranks))


@needs_library_setting
def test_a_library_setting_of_the_user_wins(fockproxy):
    run, document = fockproxy.document("fock", "water", *SMALL, "--progress", "library", ranks=2,
                                       **{LIBRARY_SETTING[MPI]: "0"})
    setting, = document["provenance"]["library_progress"]["settings"]
    assert (setting["value"], setting["by_user"]) == ("0", True)
    assert "=0, the user's own" in run.out
    assert "no effect seen:" in run.out, "nothing was switched on"


def test_without_a_strategy_nothing_is_said_of_it(fockproxy):
    run, document = fockproxy.document("fock", "water", *SMALL)
    rank, = document["fock"]["ranks"]
    assert (rank["polls"], rank["helper"], rank["helper_cpu_seconds"]) == (0, False, 0)
    assert ("What progress cost" in run.out) == rank["disturbed"]


@needs_ga
def test_global_arrays_are_tested_before_use(fockproxy):
    run, document = fockproxy.document("fock", "he", *SMALL, "--counter", "ga", "--matrix", "ga", ranks=2)
    assert document["provenance"]["self_tests"]
    assert "Global Arrays" in run.out


def test_a_radical_is_uhf(fockproxy):
    run, document = fockproxy.document("scf", "oh", *SMALL, ranks=2)
    assert document["molecule"]["method"] == "UHF"
    assert document["molecule"]["multiplicity"] == 2
    assert document["scf"]["s_squared_exact"] == 0.75
    assert document["scf"]["s_squared"] == pytest.approx(0.75, abs=0.02)
    assert set(document["scf"]["orbital_energies"]) == {"alpha", "beta"}
    assert document["fock"]["communications_per_task"]["get"] == 3
    assert re.search(r"orbital energies, alpha, .*\(5 occupied\)", run.out)
    assert re.search(r"orbital energies, beta, .*\(4 occupied\)", run.out)


def test_more_ranks_than_tasks(fockproxy):
    _, document = fockproxy.document("scf", "he", *SMALL, ranks=4, timeout=120)
    assert document["scf"]["energy_total"] == pytest.approx(-2.807783957, abs=1e-8)
    assert len(document["fock"]["ranks"]) == 4
    assert sum(rank["tasks"] > 0 for rank in document["fock"]["ranks"]) < 4


def test_a_cation_by_name_and_a_pople_set(fockproxy):
    run, document = fockproxy.document("scf", "nh4", "--charge", 1, "--basis", "6-31G(d)")
    assert document["molecule"]["charge"] == 1
    assert document["molecule"]["electrons"] == 10
    assert "literature values for Pople sets with d functions use 6D: --cartesian" in run.out
    run, document = fockproxy.document("scf", "nh4", "--charge", 1, "--basis", "6-31G(d)", "--cartesian")
    assert document["config"]["cartesian"]
    assert "Cartesian (6D)" in run.out and "--cartesian" not in run.out


def test_repeated_builds(fockproxy):
    run, document = fockproxy.document("fock", "water", *SMALL, "--repeat", 4, ranks=2)
    fock = document["fock"]
    assert [len(fock[name]) for name in ("seconds", "tasks", "quartets")] == [4, 4, 4]
    assert len(set(fock["quartets"])) == len(set(fock["tasks"])) == 1
    rows = re.findall(r"^ +(\d) +(\d+\.\d+) +(\d+) +(\d+) +\S+$", run.out, re.MULTILINE)
    assert [(int(t), int(q)) for _, _, t, q in rows] == list(zip(fock["tasks"], fock["quartets"]))
    assert re.search(r"^ +median \d+\.\d+ s, from \d+\.\d+ to \d+\.\d+$", run.out, re.MULTILINE)


@pytest.mark.parametrize("density", ["guess", "first", "scf"])
def test_densities(fockproxy, density):
    _, document = fockproxy.document("fock", "water", *SMALL, "--density", density, "--repeat", 1)
    assert document["config"]["density"] == density


def test_a_saved_density_is_the_converged_one(fockproxy):
    fockproxy("scf", "oh", *SMALL, "--save-density", "oh.density").assert_passed()
    assert fockproxy.files() == ["oh.density"]

    def quartets(density, ranks):
        command = ("fock", "oh", *SMALL, "--density", density, "--repeat", 1)
        return fockproxy.document(*command, ranks=ranks)[1]["fock"]["quartets"]

    assert quartets("oh.density", None) == quartets("oh.density", 2) == quartets("scf", None)


def test_saved_fock_matrices_show_the_error_of_screening(fockproxy):
    _, scf = fockproxy.document("scf", "water", *SMALL, "--save-density", "water.density")
    size = scf["molecule"]["functions"] ** 2

    def build(threshold):
        _, document = fockproxy.document("fock", "water", *SMALL, "--density", "water.density", "--repeat", 1,
                                         "--threshold", threshold, "--save-fock", "water.fock")
        (matrix,) = json.loads((fockproxy.directory / "water.fock").read_text())["fock"]
        assert len(matrix) == size
        return document["energy_total"], matrix

    exact_energy, exact = build(0)
    assert abs(exact_energy - scf["scf"]["energy_total"]) < 1e-9
    errors = []
    for threshold in (1e-10, 1e-2):
        _, matrix = build(threshold)
        errors.append(max(abs(a - b) for a, b in zip(matrix, exact)))
        assert errors[-1] <= 50 * threshold
    assert errors[0] < errors[1]


@pytest.mark.parametrize("command", ["scf", "fock"])
@pytest.mark.parametrize("ranks", [None, 2])
def test_dry_run(fockproxy, command, ranks):
    run = fockproxy(command, "water", "--basis", "cc-pvdz", "--dry-run", ranks=ranks)
    assert (run.code, run.err) == (0, "")
    for pattern in (r"^functions +24$", r"^shells +12$", r"^blocks +3 ", r"^tasks +21 ", r"^memory +\d+(\.\d+)? \w?B "):
        assert len(re.findall(pattern, run.out, re.MULTILINE)) == 1, pattern
    assert "VERIFICATION" not in run.out


def test_dry_run_refuses_what_does_not_fit(fockproxy):
    atoms = [f"He {3 * x} {3 * y} {3 * z}" for x in range(20) for y in range(20) for z in range(20)]
    fockproxy.write("big.xyz", "\n".join([str(len(atoms)), "a crystal", *atoms]) + "\n")
    for options in (["--dry-run"], []):
        run = fockproxy("fock", "big.xyz", *SMALL, *options).assert_refused("--grain")
        assert "VERIFICATION" not in run.out
