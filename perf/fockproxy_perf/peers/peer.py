"""The interface of every program: one whole two-electron build at a given density, and one SCF."""

import json
import os
import pathlib
from typing import Any, Literal, Protocol, TypedDict

from fockproxy_perf.peers.case import Case
from fockproxy_perf.peers.process import Output, ProgramError

ENERGY_TOLERANCE, GRADIENT_TOLERANCE = 1e-8, 1e-5  # for an SCF; hartree


Instructions = Literal["generic", "avx2", "native"]  # of its integrals: any x86-64, AVX2, or this processor


class Build(TypedDict):
    seconds: float  # of one build of J and K from the whole density
    startup_seconds: float | None
    energy: float  # hartree
    error: float | None  # largest error of an element of F; None if a program does not write F


class Scf(TypedDict):
    """The time is that of the whole process."""

    energy: float  # hartree
    iterations: int


class Peer(Protocol):
    """An installed program. The methods throw ProgramError."""

    name: str
    builds: bool  # whether its builds are measured
    instructions: Instructions
    thresholds: tuple[float, ...]  # of its builds, unless the user names others

    def version(self) -> str: ...

    def build(self, case: Case, threshold: float) -> tuple[Build, Output]: ...

    def scf(self, case: Case) -> tuple[Scf, Output]: ...


def last_json(output: Output) -> Any:
    """The JSON in the last line of the output."""
    try:
        return json.loads(output.lines[-1].text)
    except (IndexError, ValueError):
        raise ProgramError("the last line of the output is not JSON") from None


class FinishedScf(Scf):
    """The result of peers that end with a line of JSON."""

    converged: bool


def required_convergence(result: FinishedScf, output: Output) -> tuple[Scf, Output]:
    if not result["converged"]:
        raise ProgramError("the SCF did not converge")
    return result, output


def require_installed(name: str, program: pathlib.Path) -> None:
    if not os.access(program, os.X_OK):
        raise ProgramError(f"{name} is not installed; run perf/peers/install {name}")
