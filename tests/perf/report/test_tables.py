"""scripts/perf tables: sections of the report as Markdown, from rows in files that may be compressed."""

import gzip
import json
import subprocess
import sys

import pytest
from conftest import ENVIRONMENT, SOURCE, run_report
from fockproxy_perf.commands import compare, tables
from fockproxy_perf.errors import UserError
from fockproxy_perf.report import build, contents
from fockproxy_perf.report.sweep import read
from fockproxy_perf.rows.where import parse_where

EXAMPLE = SOURCE / "tests/perf/data/example_sweep.jsonl"


@pytest.fixture
def compressed(tmp_path):
    """The path of the example, compressed."""
    path = tmp_path / "example.jsonl.gz"
    path.write_bytes(gzip.compress(EXAMPLE.read_bytes()))
    return path


@pytest.fixture
def shown(capsys):
    """shown(arguments...): the output of the command."""

    def run(*arguments):
        assert tables.main([str(argument) for argument in arguments]) == 0
        return capsys.readouterr().out

    return run


def test_a_section_is_printed_as_the_report_has_it(shown, made_up, sweep):
    [table] = contents.OF_SWEEP["ladder"](sweep).tables
    assert shown(made_up, "--section", "ladder") == table.markdown() + "\n"


def test_compressed_rows_tell_the_same(shown, compressed):
    text = shown(EXAMPLE)
    assert text.count("### ") > 10
    assert shown(compressed) == text


def test_only_some_rows_count(shown, made_up):
    lines = shown(made_up, "--section", "ladder", "--where", "case=2", "--where", "stack=mpich-4.3").splitlines()
    cells = [line.split(" | ") for line in lines if line.startswith("| MPICH")]
    assert len(cells) == 6 == sum(line.startswith("| ") for line in lines) - 2
    assert {cell[1] for cell in cells} == {"2"}
    assert [cell[2:4] for cell in cells[:3]] == [["0 whole rows", ""], ["1 packed", "0"], ["2 tiles", "1"]]


def test_sections_keep_the_order_of_the_page(sweep):
    assert [section.anchor for section in contents.chosen(sweep, ["ladder", "table1"])] == ["table1", "ladder"]
    of_sweep = [name for name in (s.anchor for s in build.sections(sweep, [])) if name in contents.OF_SWEEP]
    assert of_sweep == list(contents.OF_SWEEP)


def test_figures_have_data_that_no_table_has(shown, made_up):
    short, long = (shown(made_up, "--section", "latency", *more) for more in ((), ("--figures",)))
    assert long.count("### ") > short.count("### ")
    assert shown(made_up, "--section", "ladder", "--figures").count("### ") == 1, "its figure shows the table"


@pytest.mark.parametrize("arguments, words", [
    (["--section", "stairs"], "^no section 'stairs'; there are: advice, table1, .*, failures$"),
    (["--section", "ladder", "--where", "case=1", "--where", "case=7"], "has no rows with case=1 and case=7$"),
    (["--section", "ladder", "--where", "command"], "^'command' is no AXIS=VALUE$"),
    (["--section", "gsum,ladder", "--where", "version=whole rows"], "^section gsum: This sweep has no rows of"),
])
def test_what_cannot_be_shown_is_said(arguments, words):
    with pytest.raises(UserError, match=words):
        tables.main([str(EXAMPLE), *arguments])


def test_axes_may_be_written_as_options():
    assert parse_where(["thread-level=multiple", "env=A=B"]) == {"thread_level": "multiple", "env": "A=B"}


def test_the_report_reads_compressed_rows_and_stands_beside_them(compressed):
    run = run_report(compressed)
    page = compressed.with_name("example.html")
    assert (run.returncode, run.stdout, run.stderr) == (0, f"{page}\n", "")
    assert "value 17 was drawn twice" in page.read_text() and (page.with_suffix("") / "tables.md").exists()


def test_compare_reads_compressed_rows(compressed, capsys):
    assert compare.main([str(EXAMPLE), str(compressed)]) == 0
    assert "slower" not in capsys.readouterr().out


@pytest.mark.parametrize("damage", [lambda data: data[:-100], lambda data: b"plain",
                                    lambda data: data[:50] + b"x" * 90])
def test_what_is_no_whole_gzip_file_is_refused(compressed, damage):
    compressed.write_bytes(damage(compressed.read_bytes()))
    with pytest.raises(UserError, match=r"example\.jsonl\.gz is no gzip file"):
        read(compressed)


def test_help_needs_no_matplotlib():
    code = "import sys; sys.path = [p for p in sys.path if 'site-packages' not in p]; "
    code += "from fockproxy_perf.__main__ import run; run()"
    run = subprocess.run([sys.executable, "-c", code, "tables", "--help"], env=ENVIRONMENT, text=True,
                         capture_output=True)
    assert (run.returncode, run.stderr) == (0, "") and "--section" in run.stdout


def test_a_sweep_is_not_written_compressed(tmp_path):
    from fockproxy_perf.rows.store import Store

    header = json.loads(EXAMPLE.read_text().splitlines()[0])
    for resume in (False, True):
        with pytest.raises(UserError, match="a sweep appends its rows"):
            Store(tmp_path / "rows.jsonl.gz", header, resume)
    assert not list(tmp_path.iterdir())
