"""The cases: molecules, basis sets, and all other options of a run."""

import itertools
import json
import random
from collections.abc import Sequence
from typing import NamedTuple, TypedDict

from fockproxy_perf.source_tree import SOURCE

THRESHOLDS = (1e-7, 1e-8, 1e-9, 1e-10, 1e-11, 1e-12)
RUN_FUNCTIONS = 130  # limit for a run
RUN_FUNCTIONS_3_RANKS = 40  # limit for a run with more ranks than cores


class ErrorCase(NamedTuple):
    molecule: str
    basis: str
    uhf: bool = False
    blocks: int = 0  # blocks of F to compare; 0: all

    def __str__(self) -> str:
        sample = f", {self.blocks} blocks" if self.blocks else ""
        return f"{self.molecule}/{self.basis}{' UHF' if self.uhf else ''}{sample}"


class FaultCase(NamedTuple):
    molecule: str
    basis: str
    first_seed: int

    def __str__(self) -> str:
        return f"{self.molecule}/{self.basis}, seeds from {self.first_seed}"


class RunCase(TypedDict):
    """A run, as in the results."""

    molecule: str
    basis: str
    threshold: float
    command: str
    build: str  # folder
    ranks: int
    grain: str


# Size, kind of molecule, heavier atoms, open shells; basis sets with and without diffuse functions. Quick cases come
# first: unscreened Libint takes minutes from about 200 functions and hours from 500.
ERROR_SETS: list[tuple[str, str]] = [
    ("cc-pvdz", "water water2 methane ethane ethylene h2s o2 oh no n ch3 glycine gah3 ash3 br2"),
    ("aug-cc-pvdz", "water water2 ethane ethylene no"),
    ("cc-pvtz", "water o2 ethylene"),
    ("def2-tzvp", "hbr co2"),
    ("cc-pvdz", "water5 benzene uracil ticl4 water8"),
    ("sto-3g", "water20 coronene eicosane benzene4"),
    ("aug-cc-pvdz", "glycine"),
    ("cc-pvtz", "water2 ethane"),
    ("aug-cc-pvdz", "water5"),
    ("cc-pvdz", "decane caffeine water10 benzene2 znh2"),
    ("sto-3g", "tetracontane"),
    ("cc-pvtz", "benzene kr"),
]
# All of F would take days of Libint, so only some of its blocks are compared.
SAMPLED_SETS: list[tuple[str, str]] = [
    ("cc-pvdz", "coronene water20 eicosane tetracontane"),
    ("cc-pvtz", "decane water10"),
    ("sto-3g", "c60"),
]
SAMPLED_BLOCKS = 400
BOTH_METHODS = ("water2", "ethylene")  # closed shells, as RHF and as UHF
FAULT_MOLECULES = (("water8", "cc-pvdz"), ("decane", "cc-pvdz"), ("caffeine", "cc-pvdz"))
SEEDS = 5  # per launch of `faults`


def error_cases() -> list[ErrorCase]:
    whole = [ErrorCase(molecule, basis, uhf) for basis, molecules in ERROR_SETS for molecule in molecules.split()
             for uhf in ((False, True) if molecule in BOTH_METHODS else (False,))]
    sampled = [ErrorCase(molecule, basis, blocks=SAMPLED_BLOCKS) for basis, molecules in SAMPLED_SETS
               for molecule in molecules.split()]
    return whole + sampled


def fault_cases(times: int) -> list[FaultCase]:
    """Seeds 1 to `times`. The molecules take turns, so that a stopped campaign has results for all."""
    return [FaultCase(molecule, basis, first) for first in range(1, times + 1, SEEDS)
            for molecule, basis in FAULT_MOLECULES]


def run_cases(builds: Sequence[str], seed: int) -> list[RunCase]:
    """All feasible combinations, in an order drawn from the seed."""
    references = json.loads((SOURCE / "molecules" / "reference.json").read_text())["cases"]
    functions = {(c["molecule"].removesuffix(".xyz"), c["basis"]): c["functions"] for c in references}
    rest = list(itertools.product(THRESHOLDS, ("fock", "scf"), builds, (1, 2, 3), ("atom", "auto")))
    cases: list[RunCase] = [
        {"molecule": molecule, "basis": basis, "threshold": threshold, "command": command, "build": build,
         "ranks": ranks, "grain": grain}
        for (molecule, basis), size in sorted(functions.items())
        for threshold, command, build, ranks, grain in rest
        if size <= (RUN_FUNCTIONS if ranks < 3 else RUN_FUNCTIONS_3_RANKS)]
    random.Random(seed).shuffle(cases)
    return cases
