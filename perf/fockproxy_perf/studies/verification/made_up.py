"""Molecules and basis sets drawn from a seed, and their runs. The verification must not refuse any of them."""

import itertools
import math
import pathlib
import random
import tempfile
from typing import NamedTuple

from fockproxy_perf.studies.progress import progress, say
from fockproxy_perf.studies.verification.campaigns import Ended, Settings, launch
from fockproxy_perf.studies.verification.rows import MadeUpRow, made_up_file

ELECTRONS = {"H": 1, "He": 2, "Li": 3, "C": 6, "O": 8, "Ne": 10, "Cl": 17, "Br": 35}
FUNCTIONS = 110  # largest number by default
DIFFUSE = 0.01  # the smallest exponent
CLOSEST = 0.1  # Angstrom: the program refuses nearer atoms
LIBINT_BOX = 60  # Angstrom: with larger distances Libint loses more digits than the smallest thresholds allow
THRESHOLDS = (0, 1e-14, 1e-12, 1e-11, 1e-10, 1e-9, 1e-8, 1e-7, 1e-6, 1e-5)


class MadeUp(NamedTuple):
    xyz: str
    basis: str  # Gaussian format
    arguments: list[str]  # of fockproxy, with the command first, without molecule and basis set
    functions: int  # spherical
    atoms: int
    box: float  # Angstrom


class Shells(NamedTuple):
    """The shells of one element."""

    text: str
    functions: int


def draw_shells(chance: random.Random, element: str, highest: int) -> Shells:
    lines = [f"{element}     0"]
    functions = 0
    for l in range(highest + 1):
        for _ in range(chance.randint(1, 3 if l < 2 else 1)):
            primitives = chance.choice([1, 1, 2, 3, 6])
            steepest = 10 ** chance.uniform(-1, chance.choice([0.5, 2, 4.5]) if l < 2 else 1.2)
            ratio = chance.uniform(1.8, 5)
            lines.append(f"{'SPDFG'[l]}   {primitives}   1.00")
            for i in range(primitives):
                exponent = max(steepest / ratio**i, DIFFUSE * (1 + i))
                coefficient = chance.choice([1, 1, 1, -0.3]) * chance.uniform(0.05, 1)
                lines.append(f"  {exponent:.10f}  {coefficient:.8f}")
            functions += 2 * l + 1
    return Shells("\n".join([*lines, "****"]), functions)


def draw_state(chance: random.Random, electrons: int, functions: int) -> tuple[int, int, bool]:
    """Charge, multiplicity, and whether unrestricted. Electrons for which there are no functions are removed."""
    kept = min(electrons, 2 * max(1, functions // 2))
    unrestricted = kept % 2 == 1 or chance.random() < 0.4
    multiplicity = 1 + kept % 2
    if unrestricted and kept >= 4 and kept // 2 + 1 <= functions and chance.random() < 0.4:
        multiplicity += 2
    return electrons - kept, multiplicity, unrestricted


def draw_options(chance: random.Random, box: float) -> list[str]:
    options = ["--guess", "core", "--threshold", str(chance.choice(THRESHOLDS)),
               "--grain", chance.choice(["atom", "auto", "20", "1000"]),
               "--cache", chance.choice(["ijk", "none", "merged"])]
    if chance.random() < 0.25 and box <= LIBINT_BOX:
        options += ["--integrals", "libint"]
    else:
        options += ["--precision", chance.choice(["mixed", "double"]),
                    "--simd", chance.choice(["auto", "auto", "portable"])]
    if chance.random() < 0.3:
        options.append("--cartesian")
    # The last draw: the other options of a seed are those of runs without it.
    return [*options, "--sum", chance.choice(["double", "exact"])]


def draw(seed: int, most_functions: int = FUNCTIONS) -> MadeUp:
    """The case of a seed, the same on every machine."""
    chance = random.Random(seed)
    while True:
        elements = chance.sample(list(ELECTRONS), chance.randint(1, 3))
        box = chance.choice([0.8, 1.5, 3, 6, 15, 60, 400])
        origin = chance.choice([0, 0, 0, 100, 9000])
        atoms = [chance.choice(elements) for _ in range(chance.randint(1, chance.choice([2, 6, 16, 30])))]
        highest = chance.choice([0, 1, 1, 2, 2, 3, 4])
        shells = {element: draw_shells(chance, element, highest) for element in elements}
        functions = sum(shells[element].functions for element in atoms)
        places = [[origin + chance.uniform(0, box) for _ in range(3)] for _ in atoms]
        apart = all(math.dist(one, other) > CLOSEST for one, other in itertools.combinations(places, 2))
        if functions <= most_functions and apart:
            break
    lines = [f"{element} " + " ".join(f"{x:.8f}" for x in place) for element, place in zip(atoms, places, strict=True)]
    charge, multiplicity, unrestricted = draw_state(chance, sum(ELECTRONS[e] for e in atoms), functions)
    command = chance.choice([["fock", "--repeat", "2"], ["fock", "--repeat", "1"], ["scf", "--max-iterations", "15"]])
    arguments = [*command, *draw_options(chance, box), "--charge", str(charge), "--multiplicity", str(multiplicity),
                 *(["--uhf"] if unrestricted else [])]
    return MadeUp("\n".join([str(len(atoms)), f"made up from {seed}", *lines, ""]),
                  "\n".join(["****", *(s.text for s in shells.values()), ""]), arguments, functions, len(atoms), box)


MOST_RANKS = 2


def outcome(ended: Ended) -> str:
    if ended.code is None:
        return "time-out"
    if "VERIFICATION: FAIL" in ended.output:
        return "refused"
    if ended.code == 0:
        return "right"
    return "not converged" if "the SCF did not converge" in ended.output else "error"


def run(case: MadeUp, build: str, ranks: int, timeout: float) -> Ended:
    with tempfile.TemporaryDirectory() as name:
        molecule, basis = pathlib.Path(name, "made-up.xyz"), pathlib.Path(name, "made-up.g94")
        molecule.write_text(case.xyz)
        basis.write_text(case.basis)
        command, *options = case.arguments
        return launch(build, ranks, timeout, "fockproxy", command, molecule, "--basis", basis, *options)


def measure(settings: Settings) -> None:
    """Seeds 1 to settings.times; builds, and one and two ranks, take turns."""
    file = made_up_file(settings.results)
    done = {row["seed"] for row in file.rows}
    left = [seed for seed in range(1, settings.times + 1) if seed not in done][:settings.limit]
    with progress(len(left), "run") as bar:
        for seed in left:
            case = draw(seed)
            ranks = 1 + seed % MOST_RANKS
            build = settings.builds[seed // MOST_RANKS % len(settings.builds)]
            ended = run(case, build, ranks, settings.timeout)
            row: MadeUpRow = {"seed": seed, "functions": case.functions, "atoms": case.atoms, "box": case.box,
                              "arguments": case.arguments, "build": build, "ranks": ranks,
                              "outcome": outcome(ended), "seconds": round(ended.seconds, 2),
                              "last": ended.verdict}
            file.add(row)
            if row["outcome"] not in ("right", "not converged"):
                say(f"seed {seed}: {row['outcome']}: {row['last']}")
            bar.update()
