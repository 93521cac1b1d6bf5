"""scripts/format finds nothing in the tree, and it finds a fault."""

import os
import pathlib
import shutil
import subprocess

import pytest

SOURCE = pathlib.Path(os.environ.get("FOCKPROXY_SOURCE", pathlib.Path(__file__).parents[2]))


def check(tree, *files):
    """scripts/format --check of a tree. If its tools cannot be installed, CTest shows the test as skipped."""
    done = subprocess.run([tree / "scripts/format", "--check", *files], text=True, capture_output=True, timeout=280)
    if done.returncode == 2:
        pytest.skip("NOT RUN: " + done.stderr.strip().splitlines()[-1])
    return done


def test_missing_tools_are_told(tmp_path):
    """Missing tools give exit code 2: scripts/check-in continues, and this test is skipped."""
    (tmp_path / "scripts").mkdir()
    shutil.copy(SOURCE / "scripts/format", tmp_path / "scripts/format")
    fake = tmp_path / "scripts/perf-python"
    fake.write_text("#!/bin/sh\necho no tools >&2\nexit 2\n")
    fake.chmod(0o755)
    done = subprocess.run([tmp_path / "scripts/format", "--check"], text=True, capture_output=True)
    assert (done.returncode, done.stderr) == (2, "no tools\n")


def test_the_tree_is_formatted():
    done = check(SOURCE)
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.parametrize("name, text, words", [
    ("lib/a.hpp", "int  f( );\n", "lib/a.hpp:1:4"),
    ("tests/a.py", "import json\n", "F401"),
    ("tests/a.py", f"a = '{'x' * 120}'\n", "E501"),
    ("tests/a.py", "def f(a, b, c, d, e, f, g):\n    pass\n", "PLR0913"),
])
def test_a_fault_is_found(tmp_path, name, text, words):
    for part in ("scripts/format", "scripts/perf-python", "scripts/requirements-format.txt", ".clang-format",
                 "ruff.toml"):
        (tmp_path / part).parent.mkdir(exist_ok=True)
        shutil.copy(SOURCE / part, tmp_path / part)
    for folder in ("app", "lib", "perf", "tests", "build"):
        (tmp_path / folder).mkdir()
    check(SOURCE, ".clang-format")  # installs the tools
    (tmp_path / "build/perf").symlink_to(SOURCE / "build/perf")
    assert check(tmp_path).returncode == 0
    (tmp_path / name).write_text(text)
    for files in ([], [name]):
        done = check(tmp_path, *files)
        assert done.returncode == 1 and words in done.stdout + done.stderr
    assert (tmp_path / name).read_text() == text
