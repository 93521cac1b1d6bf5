"""Every file of Python tests is in the list of a CMakeLists.txt; CTest runs no others."""

import os
import pathlib

import pytest

SOURCE = pathlib.Path(os.environ.get("FOCKPROXY_SOURCE", pathlib.Path(__file__).parents[2]))


def unlisted(tests):
    """Files that are named in no CMakeLists.txt of their folder or a folder below it."""
    return sorted(str(path.relative_to(tests)) for path in tests.rglob("test_*.py")
                  if not any(path.name in lists.read_text() for lists in path.parent.rglob("CMakeLists.txt")))


def test_every_file_of_tests_is_listed():
    assert unlisted(SOURCE / "tests") == []


@pytest.mark.parametrize("listed", [True, False])
def test_what_is_not_listed_is_found(tmp_path, listed):
    (tmp_path / "test_new.py").touch()
    (tmp_path / "CMakeLists.txt").write_text("FILES test_new.py" if listed else "FILES test_old.py")
    assert unlisted(tmp_path) == ([] if listed else ["test_new.py"])
