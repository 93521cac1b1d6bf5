"""Foreign and broken result files: the report escapes or refuses them, with a message, and never crashes."""

import copy
import json
import random

import pytest
from conftest import SOURCE, run_report
from fockproxy_perf.errors import UserError
from fockproxy_perf.report.build import sections
from fockproxy_perf.report.sweep import read
from fockproxy_perf.rows import store
from fockproxy_perf.rows.tidy_csv import tidy_csv

EXAMPLE = [json.loads(line) for line in (SOURCE / "tests/perf/data/example_sweep.jsonl").read_text().splitlines()]
MUTANTS = 300
DELETED = object()
VALUES = ["<script>alert(1)</script>", "</td>&\"'", 1e308, -1e308, 10**400, None, [], {}, True, "x" * 100_000, "\0",
          "\ud800", -5, 0, float("nan"), float("inf"), "../../etc/passwd", "$(touch here)", DELETED]


def written(path, lines):
    path.write_text("".join(json.dumps(line) + "\n" for line in lines))
    return path


def places(value, above=()):
    """All paths of keys in a value; for a list only its first two elements."""
    if above:
        yield above
    inner = value.items() if isinstance(value, dict) else enumerate(value[:2]) if isinstance(value, list) else ()
    for key, part in inner:
        yield from places(part, (*above, key))


def mutant(rng):
    line = rng.randrange(len(EXAMPLE))
    place = rng.choice(list(places(EXAMPLE[line])))
    value = rng.choice(VALUES)
    changed = copy.deepcopy(EXAMPLE[line])
    inner = changed
    for key in place[:-1]:
        inner = inner[key]
    if value is DELETED:
        del inner[place[-1]]
    else:
        inner[place[-1]] = value
    return [*EXAMPLE[:line], changed, *EXAMPLE[line + 1:]], line, place, value


@pytest.mark.slow
def test_no_mutant_of_a_sweep_breaks_the_report(tmp_path):
    rng, refused = random.Random(2008), 0
    for _ in range(MUTANTS):
        lines, line, place, value = mutant(rng)
        path = written(tmp_path / "mutant.jsonl", lines)
        try:
            sweep = read(path)
            sections(sweep, [])
            tidy_csv(sweep.rows)
        except UserError as error:
            refused += 1
            assert str(path) in str(error) and len(str(error)) < 600
        except Exception as error:
            error.add_note(f"line {line + 1}, {place} = {value!r:.50}")
            raise
    assert 0.2 * MUTANTS < refused < 0.95 * MUTANTS  # both happen


def test_markup_in_labels_is_text(tmp_path):
    lines = copy.deepcopy(EXAMPLE)
    script = "<script>alert('x')</script>"
    lines[0]["name"] = lines[0]["host"] = lines[0]["cpu"] = script
    for line in lines[1:]:
        line["provenance"]["stack"]["label"] = script
        line["notes"] = [script]
        if "reason" in line:
            line["reason"] = script
    run = run_report(written(tmp_path / "sweep.jsonl", lines), "-o", tmp_path / "page.html")
    assert (run.returncode, run.stderr) == (0, "")
    page = (tmp_path / "page.html").read_text()
    assert "<script>alert" not in page and "&lt;script&gt;alert" in page
    for figure in (tmp_path / "page").glob("*.svg"):
        assert "<script>" not in figure.read_text()


def test_a_refusal_names_the_line_and_the_field(tmp_path):
    lines = copy.deepcopy(EXAMPLE)
    lines[1]["result"]["waits"] = 7
    run = run_report(written(tmp_path / "sweep.jsonl", lines), "-o", tmp_path / "page.html")
    assert run.returncode == 2 and "line 2 is not as fockproxy writes it: data.waits must be object" in run.stderr
    assert not (tmp_path / "page.html").exists()


@pytest.mark.parametrize("limit, value", [("MOST_BYTES", 500), ("MOST_LINES", 5)])
def test_what_has_no_end_is_refused(tmp_path, monkeypatch, limit, value):
    monkeypatch.setattr(store, limit, value)
    with pytest.raises(UserError, match="that is no sweep, or more than one"):
        read(written(tmp_path / "sweep.jsonl", EXAMPLE))


@pytest.mark.parametrize("output", ["sweep.jsonl", "folder/../sweep.jsonl", "linked", "hard", "trace.json"])
def test_the_report_does_not_replace_what_it_reads(tmp_path, output):
    sweep, trace = written(tmp_path / "sweep.jsonl", EXAMPLE), written(tmp_path / "trace.json", [])
    (tmp_path / "folder").mkdir()
    (tmp_path / "linked").symlink_to(sweep)
    (tmp_path / "hard").hardlink_to(sweep)
    before = sweep.read_bytes(), trace.read_bytes()
    run = run_report(sweep, "--trace", trace, "-o", tmp_path / output)
    assert run.returncode == 2 and run.stderr.count("\n") == 1 and "are the same file" in run.stderr
    assert (sweep.read_bytes(), trace.read_bytes()) == before
