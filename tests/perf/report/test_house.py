"""ruff and mypy --strict find nothing in perf/, as perf/pyproject.toml configures them."""

import os
import subprocess
import sys

import pytest
from conftest import SOURCE

PERF = SOURCE / "perf"


def run(folder, tool, *arguments, **environment):
    return subprocess.run(
        [sys.executable, "-m", tool, *arguments],
        cwd=folder,
        env={**os.environ, **environment},
        text=True,
        capture_output=True,
    )


def test_ruff_finds_nothing():
    found = run(PERF, "ruff", "check", "--no-cache", ".")
    assert found.returncode == 0, found.stdout + found.stderr


def test_mypy_finds_nothing():
    found = run(PERF, "mypy")
    assert found.returncode == 0, found.stdout + found.stderr


@pytest.mark.parametrize(
    "tool, arguments, text, words",
    [
        ("ruff", ["check", "--no-cache"], "import json\n", "F401"),
        ("ruff", ["check", "--no-cache"], f"a = '{'x' * 120}'\n", "E501"),
        ("mypy", ["--config-file", str(PERF / "pyproject.toml")], "def f(a):\n    return a\n", "no-untyped-def"),
    ],
)
def test_they_would_find_something(tmp_path, tool, arguments, text, words):
    """So that no setting switches them off unseen."""
    (tmp_path / "pyproject.toml").write_text((PERF / "pyproject.toml").read_text())
    (tmp_path / "wrong.py").write_text(text)
    found = run(tmp_path, tool, *arguments, "wrong.py")
    assert found.returncode == 1 and words in found.stdout, found.stdout + found.stderr
