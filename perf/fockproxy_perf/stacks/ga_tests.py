"""What the own tests of Global Arrays and ARMCI-MPI said of a stack's build of them: ga-tests.json in its folder."""

import dataclasses
import json
import pathlib
from collections.abc import Sequence
from typing import Literal

from fockproxy_perf.stacks.catalogue import Stack
from fockproxy_perf.stacks.ga_releases import releases

Verdict = Literal["passed", "failed", "timed out", "not built"]


@dataclasses.dataclass(frozen=True)
class OwnTest:
    release: str  # ga, armci-mpi
    name: str
    verdict: Verdict
    why: str  # empty where it passed
    last_line: str  # that it wrote
    ranks: int
    seconds: float


def file_of(stack: Stack) -> pathlib.Path:
    return stack.folder / "ga-tests.json"


def ga_tests(stack: Stack) -> list[OwnTest] | None:
    """None where they have not run."""
    file = file_of(stack)
    return [OwnTest(**test) for test in json.loads(file.read_text())["tests"]] if file.exists() else None


def write_ga_tests(stack: Stack, tests: Sequence[OwnTest]) -> None:
    file_of(stack).write_text(json.dumps({"tests": [dataclasses.asdict(test) for test in tests]}, indent=2) + "\n")


def own_tests_in_words(stack: Stack) -> str:
    """Global Arrays' own tests: 10 of 11; failed: lock (timed out)"""
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
