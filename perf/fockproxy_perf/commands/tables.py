"""Prints tables of the report as Markdown, from the rows of a sweep, for pages that publish them.

scripts/perf tables SWEEP.jsonl[.gz] [--section ladder,gsum] [--where stack=mpich-4.3]...
"""

import argparse
import dataclasses
import pathlib
from collections.abc import Sequence

from fockproxy_perf.arguments import words
from fockproxy_perf.errors import UserError
from fockproxy_perf.rows.where import agrees, parse_where


def parse_arguments(arguments: Sequence[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="scripts/perf tables", description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("sweep", metavar="SWEEP.jsonl", type=pathlib.Path,
                        help="what scripts/perf sweep wrote; may be compressed (.gz)")
    parser.add_argument("--section", type=words, default=[], metavar="NAME,...",
                        help="as the report's links name them: ladder, onesided, gsum, ...; default: all")
    parser.add_argument("--where", action="append", default=[], metavar="AXIS=VALUE",
                        help="only rows with this value of an option or axis, such as case=1")
    parser.add_argument("--figures", action="store_true", help="also what figures show, where no table has it")
    return parser.parse_args(arguments)


def main(arguments: Sequence[str]) -> int:
    options = parse_arguments(arguments)
    # Imported here, so that --help needs no matplotlib.
    from fockproxy_perf.report.contents import chosen
    from fockproxy_perf.report.sweep import read

    sweep, where = read(options.sweep), parse_where(options.where)
    few = dataclasses.replace(sweep, rows=[row for row in sweep.rows if agrees(row, where)])
    if not few.rows:
        raise UserError(f"{options.sweep} has no rows" + (f" with {' and '.join(options.where)}" if where else ""))
    print("\n".join(table.markdown() for section in chosen(few, options.section)
                    for table in (section.data() if options.figures else section.tables)))
    return 0
