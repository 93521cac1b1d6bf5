"""Measures fockproxy and its peers in turns; see perf/peers/README.md."""

import argparse
import pathlib
import signal
import sys
import time

from fockproxy_perf.errors import UserError
from fockproxy_perf.peers import nwchem, programs, records
from fockproxy_perf.peers.case import CASES, PEERS, Case
from fockproxy_perf.peers.measure import run_case
from fockproxy_perf.peers.process import CORES, ProgramError, stay_away

PEER_CLASSES = {peer.name: peer
                for peer in (programs.PySCF, programs.PySCFDirect, programs.HartreeFock, nwchem.NWChem)}


def names(known):
    def parse(text):
        chosen = text.split(",")
        for name in chosen:
            if known and name not in known:
                raise argparse.ArgumentTypeError(f"unknown '{name}'; known: {', '.join(known)}")
        return chosen
    return parse


def thresholds(text):
    name, _, values = text.partition("=")
    if name not in ("fockproxy", *PEER_CLASSES) or not values:
        raise argparse.ArgumentTypeError(f"'{text}' is not PROGRAM=THRESHOLD,...")
    return name, [float(value) for value in values.split(",")]


def parse_arguments(arguments):
    parser = argparse.ArgumentParser(prog="scripts/perf peers", description=__doc__)
    parser.add_argument("--cases", type=names(None), default=CASES, help="MOLECULE/BASIS,... (default: all)")
    parser.add_argument("--peers", type=names(PEER_CLASSES), default=list(PEER_CLASSES),
                        help=f"of {','.join(PEER_CLASSES)} (default: all)")
    parser.add_argument("--what", type=names(("build", "scf")), default=["build", "scf"], help="build,scf")
    parser.add_argument("--threshold", type=thresholds, action="append", default=[], metavar="PROGRAM=THRESHOLD,...",
                        help="screening thresholds of the builds, in place of the program's own choice here")
    parser.add_argument("--repeats", type=int, default=3, help="of what takes less than --long")
    parser.add_argument("--long", type=float, default=30, help="seconds from which once is enough")
    parser.add_argument("--fockproxy", type=pathlib.Path, help="the program (default: build/openmpi/bin/fockproxy)")
    parser.add_argument("--out", type=pathlib.Path, default=PEERS / "results.jsonl", help="JSON Lines, appended to")
    return parser.parse_args(arguments)


def main(arguments):
    options = parse_arguments(arguments)
    signal.signal(signal.SIGTERM, lambda *_: sys.exit("scripts/perf peers: stopped"))  # ends the measured program too
    cases = [Case(name) for name in options.cases]
    try:
        for case in cases:
            case.check()
        fockproxy = programs.Fockproxy(options.fockproxy)
        chosen = [fockproxy, *(PEER_CLASSES[name]() for name in options.peers)]
        results = records.ResultsFile(options.out, records.header({p.name: p.version() for p in chosen}))
    except (ProgramError, ValueError) as error:
        raise UserError(str(error)) from None
    stay_away()
    start, failures = time.monotonic(), []
    for case in cases:
        try:
            failures += run_case(case, chosen, fockproxy, results, options.what, dict(options.threshold),
                                 options.repeats, options.long,
                                 lambda text: print(f"[{time.monotonic() - start:7.0f} s] {text}", flush=True))
        except ProgramError as error:
            failures.append(f"{case.name}: {error}")
    if len(CORES) == 1:
        print("note: one core only; this script shared it with the programs", file=sys.stderr)
    if failures:
        raise UserError("; ".join(failures))
    return 0
