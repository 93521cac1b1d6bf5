"""Recordings as Python reads and writes them, artificial ones, and their tasks as text."""

import csv
import statistics

import pytest
from fockproxy_perf import recordings
from fockproxy_perf.__main__ import main
from fockproxy_perf.commands import recording as command
from fockproxy_perf.errors import UserError
from fockproxy_perf.recordings import Recording, Task

TASKS = [Task((0, 0, 0, 0), 1e-3, 7), Task((1, 0, 0, 0), 2.5e-6, 0)]
SMALL = Recording([0, 2, 5], TASKS, "He2", "sto-3g", "atom", 1e-10, "thread", "Some MPI", 2)


def perf(capsys, *arguments):
    code = main(list(map(str, arguments)))
    return code, capsys.readouterr()


def test_what_is_written_is_read_again(tmp_path):
    recordings.write(tmp_path / "small.tasks", SMALL)
    assert recordings.read(tmp_path / "small.tasks") == SMALL


def test_torn_files_are_found(tmp_path):
    file = tmp_path / "small.tasks"
    recordings.write(file, SMALL)
    content = file.read_bytes()
    for length in range(len(content)):
        file.write_bytes(content[:length])
        with pytest.raises(UserError, match=r"torn|not a 'fockproxy recording 2'"):
            recordings.read(file)
    for place in range(len(content)):
        for bit in (0, 3, 7):
            changed = bytearray(content)
            changed[place] ^= 1 << bit
            file.write_bytes(changed)
            with pytest.raises(UserError, match=r"torn|not a 'fockproxy recording 2'"):
                recordings.read(file)


def test_block_quartets_are_canonical_and_complete():
    found = list(recordings.quartets_of_blocks(5))
    pairs = 5 * 6 // 2
    assert len(set(found)) == len(found) == pairs * (pairs + 1) // 2
    assert all(j <= i and k <= i and l <= (j if k == i else k) for i, j, k, l in found)
    assert found == sorted(found)


@pytest.mark.parametrize("lengths, mean, median", [
    ("constant:2ms", 2e-3, 2e-3),
    ("exponential:1ms", 1e-3, 0.693e-3),
    ("lognormal:1ms:0.5", 1.133e-3, 1e-3),
    ("bimodal:1ms:100ms:0.25", 25.75e-3, 1e-3),
])
def test_lengths_have_their_distribution(capsys, tmp_path, lengths, mean, median):
    file = tmp_path / "made.tasks"
    code, _ = perf(capsys, "recording", "make", "--blocks", 16, "--lengths", lengths, "-o", file)
    assert code == 0
    seconds = [task.seconds for task in recordings.read(file).tasks]
    assert len(seconds) == 136 * 137 // 2
    assert statistics.fmean(seconds) == pytest.approx(mean, rel=0.05)
    assert statistics.median(seconds) == pytest.approx(median, rel=0.05)


def test_a_recording_on_another_number_of_blocks(capsys, tmp_path):
    recordings.write(tmp_path / "small.tasks", SMALL)
    code, _ = perf(capsys, "recording", "make", "--blocks", 6, "--lengths", f"like:{tmp_path / 'small.tasks'}", "-o",
                   tmp_path / "more.tasks")
    assert code == 0
    more = recordings.read(tmp_path / "more.tasks")
    assert {task.seconds for task in more.tasks} == {1e-3, 2.5e-6}
    code, said = perf(capsys, "recording", "show", tmp_path / "more.tasks")
    assert code == 0 and "231, 0 of them" in said.out


@pytest.mark.parametrize("text", ["", "constant", "constant:2", "constant:0ms", "lognormal:1ms", "lognormal:1ms:nan",
                                  "bimodal:1ms:2ms:1.5", "pareto:1ms", "like:", "like:nowhere"])
def test_what_is_no_distribution_is_refused(text):
    with pytest.raises(UserError):
        next(command.lengths(text, command.random.Random(1)))


@pytest.mark.parametrize("options", [("--blocks", 0), ("--blocks", 100000), ("--blocks", 3, "--functions", 0)])
def test_impossible_recordings_are_refused(capsys, tmp_path, options):
    code, said = perf(capsys, "recording", "make", *options, "--lengths", "constant:1ms", "-o", tmp_path / "made.tasks")
    assert code == 2 and said.err.count("\n") == 1
    assert not (tmp_path / "made.tasks").exists()


def test_tasks_as_text(capsys, tmp_path):
    recordings.write(tmp_path / "small.tasks", SMALL)
    assert perf(capsys, "export", tmp_path / "small.tasks", tmp_path / "small.csv")[0] == 0
    rows = list(csv.DictReader((tmp_path / "small.csv").open()))
    assert [float(row["seconds"]) for row in rows] == [1e-3, 2.5e-6]
    assert [row["i"] + row["j"] + row["k"] + row["l"] for row in rows] == ["0000", "1000"]
    code, said = perf(capsys, "export", tmp_path / "small.tasks", tmp_path / "small.txt")
    assert code == 2 and ".parquet" in said.err
    code, said = perf(capsys, "export", tmp_path / "small.tasks", tmp_path / "no folder" / "small.csv")
    assert code == 2 and "cannot be written" in said.err
