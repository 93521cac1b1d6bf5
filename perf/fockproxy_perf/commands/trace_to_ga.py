"""Turns a trace of fockproxy --trace into the files of Global Arrays' own trace library (global/trace in its sources),
for its tools adjust, collisions and xregion.

    scripts/perf trace-to-ga TRACE.json FOLDER        then, in FOLDER: adjust -1000   (D), or adjust -999   (F)

FOLDER gets a file for every process, named by its rank in three digits. A line is: process, array handle, first and
last row, first and last column (from 1), operation (1 get, 5 accumulate), start and end in microseconds. The first line
of each is the common start of the clocks, which adjust takes off. distrib.HANDLE tells how the array is distributed.
"""

import argparse
import pathlib
from collections.abc import Iterator, Sequence

from fockproxy_perf.arguments import refuse_shared_files
from fockproxy_perf.errors import UserError
from fockproxy_perf.report.trace import BlockLayout, Trace, read

D, F = -1000, -999  # handles as Global Arrays numbers its arrays
GET, CREATE, ACCUMULATE = 1, 3, 5  # codes of its globalp.h
OPERATIONS = {"get": (D, GET), "held get": (D, GET), "accumulate": (F, ACCUMULATE), "held accumulate": (F, ACCUMULATE)}


def patch(layout: BlockLayout, block: tuple[int, ...]) -> tuple[int, int, int, int]:
    """First and last row and column of a block; those of both spins stand side by side."""
    row, column = block
    first, spins = layout.first_functions, layout.spins
    return first[row] + 1, first[row + 1], spins * first[column] + 1, spins * first[column + 1]


def records(trace: Trace, layout: BlockLayout, rank: int) -> Iterator[str]:
    """Lines of one process, in the order in which its operations ended, as the library writes them."""
    yield f"{rank} {D} 1 {layout.functions} 1 {layout.columns} {CREATE} 0 0"
    for span in sorted((s for s in trace.of(*OPERATIONS) if s.rank == rank), key=lambda s: s.end):
        handle, operation = OPERATIONS[span.kind]
        bounds = " ".join(map(str, patch(layout, span.block)))
        yield f"{rank} {handle} {bounds} {operation} {round(span.begin * 1e6)} {round(span.end * 1e6)}"


def distribution(ranks: int, layout: BlockLayout) -> str:
    """Processes; dimensions; lines to draw in each; where they are. A dimension that is not cut has one at its end."""
    first, spins = layout.first_functions, layout.spins
    rows = [first[cut] for cut in layout.row_cuts[1:-1]] or [layout.functions]
    columns = [spins * first[cut] for cut in layout.column_cuts[1:-1]] or [layout.columns]
    lines = [f"{ranks}", f"{layout.functions} {layout.columns} ", f"{len(rows)} {len(columns)} "]
    return "".join(f"{line}\n" for line in [*lines, *map(str, rows + columns)])


def main(arguments: Sequence[str]) -> int:
    summary = " ".join((__doc__ or "").partition("\n\n")[0].split())
    parser = argparse.ArgumentParser(prog="scripts/perf trace-to-ga", description=summary)
    parser.add_argument("trace", metavar="TRACE.json")
    parser.add_argument("folder", metavar="FOLDER", type=pathlib.Path)
    options = parser.parse_args(arguments)
    trace = read(options.trace)
    layout = trace.layout
    if layout is None or not trace.of(*OPERATIONS):
        raise UserError(f"{options.trace} has no accesses to D and F: fock --trace and scf --trace write them")
    refuse_shared_files([("a file of FOLDER", options.folder / f"{rank:03}") for rank in range(trace.ranks)],
                        [("the trace", pathlib.Path(options.trace))])
    options.folder.mkdir(parents=True, exist_ok=True)
    for rank in range(trace.ranks):
        lines = records(trace, layout, rank)
        (options.folder / f"{rank:03}").write_text("".join(f"{line}\n" for line in lines))
    for handle in (D, F):
        (options.folder / f"distrib.{handle}").write_text(distribution(trace.ranks, layout))
    print(f"{options.folder}: {trace.ranks} processes, arrays {D} (D) and {F} (F)")
    return 0
