"""Rates by class of quartets, ours beside LibintX's integrals, in turns on one core; see perf/peers/README.md.

scripts/perf peers-classes [--primitives 1,2] [--rounds 3] [--out build/peers/classes.jsonl]
scripts/perf peers-classes --table FILE      of what was measured; runs nothing
"""

import argparse
import json
import pathlib
from collections.abc import Sequence

from fockproxy_perf.arguments import positive, words
from fockproxy_perf.peers import classes, ours, records
from fockproxy_perf.peers.case import PEERS
from fockproxy_perf.peers.process import stay_away
from fockproxy_perf.peers.summary import text_table


def parse_arguments(arguments: Sequence[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="scripts/perf peers-classes", description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--primitives", type=words, default=["1", "2"], help="of every shell")
    parser.add_argument("--rounds", type=positive, default=3)
    parser.add_argument("--fockproxy", type=pathlib.Path, help="the program (default: build/openmpi/bin/fockproxy)")
    parser.add_argument("--out", type=pathlib.Path, default=PEERS / "classes.jsonl", help="JSON Lines, written anew")
    parser.add_argument("--table", type=pathlib.Path, metavar="FILE", help="of a results file; runs nothing")
    return parser.parse_args(arguments)


def table(rates: Sequence[classes.Rate]) -> str:
    head = ["class", "primitives", "LibintX quartets/s", "ours", "ours/LibintX", "of peak", "lanes used"]
    return text_table(head, [[line.quartet_class, str(line.primitives), f"{line.libintx:.2e}", f"{line.ours:.2e}",
                              f"{line.ratio:.2f}", f"{line.share_of_peak:.0%}", f"{line.lanes_used:.0%}"]
                             for line in classes.lines_of(rates)])


def measure(options: argparse.Namespace) -> list[classes.Rate]:
    program = ours.Fockproxy(options.fockproxy)
    stay_away()
    rates: list[classes.Rate] = []
    versions = {"fockproxy": program.version(), "libintx": (PEERS / "libintx" / "version").read_text().strip()}
    with options.out.open("w") as file:
        file.write(json.dumps(records.header(versions)) + "\n")
        for number in range(1, options.rounds + 1):
            for primitives in map(int, options.primitives):
                measured = classes.ours(program.program, primitives, number) + classes.libintx(primitives, number)
                file.writelines(json.dumps(rate) + "\n" for rate in measured)
                rates += measured
    return rates


def main(arguments: Sequence[str]) -> int:
    options = parse_arguments(arguments)
    if options.table:
        rates = [json.loads(line) for line in options.table.read_text().splitlines()]
        print(table([rate for rate in rates if rate["kind"] == "class"]))
        return 0
    options.out.parent.mkdir(parents=True, exist_ok=True)
    print(table(measure(options)))
    return 0
