"""A build folder takes libraries from another one (FOCKPROXY_SERIAL_LIBRARIES, fockproxy_take_archive). If a source
changes, the program gets the new library, also when the other folder was built first. A small project with this
project's CMake functions shows it."""

import subprocess
from pathlib import Path

import pytest

CMAKE_MODULES = Path(__file__).parents[2] / "scripts" / "cmake"

# As in a real build: a bulk build with a precompiled header.
PROJECT = f"""
cmake_minimum_required(VERSION 3.25)
project(answers CXX)
list(APPEND CMAKE_MODULE_PATH {CMAKE_MODULES})
set(FOCKPROXY_BULK_BUILD ON)
include(FockproxyTargets)
add_library(fockproxy_prelude OBJECT prelude.cpp)
target_link_libraries(fockproxy_prelude PRIVATE fockproxy_flags)
target_precompile_headers(fockproxy_prelude PRIVATE <string>)
add_subdirectory(lib)
add_executable(program program.cpp)
target_link_libraries(program PRIVATE fockproxy_answer)
"""


def answer(number: int) -> str:
    return f"int answer() {{ return {number}; }}\n"


@pytest.fixture
def sources(tmp_path: Path) -> Path:
    lib = tmp_path / "source" / "lib"
    lib.mkdir(parents=True)
    (lib.parent / "CMakeLists.txt").write_text(PROJECT)
    (lib.parent / "prelude.cpp").write_text("")
    (lib.parent / "program.cpp").write_text("int answer();\nint main() { return answer(); }\n")
    (lib / "CMakeLists.txt").write_text("add_subdirectory(answer)\n")
    (lib / "answer").mkdir()
    (lib / "answer" / "CMakeLists.txt").write_text("fockproxy_library(answer SOURCES answer.cpp)\n")
    (lib / "answer" / "answer.cpp").write_text(answer(1))
    return lib.parent


def configure(sources: Path, folder: Path, *options: str) -> Path:
    subprocess.run(["cmake", "-S", sources, "-B", folder, "-G", "Ninja", *options], check=True)
    return folder


def build(folder: Path) -> None:
    subprocess.run(["cmake", "--build", folder], check=True)


@pytest.mark.parametrize("other_folder_first", [False, True])
def test_a_taken_library_follows_its_source(sources: Path, tmp_path: Path, other_folder_first: bool) -> None:
    other = configure(sources, tmp_path / "other")
    taking = configure(sources, tmp_path / "taking", f"-DFOCKPROXY_SERIAL_LIBRARIES={other}")
    for number in (1, 2, 3):
        (sources / "lib" / "answer" / "answer.cpp").write_text(answer(number))
        if other_folder_first:
            build(other)
        build(taking)
        assert subprocess.run([taking / "program"]).returncode == number
