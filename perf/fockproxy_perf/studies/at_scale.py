"""Predicts recorded builds on very many ranks: up to how many ranks each counter is efficient.

scripts/perf at-scale PROGRAM RECORDING... [--ranks 2,32,512,8192,131072] [--predict "--link-gap 0.1us"]
                      [-o rows.json] [--figure at-scale.svg]
scripts/perf at-scale --from rows.json.gz [--figure at-scale.svg]

RECORDING is a file of `fockproxy fock --record`. Only the time and the memory of the model itself are measured.
The tables are printed as Markdown. With --predict "--profile stack.json --seeds 20", tables and figure have the band of
the efficiencies that these seeds give.
"""

import argparse
import functools
import gzip
import json
import os
import pathlib
import shlex
import subprocess
import tempfile
import time
from collections.abc import Sequence
from typing import Any, NamedTuple

from fockproxy_perf.errors import UserError
from fockproxy_perf.interpreter import need
from fockproxy_perf.report.quantities import seconds
from fockproxy_perf.report.table import Cell, Table

COUNTERS = "mpi3,mpi2,node,steal,static"
PROGRESS = ("always", "entry")
FACTORING = "mpi3, factoring"


class Launch(NamedTuple):
    """The input, the result and the cost of one run of `predict`."""

    recording: str
    document: dict[str, Any]
    wall_seconds: float
    peak_bytes: int

    @property
    def factoring(self) -> bool:
        return bool(self.document["config"]["schedule"] == "factoring")

    def name(self, row: dict[str, Any]) -> str:
        """The name of a row's counter, with its schedule."""
        return FACTORING if self.factoring else str(row["counter"])


def launch(program: pathlib.Path, recording: pathlib.Path, options: Sequence[str]) -> Launch:
    with tempfile.TemporaryDirectory() as folder:
        answer, said = pathlib.Path(folder) / "answer.json", pathlib.Path(folder) / "said"
        command = [str(program), "predict", str(recording), *options, "--json", str(answer)]
        start = time.monotonic()
        with said.open("w") as errors:
            try:
                process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=errors)
            except OSError as error:
                raise UserError(f"{command[0]}: {error.strerror}") from None
            _, status, used = os.wait4(process.pid, 0)
            process.returncode = os.waitstatus_to_exitcode(status)
        if process.returncode != 0:
            lines = said.read_text().strip().splitlines()
            raise UserError(f"{lines[-1] if lines else f'code {process.returncode}'}: {shlex.join(command)}")
        wall = time.monotonic() - start
        return Launch(recording.stem, json.loads(answer.read_text()), wall, 1024 * used.ru_maxrss)


def launches(options: argparse.Namespace) -> list[Launch]:
    found = []
    for recording in options.recordings:
        if not recording.is_file():
            raise UserError(f"{recording} is not there; fockproxy fock --record writes it")
        common = ["--ranks", options.ranks, *shlex.split(options.predict)]
        for more in (["--counter", options.counters], ["--counter", "mpi3", "--schedule", "factoring"]):
            for progress in PROGRESS:
                given = [*more, "--progress", progress, *common]
                print(f"predict {recording.name} {shlex.join(given)}", flush=True)
                found.append(launch(options.program.resolve(), recording, given))
    return found


def limits_table(found: Sequence[Launch]) -> Table:
    """The limits that `predict` reports."""
    rows: list[list[Cell]] = []
    for one in found:
        for limit in one.document["limits"]:
            most, fastest = limit["most_ranks"], limit["fastest_ranks"]
            rows.append([one.recording, one.name(limit), limit["progress"], limit["efficient_to"] or "none",
                         "-" if fastest == most else str(fastest), f"{limit['efficiency']:.2g} on {most}",
                         limit["lost_to"], limit["longest_queue"]])
    columns = ("recording", "counter", "progress", "efficiency >= 0.5 up to", "no faster beyond",
               "efficiency on the most ranks", "lost to", "longest queue")
    return Table("Limits, predicted", columns, rows)


def band_of(row: dict[str, Any]) -> tuple[float, float] | None:
    """The least and the largest efficiency of the predictions of --seeds. None: there are none."""
    if row.get("most_seconds") is None:
        return None
    one_second = row["efficiency"] * row["seconds"]  # the efficiency of a build of a second
    return one_second / row["most_seconds"], one_second / row["least_seconds"]


def efficiency_said(row: dict[str, Any]) -> str:
    if row["status"] != "predicted":
        return str(row["status"])
    band = band_of(row)
    return f"{row['efficiency']:.2g}" + (f" ({band[0]:.2g} to {band[1]:.2g})" if band else "")


def efficiency_table(found: Sequence[Launch]) -> Table:
    ranks = sorted({row["ranks"] for one in found for row in one.document["rows"]})
    cells: dict[tuple[str, str, str], dict[int, str]] = {}
    for one in found:
        for row in one.document["rows"]:
            cells.setdefault((one.recording, one.name(row), row["progress"]), {})[row["ranks"]] = efficiency_said(row)
    return Table("Efficiency by ranks, predicted", ("recording", "counter", "progress", *map(str, ranks)),
                 [[*key, *(values.get(count) for count in ranks)] for key, values in cells.items()])


def costs_table(found: Sequence[Launch]) -> Table:
    """The rows of a recording, launch by launch."""
    lines: list[list[Cell]] = []
    for name in dict.fromkeys(one.recording for one in found):
        of = [one for one in found if one.recording == name]
        rows = [row for one in of for row in one.document["rows"] if row["status"] == "predicted"]
        about = of[0].document["recording"]
        lines.append([name, about["tasks"], seconds(about["task_seconds"] / about["tasks"]), len(rows),
                      float(sum(row["events"] for row in rows)), seconds(sum(one.wall_seconds for one in of)),
                      f"{max(one.peak_bytes for one in of) / 2**30:.2f} GiB"])
    return Table("What the model took", ("recording", "tasks", "a task on average", "rows", "events",
                                         "time of all rows", "memory at most"), lines)


def save_figure(found: Sequence[Launch], path: pathlib.Path) -> None:
    from fockproxy_perf.report.analysis.curve import Curve
    from fockproxy_perf.report.drawing import at_scale, render
    from fockproxy_perf.report.section import Figure

    points: dict[tuple[str, str], list[tuple[float, float]]] = {}
    bands: dict[tuple[str, str], list[tuple[float, float, float]]] = {}
    for progress in PROGRESS:
        for one in found:
            for row in one.document["rows"]:
                if row["status"] == "predicted" and row["progress"] == progress:
                    key = (f"{one.recording}, progress {progress}", one.name(row))
                    points.setdefault(key, []).append((row["ranks"], row["efficiency"]))
                    if band := band_of(row):
                        bands.setdefault(key, []).append((row["ranks"], *band))
    curves = [Curve(*key, sorted(values), sorted(bands.get(key, []))) for key, values in points.items()]
    figure = Figure("at-scale", "Predicted", "", functools.partial(at_scale.draw, curves), efficiency_table(found))
    render.save_svg(figure, path)


def read(path: pathlib.Path) -> list[Launch]:
    try:
        content = path.read_bytes()
        text = gzip.decompress(content) if path.suffix == ".gz" else content
        return [Launch(**one) for one in json.loads(text)]
    except OSError as error:
        raise UserError(f"{path}: cannot be read: {error.strerror}") from None
    except (TypeError, ValueError):
        raise UserError(f"{path}: not written by scripts/perf at-scale -o") from None


def kept(one: Launch) -> dict[str, Any]:
    """Leaves out the environment and the paths of the machine."""
    provenance = {name: one.document["provenance"][name] for name in ("git_revision", "cpu", "arguments", "time")}
    provenance["arguments"] = ["fockproxy", *provenance["arguments"][1:-2]]  # the last two name a deleted file
    return {**one._asdict(), "document": {**one.document, "provenance": provenance}}


def main(arguments: Sequence[str]) -> int:
    parser = argparse.ArgumentParser(prog="scripts/perf at-scale", description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program", type=pathlib.Path, nargs="?")
    parser.add_argument("recordings", type=pathlib.Path, nargs="*", metavar="RECORDING")
    parser.add_argument("--ranks", default="2,32,512,8192,131072", help="numbers of ranks (default: %(default)s)")
    parser.add_argument("--counters", default=COUNTERS, help="default: %(default)s")
    parser.add_argument("--predict", default="", help="further options of fockproxy predict, of the stack or --case")
    parser.add_argument("--from", dest="rows", type=pathlib.Path, help="a file of -o, instead of new predictions")
    parser.add_argument("-o", "--output", type=pathlib.Path, help="file for all rows, JSON")
    parser.add_argument("--figure", type=pathlib.Path, help="file for the figure, SVG")
    options = parser.parse_args(arguments)
    if bool(options.rows) == bool(options.recordings):
        raise UserError("name a program and recordings, or --from a file of rows")
    if options.figure:
        need(("matplotlib",), ["at-scale", *arguments])
    found = read(options.rows) if options.rows else launches(options)
    if options.output:
        options.output.write_text("[\n" + ",\n".join(json.dumps(kept(one)) for one in found) + "\n]\n")
    print("Predicted by a model, not measured\n")
    print("\n".join(make(found).markdown() for make in (limits_table, efficiency_table, costs_table)))
    if options.figure:
        save_figure(found, options.figure)
    return 0
