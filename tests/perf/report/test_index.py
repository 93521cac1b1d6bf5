"""One page for several machines and dates: the newest results count, and what became slower is found."""

import copy
import json
import subprocess
import sys

import pytest
from conftest import ENVIRONMENT, SOURCE
from fockproxy_perf.index import costs, regressions, results, verdicts
from fockproxy_perf.index.results import read_all
from fockproxy_perf.rows.kinds import row_from_json

EXAMPLE = [json.loads(line) for line in (SOURCE / "tests/perf/data/example_sweep.jsonl").read_text().splitlines()]


def written(path, change=None, **header):
    """The example with another header and all rows changed."""
    lines = copy.deepcopy(EXAMPLE)
    lines[0] |= header
    for line in lines[1:]:
        if change:
            change(line)
    path.write_text("".join(json.dumps(line) + "\n" for line in lines))
    return path


def run_index(*arguments):
    return subprocess.run([sys.executable, "-m", "fockproxy_perf", "index", *map(str, arguments)], env=ENVIRONMENT,
                          text=True, capture_output=True, timeout=120)


@pytest.fixture
def three(tmp_path):
    """One machine at two dates, in the wrong order, and another machine."""
    def judged(line, verdict):
        if line["kind"] == "verdict" and "result" in line and not line["result"]["control"]:
            line["result"]["verdict"] = verdict

    def later(line):
        if line["kind"] == "compare" and "result" in line:
            for column in line["result"]["columns"]:
                column["degradation"] = 7.5
        judged(line, "progresses by itself")

    def stuck(line):
        judged(line, "needs the target in MPI")

    return [written(tmp_path / "b.jsonl", later, started="2026-02-01T00:00:00Z"),
            written(tmp_path / "a.jsonl", stuck, started="2026-01-01T00:00:00Z"),
            written(tmp_path / "c.jsonl", stuck, started="2026-01-15T00:00:00Z", host="other", cpu="Another processor")]


def column(table, name):
    return [row[table.columns.index(name)] for row in table.rows]


def test_the_newest_of_each_machine_counts(three):
    results = read_all(three)
    table = costs.section(results).tables[0]
    factors = dict(zip(column(table, "machine"), column(table, "six more, held blocks"), strict=True))
    assert len(factors) == 2
    own = next(machine for machine in factors if "other" not in machine)
    assert factors[own] == 7.5
    there = next(line["result"] for line in EXAMPLE if line["kind"] == "compare" and "result" in line)
    six = next(c["degradation"] for c in there["columns"] if c["column"] == "1+6+held")
    assert next(value for machine, value in factors.items() if machine != own) == six
    progress = verdicts.section(results).tables[0]
    mine = [row for row in progress.rows if own in row]
    assert mine and not any("NEEDS" in row for row in mine)
    assert any("NEEDS" in row for row in progress.rows)


def test_builds_with_info_keys_are_not_mixed_with_those_without(tmp_path):
    def with_keys(line):
        if line["kind"] == "compare":
            line["axes"]["window_info"] = "accumulate_ops=same_op"

    assert not costs.section(read_all([written(tmp_path / "a.jsonl")])).missing
    assert costs.section(read_all([written(tmp_path / "b.jsonl", with_keys)])).missing


def test_only_a_sweep_before_on_the_same_machine_is_compared(three):
    (before, after), = regressions.pairs(read_all(three))
    assert (before.path.name, after.path.name) == ("a.jsonl", "b.jsonl")
    assert regressions.section(read_all(three[2:])).missing


def test_what_stopped_working_is_named(tmp_path):
    def broken(line):
        if line["kind"] == "counter" and "result" in line and line["axes"]["counter"] == "mpi2":
            line["status"], line["reason"] = "FAIL", "value 17 was drawn twice"
            del line["result"]
    results = read_all([written(tmp_path / "a.jsonl", started="2026-01-01T00:00:00Z"),
                        written(tmp_path / "b.jsonl", broken, started="2026-02-01T00:00:00Z")])
    section = regressions.section(results)
    assert "1 of 1 pairs" in section.findings[0]
    named = [row for row in section.tables[1].rows if row[3] == "broken"]
    rows = [row_from_json(line) for line in EXAMPLE[1:]]
    assert len(named) == len({json.dumps(row.settings, sort_keys=True) for row in rows
                              if row.kind == "counter" and row.verified and row.axes["counter"] == "mpi2"})
    assert all("value 17 was drawn twice" in row[5] for row in named)


def test_the_files_are_listed_with_what_failed(three, tmp_path):
    table = results.list_of_files(read_all(three), tmp_path / "index.html").tables[0]
    assert column(table, "file") == ["a.jsonl", "c.jsonl", "b.jsonl"]
    assert len(set(column(table, "failed"))) == 1 and column(table, "failed")[0] > 0


def test_the_page_stands_by_itself(three, tmp_path):
    page = tmp_path / "index.html"
    run = run_index(*three, "-o", page)
    assert (run.returncode, run.stdout.strip(), run.stderr) == (0, str(page), "")
    text = page.read_text()
    assert "src=" not in text and "http" not in text.replace("http-equiv", "")
    for anchor in ("verdicts", "costs", "regressions", "files"):
        assert f'id="{anchor}"' in text and f'href="#{anchor}"' in text
    assert "Another processor" in text and "2 machines" in text


def test_published_results_make_a_page(tmp_path):
    names = ("table1", "six-comms", "hosts")
    run = run_index(*(SOURCE / f"perf/results/{name}.jsonl.gz" for name in names), "-o", tmp_path / "index.html")
    assert (run.returncode, run.stderr) == (0, "")


def test_another_file_is_refused(tmp_path):
    (tmp_path / "other.jsonl").write_text("{}\n")
    run = run_index(tmp_path / "other.jsonl")
    assert run.returncode == 2 and run.stderr.startswith("perf index: error: ") and run.stderr.count("\n") == 1
