"""How a Fock build grows with the molecule: time, quartets, start-up and memory of longer and longer alkanes.

scripts/perf growth [--program build/openmpi/bin/fockproxy] [--grain auto] [--repeat 3] [-o results/growth]

One rank, one core, in turns: each round runs every molecule once. Writes growth.json (every run), growth.md (medians)
and growth.svg (the plot). A few minutes.
"""

import argparse
import json
import math
import os
import pathlib
import statistics
import subprocess
import sys
import tempfile

from fockproxy_perf.errors import UserError
from fockproxy_perf.studies.serial_build import serial_build

MOLECULES = ("decane", "eicosane", "tetracontane")


def run(program, molecule, options):
    """One run: {"molecule", "quartets", "tasks", "build", "startup", "table", "memory"}, seconds and bytes."""
    with tempfile.TemporaryDirectory() as folder:
        document = pathlib.Path(folder) / "fock.json"
        command = serial_build(program, molecule, options.basis, options.grain, 1, "--json", document)
        process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
        errors = process.stderr.read()
        _, status, usage = os.wait4(process.pid, 0)
        if status != 0:
            raise UserError(f"{molecule}: {errors.strip() or f'wait status {status}'}")
        result = json.loads(document.read_text())
    fock, phases = result["fock"], result["phases"]
    return {
        "molecule": molecule,
        "functions": result["molecule"]["functions"],
        "quartets": fock["quartets"][-1],
        "tasks": fock["tasks"][-1],
        "build": fock["seconds"][-1],
        "startup": phases["Schwarz"],  # pairs of shells and their bounds
        "table": fock["task_table_seconds"][-1],
        "memory": usage.ru_maxrss * 1024,
    }


def medians(runs):
    """One row for each molecule, smallest first: medians of its runs."""
    rows = []
    for molecule in dict.fromkeys(r["molecule"] for r in runs):
        own = [r for r in runs if r["molecule"] == molecule]
        rows.append({"molecule": molecule,
                     **{key: statistics.median(r[key] for r in own) for key in own[0] if key != "molecule"}})
    return sorted(rows, key=lambda row: row["quartets"])


def growth(rows, key):
    """The exponent x of key ~ quartets^x between the smallest and the largest molecule."""
    first, last = rows[0], rows[-1]
    return math.log(last[key] / first[key]) / math.log(last["quartets"] / first["quartets"])


def table(rows):
    from fockproxy_perf.report.figure import Table

    columns = ["molecule", "functions", "tasks", "quartets", "build (s)", "ns/quartet", "pairs and bounds (% of build)",
               "task table (% of build)", "memory (MB)", "memory / one matrix"]
    cells = [[r["molecule"], r["functions"], r["tasks"], r["quartets"], r["build"], 1e9 * r["build"] / r["quartets"],
              100 * r["startup"] / r["build"], 100 * r["table"] / r["build"], r["memory"] / 1e6,
              r["memory"] / (8 * r["functions"] ** 2)] for r in rows]
    note = f"Time of a build ~ quartets^{growth(rows, 'build'):.2f}." if len(rows) > 1 else ""
    return Table("Growth of a Fock build with the molecule", columns, cells, note=note)


def draw(rows, about, path):
    from matplotlib.ticker import NullFormatter

    from fockproxy_perf.report import style
    from fockproxy_perf.report.figure import WIDE

    with style.styled(WIDE):
        figure, (left, right) = style.panels(WIDE, 2, 2, 3.4)
        quartets = [r["quartets"] for r in rows]
        series = style.looks(["one build", "in proportion to the quartets", "pairs and bounds", "task table"])
        per_quartet = rows[0]["build"] / rows[0]["quartets"]
        values = {
            "one build": [r["build"] for r in rows],
            "in proportion to the quartets": [per_quartet * q for q in quartets],
            "pairs and bounds": [r["startup"] for r in rows],
            "task table": [r["table"] for r in rows],
        }
        for name, y in values.items():
            look = series[name]
            left.plot(quartets, y, color=look.colour, marker=look.marker, linestyle=look.dash, label=name)
        for r in rows:
            left.annotate(r["molecule"], (r["quartets"], r["build"]), xytext=(6, -12), textcoords="offset points")
        left.margins(x=0.25)
        left.set(xscale="log", yscale="log", xlabel="shell quartets that survive screening", ylabel="seconds",
                 title=about)
        left.xaxis.set_minor_formatter(NullFormatter())
        look = style.look(0)
        matrix = [8e-6 * r["functions"] ** 2 for r in rows]
        right.plot(matrix, [r["memory"] / 1e6 for r in rows], color=look.colour, marker=look.marker)
        right.set(xlabel="one matrix of functions x functions (MB)", ylabel="memory of the rank (MB)",
                  title="Memory of the one rank, all matrices whole")
        right.set_xlim(left=0)
        right.set_ylim(bottom=0)
        handles, labels = left.get_legend_handles_labels()
        style.legend_below(figure, handles, labels, WIDE)
        figure.savefig(path, metadata={"Date": None} if str(path).endswith(".svg") else None)


def main(arguments):
    parser = argparse.ArgumentParser(prog="scripts/perf growth", description=__doc__.split("\n")[0])
    parser.add_argument("--program", default="build/openmpi/bin/fockproxy")
    parser.add_argument("--basis", default="cc-pvdz")
    parser.add_argument("--grain", default="auto")
    parser.add_argument("--molecules", default=",".join(MOLECULES), help="from small to large")
    parser.add_argument("--repeat", type=int, default=3)
    parser.add_argument("-o", "--output", default="results/growth", help="path without its ending")
    options = parser.parse_args(arguments)
    runs = []
    for _ in range(options.repeat):
        for molecule in options.molecules.split(","):
            runs.append(run(options.program, molecule, options))
            print(f"{molecule}: {runs[-1]['build']:.2f} s, {runs[-1]['quartets']} quartets", flush=True)
    output = pathlib.Path(options.output)
    output.parent.mkdir(parents=True, exist_ok=True)
    output.with_suffix(".json").write_text(json.dumps(runs, indent=1) + "\n")
    rows = medians(runs)
    output.with_suffix(".md").write_text(table(rows).markdown())
    draw(rows, f"{options.basis}, grain {options.grain}, one core", output.with_suffix(".svg"))
    print(output.with_suffix(".md").read_text())
    return 0
