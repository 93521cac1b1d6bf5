"""`fockproxy onesided` beside IMB-RMA of the Intel MPI Benchmarks, on one MPI library, in turns.

scripts/perf imb --imb PATH/IMB-RMA [--program build/openmpi/bin/fockproxy] [--rounds 7] [-o perf/results/imb.jsonl.gz]
scripts/perf imb --table      of what was measured before; measures nothing

Each round runs both, two ranks each: put and get of 8 B, 4 KiB and 1 MiB, every one completed by a flush, in a window
of MPI_Win_create; and a put whose target computes. IMB-RMA must be built with the MPI of mpiexec. Writes one JSON
object a line; what the file has of another MPI library stays in it, so that one file takes several.
"""

import argparse
import json
import os
import pathlib
import sys
import tempfile
from collections.abc import Sequence

from fockproxy_perf.arguments import positive
from fockproxy_perf.errors import UserError
from fockproxy_perf.source_tree import PERF
from fockproxy_perf.stacks.version import library_name
from fockproxy_perf.studies import imb_rows, launch
from fockproxy_perf.studies.imb_rows import PASSIVE, SIZES, TRANSFERS, Round
from fockproxy_perf.studies.imb_tables import tables
from fockproxy_perf.studies.kept_rows import moment, read, write

# Of IMB's loop, at most. Its default of 100 puts of 8 bytes last no longer than an interruption.
_REPETITIONS = 10_000
_MEGABYTES = 1000  # that the loop moves, at most: a thousand transfers of 1 MiB

# What does as IMB does: a window of the user's own memory, words that were moved right before, a flush after each.
_ONESIDED = ("onesided", "--table", "contiguous,busy", "--operation", "put,get", "--window", "create", "--completion",
             "flush", "--cache", "warm", "--progress", "none", "--max-bytes", "1M", "--period", "2ms")


def measure(options: argparse.Namespace, number: int) -> Round:
    measured_at = moment()
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        printed = run_imb(options, folder)
        document = folder / "onesided.json"
        # As exact as the time of a row allows, and no row shorter because it seems exact enough.
        run(options, [options.program, *_ONESIDED, "--row-time", options.row_time, "--interval", 0.1,
                      "--json", document])
        written = json.loads(document.read_text())
    provenance = written["provenance"]
    return {"round": number, "mpi": library_name(provenance["mpi"]["library"]), "cpu": provenance["cpu"],
            **measured_at, "launcher": options.mpiexec_options,
            "imb_version": imb_rows.imb_version(printed), "git_revision": provenance["git_revision"],
            "disturbed": any(row.get("disturbed", False) for row in written["rows"]),
            "imb": imb_rows.imb_times(printed), "fockproxy": imb_rows.fockproxy_times(written["rows"])}


def run_imb(options: argparse.Namespace, folder: pathlib.Path) -> str:
    """What it prints."""
    lengths, output = folder / "lengths", folder / "imb.txt"
    lengths.write_text("".join(f"{size}\n" for size in SIZES))
    # Repetitions of its modes with and without completion of each, and megabytes between the two.
    repetitions = f"{options.repetitions},{_MEGABYTES},{options.repetitions}"
    run(options, [options.imb, "-msglen", lengths, "-iter", repetitions, *TRANSFERS, PASSIVE], output)
    return output.read_text()


def run(options: argparse.Namespace, program: Sequence[object], output: pathlib.Path | None = None) -> None:
    """Two ranks of it."""
    command = [*launch.mpiexec(options), "-n", 2, *program]
    with (output or pathlib.Path(os.devnull)).open("w") as file:
        launch.finish(launch.start(command, file))


def parse_arguments(arguments: Sequence[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="scripts/perf imb", description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--imb", default="IMB-RMA", metavar="PATH", help="the program of the Intel MPI Benchmarks")
    launch.add_options(parser, "--bind-to core")
    parser.add_argument("--rounds", type=positive, default=7)
    parser.add_argument("--repetitions", type=positive, default=_REPETITIONS,
                        help=f"of IMB's loop, at most, and no more than {_MEGABYTES} MB; IMB's own default is 100")
    parser.add_argument("--row-time", default="200ms", help="of fockproxy onesided")
    parser.add_argument("--table", action="store_true", help="of the rows in the file; measures nothing")
    parser.add_argument("-o", "--output", type=pathlib.Path, default=PERF / "results" / "imb.jsonl.gz")
    return parser.parse_args(arguments)


def main(arguments: Sequence[str]) -> int:
    options = parse_arguments(arguments)
    kept: list[Round] = read(options.output) if options.table or options.output.exists() else []
    rounds: list[Round] = []
    for number in range(0 if options.table else options.rounds):
        rounds.append(measure(options, number))
        kept = [one for one in kept if one["mpi"] != rounds[0]["mpi"]]
        write(options.output, [*kept, *rounds])  # what is stopped has measured something
        print(f"round {number + 1}: {rounds[0]['mpi']}", file=sys.stderr, flush=True)
    if not kept and not rounds:
        raise UserError(f"{options.output} has no rows")
    for table in tables([*kept, *rounds]):
        print(table.markdown())
    return 0
