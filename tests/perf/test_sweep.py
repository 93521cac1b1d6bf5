"""scripts/perf sweep with a fake program: what runs, in which order, and how launches that end badly are handled."""

import contextlib
import csv
import pathlib
import signal
import time

import pytest
from conftest import FAKE, STACK, SWEEP, identity

PLANNED = 2 * 2 * 2 * 2  # counters, windows, cases, repetitions


def statuses(rows):
    return {(row["axes"]["counter"], row["status"]) for row in rows}


def test_every_configuration_has_one_verified_row(folder):
    rows = folder.sweep()
    assert len(rows) == PLANNED == len({identity(row) for row in rows})
    assert {row["status"] for row in rows} == {"verified"}
    assert {row["provenance"]["stack"]["label"] for row in rows} == {"Fake MPI"}
    assert len(folder.log()) == 1 + 2, "one probe, and one launch for each repetition"


def test_the_csv_is_tidy(folder):
    rows = folder.sweep("--set", "counter=mpi3,node")
    with (folder.folder / "tiny.csv").open() as file:
        lines = list(csv.DictReader(file))
    assert len(lines) == len(rows)
    assert {(line["counter"], line["window"], line["case"]) for line in lines} == {
        (row["axes"]["counter"], row["axes"]["window"], str(row["axes"]["case"])) for row in rows}
    assert all(float(line["degradation"]) == 1.0 and line["stack"] == "fake" for line in lines)
    assert {(line["counter"], line["dealing_node_refills"]) for line in lines} == {("mpi3", ""), ("node", "3")}


def test_a_dry_run_starts_nothing(folder):
    out, _ = folder.run("tiny.toml", "--dry-run")
    assert out.splitlines()[-1].startswith("tiny: 2 launches, 16 configurations")
    assert folder.log() == [] and not (folder.folder / "results").exists()


def test_the_order_is_that_of_the_seed_and_interleaves(folder):
    def order(*seed):
        out, _ = folder.run("tiny.toml", "--dry-run", "--set", "work=1ms,2ms,3ms,4ms,5ms", *seed)
        return [line.split() for line in out.splitlines()[:-1]]

    folder.write("tiny.toml", SWEEP.replace('work = "1ms", ', ""))
    assert order() == order()
    assert order() != order("--set", "seed=1")
    rounds = [line[0] for line in order()]
    assert rounds == ["0"] * 5 + ["1"] * 5, "a repetition ends before the next begins"


@pytest.mark.parametrize("bad, status, words", [
    ("crashes", "crashed", "Segmentation fault"),
    ("hangs", "hung", "no end after 2.0 s"),
    ("stalls", "hung", "rank 1 made no progress"),
    ("unsupported", "UNSUPPORTED", "this fake has none"),
    ("windowless", "UNSUPPORTED", "refuses Global Arrays its windows: MPI_ERR_WIN: invalid window"),
    ("wrong", "FAIL", "drawn twice"),
])
def test_what_ends_badly_is_marked_and_the_rest_is_measured(folder, bad, status, words):
    folder.write("tiny.toml", SWEEP.replace('"mpi2"', f'"{bad}"').replace("case = [1, 2]", "case = [1]"))
    rows = folder.sweep(code=0 if status == "UNSUPPORTED" else 1)
    assert len(rows) == PLANNED // 2 == len({identity(row) for row in rows})
    assert statuses(rows) == {("mpi3", "verified"), (bad, status)}
    for row in rows:
        if row["axes"]["counter"] == bad:
            assert words in row["reason"] and "result" not in row
    with (folder.folder / "tiny.csv").open() as file:
        assert all((line["degradation"] == "") == (line["counter"] == bad) for line in csv.DictReader(file))


def test_what_cannot_run_is_not_tried_in_every_repetition(folder):
    folder.write("tiny.toml", SWEEP.replace('"mpi2"', '"crashes"'))
    rows = folder.sweep(code=1)
    again = [row for row in rows if row["status"] == "crashed" and row["repetition"] == 1]
    assert len(again) == 4 and all(row["reason"].endswith("(not tried again)") for row in again)
    assert sum("crashes" in line for line in folder.log()) == 1 + 1 + 2 + 4, "split by counter, window, case; once"


def test_a_hang_leaves_no_process_behind(folder):
    folder.write("tiny.toml", SWEEP.replace('"mpi3", "mpi2"', '"hangs"').replace("repetitions = 2", "")
                 .replace("[1, 2]", "[1]").replace('"allocate", "create"', '"create"'))
    folder.sweep(code=1, FAKE_STUBBORN="1")
    mark = f"FOCKPROXY_SWEEP_JOB={(folder.folder / 'tiny.jsonl').resolve()}".encode()
    for process in pathlib.Path("/proc").glob("[0-9]*"):
        with contextlib.suppress(OSError):  # not our own process
            assert mark not in (process / "environ").read_bytes().split(b"\0")


def test_a_transport_that_did_not_come_about_gives_no_times(folder):
    folder.write("stacks.toml", STACK.replace("other", "mpich"))
    rows = folder.sweep("--set", "transport=shm", "--set", "binding=core", "--launcher",
                        f"{FAKE} -n {{ranks}}", code=1, FAKE_TCP="1")
    assert {row["status"] for row in rows} == {"other transport"}
    assert all("transport is not shm" in row["reason"] and "result" not in row for row in rows)


def stop(folder, number, after):
    """Starts the slow sweep and sends it a signal after `after` launches have begun."""
    process = folder.start("tiny.toml", "--output", "tiny.jsonl", "--set", "work=1ms,2ms,3ms,4ms", FAKE_SLEEP="0.3")
    while len(folder.log()) < after:
        time.sleep(0.02)
    process.send_signal(number)
    process.communicate(timeout=60)
    return process.returncode


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGKILL])
def test_stopped_and_resumed_nothing_is_lost_and_nothing_doubled(folder, number):
    folder.write("tiny.toml", SWEEP.replace('work = "1ms", ', ""))
    code = stop(folder, number, 5)
    assert code == (-signal.SIGKILL if number == signal.SIGKILL else 130)
    before = folder.rows()
    assert 0 < len(before) < 4 * PLANNED
    rows = folder.sweep("--set", "work=1ms,2ms,3ms,4ms", "--resume")
    assert rows[:len(before)] == before
    assert len(rows) == 4 * PLANNED == len({identity(row) for row in rows})


@pytest.mark.parametrize("cut", [1, 700, 5000, 12000])
def test_a_file_that_was_cut_off_anywhere_goes_on(folder, cut):
    whole = folder.sweep()
    file = folder.folder / "tiny.jsonl"
    file.write_bytes(file.read_bytes()[:-cut])
    rows = folder.sweep("--resume")
    assert len(rows) == PLANNED
    assert {identity(row) for row in rows} == {identity(row) for row in whole}
    assert len({row["launch"] for row in folder.rows(with_probes=True)}) == 3


def test_a_finished_sweep_has_nothing_to_resume(folder):
    folder.sweep()
    starts = len(folder.log())
    folder.sweep("--resume")
    assert len(folder.log()) == starts


def test_a_launch_may_be_split_where_rows_are_missing(folder):
    """The configurations that a hang of one counter left unanswered are a product of lists again."""
    folder.write("tiny.toml", SWEEP + '[[part.exclude]]\ncounter = "mpi2"\ncase = 2\n')
    rows = folder.sweep()
    assert len(rows) == PLANNED * 3 // 4
    assert ("mpi2", 2) not in {(row["axes"]["counter"], row["axes"]["case"]) for row in rows}


def test_counters_without_a_window_have_one_row(folder):
    folder.write("tiny.toml", SWEEP.replace('"mpi2"', '"ga"'))
    rows = folder.sweep()
    ga = [row for row in rows if row["axes"]["counter"] == "ga"]
    assert len(ga) == 4 and all(row["axes"]["window"] == "-" and len(row["covers"]) == 2 for row in ga)
    starts = len(folder.log())
    folder.sweep("--resume")
    assert len(folder.log()) == starts


def test_disturbed_rows_say_so(folder):
    folder.write("tiny.toml", SWEEP.replace('"mpi2"', '"busy"'))
    assert {(row["axes"]["counter"], *row["notes"]) for row in folder.sweep()} == {("mpi3",), ("busy", "disturbed")}
