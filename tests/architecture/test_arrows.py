"""Compares the dependencies of the architecture with the #include lines of lib/.

The dependencies are stated once, as DEPENDS of the folders' libraries in CMake. A folder may include only its own
headers and those of the folders that it names there. Within a folder, the modules (headers with their sources) have no
cyclic dependencies. Libraries that would pull in the rest of the program (MPI, Global Arrays, Libint, CLI11) are
included only by the few files that may name them.
"""

import fnmatch
import os
import pathlib
import re

import pytest

SOURCE = pathlib.Path(os.environ.get("FOCKPROXY_SOURCE", pathlib.Path(__file__).parents[2]))

LIBRARY = re.compile(r"fockproxy_library\((\w+)\b(.*?)\)", re.DOTALL)
DEPENDS = re.compile(r"\bDEPENDS\s+(.*?)(?=\bPRIVATE_DEPENDS\b|\Z)", re.DOTALL)


def stated_arrows():
    """The dependencies in the build files: folder -> the folders that its library depends on."""
    folders = re.findall(r"add_subdirectory\((\w+)\)", (SOURCE / "lib" / "CMakeLists.txt").read_text())
    arrows = {}
    for folder in folders:
        name, body = LIBRARY.search((SOURCE / "lib" / folder / "CMakeLists.txt").read_text()).groups()
        assert name == folder
        named = DEPENDS.search(body)
        arrows[folder] = set(named.group(1).split() if named else ()) & set(folders)
    return arrows


ARROWS = stated_arrows()

# A header of a package -> the files (shell patterns below lib/) that may include it.
PACKAGE_HEADERS = {
    r"libint2(\.hpp|/.*)": ["integrals/libint.hpp", "integrals/libint_engine.cpp"],
    r"(ga|ga-mpi|armci|macdecls|mp3)\.h": [
        "check/ga*", "check/armci*", "counters/ga*", "counters/armci*", "matrices/ga*", "onesided/ga*",
        "onesided/armci*", "parallel/runtime.cpp",
        "parallel/*ga*", "parallel/*global_arrays*",
    ],
    r"shmem\.h": [
        "counters/shmem*", "matrices/shmem*", "parallel/openshmem.cpp", "parallel/symmetric_words.cpp",
    ],
    r"caliper/.*": ["system/phase_regions.cpp"],
    r"adiak\.hpp": ["record/run_metadata.cpp"],
    r"(CLI/.*|nlohmann/json\.hpp)": ["record/json.hpp", "record/json_file.cpp"],
    r"mpi\.h": [
        "parallel/*", "check/*", "counters/*", "contracts/*", "matrices/*", "progress/*", "record/*", "experiment/*",
        "blocks/*", "dense/*", "digestion/*", "fock/*", "gsum/*", "onesided/*", "scf/*",
    ],
}

INCLUDE = re.compile(r'^[ \t]*#[ \t]*include[ \t]*([<"])([^>"]+)[>"]', re.MULTILINE)


def violations(files):
    """One sentence per include that violates a dependency; `files` maps "folder/file" below lib/ to its text."""
    found = []
    for name, text in sorted(files.items()):
        folder = name.split("/")[0]
        if folder not in ARROWS:
            found.append(f"lib/{name}: folder {folder} is no library of lib/CMakeLists.txt")
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


def test_every_arrow_is_used():
    """A dependency that no include uses would hide the next wrong include."""
    used = {folder: set() for folder in ARROWS}
    for name, text in (read("*.hpp") | read("*.cpp")).items():
        used[name.split("/")[0]] |= {header.split("/")[0] for quote, header in INCLUDE.findall(text) if quote == '"'}
    assert {folder: ARROWS[folder] - used[folder] for folder in ARROWS if ARROWS[folder] - used[folder]} == {}


def test_arrows_point_up_the_list():
    """Each folder of lib/CMakeLists.txt depends only on earlier ones, so there is no cycle."""
    order = list(ARROWS)
    assert [f"{a} -> {b}" for a in order for b in ARROWS[a] if order.index(b) > order.index(a)] == []


def rooms(files):
    """A module is a header with its source: module -> the modules of the same folder whose headers it includes."""
    arrows = {}
    for name, text in files.items():
        room, folder = name.rpartition(".")[0], name.split("/")[0]
        headers = {header.rpartition(".")[0] for quote, header in INCLUDE.findall(text) if quote == '"'}
        arrows.setdefault(room, set()).update(h for h in headers if h != room and h.split("/")[0] == folder)
    return arrows


def circles(arrows):
    """The modules on a cycle. Removes modules without dependencies until there are none left."""
    left = dict(arrows)
    while ground := [room for room, above in left.items() if not above & left.keys()]:
        for room in ground:
            del left[room]
    # Also removes modules on which no other depends, because they are not on a cycle.
    while roof := [room for room in left if not any(room in above for above in left.values())]:
        for room in roof:
            del left[room]
    return sorted(left)


def test_the_rooms_of_a_library_make_no_circle():
    assert circles(rooms(read("*.hpp") | read("*.cpp"))) == []


def test_a_circle_of_rooms_is_seen():
    def includes(*headers):
        return "".join(f'#include "my/{header}.hpp"\n' for header in headers)

    files = {"my/base.hpp": "", "my/x.hpp": includes("base"), "my/x.cpp": includes("x", "y"), "my/y.hpp": includes("x"),
             "my/roof.cpp": includes("y")}
    assert circles(rooms(files)) == ["my/x", "my/y"]
    assert circles(rooms(files | {"my/x.cpp": includes("x")})) == []


def test_the_command_line_stays_in_its_files():
    naming = {str(path.relative_to(SOURCE)) for path in (SOURCE / "app").rglob("*.[ch]pp")
              if "#include <CLI/" in path.read_text()}
    assert naming <= {"app/main.cpp", "app/manual/command_line.cpp", "app/manual/manual_options.cpp",
                      "app/shared/option_group.cpp"}


@pytest.mark.parametrize("name, line, caught", [
    ("chem/a.cpp", '#include "parallel/runtime.hpp"', True),
    ("tasks/a.cpp", "#include <mpi.h>", True),
    ("fock/a.hpp", "#  include <libint2.hpp>", True),
    ("fock/a.cpp", '#include "scf/diis.hpp"', True),
    ("counters/mpi3.cpp", "#include <ga.h>", True),
    ("matrices/rma.cpp", "#include <armci.h>", True),
    ("new/a.hpp", "", True),
    ("chem/a.cpp", '#include "../app/main.hpp"', True),
    ("integrals/libint.hpp", "#include <libint2/shell.h>", False),
    ("integrals/a.cpp", "#include <libint2/shell.h>", True),
    ("counters/ga_counter.cpp", "#include <ga.h>", False),
    ("parallel/runtime.cpp", "#include <macdecls.h>", False),
    ("counters/a.hpp", '#include "tasks/schedule.hpp"', False),
])
def test_a_wrong_include_is_caught(name, line, caught):
    assert bool(violations({name: f"// a file\n{line}\n"})) == caught
