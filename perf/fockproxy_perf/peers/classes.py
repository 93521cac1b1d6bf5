"""Rates by class of quartets: LibintX's integrals alone, and fockproxy's, screened and digested, on equal shells.

Ours come from `fockproxy fock --class-rates` of clusters of centres near to each other, each in one block, so that a
bra meets many kets as it does in LibintX's batches. Light classes have a cluster of their own, with more centres.
"""

import itertools
import json
import pathlib
import random
import statistics
from collections.abc import Iterable, Sequence
from typing import Literal, NamedTuple, TypedDict

from fockproxy_perf.peers import process
from fockproxy_perf.peers.case import PEERS
from fockproxy_perf.peers.peer import require_installed
from fockproxy_perf.studies.serial_build import serial_build


class Cluster(NamedTuple):
    letters: str  # a shell of each on every centre
    centres: int


CLUSTERS = (Cluster("SP", 64), Cluster("SPD", 32), Cluster("SPDF", 16))  # a class is measured in the first that has it
BOX_OF_ONE = 1.6  # angstrom, across, for every centre
WHOLE = "100000"  # functions a block: more than there are
DIRECTORY = PEERS / "classes"


class Rate(TypedDict):
    """One line of the results: of one class in one round."""

    kind: Literal["class"]
    program: Literal["fockproxy", "libintx"]
    primitives: int  # of every shell
    quartet_class: str  # (p s|s s)
    round: int
    quartets_per_second: float
    share_of_peak: float | None  # of ours: operations counted, over what the core can do
    lanes_used: float | None


class Line(NamedTuple):
    """Of the table."""

    quartet_class: str
    primitives: int
    libintx: float
    ours: float
    share_of_peak: float
    lanes_used: float

    @property
    def ratio(self) -> float:
        return self.ours / self.libintx


def write_cluster(directory: pathlib.Path, cluster: Cluster, primitives: int) -> None:
    """Helium atoms, an even number of electrons, where they are not on top of each other; exponents as LibintX's."""
    draw = random.Random(2008)
    side = next(n for n in range(1, cluster.centres + 1) if n**3 > cluster.centres)
    box = BOX_OF_ONE * cluster.centres ** (1 / 3)
    places = list(itertools.product(range(side), repeat=3))
    atoms = [[box / side * (k + draw.uniform(0.2, 0.8)) for k in place]
             for place in draw.sample(places, cluster.centres)]
    lines = [str(cluster.centres), "centres for rates by class",
             *("He " + " ".join(f"{x:.6f}" for x in r) for r in atoms)]
    (directory / "cluster.xyz").write_text("\n".join(lines) + "\n")
    shells: list[str] = []
    for letter in cluster.letters:
        first = draw.uniform(0.1, 0.5)
        shells.append(f"{letter}   {primitives}   1.00")
        shells += [f"  {first * 5**k:.8f}  {1 / (1 + k):.6f}" for k in range(primitives)]
    (directory / "cluster.g94").write_text("\n".join(["****", "He     0", *shells, "****"]) + "\n")


def ours(program: pathlib.Path, primitives: int, number: int) -> list[Rate]:
    DIRECTORY.mkdir(parents=True, exist_ok=True)
    rates: dict[str, Rate] = {}
    for cluster in CLUSTERS:
        rates = {rate["quartet_class"]: rate for rate in _of_cluster(program, cluster, primitives, number)} | rates
    return list(rates.values())


def _of_cluster(program: pathlib.Path, cluster: Cluster, primitives: int, number: int) -> list[Rate]:
    write_cluster(DIRECTORY, cluster, primitives)
    process.run(serial_build(program, "cluster.xyz", str(DIRECTORY / "cluster.g94"), WHOLE, 1, "--guess", "core",
                             "--class-rates", "--json", "rates.json"), DIRECTORY)
    fock = json.loads((DIRECTORY / "rates.json").read_text())["fock"]
    peak = fock["core_limits"]
    return [{"kind": "class", "program": "fockproxy", "primitives": primitives, "quartet_class": entry["class"],
             "round": number, "quartets_per_second": entry["quartets"] / entry["seconds"],
             "share_of_peak": (entry["double_flops"] / peak["double_flops_per_second"]
                               + entry["single_flops"] / peak["single_flops_per_second"]) / entry["seconds"],
             "lanes_used": entry["lanes_used"] / entry["lanes"]} for entry in fock["class_rates"]]


def libintx(primitives: int, number: int) -> list[Rate]:
    program = PEERS / "libintx" / "libintx_peer"
    require_installed("libintx", program)
    output = process.run([program, primitives], DIRECTORY)
    return [{"kind": "class", "program": "libintx", "primitives": primitives, "round": number, "share_of_peak": None,
             "lanes_used": None, "quartet_class": entry["class"], "quartets_per_second": entry["quartets_per_second"]}
            for entry in (json.loads(line.text) for line in output.lines if line.text.startswith("{"))]


def lines_of(rates: Iterable[Rate]) -> list[Line]:
    """Medians of all rounds, in the order in which LibintX has the classes; what one of the two lacks is left out."""
    groups: dict[tuple[int, str], dict[str, list[Rate]]] = {}
    for rate in sorted(rates, key=lambda rate: rate["program"] == "fockproxy"):
        group = groups.setdefault((rate["primitives"], rate["quartet_class"]), {})
        group.setdefault(rate["program"], []).append(rate)

    def median(rows: Sequence[Rate], name: Literal["quartets_per_second", "share_of_peak", "lanes_used"]) -> float:
        return statistics.median(row[name] or 0 for row in rows)

    return [Line(name, primitives, median(found["libintx"], "quartets_per_second"),
                 median(found["fockproxy"], "quartets_per_second"), median(found["fockproxy"], "share_of_peak"),
                 median(found["fockproxy"], "lanes_used"))
            for (primitives, name), found in groups.items() if len(found) == 2]
