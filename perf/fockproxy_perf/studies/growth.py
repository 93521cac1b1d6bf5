"""How a Fock build grows with the molecule: time, quartets, start-up and memory of longer and longer alkanes.

scripts/perf growth [--program build/openmpi/bin/fockproxy] [--grain auto] [--repeat 3] [-o results/growth]

One rank, one core, in turns: each round runs every molecule once. Writes growth.json (every run), growth.md (medians)
and growth.svg (the plot). A few minutes.
"""

import argparse
import dataclasses
import json
import math
import os
import pathlib
import statistics
import subprocess
import tempfile
from collections.abc import Sequence

from fockproxy_perf.errors import UserError
from fockproxy_perf.report.table import Cell, Table
from fockproxy_perf.studies.growth_run import Run
from fockproxy_perf.studies.serial_build import serial_build

MOLECULES = ("decane", "eicosane", "tetracontane")


def run(molecule: str, options: argparse.Namespace) -> Run:
    with tempfile.TemporaryDirectory() as folder:
        document = pathlib.Path(folder) / "fock.json"
        command = serial_build(options.program, molecule, options.basis, options.grain, 1, "--json", document)
        with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True) as process:
            errors = process.stderr.read() if process.stderr else ""
            _, status, usage = os.wait4(process.pid, 0)
            process.returncode = os.waitstatus_to_exitcode(status)
        if status != 0:
            raise UserError(f"{molecule}: {errors.strip() or f'wait status {status}'}")
        result = json.loads(document.read_text())
    fock, phases = result["fock"], result["phases"]
    return Run(
        molecule=molecule,
        functions=result["molecule"]["functions"],
        quartets=fock["quartets"][-1],
        tasks=fock["tasks"][-1],
        build=fock["seconds"][-1],
        startup=phases["Schwarz"],
        table=fock["task_table_seconds"][-1],
        memory=usage.ru_maxrss * 1024,
    )


def medians(runs: Sequence[Run]) -> list[Run]:
    """One for each molecule, smallest first."""
    figures = [field.name for field in dataclasses.fields(Run) if field.name != "molecule"]
    rows = []
    for molecule in dict.fromkeys(r.molecule for r in runs):
        own = [r for r in runs if r.molecule == molecule]
        rows.append(Run(molecule, *(statistics.median(getattr(r, name) for r in own) for name in figures)))
    return sorted(rows, key=lambda row: row.quartets)


def exponent(rows: Sequence[Run]) -> float:
    """x of build ~ quartets^x between the smallest and the largest molecule."""
    first, last = rows[0], rows[-1]
    return math.log(last.build / first.build) / math.log(last.quartets / first.quartets)


def table(rows: Sequence[Run]) -> Table:
    columns = [
        "molecule",
        "functions",
        "tasks",
        "quartets",
        "build (s)",
        "ns/quartet",
        "pairs and bounds (% of build)",
        "task table (% of build)",
        "memory (MB)",
        "memory / one matrix",
    ]
    cells: list[list[Cell]] = [
        [
            r.molecule,
            r.functions,
            r.tasks,
            r.quartets,
            r.build,
            1e9 * r.build / r.quartets,
            100 * r.startup / r.build,
            100 * r.table / r.build,
            r.memory / 1e6,
            r.memory / r.matrix,
        ]
        for r in rows
    ]
    note = f"Time of a build ~ quartets^{exponent(rows):.2f}." if len(rows) > 1 else ""
    return Table("Growth of a Fock build with the molecule", columns, cells, note=note)


def main(arguments: Sequence[str]) -> int:
    parser = argparse.ArgumentParser(prog="scripts/perf growth", description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--program", default="build/openmpi/bin/fockproxy")
    parser.add_argument("--basis", default="cc-pvdz")
    parser.add_argument("--grain", default="auto")
    parser.add_argument("--molecules", default=",".join(MOLECULES), help="from small to large")
    parser.add_argument("--repeat", type=int, default=3)
    parser.add_argument("-o", "--output", default="results/growth", help="path without its ending")
    options = parser.parse_args(arguments)
    from fockproxy_perf.studies.growth_plot import plot  # not before: --help needs no matplotlib

    runs = []
    for _ in range(options.repeat):
        for molecule in options.molecules.split(","):
            runs.append(run(molecule, options))
            print(f"{molecule}: {runs[-1].build:.2f} s, {runs[-1].quartets} quartets", flush=True)
    output = pathlib.Path(options.output)
    output.parent.mkdir(parents=True, exist_ok=True)
    output.with_suffix(".json").write_text(json.dumps([dataclasses.asdict(r) for r in runs], indent=1) + "\n")
    rows = medians(runs)
    output.with_suffix(".md").write_text(table(rows).markdown())
    plot(rows, f"{options.basis}, grain {options.grain}, one core", output.with_suffix(".svg"))
    print(output.with_suffix(".md").read_text())
    return 0
