"""The three layers of the report: analysis neither draws nor writes, and drawing writes no sections."""

import ast

import pytest
from conftest import SOURCE

REPORT = SOURCE / "perf" / "fockproxy_perf" / "report"
NOT_FOR = {
    "analysis": ("matplotlib", "jinja2", "fockproxy_perf.report.drawing", "fockproxy_perf.report.sections"),
    "drawing": ("jinja2", "fockproxy_perf.report.sections", "fockproxy_perf.report.page"),
    "sections": ("matplotlib", "jinja2", "fockproxy_perf.report.page"),
}


def imported(text):
    """Full names of the imports of a file."""
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def wrong(text, layer):
    return [name for name in imported(text) if f"{name}.".startswith(tuple(f"{module}." for module in NOT_FOR[layer]))]


@pytest.mark.parametrize("layer", NOT_FOR)
def test_a_layer_imports_no_other_that_stands_above_it(layer):
    files = sorted((REPORT / layer).glob("*.py"))
    assert len(files) > 5
    assert {file.name: found for file in files if (found := wrong(file.read_text(), layer))} == {}


@pytest.mark.parametrize("text", ["import matplotlib.pyplot", "from fockproxy_perf.report.drawing import style"])
def test_a_wrong_import_is_seen(text):
    assert wrong(text, "analysis")
