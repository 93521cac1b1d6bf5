"""Compares two sweeps row by row: slower, faster, the same, or can't tell.

    scripts/perf compare BASE.jsonl NEW.jsonl
    scripts/perf compare table1.jsonl table1.jsonl --base-where stack=mpich-4.3 --new-where stack=mpich-5.0

A change counts if the whole confidence interval of the ratio of times (Hodges & Lehmann; one sample per repetition)
lies beyond the tolerance. Exit codes: 0 nothing became slower; 1 something became slower or is no longer verified; 2
wrong usage; 3 with --strict, something cannot be told.
"""

import argparse
import collections
from collections.abc import Sequence

from fockproxy_perf.comparison.comparison import compare_sweeps
from fockproxy_perf.comparison.criteria_options import add_criteria, chosen_criteria
from fockproxy_perf.errors import UserError
from fockproxy_perf.rows.store import read_sweep_results
from fockproxy_perf.rows.where import parse_where


def parse_arguments(arguments: Sequence[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="scripts/perf compare", description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("base", metavar="BASE.jsonl")
    parser.add_argument("new", metavar="NEW.jsonl")
    add_criteria(parser)
    for side in ("base", "new"):
        parser.add_argument(f"--{side}-where", action="append", default=[], metavar="AXIS=VALUE",
                            help=f"only these rows of {side.upper()}; the axis then does not count")
    parser.add_argument("--all", action="store_true", help="list also what is the same")
    parser.add_argument("--strict", action="store_true", help="exit code 3 where something cannot be told")
    return parser.parse_args(arguments)


def main(arguments: Sequence[str]) -> int:
    options = parse_arguments(arguments)
    criteria = chosen_criteria(options)
    (base_header, base), (new_header, new) = read_sweep_results(options.base), read_sweep_results(options.new)
    compared = compare_sweeps(base, new, criteria, parse_where(options.base_where),
                              parse_where(options.new_where))
    if all(entry.verdict.startswith("only") for entry in compared):
        raise UserError("the two have no configuration in common")
    for side, header in (("BASE", base_header), ("NEW", new_header)):
        revision = header["git_revision"] or "no revision"
        print(f"{side:4} {header['name']}, {revision}, {header['host']}, {header['started']}")
    if base_header["host"] != new_header["host"]:
        print("the hosts differ: figures tell about the machines too")
    for entry in compared:
        if entry.verdict == "same" and not options.all:
            continue
        ratio = f"{entry.ratio.estimate:8.3f}" if entry.ratio else f"{'':8}"
        print(f"{entry.verdict:12} {ratio}  {entry.label}" + (f"  ({entry.why})" if entry.why else ""))
    count = collections.Counter(entry.verdict for entry in compared)
    print(f"{len(compared)} figures: " + ", ".join(f"{n} {verdict}" for verdict, n in count.most_common()))
    if count["slower"] or count["broken"]:
        return 1
    return 3 if options.strict and count["can't tell"] else 0
