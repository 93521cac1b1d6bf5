"""Memory of a rank against the number of ranks, beside what `--dry-run` and the refusals expect.

scripts/perf memory [--carbons 210] [--ranks 1,2,4] [--solve scalapack] [-o results/memory]
scripts/perf memory --table      of what was measured before; measures nothing

One Fock build and one SCF iteration of an alkane for each number of ranks. Writes memory.jsonl.gz (the runs), memory.md
(the table) and memory.svg (the plot). 5050 functions in cc-pVDZ (210 carbons) take half an hour on two cores, and 6 GB.
"""

import argparse
import json
import math
import pathlib
import sys
import tempfile
from collections.abc import Sequence

from fockproxy_perf.arguments import positive, positives
from fockproxy_perf.errors import UserError
from fockproxy_perf.report.table import Cell, Table
from fockproxy_perf.studies import launch
from fockproxy_perf.studies.kept_rows import moment, read, write
from fockproxy_perf.studies.memory_run import Run, matrix_of


def alkane(carbons: int) -> str:
    """An all-trans chain in the XY plane as an XYZ file: C-C 1.53, C-H 1.095 angstrom, CCC 112.5, HCH 106.5 degrees."""
    bond, hydrogen, half_ccc, half_hch = 1.53, 1.095, math.radians(112.5) / 2, math.radians(106.5) / 2
    step, height = bond * math.sin(half_ccc), bond * math.cos(half_ccc) / 2
    atoms: list[tuple[str, float, float, float]] = []
    for i in range(carbons):
        side = 1 if i % 2 else -1
        x, y = i * step, side * height
        atoms.append(("C", x, y, 0.0))
        out, up = hydrogen * math.cos(half_hch), hydrogen * math.sin(half_hch)
        atoms += [("H", x, y + side * out, up), ("H", x, y + side * out, -up)]
        if i in (0, carbons - 1):  # where the next carbon would be
            scale = hydrogen / bond
            atoms.append(("H", x + (step if i else -step) * scale, y - 2 * side * height * scale, 0.0))
    lines = [f"{name} {x:.8f} {y:.8f} {z:.8f}" for name, x, y, z in atoms]
    return "\n".join([str(len(atoms)), f"all-trans alkane of {carbons} carbons", *lines]) + "\n"


def measure(options: argparse.Namespace, ranks: int) -> Run:
    measured_at = moment()
    with tempfile.TemporaryDirectory() as folder:
        molecule, file = pathlib.Path(folder) / "alkane.xyz", pathlib.Path(folder) / "scf.json"
        molecule.write_text(alkane(options.carbons))
        process = launch.start([
            *launch.mpiexec(options), "-n", ranks, options.program, "scf", molecule, "--basis",
            options.basis, "--solve", options.solve, "--grain", "auto", "--threshold", options.threshold,
            "--max-iterations", 1, "--stall-timeout", 3600, "--json", file,
        ])
        _, errors = process.communicate()
        # One iteration does not converge: that is a document and exit code 1.
        document = json.loads(file.read_text()) if file.exists() else {}
    if "memory" not in document:
        raise UserError(f"{ranks} ranks: {launch.complaint(errors) or 'no document'}")
    molecule_, provenance = document["molecule"], document["provenance"]
    return {"formula": molecule_["formula"], "basis": options.basis, "functions": molecule_["functions"],
            "solve": options.solve, "ranks": ranks, **measured_at,
            "mpi": provenance["mpi"]["library"].split(", package")[0], "git_revision": provenance["git_revision"],
            "expected": document["memory"]["expected_bytes"], "peak": document["memory"]["peak_bytes"]}


def table(runs: Sequence[Run]) -> Table:
    columns = ["ranks", "most of a rank (MB)", "expected (MB)", "expected / most", "all ranks (MB)",
               "all ranks / one matrix"]
    rows: list[list[Cell]] = [[run["ranks"], max(run["peak"]) / 1e6, run["expected"] / 1e6,
                               run["expected"] / max(run["peak"]), sum(run["peak"]) / 1e6,
                               sum(run["peak"]) / matrix_of(run)] for run in runs]
    first = runs[0]
    note = (f"{first['mpi']}, one machine. One matrix of {first['functions']} x {first['functions']} doubles is"
            f" {matrix_of(first) / 1e6:.0f} MB.")
    return Table(f"memory of one SCF iteration of {first['formula']}/{first['basis']}, {first['solve']}", columns, rows,
                 note=note)


def parse_arguments(arguments: Sequence[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="scripts/perf memory", description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    launch.add_options(parser, "--bind-to none --oversubscribe", "those of Open MPI")
    parser.add_argument("--carbons", type=positive, default=210)
    parser.add_argument("--basis", default="cc-pvdz")
    parser.add_argument("--solve", default="scalapack")
    parser.add_argument("--threshold", type=float, default=1e-5, help="loose: the build is not what is measured")
    parser.add_argument("--ranks", type=positives, default="1,2,4")
    parser.add_argument("--table", action="store_true", help="table and plot of the rows in the file; measures nothing")
    parser.add_argument("-o", "--output", type=pathlib.Path, default="results/memory", help="path without its ending")
    return parser.parse_args(arguments)


def main(arguments: Sequence[str]) -> int:
    options = parse_arguments(arguments)
    from fockproxy_perf.studies.memory_plot import plot  # not before: --help needs no matplotlib

    rows = options.output.with_suffix(".jsonl.gz")
    runs: list[Run] = read(rows) if options.table else []
    for ranks in [] if options.table else options.ranks:
        runs.append(measure(options, ranks))
        write(rows, runs)  # what is stopped has measured something
        print(f"{ranks} ranks: {max(runs[-1]['peak']) / 1e6:.0f} MB", file=sys.stderr, flush=True)
    if not runs:
        raise UserError(f"{rows} has no rows")
    runs.sort(key=lambda run: run["ranks"])
    plot(runs, options.output.with_suffix(".svg"))
    options.output.with_suffix(".md").write_text(table(runs).markdown())
    print(table(runs).markdown())
    return 0
