"""scripts/perf at-scale: the tables of many predictions, from a program that answers at once."""

import json
import stat

import pytest
from fockproxy_perf import recordings
from fockproxy_perf.__main__ import main

# Efficiency is 1 / (1 + ranks / 1000), and a fifth of it without progress.
PROGRAM = """#!/usr/bin/env python3
import json, sys
words = sys.argv[1:]
assert words[0] == "predict"
given = dict(zip(words[2::2], words[3::2]))
if given.get("--latency") == "wrong":
    sys.exit("fockproxy: error: no such latency")
ranks = [int(word) for word in given["--ranks"].split(",")]
progress = given["--progress"]
rows, limits = [], []
for counter in given["--counter"].split(","):
    common = {"counter": counter, "progress": progress, "case": 1, "chunk": 1, "ghosts": 0}
    for p in ranks:
        if (counter, p) == ("steal", ranks[-1]):
            rows.append({**common, "ranks": p, "status": "UNSUPPORTED", "reason": "too many looks"})
            continue
        efficiency = (1 if progress == "always" else 0.2) / (1 + p / 1000)
        rows.append({**common, "ranks": p, "status": "predicted", "efficiency": efficiency, "events": 10 * p})
    good = [p for p in ranks if p <= 1000 and progress == "always"]
    limits.append({**common, "most_ranks": ranks[-1], "fastest_ranks": ranks[0], "efficiency": 0.1,
                   "efficient_to": max(good, default=None), "lost_to": "counter", "longest_queue": 7})
answer = {"config": {"schedule": given.get("--schedule", "fixed")}, "rows": rows, "limits": limits,
          "recording": {"tasks": 4, "task_seconds": 2e-3},
          "provenance": {"git_revision": "0123", "cpu": "none", "arguments": sys.argv, "time": "now",
                         "environment": {}}}
open(given["--json"], "w").write(json.dumps(answer))
"""


@pytest.fixture
def program(tmp_path):
    path = tmp_path / "program"
    path.write_text(PROGRAM)
    path.chmod(path.stat().st_mode | stat.S_IXUSR)
    return path


@pytest.fixture
def recording(tmp_path):
    recordings.write(tmp_path / "four.tasks", recordings.made_up(2, 3, [5e-4] * 6, "made up"))
    return tmp_path / "four.tasks"


def test_tables_of_all_counters_schedules_and_kinds_of_progress(capsys, tmp_path, program, recording):
    code = main(["at-scale", str(program), str(recording), "--ranks", "10,1000,100000", "--predict", "--latency 2us",
                 "-o", str(tmp_path / "rows.json")])
    assert code == 0
    said = capsys.readouterr().out
    assert "Predicted by a model, not measured" in said
    assert "| four | mpi3 | always | 0.99 | 0.5 | 0.0099 |" in said
    assert "| four | mpi3, factoring | entry | 0.2 | 0.1 | 0.002 |" in said
    assert "| four | steal | always | 0.99 | 0.5 | UNSUPPORTED |" in said
    assert "| four | static | always | 1000 | 10 | 0.1 on 100000 | counter | 7 |" in said
    assert "| four | static | entry | none | 10 |" in said
    assert "| four | 4 | 500 us | 34 |" in said  # 2 x (4 x 3 + 2) rows of the counters, 2 x 3 of factoring
    kept = json.loads((tmp_path / "rows.json").read_text())
    assert [len(one["document"]["rows"]) for one in kept] == [15, 15, 3, 3]
    assert all("environment" not in one["document"]["provenance"] and one["peak_bytes"] > 1 << 20 for one in kept)
    for one in kept:
        words = one["document"]["provenance"]["arguments"]
        assert words[:2] == ["fockproxy", "predict"] and words[-2:] == ["--latency", "2us"]
    assert main(["at-scale", "--from", str(tmp_path / "rows.json")]) == 0
    again = capsys.readouterr().out
    assert again in said


@pytest.mark.parametrize("options, complaint", [
    ((), "name a program"), (("--from", "nowhere.json"), "nowhere.json: cannot be read"),
    (("program", "nowhere.tasks"), "nowhere.tasks is not there"),
    (("program", "four.tasks", "--predict", "--latency wrong"), "no such latency"),
    (("nowhere", "four.tasks"), "No such file"), (("--from", "four.tasks"), "not written by")])
@pytest.mark.usefixtures("program", "recording")
def test_what_cannot_be_predicted_is_said_in_a_line(capsys, monkeypatch, tmp_path, options, complaint):
    monkeypatch.chdir(tmp_path)
    assert main(["at-scale", *options]) == 2
    error = capsys.readouterr().err
    assert error.count("\n") == 1 and complaint in error
