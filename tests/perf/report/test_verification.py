"""scripts/perf verification with fake programs: what is continued, and the content of the tables."""

import gzip
import json

import pytest
from conftest import SOURCE
from fockproxy_perf.errors import UserError
from fockproxy_perf.studies.verification import campaigns, cases, rows, tables
from fockproxy_perf.studies.verification.campaigns import Settings
from made_up_launches import MadeUpBuild

ERROR = {"molecule": "water", "basis": "cc-pvdz", "functions": 24, "method": "RHF", "build": "full", "integrals": "own",
         "threshold": 1e-8, "error": 2e-9, "neglected": 1e-9, "promise": 1e-8}
FAULT = {"molecule": "water8", "basis": "cc-pvdz", "fault": "none", "times": 5, "caught": 0, "share_of_tasks": 0.0,
         "expected": 0.0, "missed_above_promise": 0}


@pytest.fixture
def build(tmp_path):
    return MadeUpBuild(tmp_path / "build")


@pytest.fixture
def settings(build, tmp_path):
    folder = str(build.folder)
    return Settings(results=tmp_path / "results", build=folder, builds=[folder], ranks=1, times=12, jobs=2, limit=None,
                    timeout=60)


def test_errors_go_on_where_they_were_stopped(build, settings):
    echo = ERROR | {"molecule": "'$1'", "basis": "'$2'"}  # ends the quotes of the script and begins them again
    build.program("perf_screening_error", "noise", json.dumps(echo))
    for _ in range(2):
        campaigns.measure_errors(settings._replace(limit=4))
    assert build.launches == ["water cc-pvdz", "water2 cc-pvdz", "water2 cc-pvdz --uhf", "methane cc-pvdz",
                              "ethane cc-pvdz", "ethylene cc-pvdz", "ethylene cc-pvdz --uhf", "h2s cc-pvdz"]
    found = rows.errors_file(settings.results).rows
    assert [(r["molecule"], r["asked_uhf"]) for r in found[:4]] == [
        ("water", False), ("water2", False), ("water2", True), ("methane", False)]


def test_large_molecules_are_asked_for_some_blocks(build, settings):
    build.program("perf_screening_error", json.dumps(ERROR | {"molecule": "'$1'", "basis": "'$2'", "blocks": 400}))
    file = rows.errors_file(settings.results)
    file.add(*(ERROR | {"molecule": case.molecule, "basis": case.basis, "asked_uhf": case.uhf}
               for case in cases.error_cases() if not case.blocks))
    for _ in range(2):
        campaigns.measure_errors(settings._replace(limit=1))
    assert build.launches == ["coronene cc-pvdz --blocks 400", "water20 cc-pvdz --blocks 400"]


def test_a_failed_launch_is_tried_again(build, settings, capfd):
    build.program("perf_screening_error", json.dumps(ERROR), "fockproxy: error: no memory", code=2)
    for _ in range(2):
        campaigns.measure_errors(settings._replace(limit=1))
    assert build.launches == ["water cc-pvdz"] * 2
    assert not rows.errors_file(settings.results).rows, "what it said before it failed does not count"
    assert "water/cc-pvdz: exit code 2, " in capfd.readouterr().out


def test_a_launch_that_hangs_is_ended(build, settings, capfd):
    build.write("perf_screening_error", "exec sleep 60")
    campaigns.measure_errors(settings._replace(limit=1, timeout=0.1))
    assert "water/cc-pvdz: time-out, 0 s" in capfd.readouterr().out


def test_fault_campaigns_inject_every_seed_once(build, settings):
    build.program("perf_fault_power", json.dumps(FAULT | {"molecule": "'$1'"}))
    campaigns.measure_faults(settings._replace(limit=4, jobs=1))
    assert [line.split(" ", 2)[0] for line in build.launches] == ["water8", "decane", "caffeine", "water8"]
    campaigns.measure_faults(settings)
    seeds = ["--times 5 --first-seed 1", "--times 5 --first-seed 6", "--times 2 --first-seed 11"]
    assert sorted(build.launches) == sorted(f"{m} cc-pvdz {s}" for m in ("water8", "decane", "caffeine") for s in seeds)
    campaigns.measure_faults(settings)
    assert len(build.launches) == 9, "nothing is left"


def test_the_last_seed_is_injected_too():
    assert [case.first_seed for case in cases.fault_cases(6)] == [1] * 3 + [6] * 3


def test_a_fault_campaign_ends_with_a_launch_without_rows(build, settings):
    build.program("perf_fault_power", "some words", "fockproxy: error: no such molecule", code=2)
    with pytest.raises(UserError, match=r"^water8/cc-pvdz, seeds from 1: .*no such molecule$"):
        campaigns.measure_faults(settings)


def test_runs_are_not_repeated_and_keep_their_order(build, settings):
    build.program("fockproxy", "converged", "VERIFICATION: PASS", "bye")
    for limit in (2, 3):
        campaigns.measure_runs(settings._replace(limit=limit))
    found = rows.runs_file(settings.results).rows
    assert [r["case"] for r in found] == cases.run_cases(settings.builds, 2008)[:5]
    assert {(r["exit_code"], r["last"]) for r in found} == {(0, "VERIFICATION: PASS")}
    assert [line.split(" --seed ")[1] for line in build.launches] == list("01234")


def test_a_folder_without_a_build_is_refused(settings, tmp_path):
    with pytest.raises(UserError, match="nothing names no MPIEXEC_EXECUTABLE"):
        campaigns.measure_errors(settings._replace(build=str(tmp_path / "nothing")))


def test_rows_that_were_cut_short_are_measured_again(settings):
    file = rows.errors_file(settings.results)
    file.add(ERROR | {"asked_uhf": False})
    whole = file.path.read_bytes()
    file.add(ERROR | {"asked_uhf": True}, ERROR | {"asked_uhf": True})
    file.path.write_bytes(file.path.read_bytes()[:-5])
    again = rows.errors_file(settings.results)
    assert [r["asked_uhf"] for r in again.rows] == [False]
    again.add(ERROR | {"asked_uhf": True})
    assert file.path.read_bytes()[:len(whole)] == whole
    with gzip.open(file.path, "rt") as text:
        assert [json.loads(line)["asked_uhf"] for line in text] == [False, True]


def test_what_is_no_gzip_is_refused(settings):
    settings.results.mkdir()
    (settings.results / "verification_runs.jsonl.gz").write_text("{}\n")
    with pytest.raises(UserError, match=r"verification_runs\.jsonl\.gz: no gzip from byte 0 on"):
        rows.runs_file(settings.results)


def test_published_rows_are_read():
    published = SOURCE / "perf" / "results"
    assert len(rows.errors_file(published).rows) >= 180 and len(rows.runs_file(published).rows) >= 510


def test_the_error_table_shows_what_came_nearest_to_its_promise():
    text = tables.error_table([
        ERROR, ERROR | {"threshold": 1e-9, "error": 5e-9, "neglected": 2e-9}, ERROR | {"neglected": 0.0, "error": 9e-9},
        ERROR | {"molecule": "h2", "functions": 10, "blocks": 0},
        ERROR | {"molecule": "c60", "functions": 300, "blocks": 400}]).splitlines()
    assert text[2:5] == [
        "| h2 | cc-pvdz | 10 | all | RHF | full | 1.0e-08 | 2.0e-09 | 1.0e-09 | 2.00 to 2.00 | 0.20 |",
        "| water | cc-pvdz | 24 | all | RHF | full | 1.0e-09 | 5.0e-09 | 2.0e-09 | 2.00 to 2.50 | 0.50 |",
        "| c60 | cc-pvdz | 300 | 400 | RHF | full | 1.0e-08 | 2.0e-09 | 1.0e-09 | 2.00 to 2.00 | 0.20 |"]
    assert text[-1] == ("5 builds, 4 of which neglected anything: error over neglected 2 to 2.5, median 2; "
                        "error over promise at most 0.90")


def test_where_nothing_was_neglected_there_are_no_ratios():
    assert len(tables.error_table([ERROR | {"neglected": 0.0}]).splitlines()) == 2


def test_the_fault_table_adds_launches_up():
    lost = FAULT | {"fault": "lost-update", "caught": 4, "share_of_tasks": 0.5, "expected": 3.25,
                    "missed_above_promise": 1}
    text = tables.fault_table([FAULT, lost, lost | {"caught": 5}, FAULT | {"molecule": "decane"}]).splitlines()
    assert text[2:] == ["| fault | water8 | decane |", "|---|---|---|", "| none | 0 of 5; 0 | 0 of 5; 0 |",
                        "| lost-update | 9 of 10 (6.5; 50%); 2 | 0 of 0; 0 |"]


def test_the_run_table_counts_what_was_refused():
    case = {"molecule": "h2", "basis": "sto-3g", "threshold": 1e-8, "command": "fock", "build": "b", "ranks": 2,
            "grain": "atom"}
    right = {"case": case, "exit_code": 0, "seconds": 1.0, "last": "VERIFICATION: PASS"}
    text = tables.run_table([right, right, right | {"exit_code": 1, "last": "VERIFICATION: FAIL"},
                             right | {"exit_code": None, "last": ""}, right | {"case": case | {"ranks": 1}}])
    assert text.splitlines()[2:] == ["| b | 1 | fock | 1 | 1 |  |",
                                     "| b | 2 | fock | 4 | 2 | 1 x VERIFICATION: FAIL; 1 x exit code None |"]
