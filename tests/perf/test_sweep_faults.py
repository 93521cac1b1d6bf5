"""scripts/perf sweep and scripts/perf stacks refuse wrong input in one line, before anything runs."""

import time

import pytest
from conftest import SWEEP


@pytest.mark.parametrize("old, new, words", [
    ("repetitions = 2", "repetition = 2", "repetition"),
    ("repetitions = 2", "repetitions = 0", "repetitions"),
    ('timeout = "2s"', 'timeout = "2"', "5min"),
    ('stack = ["fake"]', 'stack = ["lam"]', "there is no stack 'lam'"),
    ('transport = ["default"]', 'transport = ["infiniband"]', "default, shm, tcp"),
    ('transport = ["default"]', 'transport = ["tcp"]', "means nothing for family other"),
    ('command = "counter"', 'command = "count"', "not one of counter, compare"),
    ('command = "counter"', 'command = "fock"', "needs a molecule"),
    ('case = [1, 2]', "case = 1", "axis case must be a list"),
    ('case = [1, 2]', "case = [1, 1]", "a value twice"),
    ('case = [1, 2]', "cases = [1, 2]", "no option --cases"),
    ('work = "1ms"', "work = [1]", "that is an axis"),
    ("[[part]]", "[[parts]]", "'parts'"),
    ("case = [1, 2]", "case = [1]\n[[part.exclude]]\ncolour = 1", "no axis"),
    ("case = [1, 2]", "case = [1]\n[[part.exclude]]\ncase = 1", "everything is excluded"),
    ("repetitions = 2", "repetitions", "tiny.toml"),
])
def test_a_wrong_sweep_file(folder, old, new, words):
    assert old in SWEEP
    folder.write("tiny.toml", SWEEP.replace(old, new))
    out, err = folder.run("tiny.toml", code=2)
    assert out == "" and err.startswith("perf sweep: error: ") and err.count("\n") == 1
    assert words in err
    assert folder.log() == []


def test_an_unknown_sweep_names_those_that_come_along(folder):
    _, err = folder.run("nothing", code=2)
    assert "quick" in err and "table1" in err


def test_results_are_never_overwritten(folder):
    folder.sweep()
    _, err = folder.run("tiny.toml", "--output", "tiny.jsonl", code=2)
    assert "--resume" in err


def test_another_sweep_is_not_resumed(folder):
    folder.sweep()
    _, err = folder.run("tiny.toml", "--output", "tiny.jsonl", "--resume", "--set", "case=1,2,3", code=2)
    assert "another plan" in err


def test_a_file_of_something_else_is_not_resumed(folder):
    folder.write("tiny.jsonl", '{"some": "thing"}\n')
    _, err = folder.run("tiny.toml", "--output", "tiny.jsonl", "--resume", code=2)
    assert "does not begin as the file of a sweep" in err
    assert (folder.folder / "tiny.jsonl").read_text() == '{"some": "thing"}\n'


def test_two_sweeps_do_not_write_one_file(folder):
    folder.write("tiny.toml", SWEEP.replace('timeout = "2s"', 'timeout = "60s"'))
    folder.write("hold", "")
    first = folder.start("tiny.toml", "--output", "tiny.jsonl", FAKE_HOLD=str(folder.folder / "hold"))
    while not folder.log():
        time.sleep(0.02)
    _, err = folder.run("tiny.toml", "--output", "tiny.jsonl", "--resume", code=2)
    assert "another sweep is writing" in err
    (folder.folder / "hold").unlink()
    assert first.wait(60) == 0
    assert len(folder.rows()) == 16


def test_a_stack_that_is_not_built(folder):
    folder.write("stacks.toml", '[bare]\nfamily = "mpich"\nwheels = ["mpich==0"]\n')
    _, err = folder.run("tiny.toml", "--set", "stack=bare", "--no-build", code=2)
    assert "scripts/perf stacks build bare" in err


@pytest.mark.parametrize("text, words", [
    ('[x]\nfamily = "lam"\nmpiexec = "mpirun"\n', "family must be one of"),
    ('[x]\nfamily = "mpich"\n', "needs wheels"),
    ('[x]\nfamily = "mpich"\nversion = "4"\nmpiexec = "m"\n', "'version' is not one of"),
    ("[x\n", "stacks.toml"),
])
def test_a_wrong_stack_file(folder, text, words):
    folder.write("stacks.toml", text)
    _, err = folder.run("list", command="stacks", code=2)
    assert err.startswith("perf stacks: error: ") and words in err


def test_the_list_of_stacks(folder):
    out, _ = folder.run("list", command="stacks")
    listed = {line.split()[0]: line.split()[1] for line in out.splitlines()}
    assert listed["fake"] == "built"
    assert {"debian-openmpi-4.1", "debian-mpich-4.0", "mpich-3.4", "mpich-4.3", "mpich-5.0", "openmpi-4.1",
            "openmpi-5.0", "intel-2021.14"} <= set(listed)


@pytest.mark.parametrize("output, words", [("./tiny.toml", "the sweep file"), ("rows.csv", "its CSV"),
                                           ("linked", "the sweep file")])
def test_the_output_is_another_file(folder, output, words):
    (folder.folder / "linked").symlink_to("tiny.toml")
    out, err = folder.run("tiny.toml", "--output", output, "--resume", code=2)
    assert out == "" and "same file" in err and words in err and err.count("\n") == 1
    assert (folder.folder / "tiny.toml").read_text() == SWEEP
    assert folder.log() == []
