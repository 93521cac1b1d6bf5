"""The files for Global Arrays' own trace tools: their format, field by field, and the order that `adjust` expects."""

import subprocess
import sys

import pytest

import made_up_trace as made
from conftest import ENVIRONMENT


def convert(*arguments):
    return subprocess.run(
        [sys.executable, "-m", "fockproxy_perf", "trace-to-ga", *map(str, arguments)],
        env=ENVIRONMENT,
        text=True,
        capture_output=True,
    )


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    base = tmp_path_factory.mktemp("ga")
    run = convert(made.make(base / "trace.json", tasks=3), base / "files")
    assert (run.returncode, run.stderr) == (0, "")
    return base / "files"


def test_a_file_for_every_process_and_array(folder):
    assert sorted(p.name for p in folder.iterdir()) == ["000", "001", "distrib.-1000", "distrib.-999"]


def test_the_first_line_is_the_start_of_the_clocks(folder):
    assert [(folder / name).read_text().split("\n")[0] for name in ("000", "001")] == [
        "0 -1000 1 14 1 14 3 0 0",
        "1 -1000 1 14 1 14 3 0 0",
    ]


def test_lines_are_operations_with_their_patches(folder):
    lines = [list(map(int, line.split())) for line in (folder / "001").read_text().splitlines()[1:]]
    assert len(lines) == 2 * 3 * 2  # builds, tasks, an access to D and one to F
    # Block (0,0) of D is rows and columns 1 to 5; 50 us after a wait of 200 us. Then F, 1 ms later.
    assert lines[0] == [1, -1000, 1, 5, 1, 5, 1, 200, 250]
    assert lines[1] == [1, -999, 1, 5, 1, 5, 5, 1250, 1350]
    # Block (2,1): rows 8 to 9, columns 6 to 7.
    assert lines[2][:7] == [1, -1000, 8, 9, 6, 7, 1]
    assert [line[8] for line in lines] == sorted(line[8] for line in lines)


def test_the_distribution_has_a_line_for_each_cut(folder):
    # Rows are cut before block 2, which begins at function 7; columns are not cut.
    assert (folder / "distrib.-1000").read_text().split() == ["2", "14", "14", "1", "1", "7", "14"]


def test_a_trace_without_accesses_is_refused(tmp_path):
    empty = made.make(tmp_path / "trace.json", tasks=0)
    run = convert(empty, tmp_path / "files")
    assert run.returncode == 2
    assert (
        run.stderr
        == f"perf trace-to-ga: error: {empty} has no accesses to D and F: fock --trace and scf --trace write them\n"
    )
