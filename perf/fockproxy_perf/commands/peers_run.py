"""Measures fockproxy and its peers in turns, or prints the tables of the results; see perf/peers/README.md."""

import argparse
import pathlib
import signal
import sys
import time
from collections.abc import Callable, Collection, Sequence

from fockproxy_perf.arguments import positive, words
from fockproxy_perf.errors import UserError
from fockproxy_perf.peers import hartree_fock, nwchem, ours, pyscf_programs, records, summary
from fockproxy_perf.peers.case import CASES, PEERS, Case
from fockproxy_perf.peers.measure import Campaign, Plan
from fockproxy_perf.peers.peer import Peer
from fockproxy_perf.peers.process import CORES, stay_away
from fockproxy_perf.studies.progress import progress, say

PEERS_KNOWN: dict[str, Callable[[], Peer]] = {
    "pyscf": pyscf_programs.PySCF,
    "pyscf-direct": pyscf_programs.PySCFDirect,
    "pyscf-qcint": lambda: pyscf_programs.PySCFQcint("native"),
    "pyscf-qcint-avx2": lambda: pyscf_programs.PySCFQcint("avx2"),
    "hartree-fock++": hartree_fock.HartreeFock,
    "nwchem": lambda: nwchem.NWChem(nwchem.DFT),
    "nwchem-scf": lambda: nwchem.NWChem(nwchem.SCF),
}
# perf/peers/install installs the others without an archive.
DEFAULT = [name for name in PEERS_KNOWN if "qcint" not in name]
OURS = {ours.name_with(simd): simd for simd in ours.INSTRUCTIONS}


def names(known: Collection[str]) -> Callable[[str], list[str]]:
    """Parses A,B,... where each name is one of `known`."""
    def parse(text: str) -> list[str]:
        chosen = text.split(",")
        for name in chosen:
            if name not in known:
                raise argparse.ArgumentTypeError(f"unknown '{name}'; known: {', '.join(known)}")
        return chosen
    return parse


def thresholds(text: str) -> tuple[str, list[float]]:
    name, _, values = text.partition("=")
    if name not in (*OURS, *PEERS_KNOWN) or not values:
        raise argparse.ArgumentTypeError(f"'{text}' is not PROGRAM=THRESHOLD,...")
    return name, [float(value) for value in values.split(",")]


def parse_arguments(arguments: Sequence[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="scripts/perf peers", description=__doc__)
    parser.add_argument("--cases", type=words, default=CASES, help="MOLECULE/BASIS,... (default: all)")
    parser.add_argument("--peers", type=names(PEERS_KNOWN), default=DEFAULT,
                        help=f"of {','.join(PEERS_KNOWN)} (default: all but those on qcint)")
    parser.add_argument("--ours", type=names(OURS), default=list(OURS), help=f"of {','.join(OURS)} (default: all)")
    parser.add_argument("--what", type=names(("build", "scf")), default=["build", "scf"], help="build,scf")
    parser.add_argument("--threshold", type=thresholds, action="append", default=[], metavar="PROGRAM=THRESHOLD,...",
                        help="screening thresholds of the builds, in place of the program's own choice here")
    parser.add_argument("--repeats", type=positive, default=3, help="of what takes less than --long")
    parser.add_argument("--long", type=float, default=30, help="seconds from which once is enough")
    parser.add_argument("--fockproxy", type=pathlib.Path, help="the program (default: build/openmpi/bin/fockproxy)")
    parser.add_argument("--out", type=pathlib.Path, default=PEERS / "results.jsonl", help="JSON Lines, appended to")
    parser.add_argument("--table", type=pathlib.Path, metavar="FILE", help="prints the tables of FILE; runs nothing")
    return parser.parse_args(arguments)


def print_tables(results: pathlib.Path) -> None:
    lines = records.read(results)
    for header in records.headers(lines)[-1:]:
        print(f"{header['cpu']}, {header['cores']} cores, {header['time']}")
        print("\n".join(f"  {name}: {version}" for name, version in header["versions"].items()) + "\n")
    print(summary.report(records.measurements(lines)), end="")


def main(arguments: Sequence[str]) -> int:
    options = parse_arguments(arguments)
    if options.table:
        print_tables(options.table)
        return 0
    cases = [Case(name) for name in options.cases]
    for case in cases:
        case.check()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit("scripts/perf peers: stopped"))  # also ends the measured program
    fockproxy = ours.Fockproxy(options.fockproxy)
    chosen: list[Peer] = [ours.Fockproxy(options.fockproxy, OURS[name]) for name in options.ours]
    chosen += [PEERS_KNOWN[name]() for name in options.peers]
    options.out.parent.mkdir(parents=True, exist_ok=True)
    results = records.ResultsFile(options.out, records.header({peer.name: peer.version() for peer in chosen}))
    plan = Plan(chosen, options.what, dict(options.threshold), options.repeats, options.long)
    stay_away()
    start = time.monotonic()

    def say_when(text: str) -> None:
        say(f"[{time.monotonic() - start:7.0f} s] {text}")

    with progress(len(cases) * len(plan.rounds()), "measurement") as bar:
        failures = Campaign(plan, fockproxy, results, say_when, bar.update).run(cases)
    if len(CORES) == 1:
        print("note: one core only; this script shared it with the programs", file=sys.stderr)
    if failures:
        raise UserError("; ".join(failures))
    return 0
