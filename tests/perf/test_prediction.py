"""scripts/perf prediction: replays beside predictions, from programs that answer at once."""

import json
import stat

import pytest
from fockproxy_perf import recordings
from fockproxy_perf.__main__ import main

# An efficiency of 0.5 on any ranks where it is replayed, and of 0.6 where it is predicted. A launcher sets RANKS.
PROGRAM = """#!/usr/bin/env python3
import json, os, sys
words = sys.argv[1:]
given = dict(zip(words[1:], words[2:]))
if words[0] == "predict":
    assert "RANKS" not in os.environ and sys.argv[0].endswith("predictor")
    rows = [{"ranks": int(word), "status": "predicted", "efficiency": 0.6} for word in given["--ranks"].split(",")]
    answer = {"rows": rows}
else:
    assert sys.argv[0].endswith("program")
    ranks = int(os.environ["RANKS"])
    answer = {"fock": {"seconds": [4 / ranks]}, "recording": {"task_seconds": 2}}
open(given["--json"], "w").write(json.dumps(answer))
"""
LAUNCHER = """#!/bin/sh
[ "$1 $2" = "-platform cluster.xml" ] && [ "$3" = -n ] || exit 1
RANKS=$4
export RANKS
shift 4
exec "$@"
"""


@pytest.fixture
def folder(tmp_path):
    recordings.write(tmp_path / "four.tasks", recordings.made_up(2, 3, [5e-4] * 6, "made up"))
    for name, text in {"program": PROGRAM, "predictor": PROGRAM, "launcher": LAUNCHER}.items():
        (tmp_path / name).write_text(text)
        (tmp_path / name).chmod(stat.S_IRWXU)
    return tmp_path


def arguments(folder, *more):
    return ["prediction", str(folder / "program"), str(folder / "four.tasks"), "--ranks", "2,4", "--windows", "allocate",
            "--progress", "none", "--cases", "1", "--mpiexec", f"{folder}/launcher -platform cluster.xml", *more]


def test_another_program_predicts_without_the_launcher(capsys, folder):
    code = main(arguments(folder, "--predictor", str(folder / "predictor"), "-o", str(folder / "points.json")))
    assert code == 0
    said = capsys.readouterr().out
    assert "| allocate | none | 1 | 4 | 0.500 | 0.600 | +20% |" in said
    assert "0 of 2 points within 10%" in said
    assert [point["ranks"] for point in json.loads((folder / "points.json").read_text())] == [2, 4]


def test_the_program_itself_predicts_otherwise(capsys, folder):
    assert main(arguments(folder)) != 0  # this program refuses to predict
    assert "AssertionError" in capsys.readouterr().err
