"""docs/adding-a-backend.md, done in a copy of the tree with its code: the new counter keeps its contract."""

import os
import pathlib
import re
import shutil
import subprocess

import pytest

SOURCE = pathlib.Path(os.environ["FOCKPROXY_SOURCE"])
BUILD = pathlib.Path(os.environ["FOCKPROXY_PROGRAM"]).parents[1]
MPIEXEC = os.environ["FOCKPROXY_MPIEXEC"]
BLOCK = re.compile(r'^```cpp title="(.+?)"\n(.*?)^```$', re.DOTALL | re.MULTILINE)


def run(*command, cwd, timeout=1500):
    done = subprocess.run(command, cwd=cwd, capture_output=True, text=True, timeout=timeout)
    assert done.returncode == 0, done.stdout[-3000:] + done.stderr[-3000:]
    return done.stdout


@pytest.fixture(scope="module")
def copy(tmp_path_factory):
    """A copy of the tree in which the page's steps were taken."""
    tree = tmp_path_factory.mktemp("copy")
    for name in ("CMakeLists.txt", "app", "lib", "perf", "tests", "scripts", "basis", "molecules"):
        source = SOURCE / name
        if source.is_dir():
            shutil.copytree(source, tree / name, ignore=shutil.ignore_patterns("__pycache__", "results"))
        else:
            shutil.copy(source, tree / name)
    blocks = dict(BLOCK.findall((SOURCE / "docs" / "adding-a-backend.md").read_text()))
    assert len(blocks) == 3
    new_file = next(title for title in blocks if ", " not in title)
    (tree / new_file).write_text(blocks.pop(new_file))
    table = tree / "lib" / "counters" / "counter_table.cpp"
    text = table.read_text()
    declaration = blocks["lib/counters/counter_table.cpp, declaration"]
    line = blocks["lib/counters/counter_table.cpp, line"]
    first_declaration = "std::unique_ptr<Counter> make_mpi3_counter(const CounterContext&);\n"
    first_line = '      {.name = "mpi3", '
    assert first_declaration in text and first_line in text
    table.write_text(text.replace(first_declaration, first_declaration + declaration)
                     .replace(first_line, line + first_line))
    sources = tree / "lib" / "counters" / "CMakeLists.txt"
    added = "mpi3_counter.cpp " + pathlib.Path(new_file).name
    sources.write_text(sources.read_text().replace("mpi3_counter.cpp", added, 1))
    cache = (BUILD / "CMakeCache.txt").read_text()
    same = [f"-D{key}={value}" for key, value in re.findall(
        r"^(MPI_C_COMPILER|MPI_CXX_COMPILER|MPIEXEC_EXECUTABLE|CMAKE_BUILD_TYPE|FOCKPROXY_WITH_GA):\w+=(.*)$", cache,
        re.MULTILINE)]
    run("cmake", "-G", "Ninja", "-S", tree, "-B", tree / "build", *same, cwd=tree)
    run("cmake", "--build", tree / "build", "--target", "fockproxy", "test_counters", cwd=tree)
    return tree


def test_the_contract_holds(copy):
    text = run(MPIEXEC, "-n", "2", copy / "build/bin/test_counters", "--gtest_filter=*mpi3_epoch*",
               "--gtest_color=no", cwd=copy, timeout=300)
    assert re.search(r"\[  PASSED  \] [1-9]\d* tests", text), text


def test_the_program_knows_it(copy):
    assert "mpi3-epoch" in run(copy / "build/bin/fockproxy", "fock", "--help", cwd=copy)
    text = run(MPIEXEC, "-n", "2", copy / "build/bin/fockproxy", "fock", "water", "--basis", "sto-3g", "--counter",
               "mpi3-epoch", cwd=copy, timeout=120)
    assert "VERIFICATION: PASS" in text
