"""Prints the tables of a results file of scripts/perf peers; see perf/peers/README.md."""

import argparse
import pathlib
from collections.abc import Sequence

from fockproxy_perf.peers import records, summary


def main(arguments: Sequence[str]) -> int:
    parser = argparse.ArgumentParser(prog="scripts/perf peers-table", description=__doc__)
    parser.add_argument("results", metavar="RESULTS.jsonl", type=pathlib.Path, help="what scripts/perf peers wrote")
    options = parser.parse_args(arguments)
    lines = records.read(options.results)
    for header in records.headers(lines)[-1:]:
        print(f"{header['cpu']}, {header['cores']} cores, {header['time']}")
        print("\n".join(f"  {name}: {version}" for name, version in header["versions"].items()) + "\n")
    print(summary.report(records.measurements(lines)), end="")
    return 0
