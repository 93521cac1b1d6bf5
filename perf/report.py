#!/usr/bin/env python3
"""Writes the report of a sweep: one HTML file that opens anywhere, and its figures and tables as files beside it.

perf/report.py SWEEP.jsonl [--trace TRACE.json]... [-o REPORT.html]

Where this Python has no matplotlib, scripts/perf-python makes one that has, in build/perf, and that runs the report.
"""

import argparse
import pathlib
import sys

from perf_python import need_matplotlib


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("sweep", metavar="SWEEP.jsonl", help="what perf/sweep.py wrote")
    parser.add_argument(
        "--trace",
        action="append",
        default=[],
        metavar="TRACE.json",
        help="of fockproxy --trace, for the Gantt chart and the contention; two compare before and after",
    )
    parser.add_argument(
        "-o", "--output", metavar="REPORT.html", help="default: beside the sweep; figures go to a folder of that name"
    )
    options = parser.parse_args()
    need_matplotlib()
    from fockproxy_report.build import write_report
    from fockproxy_report.sweep import SweepError, read

    output = options.output or pathlib.Path(options.sweep).with_suffix(".html")
    try:
        write_report(read(options.sweep), output, options.trace)
    except SweepError as error:
        sys.exit(f"report.py: error: {error}")
    print(output)


if __name__ == "__main__":
    main()
