"""The page and its files without a browser: self-contained, with the data of every figure, and tables as Markdown."""

import base64
import csv
import html.parser
import io
import re
import struct
import subprocess
import sys
import xml.etree.ElementTree

import pytest
from conftest import ENVIRONMENT
from fockproxy_perf.report import build, trace
from fockproxy_perf.report.drawing import style
from fockproxy_perf.report.opening import Answer, Banner, Opening
from fockproxy_perf.report.page import Page
from fockproxy_perf.report.quantities import number, seconds
from fockproxy_perf.report.section import Section
from fockproxy_perf.report.table import Table
from matplotlib.figure import Figure as Canvas


class Links(html.parser.HTMLParser):
    def __init__(self):
        super().__init__()
        self.found, self.scripts = [], 0

    def handle_starttag(self, tag, attributes):
        self.scripts += tag == "script"
        self.found += [(name, value) for name, value in attributes if name in ("href", "src", "xlink:href") and value]


@pytest.fixture(scope="module")
def links(page):
    parser = Links()
    parser.feed(page.read_text())
    return parser


def test_the_page_needs_nothing_else(links):
    assert links.scripts == 0
    assert [value for _, value in links.found if not value.startswith(("#", "data:"))] == []


def test_every_anchor_exists(page, links):
    ids = set(re.findall(r'\bid="([^"]+)"', page.read_text())) | set(re.findall(r"\bid=([\w-]+)", page.read_text()))
    assert {value[1:] for _, value in links.found if value.startswith("#")} <= ids


@pytest.fixture(scope="module")
def sections(sweep, traces):
    return build.sections(sweep, [trace.read(t) for t in traces])


def test_the_data_of_every_figure_is_on_the_page(page, sections):
    text = page.read_text()
    figures = [f for s in sections for f in s.figures]
    assert len(figures) >= 9
    for figure in figures:
        encoded = re.search(rf'download="{figure.name}.csv" href="data:text/csv;base64,([^"]+)"', text).group(1)
        rows = list(csv.reader(io.StringIO(base64.b64decode(encoded).decode())))
        assert rows[0] == list(figure.data.columns)
        assert len(rows) == 1 + len(figure.data.rows) > 1


def test_figures_and_tables_are_files_too(page, sections):
    folder = page.with_suffix("")
    for section in sections:
        for figure in section.figures:
            xml.etree.ElementTree.parse(folder / f"{figure.name}.svg")
            image = (folder / f"{figure.name}.png").read_bytes()
            assert image[:8] == b"\x89PNG\r\n\x1a\n"
            assert struct.unpack(">I", image[16:20])[0] > 1000  # pixels wide
    markdown = (folder / "tables.md").read_text()
    assert "### time per work unit and per counter value of rank 1" in markdown
    assert "| MPICH 4.3.2, mpi3, window create |" in markdown


def test_axes_are_labelled(page):
    drawings = re.findall(r"<figure id=\"figure-([\w-]+)\">(.*?)</figure>", page.read_text(), re.DOTALL)
    for name, drawing in drawings:
        assert re.search(
            r"work / wait|share of the run|block column|open accesses|communications per task|get, 8 B|time for a"
            r" value|time of an operation|mean task|ranks|bytes moved|bytes of a segment|get, 1 KiB"
            r"|compare_and_swap|bytes of the vector|time of a build",
            drawing,
        ), name


def test_series_differ_without_colour():
    looks = [style.look(i) for i in range(6)]
    assert len({k.marker for k in looks}) == len({k.hatch for k in looks}) == len({str(k.dash) for k in looks}) == 6


def test_a_python_without_matplotlib_finds_one_that_has_it(made_up, tmp_path):
    header, *rows = made_up.read_text().splitlines(keepends=True)
    (tmp_path / "short.jsonl").write_text(header + rows[0])
    code = "import sys; sys.path = [p for p in sys.path if 'site-packages' not in p]; "
    code += "from fockproxy_perf.__main__ import run; run()"
    output = tmp_path / "page.html"
    run = subprocess.run(
        [sys.executable, "-c", code, "report", tmp_path / "short.jsonl", "-o", output],
        env=ENVIRONMENT,
        text=True,
        capture_output=True,
    )
    assert (run.returncode, run.stdout) == (0, f"{output}\n"), run.stderr
    assert run.stderr.startswith("perf: matplotlib, fastjsonschema, jinja2 missing here; scripts/perf-python")


@pytest.mark.parametrize(
    "value, text",
    [(0.0, "0 s"), (2.71e-6, "2.71 us"), (3.36e-3, "3.36 ms"), (1.5, "1.50 s"), (9.9996e-4, "1.00 ms"), (None, "")],
)
def test_times_have_units(value, text):
    assert seconds(value) == text


@pytest.mark.parametrize(
    "value, text", [(1.0, "1.00"), (123.456, "123"), (0.0123, "0.0123"), (1.5e-7, "1.50e-07"), (None, ""), (7, "7")]
)
def test_numbers_have_three_digits(value, text):
    assert number(value) == text


def test_the_page_escapes_what_rows_say():
    bad = "<script>&\"'"
    table = Table(bad, [bad], [[bad]], note=bad)
    opening = Opening(Banner(bad, 1, [bad], 1), Answer(bad, bad, bad, [bad], table))
    text = Page(bad, bad, opening, [Section(bad, bad, bad, [bad], [], [table], bad)]).html()
    assert "<script" not in text and text.count("&lt;script&gt;&amp;&#34;&#39;") > 15


def test_tables_escape_what_they_hold():
    table = Table("a <b>", ["x | y"], [["<script>"], ["a|b"]])
    assert "a\\|b" in table.markdown()
    assert table.csv() == "x | y\n<script>\na|b\n"


def test_a_figure_is_drawn_once_for_each_file(sweep, tmp_path, monkeypatch):
    """Drawing takes time, so it is done twice as SVG, for a wide and a narrow page, and once as PNG."""
    draws = []
    monkeypatch.setattr(Canvas, "draw", lambda *a, draw=Canvas.draw, **k: draws.append(a) or draw(*a, **k))
    [figure, *_] = next(s.figures for s in build.sections(sweep, []) if s.figures)
    Page("title", "machine", Opening(None, Answer("Lead.", "Cost.")), [Section("a", "A", figures=[figure])]).write(
        tmp_path / "page.html"
    )
    assert len(draws) == 3
