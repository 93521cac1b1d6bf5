"""Speed-up S and efficiency E of every phase of an SCF calculation against the number of ranks.

scripts/perf phases [--molecule water8] [--ranks 1,2,4] [--rounds 3] [-o perf/results/phases.jsonl.gz]
scripts/perf phases --table      of what was measured before; measures nothing

In turns: each round runs every number of ranks once. D and F are replicated unless --cache says otherwise, so that
there is a global sum. Writes one JSON object a line and prints a table as papers on MCHF codes have it. More ranks than
cores share the cores: the table says so.
"""

import argparse
import json
import pathlib
import statistics
import sys
import tempfile
from collections.abc import Mapping, Sequence
from typing import Any

from fockproxy_perf.arguments import positive, positives
from fockproxy_perf.errors import UserError
from fockproxy_perf.report.analysis.phases import ByRanks, speedups, times
from fockproxy_perf.report.table import Cell, Table
from fockproxy_perf.source_tree import PERF
from fockproxy_perf.studies import launch
from fockproxy_perf.studies.kept_rows import Moment, moment, read, write

# What the table calls them; in the program's order.
_SHOWN = ("one-electron", "Schwarz", "Fock", "reduction", "diagonalisation")
_NAMES = {"Fock": "Fock, global sum included", "reduction": "global sum"}


class Run(Moment):
    """`result`: the times in the program's document."""

    molecule: str
    basis: str
    cache: str
    ranks: int
    round: int
    cpu: str
    mpi: str
    git_revision: str
    iterations: int
    disturbed: bool
    result: dict[str, Any]


def measure(options: argparse.Namespace, ranks: int, number: int) -> Run:
    measured_at = moment()
    with tempfile.TemporaryDirectory() as folder:
        file = pathlib.Path(folder) / "scf.json"
        command = [*launch.mpiexec(options), "-n", ranks, options.program, "scf",
                   options.molecule, "--basis", options.basis, "--cache", options.cache, "--json", file]
        launch.finish(launch.start(command))
        document = json.loads(file.read_text())
    fock, provenance = document["fock"], document["provenance"]
    kept = [{name: rank[name] for name in ("compute_seconds", "wait_seconds", "reduce_seconds")}
            for rank in fock["ranks"]]
    return {"molecule": options.molecule, "basis": options.basis, "cache": options.cache, "ranks": ranks,
            "round": number, **measured_at,
            "cpu": provenance["cpu"], "mpi": provenance["mpi"]["library"].split(", package")[0],
            "git_revision": provenance["git_revision"], "iterations": document["scf"]["iterations"],
            "disturbed": any(rank["disturbed"] for rank in fock["ranks"]),
            "result": {"phases": document["phases"], "fock": {"seconds": fock["seconds"], "ranks": kept}}}


def by_ranks(runs: Sequence[Run]) -> ByRanks:
    """Medians over the rounds."""
    found: dict[int, Mapping[str, float]] = {}
    for ranks in sorted({run["ranks"] for run in runs}):
        alike = [times(run["result"]) for run in runs if run["ranks"] == ranks]
        found[ranks] = {phase: statistics.median(t.get(phase, 0.0) for t in alike) for phase in alike[0]}
    return found


def table(runs: Sequence[Run]) -> Table:
    """A line for each phase, and for each number of ranks its time, S and E."""
    found = by_ranks(runs)
    first, *more = found
    columns = ["phase", f"{first} rank{'s' if first > 1 else ''}: time / s"]
    columns += [f"{ranks} ranks: {what}" for ranks in more for what in ("time / s", "S", "E")]
    gains = {ranks: speedups(found, ranks) for ranks in more}
    rows: list[list[Cell]] = []
    for phase in [*(p for p in _SHOWN if any(p in t for t in found.values())), *_others(found)]:
        alone = first == 1 and phase == "reduction"
        cells: list[Cell] = [_NAMES.get(phase, phase), None if alone else found[first].get(phase)]
        for ranks in more:
            gain = gains[ranks].get(phase) if phase != "reduction" else None
            cells += [found[ranks].get(phase), gain, None if gain is None else gain / ranks]
        rows.append(cells)
    run = runs[0]
    return Table(f"phases of an SCF calculation of {run['molecule']}/{run['basis']}", columns, rows, note=_note(runs))


def _others(found: ByRanks) -> list[str]:
    return [phase for phase in next(iter(found.values())) if phase not in _SHOWN]


def _note(runs: Sequence[Run]) -> str:
    first, cores, most = runs[0], runs[0]["cores"], max(run["ranks"] for run in runs)
    rounds = len({run["round"] for run in runs})
    taken = "one round" if rounds == 1 else f"medians of {rounds} rounds"
    text = (f"{first['mpi']} on {cores} cores ({first['cpu']}), cache {first['cache']}, {taken}."
            " S: the time of the fewest ranks times their number over the time; E = S / ranks. One rank has nothing to"
            " sum, so the global sum has no S.")
    if most > cores:
        text += f" {most} ranks share {cores} cores: no S can exceed {cores} there."
    disturbed = sum(run["disturbed"] for run in runs)
    if disturbed:
        text += (f" {disturbed} of {len(runs)} runs were disturbed: their ranks waited for a core. Load of the machine"
                 f" before the runs: {min(run['load'] for run in runs):.1f} to {max(run['load'] for run in runs):.1f}.")
    return text


def parse_arguments(arguments: Sequence[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="scripts/perf phases", description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    launch.add_options(parser, "--bind-to none --oversubscribe", "those of Open MPI")
    parser.add_argument("--molecule", default="water8")
    parser.add_argument("--basis", default="cc-pvdz")
    parser.add_argument("--cache", default="replicated", help="as of fockproxy scf")
    parser.add_argument("--ranks", type=positives, default="1,2,4")
    parser.add_argument("--rounds", type=positive, default=3)
    parser.add_argument("--table", action="store_true", help="of the rows in the file; measures nothing")
    parser.add_argument("-o", "--output", type=pathlib.Path, default=PERF / "results" / "phases.jsonl.gz")
    return parser.parse_args(arguments)


def main(arguments: Sequence[str]) -> int:
    options = parse_arguments(arguments)
    runs = read(options.output) if options.table else []
    for number in range(0 if options.table else options.rounds):
        for ranks in options.ranks:
            runs.append(measure(options, ranks, number))
            write(options.output, runs)  # what is stopped has measured something
            print(f"round {number + 1}: {ranks} ranks", file=sys.stderr, flush=True)
    if not runs:
        raise UserError(f"{options.output} has no rows")
    print(table(runs).markdown())
    return 0
