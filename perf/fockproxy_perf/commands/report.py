"""Writes the report of a sweep: one self-contained HTML file, and a folder with its figures and tables as files.

scripts/perf report SWEEP.jsonl[.gz] [--trace TRACE.json]... [-o REPORT.html]

If this Python has no matplotlib, scripts/perf-python makes one that has it in build/perf and runs the report with it.
"""

import argparse
import pathlib
from collections.abc import Sequence

from fockproxy_perf.arguments import refuse_shared_files
from fockproxy_perf.rows.store import is_compressed


def main(arguments: Sequence[str]) -> int:
    parser = argparse.ArgumentParser(prog="scripts/perf report", description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("sweep", metavar="SWEEP.jsonl", type=pathlib.Path, help="what scripts/perf sweep wrote")
    parser.add_argument(
        "--trace",
        action="append",
        default=[],
        metavar="TRACE.json",
        type=pathlib.Path,
        help="of fockproxy --trace, for the Gantt chart and the contention; two compare before and after",
    )
    parser.add_argument(
        "-o",
        "--output",
        metavar="REPORT.html",
        type=pathlib.Path,
        help="default: beside the sweep; figures go to a folder of that name",
    )
    options = parser.parse_args(arguments)
    plain = options.sweep.with_suffix("") if is_compressed(options.sweep) else options.sweep
    output = options.output or plain.with_suffix(".html")
    refuse_shared_files([("--output", output), ("the folder of its figures", output.with_suffix(""))],
                        [("the sweep", options.sweep), *(("--trace", trace) for trace in options.trace)])
    # Imported here, so that --help needs no matplotlib.
    from fockproxy_perf.report.build import write_report
    from fockproxy_perf.report.sweep import read

    write_report(read(options.sweep), output, options.trace)
    print(output)
    return 0
