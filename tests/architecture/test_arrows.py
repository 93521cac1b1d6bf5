"""The arrows of the architecture, held against the #include lines of lib/.

A folder may include its own headers and those of the folders listed for it. Libraries that would drag the rest of
the program along (MPI, Global Arrays, Libint) stay behind the few files that may name them.
"""

import fnmatch
import os
import pathlib
import re

import pytest

SOURCE = pathlib.Path(os.environ.get("FOCKPROXY_SOURCE", pathlib.Path(__file__).parents[2]))
LONGEST_FILE = 400  # lines
LONGEST_LINE = 120  # columns, of C++; .clang-format says the rest

ARROWS = {
    "support": set(),
    "chem": {"support"},
    "eri": {"chem", "support"},
    "integrals": {"chem", "eri", "support"},
    "tasks": {"chem", "integrals", "support"},
    "parallel": {"support"},
    "counters": {"parallel", "support", "tasks"},
    "matrices": {"parallel", "support"},
    "verification": {"chem", "integrals", "parallel", "support", "tasks"},
    "progress": {"parallel", "support"},
    "record": {"parallel", "support"},
    "kernel": {"counters", "parallel", "progress", "record", "support"},
    "fock": {"chem", "counters", "eri", "integrals", "matrices", "parallel", "progress", "record", "support", "tasks",
             "verification"},
    "contracts": {"chem", "counters", "fock", "integrals", "matrices", "parallel", "progress", "support", "tasks",
                  "verification"},
    "check": {"chem", "contracts", "counters", "fock", "integrals", "kernel", "matrices", "parallel", "progress",
              "record", "support", "tasks", "verification"},
    "scf": {"chem", "integrals", "parallel", "support"},
}

# A header of a package -> the files (shell patterns below lib/) that may include it.
PACKAGE_HEADERS = {
    r"libint2(\.hpp|/.*)": ["integrals/*"],
    r"(ga|ga-mpi|armci|macdecls|mp3)\.h": [
        "check/ga*", "check/armci*", "counters/ga*", "counters/armci*", "matrices/ga*", "parallel/runtime.cpp",
        "parallel/*ga*", "parallel/*global_arrays*",
    ],
    r"mpi\.h": [
        "parallel/*", "check/*", "counters/*", "contracts/*", "matrices/*", "progress/*", "record/*", "kernel/*",
        "fock/*", "scf/*",
    ],
}

INCLUDE = re.compile(r'^[ \t]*#[ \t]*include[ \t]*([<"])([^>"]+)[>"]', re.MULTILINE)


def violations(files):
    """One sentence per include that goes against an arrow; `files` maps "folder/file" below lib/ to its text."""
    found = []
    for name, text in sorted(files.items()):
        folder = name.split("/")[0]
        if folder not in ARROWS:
            found.append(f"lib/{name}: folder {folder} has no arrows; add it to the table")
            continue
        for match in INCLUDE.finditer(text):
            quote, header = match.groups()
            target = header.split("/")[0]
            if quote == '"' and target in ARROWS and target != folder and target not in ARROWS[folder]:
                found.append(f'lib/{name} includes "{header}": {folder} may not depend on {target}')
            if quote == '"' and (target == "app" or header.startswith("..")):
                found.append(f'lib/{name} includes "{header}": lib knows nothing of what lies outside it')
            for pattern, allowed in PACKAGE_HEADERS.items():
                if re.fullmatch(pattern, header) and not any(fnmatch.fnmatch(name, a) for a in allowed):
                    found.append(f"lib/{name} includes {header}: only {', '.join(allowed)} may")
    return found


def read(pattern):
    return {str(p.relative_to(SOURCE / "lib")): p.read_text() for p in (SOURCE / "lib").rglob(pattern)}


def test_sources_are_found():
    assert len(read("*.hpp")) > 10


@pytest.mark.parametrize("pattern", ["*.hpp", "*.cpp"])
def test_includes_follow_the_arrows(pattern):
    assert violations(read(pattern)) == []


def test_arrows_have_no_cycle():
    def reachable(folder):
        direct = ARROWS[folder]
        return direct.union(*(reachable(f) for f in direct)) if direct else set()

    assert all(folder not in reachable(folder) for folder in ARROWS)


@pytest.mark.parametrize("name, line, caught", [
    ("chem/a.cpp", '#include "parallel/runtime.hpp"', True),
    ("tasks/a.cpp", "#include <mpi.h>", True),
    ("fock/a.hpp", "#  include <libint2.hpp>", True),
    ("fock/a.cpp", '#include "scf/diis.hpp"', True),
    ("counters/mpi3.cpp", "#include <ga.h>", True),
    ("matrices/rma.cpp", "#include <armci.h>", True),
    ("new/a.hpp", "", True),
    ("chem/a.cpp", '#include "../app/main.hpp"', True),
    ("integrals/a.cpp", "#include <libint2/shell.h>", False),
    ("counters/ga_counter.cpp", "#include <ga.h>", False),
    ("parallel/runtime.cpp", "#include <macdecls.h>", False),
    ("counters/a.hpp", '#include "tasks/schedule.hpp"', False),
])
def test_a_wrong_include_is_caught(name, line, caught):
    assert bool(violations({name: f"// a file\n{line}\n"})) == caught


def test_no_line_is_too_long():
    long = [f"{path.relative_to(SOURCE)}:{number}"
            for folder in ("lib", "app", "tests", "perf") for path in sorted((SOURCE / folder).rglob("*.[ch]pp"))
            for number, line in enumerate(path.read_text().splitlines(), 1) if len(line) > LONGEST_LINE]
    assert long == []


def test_no_file_is_too_long():
    too_long = []
    for folder in ("lib", "app", "tests", "scripts", "perf"):
        for path in sorted((SOURCE / folder).rglob("*")):
            if not path.is_file() or path.suffix in (".json", ".xyz", ".g94", ".svg", ".pyc", ".gz"):  # data may be long
                continue
            lines = len(path.read_text(errors="replace").splitlines())
            if lines > LONGEST_FILE:
                too_long.append(f"{path.relative_to(SOURCE)}: {lines} lines, at most {LONGEST_FILE}")
    assert too_long == []
