"""`scripts/perf gpu-sitting`: the plan, the outcomes of steps, the tables, and a folder that is packed."""

import json
import pathlib
import sys
import time

import pytest
from fockproxy_perf.commands import gpu_sitting
from fockproxy_perf.errors import UserError
from fockproxy_perf.gpu_sitting import pack, plan, run, tables
from fockproxy_perf.stacks.job import is_alive


def settings(folder, **changes):
    return plan.Settings(folder, **{"cases": ("water/sto-3g",), **changes})


def step(*command, part="waits", **changes):
    return plan.Step(part, "spin", "mpich", 5, tuple(map(str, command)), **changes)


def python(code):
    return step(sys.executable, "-c", code)


LIBRARIES = [plan.Library(name, "mpiexec", pathlib.Path(f"/{name}/fockproxy"), pathlib.Path(f"/{name}/rates"))
             for name in ("mpich", "openmpi")]


def test_the_plan_has_every_part_and_every_wait_on_both_libraries(tmp_path):
    steps = plan.make_plan(LIBRARIES, settings(tmp_path))
    assert {one.part for one in steps} == set(plan.PARTS)
    for part, wanted in (("waits", len(plan.WAITS)), ("ranks", len(plan.WAITS) * len(plan.RANKS)),
                         ("direct", len(plan.RANKS)), ("check", 2), ("ladder", 1)):
        for library in ("mpich", "openmpi"):
            assert sum(one.part == part and one.library == library for one in steps) == wanted
    assert {one.library for one in steps if one.part == "builds"} == {"mpich"}


def test_what_a_step_needs_is_written_before_it(tmp_path):
    written = set()
    for one in plan.make_plan(LIBRARIES, settings(tmp_path)):
        assert not [file for file in one.needs if file.startswith(str(tmp_path)) and file not in written], one.name
        written |= {after for option, after in zip(one.command, one.command[1:], strict=False)
                    if option in ("--save-density", "--save-fock")}


@pytest.mark.parametrize("code, status, reason", [
    ("pass", "PASS", ""),
    ("import sys; sys.exit('fockproxy: error: UNSUPPORTED: no driver of CUDA')", "UNSUPPORTED",
     "UNSUPPORTED: no driver of CUDA"),
    ("import sys; sys.exit('it broke')", "FAIL", "exit code 1: it broke"),
    ("import os; os.kill(os.getpid(), 11)", "FAIL", "exit code -11: no message"),
])
def test_the_outcome_of_a_step(tmp_path, code, status, reason):
    outcome = run.run_program(python(code), 30, settings(tmp_path))
    assert (outcome.status, outcome.reason) == (status, reason)


def test_a_step_that_hangs_is_ended(tmp_path):
    outcome = run.run_program(python("import time; time.sleep(60)"), 0.5, settings(tmp_path))
    assert outcome.status == "HANG"


def test_a_step_that_hangs_leaves_no_rank(tmp_path):
    """Such a rank has a session of its own, and keeps the pipes."""
    rank = ("import os, subprocess, sys; "
            "print(subprocess.Popen(['sleep', '100'], start_new_session=True).pid, flush=True); os.wait()")
    begin = time.monotonic()
    outcome = run.run_program(python(rank), 2, settings(tmp_path))
    assert outcome.status == "HANG" and time.monotonic() - begin < 50
    assert not is_alive(int(outcome.output))


@pytest.mark.parametrize("visible, used", [(None, "0"), ("3,5", "3"), ("GPU-a,GPU-b", "GPU-a"), ("", "")])
def test_all_steps_use_one_gpu(monkeypatch, visible, used):
    monkeypatch.delenv("CUDA_VISIBLE_DEVICES", raising=False)
    if visible is not None:
        monkeypatch.setenv("CUDA_VISIBLE_DEVICES", visible)
    assert run.environment()["CUDA_VISIBLE_DEVICES"] == used


def test_gpu4pyscf_has_the_libraries_that_are_packed_with_it(tmp_path):
    library = tmp_path / "nvidia/cu13/lib/libcusolver.so.12"
    assert "CUDA_PATH" not in run.gpu4pyscf_environment(tmp_path)
    with pytest.raises(UserError, match="no libcusolver"):
        pack.link_solver(tmp_path)
    library.parent.mkdir(parents=True)
    library.touch()
    pack.link_solver(tmp_path)
    assert (tmp_path / "nvidia/cusolver/lib/libcusolver.so").resolve() == library.resolve()
    variables = run.gpu4pyscf_environment(tmp_path)
    assert variables["CUDA_PATH"] == str(library.parents[1])
    assert variables["LD_LIBRARY_PATH"].split(":")[0] == str(library.parent)


def test_gpu4pyscf_that_says_nothing_fails(tmp_path, monkeypatch):
    settled = settings(tmp_path)
    monkeypatch.setattr(run, "read_saved_matrix", lambda _: [0.0])
    monkeypatch.setattr(run, "PEER", tmp_path / "peer.py")
    run.PEER.write_text("")
    outcome = run.run_gpu4pyscf(step("water/sto-3g", part="gpu4pyscf"), 20, settled, tmp_path)
    assert (outcome.status, outcome.reason) == ("FAIL", "its last line is no JSON")


def test_a_program_that_is_not_there_is_unsupported(tmp_path):
    assert run.run_program(step("/nowhere/fockproxy"), 5, settings(tmp_path)).status == "UNSUPPORTED"


def test_every_step_leaves_a_line(tmp_path):
    steps = [python("pass"), step(part="libintx"), step("true", part="ranks", needs=("/nowhere/density",)),
             python("import sys; sys.exit(1)")]
    with (tmp_path / "out.jsonl").open("w") as out:
        run.run_plan(steps, settings(tmp_path), 1, out, None)
    header, *records = run.readable(tmp_path / "out.jsonl")
    assert header["kind"] == "header"
    assert [record["status"] for record in records] == ["PASS", "UNSUPPORTED", "UNSUPPORTED", "FAIL"]
    assert records[2]["reason"] == "UNSUPPORTED: no density: it is not built, or the step that writes it has failed"


def test_without_time_no_step_is_begun(tmp_path):
    with (tmp_path / "out.jsonl").open("w") as out:
        outcomes = run.run_plan([python("open('begun', 'w')")], settings(tmp_path), 0, out, None)
    assert [outcome.status for outcome in outcomes] == ["NO TIME"]


def record(part, name, status="PASS", document=None, reason=""):
    return {"kind": "step", "part": part, "name": name, "library": "mpich", "status": status, "document": document,
            "reason": reason, "output": "printed\n"}


RECORDS = [
    {"kind": "header", "gpus": ["NVIDIA H200"], "cores": 16, "time": "2026-11-28", "engine": "gpu"},
    record("waits", "spin", document={"rows": [
        {"case": 1, "null": False, "status": "PASS", "degradation": 0.5, "waits": {"rank_1": {"mean": 5e-3}}},
        {"case": 1, "null": True, "status": "PASS", "degradation": 0, "waits": {}}]}),
    record("waits", "poll", "UNSUPPORTED", reason="UNSUPPORTED: no driver of CUDA"),
    record("builds", "water/sto-3g gpu", document={"fock": {"seconds": [2.0, 1.0]}}),
    record("builds", "water/sto-3g own", document={"fock": {"seconds": [4.0]}, "error_of_device": 1e-9}),
    record("gpu4pyscf", "water/sto-3g", document={"seconds": [3.0, 2.5], "error": 2e-9}),
    *(record("ranks", f"water/sto-3g spin {ranks}",
             document={"fock": {"seconds": [seconds]}, "figure_of_merit": {"efficiency": 0.5}})
      for ranks, seconds in ((1, 4), (2, 2))),
    record("direct", "water/sto-3g spin 2", document={"fock": {"seconds": [1.5]}}),
    record("direct", "water/sto-3g poll 2", "UNSUPPORTED", reason="UNSUPPORTED: no CUDA"),
    record("check", "idle", document={
        "rows": [{"name": "device-both-put-idle", "status": "FAIL", "detail": "signal 11"}]}),
    record("ladder", "water8/cc-pvdz", document={"rows": [
        {"version": "whole rows", "status": "PASS", "seconds": 2.0, "speed_up_over_base": 0},
        {"version": "device", "status": "UNSUPPORTED", "reason": "UNSUPPORTED: a GPU does not"}]}),
    record("ladder", "water8/cc-pvdz", "HANG", reason="it did not end in time"),
    record("classes", "water/sto-3g"),
    record("libintx", "benchmark", "UNSUPPORTED", reason="UNSUPPORTED: no libintx is named"),
]


def test_the_tables_say_what_was_measured_and_what_was_not():
    assert [row[3:] for row in tables.waits_table(RECORDS).rows] == [
        [5000.0, 0.5, "PASS"], [None, None, "UNSUPPORTED: no driver of CUDA"]]
    assert [row[1:4] for row in tables.builds_table(RECORDS).rows] == [
        ["gpu", 1.0, None], ["own at tau = 1e-12", 4.0, None], ["device, against own at 1e-12", None, 1e-9],
        ["GPU4PySCF", 2.5, 2e-9]]
    assert [row[3:6] for row in tables.ranks_table(RECORDS).rows] == [[1, 4, 1.0], [2, 2, 2.0]]
    assert [row[4:] for row in tables.direct_table(RECORDS).rows] == [
        [1.5, 2, "PASS"], [None, None, "UNSUPPORTED: no CUDA"]]
    assert list(tables.check_table(RECORDS).rows) == [["mpich", "device-both-put-idle", "FAIL", "signal 11"]]
    assert [row[2:] for row in tables.ladder_table(RECORDS).rows] == [
        ["whole rows", 2.0, 0, "PASS"], ["device", None, None, "UNSUPPORTED: a GPU does not"],
        ["", None, None, "HANG it did not end in time"]]
    text = tables.all_tables(RECORDS)
    assert "NVIDIA H200; 16 cores" in text and "printed" in text and "no libintx is named" in text


def test_missing_libraries_are_found_before_the_sitting():
    listing = "\tlibint2.so.2 => /usr/lib/libint2.so.2 (0x1)\n\tlibc.so.6 => /lib/libc.so.6 (0x2)\n"
    assert pack.needed_libraries(listing) == [pathlib.Path("/usr/lib/libint2.so.2")]
    with pytest.raises(UserError, match=r"libmpi\.so\.40 is not found"):
        pack.needed_libraries("\tlibmpi.so.40 => not found\n")


def test_a_packed_program_starts_where_its_folder_is(tmp_path):
    pack.pack_program(pathlib.Path("/bin/echo"), tmp_path / "packed", tmp_path / "mpi")
    (tmp_path / "packed").rename(tmp_path / "moved")
    outcome = run.run_program(step(tmp_path / "moved" / "bin" / "echo", "it runs"), 5, settings(tmp_path))
    assert outcome.output == "it runs\n"


@pytest.mark.parametrize("arguments, words", [
    (["run", "--only", "everything", "--dry-run"], "no part 'everything'"),
    (["run", "--stacks", "none", "--dry-run"], "there is no stack 'none'"),
    (["run", "--cases", "water", "--dry-run"], "case 'water' is not MOLECULE/BASIS"),
    (["run", "--ladder-case", "water", "--dry-run"], "case 'water' is not MOLECULE/BASIS"),
])
def test_what_makes_no_sense_is_refused(arguments, words):
    with pytest.raises(UserError, match=words):
        gpu_sitting.main(arguments)


def test_a_dry_run_starts_nothing(capsys):
    assert gpu_sitting.main(["run", "--dry-run", "--only", "waits,libintx"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) == 2 * (2 * len(plan.WAITS) + 1) and lines[-1] == "nothing named"


def test_results_that_are_none_are_refused(tmp_path):
    (tmp_path / "other.jsonl").write_text("no JSON\n")
    with pytest.raises(UserError, match="no results of a sitting"):
        gpu_sitting.main(["table", str(tmp_path / "other.jsonl")])
    assert json.dumps(RECORDS)  # records are JSON
