"""`scripts/perf export`: recordings as Parquet, traces as OTF2."""

import json

import otf2
import pyarrow.parquet
from conftest import SOURCE
from fockproxy_perf import recordings
from fockproxy_perf.__main__ import main
from fockproxy_perf.recordings import Recording, Task

TASKS = [Task((0, 0, 0, 0), 1e-3, 7), Task((1, 0, 0, 0), 2.5e-6, 0)]


def perf(capsys, *arguments):
    code = main(list(map(str, arguments)))
    return code, capsys.readouterr()


def test_tasks_as_parquet(capsys, tmp_path):
    recordings.write(tmp_path / "small.tasks", Recording([0, 2, 5], TASKS, "He2"))
    assert perf(capsys, "export", tmp_path / "small.tasks", tmp_path / "small.parquet")[0] == 0
    table = pyarrow.parquet.read_table(tmp_path / "small.parquet")
    assert table.to_pydict() == {"i": [0, 1], "j": [0, 0], "k": [0, 0], "l": [0, 0], "seconds": [1e-3, 2.5e-6],
                                 "quartets": [7, 0]}
    assert table.schema.metadata[b"formula"] == b"He2"


def span(kind, rank, begin, end, **arguments):
    return {"ph": "X", "cat": kind, "name": kind, "pid": rank, "ts": begin, "dur": end - begin, "args": arguments}


def test_traces_as_otf2(capsys, tmp_path):
    spans = [span("run", 0, 0, 100), span("task", 0, 10, 60, id=3), span("get", 0, 12, 20, target=1, bytes=800),
             span("compute", 0, 20, 50), span("accumulate", 0, 55, 60.1, target=1, bytes=800), span("run", 1, 0, 90)]
    about = {"command": "fock", "ranks": [{"dropped_events": 0}] * 2,
             "provenance": {"mpi": {"ranks": 2, "library": "X"}}}
    (tmp_path / "trace.json").write_text(json.dumps({"traceEvents": spans, "otherData": about}))
    code, said = perf(capsys, "export", tmp_path / "trace.json", tmp_path / "trace.otf2")
    assert code == 0, said.err
    found = {}
    with otf2.reader.open(str(tmp_path / "trace.otf2" / "traces.otf2")) as archive:
        for location, event in archive.events:
            attributes = {key.name: value for key, value in (event.attributes or {}).items()}
            found.setdefault(location.group.name, []).append(
                (type(event).__name__, event.region.name, event.time, attributes))
    assert found["rank 0"] == [
        ("Enter", "run", 0, {}), ("Enter", "task", 10_000, {"id": 3}),
        ("Enter", "get", 12_000, {"target": 1, "bytes": 800}), ("Leave", "get", 20_000, {}),
        ("Enter", "compute", 20_000, {}), ("Leave", "compute", 50_000, {}),
        ("Enter", "accumulate", 55_000, {"target": 1, "bytes": 800}), ("Leave", "accumulate", 60_000, {}),
        ("Leave", "task", 60_000, {}), ("Leave", "run", 100_000, {})]
    assert [event[:3] for event in found["rank 1"]] == [("Enter", "run", 0), ("Leave", "run", 90_000)]
    code, said = perf(capsys, "export", tmp_path / "trace.json", tmp_path / "trace.otf2")
    assert code == 2 and "exists" in said.err
    code, said = perf(capsys, "export", SOURCE / "README.md", tmp_path / "other.otf2")
    assert code == 2 and "no trace" in said.err
