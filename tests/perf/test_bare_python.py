"""Sweeps need only Python 3.11: no module from site-packages, neither in a run nor in any import."""

import ast
import subprocess
import sys

import pytest
from conftest import SOURCE

PERF = SOURCE / "perf"
PACKAGE = PERF / "fockproxy_perf"
# Folder -> the folders of the package that it may import, besides itself and the files beside the folders.
ARROWS = {"rows": set(), "stacks": {"rows"}, "sweep": {"rows", "stacks"}, "comparison": {"rows"}}
BESIDE = {"arguments", "errors", "durations", "recordings", "source_tree"}
STANDARD = sys.stdlib_module_names
COMMANDS = ("sweep", "stacks", "compare", "recording")


def imports(path):
    """(module, line) of every import of a file, inside functions as well."""
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            yield from ((alias.name, node.lineno) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}:{node.lineno} says from where only in relation to itself"
            yield from ((f"{node.module}.{alias.name}", node.lineno) for alias in node.names)


def wrong_imports(path, allowed):
    """Imports that are neither from the standard library nor from these folders and files of the package."""
    for name, line in imports(path):
        top, *rest = name.split(".")
        ours = top == "fockproxy_perf"
        if (ours and rest != ["SCHEMA_VERSION"] and rest[0] not in allowed) or (not ours and top not in STANDARD):
            yield f"{path.relative_to(PERF)}:{line} imports {name}"


@pytest.mark.parametrize("folder", ARROWS)
def test_folders_import_the_standard_library_and_what_they_may(folder):
    files = sorted((PACKAGE / folder).rglob("*.py"))
    assert len(files) > 1
    assert [wrong for file in files for wrong in wrong_imports(file, {folder, *ARROWS[folder], *BESIDE})] == []


def test_what_starts_them_does_too():
    files = [*PACKAGE.glob("*.py"), *(PACKAGE / "commands" / f"{name}.py" for name in COMMANDS)]
    assert [wrong for file in files for wrong in wrong_imports(file, {*ARROWS, *BESIDE, "interpreter"})] == []


@pytest.mark.parametrize("text, wrong", [
    ("import numpy", 1), ("def late():\n    from matplotlib import pyplot", 1),
    ("from fockproxy_perf.report import page", 1), ("from fockproxy_perf.sweep.plan import plan", 1),
    ("import json\nfrom fockproxy_perf import SCHEMA_VERSION\nfrom fockproxy_perf.rows.row import Row", 0),
])
def test_a_wrong_import_is_seen(text, wrong, tmp_path, monkeypatch):
    monkeypatch.setitem(globals(), "PERF", tmp_path)
    (tmp_path / "a.py").write_text(text)
    assert len(list(wrong_imports(tmp_path / "a.py", {"rows"}))) == wrong


def bare_python(*arguments):
    """Runs Python as on a login node: -S ignores site-packages, -E ignores environment variables."""
    return subprocess.run([sys.executable, "-S", "-E", "-B", *arguments], cwd=PERF, text=True, capture_output=True)


def test_a_sweep_can_be_planned():
    run = bare_python("-m", "fockproxy_perf", "sweep", "quick", "--dry-run")
    assert (run.returncode, run.stderr) == (0, "")
    assert run.stdout.splitlines()[-1].startswith("quick: ")


def test_everything_can_be_imported():
    modules = [".".join(file.relative_to(PERF).with_suffix("").parts)
               for folder in ARROWS for file in sorted((PACKAGE / folder).glob("*.py"))]
    modules += [f"fockproxy_perf.commands.{name}" for name in COMMANDS]
    run = bare_python("-c", "\n".join(f"import {module}" for module in modules))
    assert (run.returncode, run.stderr) == (0, "")
