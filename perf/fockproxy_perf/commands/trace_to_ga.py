"""Turns a trace of fockproxy --trace into the files of Global Arrays' own trace library (global/trace in its sources),
for its tools adjust, collisions and xregion.

    scripts/perf trace-to-ga TRACE.json FOLDER        then, in FOLDER: adjust -1000   (D), or adjust -999   (F)

FOLDER gets a file for every process, named by its rank in three digits. A line is: process, array handle, first and
last row, first and last column (from 1), operation (1 get, 5 accumulate), start and end in microseconds. The first line
of each is the common start of the clocks, which adjust takes off. distrib.HANDLE tells how the array is distributed.
"""

import argparse
import pathlib
import sys

from fockproxy_perf.errors import UserError
from fockproxy_perf.report.trace import read

D, F = -1000, -999  # handles as Global Arrays numbers its arrays
GET, CREATE, ACCUMULATE = 1, 3, 5  # codes of its globalp.h
OPERATIONS = {"get": (D, GET), "held get": (D, GET), "accumulate": (F, ACCUMULATE), "held accumulate": (F, ACCUMULATE)}


def patch(about, row, column):
    """First and last row and column of a block; those of both spins stand side by side."""
    first, spins = about["first_functions"], about["spins"]
    return first[row] + 1, first[row + 1], spins * first[column] + 1, spins * first[column + 1]


def records(trace, rank):
    """Lines of one process, in the order in which its operations ended, as the library writes them."""
    functions, columns = trace.about["first_functions"][-1], trace.about["spins"] * trace.about["first_functions"][-1]
    yield f"{rank} {D} 1 {functions} 1 {columns} {CREATE} 0 0"
    for span in sorted((s for s in trace.of(*OPERATIONS) if s.rank == rank), key=lambda s: s.end):
        handle, operation = OPERATIONS[span.kind]
        bounds = " ".join(map(str, patch(trace.about, *span.arguments["block"])))
        yield f"{rank} {handle} {bounds} {operation} {round(span.begin * 1e6)} {round(span.end * 1e6)}"


def distribution(trace):
    """Processes; dimensions; lines to draw in each; where they are. A dimension that is not cut has one at its end."""
    about = trace.about
    first, spins = about["first_functions"], about["spins"]
    rows = [first[cut] for cut in about["row_cuts"][1:-1]] or [first[-1]]
    columns = [spins * first[cut] for cut in about["column_cuts"][1:-1]] or [spins * first[-1]]
    return (
        "\n".join(
            [
                str(trace.ranks),
                f"{first[-1]} {spins * first[-1]} ",
                f"{len(rows)} {len(columns)} ",
                *map(str, rows + columns),
            ]
        )
        + "\n"
    )


def main(arguments):
    parser = argparse.ArgumentParser(prog="scripts/perf trace-to-ga", description=__doc__.split("\n\n")[0])
    parser.add_argument("trace", metavar="TRACE.json")
    parser.add_argument("folder", metavar="FOLDER", type=pathlib.Path)
    options = parser.parse_args(arguments)
    trace = read(options.trace)
    if not trace.of(*OPERATIONS):
        raise UserError(f"{options.trace} has no accesses to D and F: fock --trace and scf --trace write"
            " them"
        )
    options.folder.mkdir(parents=True, exist_ok=True)
    for rank in range(trace.ranks):
        (options.folder / f"{rank:03}").write_text("".join(line + "\n" for line in records(trace, rank)))
    for handle in (D, F):
        (options.folder / f"distrib.{handle}").write_text(distribution(trace))
    print(f"{options.folder}: {trace.ranks} processes, arrays {D} (D) and {F} (F)")
    return 0
