"""Files that comments and documents name exist in the tree, even after they were moved.

A name counts if it begins like a path of this tree, or like a header in #include, and ends like a file. Names with a
wildcard, a placeholder or an environment variable do not count, and neither do results of a build.
"""

import os
import pathlib
import re

import pytest

SOURCE = pathlib.Path(os.environ.get("FOCKPROXY_SOURCE", pathlib.Path(__file__).parents[2]))
FOLDERS = ("app", "basis", "docs", "lib", "molecules", "perf", "scripts", "tests")
CODE = (dict.fromkeys((".cpp", ".hpp", ".in", ".c"), "//")
        | dict.fromkeys((".py", ".cmake", ".txt", ".sh", "", ".toml", ".yml"), "#"))
ENDING = r"\.(?:cpp|hpp|c|h|py|md|json|jsonl|toml|txt|cmake|sh|yml|css|html|svg|xyz|g94|ipynb|sbatch|in)"
NAME = re.compile(rf"(?<![\w./*<$~-])((?:[\w+-]+/)+[\w+.-]+?{ENDING})(?![\w*<{{/-]|\.\w)")
# Not in this tree: results of a build, files of other programs, and those that docs/adding-a-backend.md adds.
ELSEWHERE = re.compile(r"^((build|results|include|share|bin|src|libint2|boost|Eigen|fockproxy|nlohmann|CLI|mpi|my|sys"
                       r"|etc)/|lib/counters/mpi3_epoch_counter|lib/digestion/async_engine)")
HISTORY = {"CHANGELOG.md"}  # names files that no longer exist


def comments(path, text):
    """The lines of a document, or the lines of code with a comment."""
    if path.suffix == ".md":
        return list(enumerate(text.splitlines(), 1))
    mark = CODE.get(path.suffix)
    if mark is None:
        return []
    found = [(number, line[line.index(mark):]) for number, line in enumerate(text.splitlines(), 1) if mark in line]
    if path.suffix == ".py":
        found += [(1, part) for part in re.findall(r'"""(.*?)"""', text, re.DOTALL)]
    return found


def exists(name, path, source):
    """Whether the path is in the tree, beside the file that names it, in lib/ or app/, or below one of these."""
    folders = (source, path.parent, *path.parent.parents,
               *(source / name for name in ("lib", "app", "perf/fockproxy_perf", "perf", "tests")))
    return any((folder / name).exists() for folder in folders if folder.is_relative_to(source))


def missing(path, source):
    for number, line in comments(path, path.read_text(errors="replace")):
        for name in NAME.findall(line):
            if not ELSEWHERE.match(name) and not exists(name, path, source):
                yield f"{path.relative_to(source)}:{number}: {name}"


def files(source):
    for top in FOLDERS:
        for path in sorted((source / top).rglob("*")):
            if path.is_file() and (path.suffix in CODE or path.suffix == ".md") and path.stat().st_size < 1_000_000:
                yield path
    yield from (path for path in sorted(source.glob("*.md")) if path.name not in HISTORY)


@pytest.mark.parametrize("top", [*FOLDERS, ""])
def test_named_files_are_there(top):
    chosen = [path for path in files(SOURCE)
              if path.relative_to(SOURCE).parts[0] == top or (not top and path.parent == SOURCE)]
    assert [line for path in chosen for line in missing(path, SOURCE)] == []


def test_a_moved_file_would_be_seen(tmp_path):
    (tmp_path / "lib" / "fock").mkdir(parents=True)
    here = tmp_path / "lib" / "fock" / "here.hpp"
    here.write_text("// As lib/fock/here.hpp and fock/here.hpp; see lib/fock/gone.hpp and fock/gone.hpp.\n"
                    "int x;  // tests/y.json\n")
    assert list(missing(here, tmp_path)) == [f"lib/fock/here.hpp:{n}: {name}" for n, name in
                                             ((1, "lib/fock/gone.hpp"), (1, "fock/gone.hpp"), (2, "tests/y.json"))]
    page = tmp_path / "page.md"
    page.write_text("`lib/fock/here.hpp`, `lib/*/gone.hpp`, `build/x/gone.cpp`, https://host/lib/gone.hpp, lib/gone.md")
    assert list(missing(page, tmp_path)) == ["page.md:1: lib/gone.md"]
