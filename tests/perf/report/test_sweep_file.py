"""Reads sweeps with every row of the schema, and files that are not sweeps."""

import json

import jsonschema
import pytest
from conftest import SOURCE, run_report
from fockproxy_perf.report import sweep as sweep_file
from fockproxy_perf.report.repetitions import trusted
from fockproxy_perf.report.sections import failures
from fockproxy_perf.report.settings import group, varying
from fockproxy_perf.rows.build_rows import CompareRow
from fockproxy_perf.rows.counter_rows import CounterRow

SCHEMA = json.loads((SOURCE / "perf/fockproxy_perf/schemas/sweep.json").read_text())
EXAMPLE = SOURCE / "tests/perf/data/example_sweep.jsonl"


def test_the_made_up_sweep_keeps_to_the_schema(made_up):
    validator = jsonschema.Draft7Validator(SCHEMA)
    for line in made_up.read_text().splitlines():
        validator.validate(json.loads(line))


def test_rows_of_real_runs_make_a_report(tmp_path):
    run = run_report(EXAMPLE, "-o", tmp_path / "example.html")
    assert (run.returncode, run.stderr) == (0, "")
    assert "value 17 was drawn twice" in (tmp_path / "example.html").read_text()


def test_a_row_cut_off_by_a_kill_is_left_out(made_up, tmp_path):
    whole = made_up.read_text()
    cut = tmp_path / "cut.jsonl"
    cut.write_text(whole[:-200])
    assert len(sweep_file.read(cut).rows) == len(sweep_file.read(made_up).rows) - 1


def test_a_launch_cut_off_by_a_kill_is_left_out(made_up, tmp_path):
    """scripts/perf sweep --resume leaves it out too, to measure it again."""
    lines = made_up.read_text().splitlines()
    last = json.loads(lines[-1])
    of_three = [json.dumps(last | {"row": row, "of": 3}) for row in (0, 1)]
    cut = tmp_path / "cut.jsonl"
    cut.write_text("\n".join([*lines, *of_three]) + "\n")
    assert len(sweep_file.read(cut).rows) == len(sweep_file.read(made_up).rows)


@pytest.mark.parametrize(
    "text, words",
    [
        ("", "is empty"),
        ("case,counter\n1,mpi3\n", "line 1 is no JSON"),
        ('{"kind": "counter"}\n', "does not begin as the file of a sweep"),
        ('{"schema_version": 3, "kind": "sweep"}\n', "schema version 3; this program reads 1 and 2"),
        ('{"schema_version": 1, "kind": "sweep"}\n[]\n', "line 1 is not as fockproxy writes it: data must contain"),
    ],
)
def test_other_files_are_refused_in_one_line(tmp_path, text, words):
    path = tmp_path / "other.jsonl"
    path.write_text(text)
    run = run_report(path)
    assert run.returncode == 2
    assert run.stderr.startswith("perf report: error: ") and run.stderr.count("\n") == 1
    assert words in run.stderr


def test_probes_are_no_rows(tmp_path):
    lines = EXAMPLE.read_text().splitlines()
    probe = next(line for line in lines if json.loads(line)["kind"] == "info")
    failed = {k: v for k, v in json.loads(probe).items() if k != "result"} | {"status": "FAIL", "reason": "no socket"}
    path = tmp_path / "probes.jsonl"
    path.write_text("\n".join([*lines, json.dumps(failed)]) + "\n")
    read = sweep_file.read(path)
    measured = [line for line in lines[1:] if json.loads(line)["kind"] != "info"]
    assert len(read.rows) == len(measured)
    assert len(read.probes) == len(lines) - len(measured)
    assert f", {len(measured)} rows;" in read.machine
    section = failures.section(read)
    assert any(f"did not run with 1 of {len(read.probes)} sets" in finding for finding in section.findings)
    assert any("no socket" in row for table in section.tables for row in table.rows)


def test_a_missing_file_is_named(tmp_path):
    run = run_report(tmp_path / "none.jsonl")
    assert run.returncode == 2
    assert run.stderr == f"perf report: error: cannot read {tmp_path}/none.jsonl: No such file or directory\n"


def test_a_page_that_cannot_be_written_is_named(tmp_path):
    run = run_report(EXAMPLE, "-o", tmp_path / "none" / "page.html")
    assert run.returncode == 2
    assert run.stderr == f"perf report: error: cannot write {tmp_path}/none/page.html: No such file or directory\n"


def test_repetitions_are_told_from_settings(sweep):
    groups = group(sweep.of(CompareRow))
    assert {len(rows) for rows in groups} == {2}
    assert len(groups) == 6 * 2 * 4 + 1  # the last one is with Libint
    assert varying(sweep.of(CompareRow)) == ["stack", "case", "window", "progress", "integrals"]


def test_disturbed_repetitions_count_only_without_others(sweep):
    rows = sweep.of(CounterRow)
    quiet, disturbed = [r for r in rows if not r.doubtful], [r for r in rows if r.doubtful]
    assert quiet and disturbed
    assert trusted(rows) == quiet
    assert trusted(disturbed) == disturbed


@pytest.mark.parametrize("kind", ["counter", "compare", "verdict", "fock", "onesided", "gsum", "ladder"])
def test_a_single_row_makes_a_report(made_up, tmp_path, kind):
    lines = made_up.read_text().splitlines()
    one = next(line for line in lines if json.loads(line)["kind"] == kind and json.loads(line)["status"] == "verified")
    path = tmp_path / "one.jsonl"
    path.write_text(f"{lines[0]}\n{one}\n")
    run = run_report(path)
    assert (run.returncode, run.stderr) == (0, "")
