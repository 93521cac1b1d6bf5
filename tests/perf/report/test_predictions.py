"""The tables and figures of predictions: `scripts/perf prediction --from` and `at-scale --from`."""

import json
import xml.etree.ElementTree

import pytest
from conftest import SOURCE
from fockproxy_perf.__main__ import main
from fockproxy_perf.studies import prediction
from fockproxy_perf.studies.prediction import Point

RESULTS = SOURCE / "perf" / "results"
KEPT_ASIDE, ETHANE = RESULTS / "predictions-kept-aside.json", RESULTS / "predictions.json"
PAGE = (SOURCE / "perf" / "found-predictions.md").read_text()
POINTS = [
    Point("create", "none", 1, 32, 0.4, 0.6, "Some MPI", "ethane", 4),
    Point("create", "none", 1, 2, 0.9, 0.9, "Some MPI", "ethane", 4),
    Point("create", "poll", 1, 2, 0.5, 0.55, "Some MPI", "ethane", 4),
    Point("create", "none", 1, 2, 0.5, 0.4, "Another", "ethane", 4),
]


@pytest.fixture
def kept(tmp_path):
    """The path of a file of four points."""
    path = tmp_path / "points.json"
    path.write_text(json.dumps([point._asdict() for point in POINTS]))
    return path


def rows_of(text):
    return [line for line in text.splitlines() if line.startswith("| ")]


def test_points_are_read_again(kept):
    assert prediction.read(kept) == POINTS


def test_tables_have_every_error_and_the_largest_first(capsys, kept):
    assert main(["prediction", "--from", str(kept)]) == 0
    said = capsys.readouterr().out
    rows = rows_of(said)
    assert rows[1] == "| ethane, times 4 | Some MPI | create | none | 1 | 32 | 0.400 | 0.600 | +50% |"
    assert rows[2].endswith("| -20% |") and rows[4].endswith("| +0% |")
    assert "2 of 4 points within 10% of the efficiency." in said
    assert "| ethane, times 4 | Some MPI | 1 | 2 | 2 | 2 | +0% | +10% |" in rows
    assert "| stack | window | progress | case | ethane, times 4: 2 | ethane, times 4: 32 |" in rows
    assert "| Some MPI | create | none | 1 | +0% | +50% |" in rows
    assert "| Another | create | none | 1 | -20% |  |" in rows


def test_the_page_has_the_numbers_of_the_results():
    aside, ethane = prediction.read(KEPT_ASIDE), prediction.read(ETHANE)
    listed = rows_of(prediction.misses(aside).markdown())[2:]
    assert len(listed) == 12 and [row for row in listed if row not in PAGE] == []
    proper = [point for point in aside if point.stretch != 40]  # those of 40 are the control
    assert f"**{sum(point.near for point in proper)} of {len(proper)} points are within 10%" in PAGE
    assert f"\n{sum(point.near for point in ethane)} of {len(ethane)} points are within 10%" in PAGE
    missed = [point for point in ethane if not point.near]
    for point in missed:
        assert (f"| {point.stack} | {point.window} | {point.progress} | {point.case} | {point.ranks} "
                f"| {point.replayed:.2f} | {point.predicted:.2f} | {prediction.percent(point.miss)} |") in PAGE
    pairs = {}
    for point in ethane:
        key = (point.stack, point.window, point.progress, str(point.case))
        pairs.setdefault(key, []).append(f"{point.replayed:.2f} / {point.predicted:.2f}")
    assert [key for key, cells in pairs.items() if f"| {' | '.join([*key, *cells])} |" not in PAGE] == []


def drawing(path):
    """The text of a figure that is well-formed."""
    xml.etree.ElementTree.parse(path)
    return path.read_text()


def test_the_figure_has_recordings_and_stacks(capsys, tmp_path, kept):
    figure = tmp_path / "figure.svg"
    assert main(["prediction", "--from", f"{kept},{KEPT_ASIDE},{ETHANE}", "--figure", str(figure)]) == 0
    text = drawing(figure)
    for words in ("Predicted by a model", "predicted / replayed efficiency", "ethane, times 4", "ethylene/cc-pvtz",
                  "Some MPI", "MPICH 4.0.2, four hosts, TCP"):
        assert words in text, words
    # The same points give the same file.
    again = tmp_path / "again.svg"
    assert main(["prediction", "--from", f"{kept},{KEPT_ASIDE},{ETHANE}", "--figure", str(again)]) == 0
    assert again.read_bytes() == figure.read_bytes()


@pytest.mark.parametrize("content", [
    "", "{}", "[]", "[1]", '[{"window": "create"}]', '[{"unknown": 1}]',
    json.dumps([{**POINTS[0]._asdict(), "replayed": 0}]), json.dumps([{**POINTS[0]._asdict(), "ranks": "two"}])])
def test_other_files_are_refused(capsys, tmp_path, content):
    (tmp_path / "other.json").write_text(content)
    assert main(["prediction", "--from", str(tmp_path / "other.json")]) == 2
    said = capsys.readouterr().err
    assert said.count("\n") == 1 and ("not written by" in said or "no points" in said)


def test_a_file_or_a_program_is_needed(capsys, tmp_path, kept):
    for words in ([], ["program", "recording", "--from", str(kept)], ["--from", str(tmp_path / "nowhere.json")],
                  ["--from", str(kept), "--figure", str(tmp_path / "no folder" / "figure.svg")]):
        assert main(["prediction", *words]) == 2
        assert capsys.readouterr().err.count("\n") == 1


def at_scale_rows(path, **more):
    """A file of `at-scale -o` with a prediction on 2 and on 64 ranks for each kind of progress."""
    launches = []
    for progress in ("always", "entry"):
        common = {"counter": "mpi3", "progress": progress, "status": "predicted", "events": 10}
        rows = [{**common, "ranks": ranks, "efficiency": 0.6, "seconds": 2.0, **more} for ranks in (2, 64)]
        document = {"config": {"schedule": "fixed"}, "recording": {"tasks": 4, "task_seconds": 2e-3}, "rows": rows,
                    "limits": []}
        launches.append({"recording": "four", "document": document, "wall_seconds": 1, "peak_bytes": 1 << 20})
    path.write_text(json.dumps(launches))
    return str(path)


def test_seeds_make_a_band(capsys, tmp_path):
    figure = tmp_path / "figure.svg"
    rows = at_scale_rows(tmp_path / "rows.json", least_seconds=1.5, most_seconds=2.4)
    assert main(["at-scale", "--from", rows, "--figure", str(figure)]) == 0
    assert "| four | mpi3 | always | 0.6 (0.5 to 0.8) | 0.6 (0.5 to 0.8) |" in capsys.readouterr().out
    text = drawing(figure)
    assert "PolyCollection" in text and "Predicted by a model, not measured; bands" in text


def test_no_seeds_make_none(capsys, tmp_path):
    figure = tmp_path / "figure.svg"
    assert main(["at-scale", "--from", at_scale_rows(tmp_path / "rows.json"), "--figure", str(figure)]) == 0
    assert "| four | mpi3 | always | 0.6 | 0.6 |" in capsys.readouterr().out
    text = drawing(figure)
    assert "PolyCollection" not in text and "Predicted by a model, not measured" in text
