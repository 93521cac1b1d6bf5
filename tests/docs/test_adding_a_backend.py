"""Carries out docs/adding-a-backend.md in a copy of the tree: the new counter and engine keep their contracts.

It also adds an option of fock as CONTRIBUTING.md describes: only its record is written, and the option is everywhere.
It does the same with a figure of gsum.
"""

import json
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


def add_records(tree):
    """--paint-coats needs a member of the configuration and the record; the figure half_bytes needs the record."""
    for name, before, new in (
            ("lib/fock/fock_config.hpp", "  ThreadOptions threads{};\n", "  int coats = 1;\n"),
            ("app/shared/fock_settings.cpp", "Settings thread_settings(FockConfig& config) {\n  return {",
             '{.name = "paint-coats", .place = &config.coats, .summary = "coats of paint",'
             ' .range = {.least = 1, .most = 3}, .objections = {{"", "take time"}}, .label = "coats: {}"},'
             '\n          '),
            ("app/gsum/gsum_report.cpp", "FigureList<GsumRow> gsum_identity() {\n  return {",
             'F("half_bytes", "half", "B", "half of the vector", [](const GsumRow& row) { return bytes_of(row) / 2; }),'
             '\n          ')):
        text = (tree / name).read_text()
        assert text.count(before) == 1, name
        (tree / name).write_text(text.replace(before, before + new))


def insert(path, before, new):
    text = path.read_text()
    assert text.count(before) == 1, (path, before)
    path.write_text(text.replace(before, new + before))


def add_backend(tree, blocks, file, table, declaration, line):
    """Adds a file, its entry in CMakeLists.txt, and its declaration and line in the table."""
    (tree / file).write_text(blocks.pop(file))
    insert(tree / table, declaration, blocks.pop(f"{table}, declaration"))
    insert(tree / table, line, blocks.pop(f"{table}, line"))
    sources = (tree / file).with_name("CMakeLists.txt")
    text, count = re.subn(r"(SOURCES |set\(sources\n  )", rf"\1{pathlib.Path(file).name} ", sources.read_text(),
                          count=1)
    assert count == 1, sources
    sources.write_text(text)


@pytest.fixture(scope="module")
def copy(tmp_path_factory):
    """A copy of the tree after the steps of the page."""
    tree = tmp_path_factory.mktemp("copy")
    for name in ("CMakeLists.txt", "app", "lib", "perf", "tests", "scripts", "basis", "molecules", "docs"):
        source = SOURCE / name
        if source.is_dir():
            shutil.copytree(source, tree / name, ignore=shutil.ignore_patterns("__pycache__", "results"))
        else:
            shutil.copy(source, tree / name)
    blocks = dict(BLOCK.findall((SOURCE / "docs" / "adding-a-backend.md").read_text()))
    assert len(blocks) == 7
    # The lines of the page are inserted before the first of their kind.
    add_backend(tree, blocks, "lib/counters/mpi3_epoch_counter.cpp", "lib/counters/counter_table.cpp",
                "std::unique_ptr<Counter> make_mpi3_counter(const CounterContext&);\n", '      {.name = "mpi3", ')
    insert(tree / "tests/counters/counter_traffic_test.cpp", '      {"mpi3", {1, 16}},\n',
           blocks.pop("tests/counters/counter_traffic_test.cpp, line"))
    add_backend(tree, blocks, "lib/digestion/async_engine.cpp", "lib/digestion/engine.cpp",
                "std::unique_ptr<Engine> make_emulated_engine(const EngineContext&);\n", '      {.name = "emulated",\n')
    assert not blocks
    add_records(tree)
    cache = (BUILD / "CMakeCache.txt").read_text()
    same = [f"-D{key}={value}" for key, value in re.findall(
        r"^(MPI_C_COMPILER|MPI_CXX_COMPILER|MPIEXEC_EXECUTABLE|CMAKE_BUILD_TYPE|FOCKPROXY_WITH_GA):\w+=(.*)$", cache,
        re.MULTILINE)]
    run("cmake", "-G", "Ninja", "-S", tree, "-B", tree / "build", *same, cwd=tree)
    run("cmake", "--build", tree / "build", "--target", "fockproxy", "test_counters",
        "test_fock_engines", cwd=tree)
    return tree


def test_the_contract_holds(copy):
    text = run(MPIEXEC, "-n", "2", copy / "build/bin/test_counters", "--gtest_filter=*mpi3_epoch*:CounterTraffic.*",
               "--gtest_color=no", cwd=copy, timeout=300)
    assert re.search(r"\[  PASSED  \] [1-9]\d* tests", text), text


def test_the_engine_computes_what_the_others_do(copy):
    text = run(MPIEXEC, "-n", "2", copy / "build/bin/test_fock_engines", "--thread-level=multiple",
               "--gtest_filter=*async*", "--gtest_color=no", cwd=copy, timeout=300)
    assert re.search(r"\[  PASSED  \] [1-9]\d* tests", text), text
    text = run(MPIEXEC, "-n", "2", copy / "build/bin/fockproxy", "fock", "water", "--basis", "sto-3g", "--integrals",
               "async", "--chunk", "8", "--in-flight", "8", cwd=copy, timeout=120)
    assert "VERIFICATION: PASS" in text and "kernels of this program in a task of the C++ library" in text


def test_the_program_knows_it(copy):
    assert "mpi3-epoch" in run(copy / "build/bin/fockproxy", "fock", "--help", cwd=copy)
    text = run(MPIEXEC, "-n", "2", copy / "build/bin/fockproxy", "fock", "water", "--basis", "sto-3g", "--counter",
               "mpi3-epoch", cwd=copy, timeout=120)
    assert "VERIFICATION: PASS" in text


def test_what_is_written_of_the_options_knows_it(copy):
    run(copy / "scripts/describe.py", copy / "build/bin/fockproxy", cwd=copy)
    assert "<br>`mpi3-epoch`: " in (copy / "docs/options.md").read_text()
    schema = json.loads((copy / "perf/fockproxy_perf/schemas/run.json").read_text())
    assert "mpi3-epoch" in schema["definitions"]["config"]["properties"]["counter"]["enum"]


def test_a_setting_that_is_added_is_everywhere(copy):
    program = copy / "build/bin/fockproxy"
    run(copy / "scripts/describe.py", program, cwd=copy)
    assert "| `--paint-coats` | `1` |  | coats of paint |" in (copy / "docs/options.md").read_text().splitlines()
    schemas = copy / "perf/fockproxy_perf/schemas"
    described = {"type": "integer", "minimum": 1, "maximum": 3}
    for name in ("run", "compare"):
        schema = json.loads((schemas / f"{name}.json").read_text())
        assert schema["definitions"]["config"]["properties"]["paint_coats"] == described, name
    for command in ("fock", "scf", "compare"):
        assert "--paint-coats" in run(program, command, "--help", cwd=copy), command
    assert r"\-\-paint\-coats" in run(program, "--man", cwd=copy)
    assert "--paint-coats" in run(program, "--completion", "bash", cwd=copy)
    run(MPIEXEC, "-n", "2", program, "fock", "water", "--basis", "sto-3g", "--json", "out.json", "--paint-coats", "2",
        cwd=copy, timeout=120)
    document = json.loads((copy / "out.json").read_text())
    assert document["config"]["paint_coats"] == 2
    assert document["figure_of_merit"]["objection"] == "--paint-coats take time"
    known = "from fockproxy_perf.rows.program_options import described; print(dict(described('label'))['paint_coats'])"
    assert run("env", "PYTHONPATH=perf", "python3", "-c", known, cwd=copy) == "coats: {}\n"


def test_a_figure_that_is_added_is_everywhere(copy):
    program = copy / "build/bin/fockproxy"
    run(copy / "scripts/describe.py", program, cwd=copy)
    assert "| `half_bytes` | B | half | half of the vector |" in (copy / "docs/figures.md").read_text().splitlines()
    schema = json.loads((copy / "perf/fockproxy_perf/schemas/gsum.json").read_text())
    assert schema["definitions"]["row"]["properties"]["half_bytes"] == {
        "description": "half of the vector [B]", "type": "integer", "minimum": 0}
    table = run(MPIEXEC, "-n", "2", program, "gsum", "--bytes", "1k", "--row-time", "1ms", "--json", "gsum.json",
                cwd=copy, timeout=120)
    assert re.search(r"^  half +bytes +method .*\n  512 B +1 KiB +allreduce ", table, re.MULTILINE), table
    rows = json.loads((copy / "gsum.json").read_text())["rows"]
    assert rows and all(row["half_bytes"] == 512 for row in rows)
