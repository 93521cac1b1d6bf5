"""mypy --strict finds nothing in perf/, as configured in perf/pyproject.toml. tests/architecture runs ruff."""

import subprocess
import sys

from conftest import SOURCE

PERF = SOURCE / "perf"


def mypy(folder, *arguments):
    return subprocess.run([sys.executable, "-m", "mypy", *arguments], cwd=folder, text=True, capture_output=True)


def test_mypy_finds_nothing():
    found = mypy(PERF)
    assert found.returncode == 0, found.stdout + found.stderr


def test_mypy_would_find_something(tmp_path):
    (tmp_path / "wrong.py").write_text("def f(a):\n    return a\n")
    found = mypy(tmp_path, "--config-file", str(PERF / "pyproject.toml"), "wrong.py")
    assert found.returncode == 1 and "no-untyped-def" in found.stdout, found.stdout + found.stderr
