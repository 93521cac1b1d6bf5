"""Prints the tables of a results file of scripts/perf peers; see perf/peers/README.md."""

import argparse

from fockproxy_perf.errors import UserError
from fockproxy_perf.peers import records, summary


def main(arguments):
    parser = argparse.ArgumentParser(prog="scripts/perf peers-table", description=__doc__)
    parser.add_argument("results", metavar="RESULTS.jsonl", help="what scripts/perf peers wrote")
    options = parser.parse_args(arguments)
    try:
        lines = records.read(options.results)
    except (OSError, ValueError) as error:
        raise UserError(str(error)) from None
    for header in [line for line in lines if line["kind"] == "header"][-1:]:
        print(f"{header['cpu']}, {header['cores']} cores, {header['time']}")
        print("\n".join(f"  {name}: {version}" for name, version in header["versions"].items()) + "\n")
    print(summary.report(records.measurements(lines)), end="")
    return 0
