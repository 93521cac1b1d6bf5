"""Two files in a stack's folder: ga-build.json tells how its own Global Arrays was built, and ga-tests.json the results
of the tests of Global Arrays and ARMCI-MPI.
"""

import dataclasses
import json
import pathlib
from collections.abc import Sequence
from typing import Literal

from fockproxy_perf.stacks.catalogue import Stack
from fockproxy_perf.stacks.ga_sources import releases


@dataclasses.dataclass(frozen=True)
class GaBuild:
    """`origins` and `configured` are by release: ga, and armci-mpi if it is used."""

    version: str  # as reported by Global Arrays
    origins: dict[str, str]  # "sha256 ..." of the published release, or "folder ...", which is unchecked
    configured: dict[str, list[str]]  # the configure lines without the script

    @property
    def unchecked(self) -> list[str]:
        """The releases that were built from folders."""
        return [name for name, origin in self.origins.items() if not origin.startswith("sha256 ")]


def build_file(stack: Stack) -> pathlib.Path:
    return stack.folder / "ga-build.json"


def ga_build(stack: Stack) -> GaBuild | None:
    """None if none is built completely."""
    file = build_file(stack)
    return GaBuild(**json.loads(file.read_text())) if file.exists() else None


def write_ga_build(stack: Stack, build: GaBuild) -> None:
    build_file(stack).write_text(json.dumps(dataclasses.asdict(build), indent=2) + "\n")


Verdict = Literal["passed", "failed", "timed out", "not built"]


@dataclasses.dataclass(frozen=True)
class OwnTest:
    release: str  # ga, armci-mpi
    name: str
    verdict: Verdict
    why: str  # empty if it passed
    last_line: str  # of its output
    ranks: int
    seconds: float


def tests_file(stack: Stack) -> pathlib.Path:
    return stack.folder / "ga-tests.json"


def ga_tests(stack: Stack) -> list[OwnTest] | None:
    """None if they have not run."""
    file = tests_file(stack)
    return [OwnTest(**test) for test in json.loads(file.read_text())["tests"]] if file.exists() else None


def write_ga_tests(stack: Stack, tests: Sequence[OwnTest]) -> None:
    tests_file(stack).write_text(json.dumps({"tests": [dataclasses.asdict(test) for test in tests]}, indent=2) + "\n")


def own_tests_in_words(stack: Stack) -> str:
    """For example: Global Arrays' own tests: 10 of 11; failed: lock (timed out)"""
    tests = ga_tests(stack)
    if tests is None:
        return "own tests have not run"
    return "; ".join(release_in_words(release.title, [test for test in tests if test.release == name])
                     for name, release in releases().items() if any(test.release == name for test in tests))


def release_in_words(title: str, tests: Sequence[OwnTest]) -> str:
    bad = [test.name + ("" if test.verdict == "failed" else f" ({test.verdict})")
           for test in tests if test.verdict != "passed"]
    owner = f"{title}'" if title.endswith("s") else f"{title}'s"
    words = f"{owner} own tests: {len(tests) - len(bad)} of {len(tests)}"
    return f"{words}; failed: {', '.join(bad)}" if bad else words
