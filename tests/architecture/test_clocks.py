"""Measurements read the clocks of lib/support/clock.hpp, so that all times of a run are of one kind."""

import os
import pathlib
import re

SOURCE = pathlib.Path(os.environ.get("FOCKPROXY_SOURCE", pathlib.Path(__file__).parents[2]))
CLOCKS = re.compile(r"(?:steady|system|high_resolution|utc)_clock\b|MPI_Wtime|clock_gettime|gettimeofday|rdtsc"
                    r"|omp_get_wtime")
# Files that do not measure such times, and why.
OTHERS = {
    "lib/support/clock.hpp": "they are here",
    "lib/parallel/watchdog.cpp": "real time, also in a simulation",
    "lib/parallel/status_board.cpp": "real time, which watchdogs compare",
    "lib/system/thread_usage.cpp": "CPU time of another thread",
    "lib/eri/kernel/ticks.hpp": "cycles within a batch, for shares",
}


def readers(source):
    for top in ("lib", "app"):
        for path in sorted((source / top).rglob("*.[ch]pp")):
            text = re.sub(r"//.*", "", path.read_text())
            if CLOCKS.search(text):
                yield path.relative_to(source).as_posix()


def test_nobody_else_reads_a_clock():
    assert set(readers(SOURCE)) - set(OTHERS) == set()


def test_none_is_excused_that_reads_none():
    assert set(OTHERS) - set(readers(SOURCE)) == set()


def test_another_clock_would_be_seen(tmp_path):
    (tmp_path / "lib").mkdir()
    (tmp_path / "app").mkdir()
    texts = {"a": "std::chrono::steady_clock::now();", "b": "double t = MPI_Wtime();", "c": "now();  // no MPI_Wtime"}
    for name, text in texts.items():
        (tmp_path / "lib" / f"{name}.cpp").write_text(text + "\n")
    assert list(readers(tmp_path)) == ["lib/a.cpp", "lib/b.cpp"]
