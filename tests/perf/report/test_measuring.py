"""What scripts/perf balance, scaling, phases and integral-profile make of figures that nobody measured."""

import sys

import pytest
from conftest import SOURCE

sys.path.insert(0, str(SOURCE / "perf"))
from fockproxy_perf.errors import UserError  # noqa: E402
from fockproxy_perf.studies import balance, integral_profile, launch, phases, scaling  # noqa: E402


def test_tasks_go_to_whoever_is_free_first():
    assert balance.imbalance([1, 1, 1, 3], 2) == pytest.approx(4 / 3)  # 1 + 3 against 1 + 1
    assert balance.imbalance([3, 1, 1, 1], 2) == 1
    assert balance.imbalance([1, 1], 4) == 2  # two ranks stay idle


def test_orders_lose_no_task_and_sort_as_named():
    seconds, estimates = [2.0, 5.0, 1.0, 4.0], [1, 2, 4, 3]
    natural, shuffled, by_estimate, by_cost = balance.orders(balance.Costs(seconds, estimates))
    assert natural == seconds and sorted(shuffled) == sorted(seconds)
    assert by_estimate == [1, 4, 5, 2]
    assert by_cost == [5, 4, 2, 1]


def test_a_task_counts_with_its_shortest_time():
    builds = [balance.Costs([2.0, 5.0], [1, 2]), balance.Costs([3.0, 4.0], [1, 2])]
    assert balance.shortest(builds) == ([2.0, 4.0], [1, 2])


def run(*seconds):
    return {"seconds": sorted(seconds)[len(seconds) // 2], "fastest": min(seconds), "largest_block": 60, "tasks": 100,
            "imbalance": 1.0, "allowed": 1.02}


def test_two_ranks_are_held_against_two_runs_apart():
    rounds = [{"one": run(2.0, 2.1, 2.2), "two": run(*two), "apart": [run(2.0, 2.0, 2.0), run(2.5, 2.5, 2.5)]}
              for two in ((1.0, 1.25, 1.3), (1.1, 1.25, 1.3), (1.25, 1.25, 9.0))]
    s = scaling.summary(rounds)
    assert s.speed_up == pytest.approx(2.1 / 1.25)
    assert s.share == pytest.approx((1 / 1.25) / (1 / 2.0 + 1 / 2.5))
    assert s.error == 0  # all three rounds agree
    assert s.best_speed_up == 2.0 and s.best_share == 1.0


def test_all_runs_of_a_molecule_have_the_blocks_that_auto_chose_once(tmp_path, monkeypatch):
    started = []

    def start(setup, case, cores, folder):
        started.append((*case, len(cores)))
        return case

    monkeypatch.setattr(scaling, "start", start)
    monkeypatch.setattr(scaling, "finish", lambda case: run(1.0))
    monkeypatch.setattr(scaling.os, "sched_getaffinity", lambda process: {3, 5})
    assert scaling.main(["--molecules", "decane", "--rounds", "2", "-o", str(tmp_path / "scaling.json")]) == 0
    assert started[0] == ("decane", "mpi3", "auto", 2)
    a_round = [("decane", counter, "60", cores) for counter in ("mpi3", "ga") for cores in (1, 2, 1, 1)]
    assert started[1:] == 2 * a_round


def test_the_error_of_the_median_ignores_an_outlier():
    assert scaling.standard_error([1.0, 1.1, 0.9, 1.0, 50.0]) < 0.1
    assert scaling.standard_error([1.0, 2.0, 3.0]) == pytest.approx(1.2533 * 1.4826 / 3**0.5)


def test_the_boys_function_is_known_by_its_file():
    counts = {integral_profile.Place(1, "hermite_coulomb"): 3, integral_profile.Place(2, "hermite_coulomb"): 5,
              integral_profile.Place(3, "pack"): 2}
    files = {1: {"simd.hpp", "boys.hpp"}, 2: {"hermite_coulomb.hpp"}, 3: {"contraction.hpp"}}
    assert integral_profile.shares(counts, files) == {
        "Boys function": 0.3, "recursion to Hermite integrals": 0.5, "set-up: primitive pairs to lanes": 0.2}


def test_samples_outside_the_kernels_do_not_count():
    lines = ["  1005 void fockproxy::eri::pack<4>(int)", " 1005 fockproxy::eri::pack<4>(int)", "1009 main"]
    assert integral_profile.kernel_samples(lines, 0x1000) == {(5, "pack"): 2}


def test_what_a_program_says_last_is_the_error(tmp_path):
    with pytest.raises(UserError, match=r"sh -c .*: second$"):
        launch.finish(launch.start(["sh", "-c", "echo first >&2; echo second >&2; echo ---- >&2; exit 3"]))
    with pytest.raises(UserError, match="fockproxy: error: its own$"):
        launch.finish(launch.start(["sh", "-c", "echo 'fockproxy: error: its own' >&2; echo mpiexec >&2; exit 3"]))
    with pytest.raises(UserError, match="cannot start .*nothing: No such file"):
        launch.start([tmp_path / "nothing"])


def scf_run(ranks, number=0, fock=4.0, **given):
    """S of Fock is `ranks`, diagonalisation takes as long on any number; rounds after the first take twice as long."""
    slow = 1 if number == 0 else 2
    times = {"one-electron": 0.2, "Schwarz": 0.1, "Fock": slow * fock / ranks, "DIIS and diagonalisation": 0.3,
             "verification": 9.0, "total": 20.0}
    reduce_seconds = 0.0 if ranks == 1 else 0.5
    return {"molecule": "water8", "basis": "cc-pvdz", "cache": "replicated", "ranks": ranks, "round": number, "cores": 2,
            "load": 0.5, "time": "2026-01-01T00:00:00Z", "cpu": "Made-up CPU", "mpi": "Some MPI 1.0", "git_revision": "1",
            "iterations": 9, "disturbed": False,
            "result": {"phases": times, "fock": {"seconds": [1.0], "ranks": [{"reduce_seconds": reduce_seconds}]}}, **given}


def test_phases_have_a_speed_up_for_each_number_of_ranks():
    table = phases.table([scf_run(ranks) for ranks in (1, 2, 4)])
    lines = {row[0]: row[1:] for row in table.rows}
    assert table.columns[1:] == ["1 rank: time / s", *(f"{n} ranks: {what}" for n in (2, 4) for what in ("time / s", "S", "E"))]
    assert lines["Fock, global sum included"] == [4, 2, 2, 1, 1, 4, 1]
    assert lines["diagonalisation"] == [0.3, 0.3, 1, 0.5, 0.3, 1, 0.25]
    assert lines["global sum"] == [None, 0.5, None, None, 0.5, None, None]
    assert lines["total without checks"][0] == pytest.approx(4.6)


def test_phases_are_medians_of_the_rounds():
    found = phases.by_ranks([scf_run(1, number) for number in (0, 1, 2)])
    assert found[1]["Fock"] == 8


@pytest.mark.parametrize("runs, words, said", [
    ([scf_run(2)], "share 2 cores", False),
    ([scf_run(4)], "4 ranks share 2 cores: no S can exceed 2 there.", True),
    ([scf_run(2), scf_run(1, disturbed=True, load=3.25)], "1 of 2 runs were disturbed", True),
    ([scf_run(2), scf_run(1, disturbed=True, load=3.25)], "0.5 to 3.2.", True),
])
def test_the_note_says_what_the_machine_could_not_do(runs, words, said):
    assert (words in phases.table(runs).note) is said


def test_rows_of_phases_come_back_from_the_disk(tmp_path, capsys):
    path = tmp_path / "phases.jsonl.gz"
    phases.write(path, [scf_run(1), scf_run(2)])
    assert phases.read(path) == [scf_run(1), scf_run(2)]
    assert phases.main(["--table", "-o", str(path)]) == 0
    assert "| Fock, global sum included | 4.00 | 2.00 | 2.00 | 1.00 |" in capsys.readouterr().out
    for wrong in (tmp_path / "none", tmp_path):
        with pytest.raises(UserError, match=str(wrong)):
            phases.read(wrong)


def test_phases_are_measured_in_turns(tmp_path, monkeypatch):
    monkeypatch.setattr(phases, "measure", lambda options, ranks, number: scf_run(ranks, number))
    path = tmp_path / "phases.jsonl.gz"
    assert phases.main(["--ranks", "1,2", "--rounds", "2", "-o", str(path)]) == 0
    assert [(run["round"], run["ranks"]) for run in phases.read(path)] == [(0, 1), (0, 2), (1, 1), (1, 2)]
