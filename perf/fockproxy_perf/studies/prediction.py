"""Tests the accuracy of predictions: replays of a recording on many sleeping ranks, compared with the model.

scripts/perf prediction PROGRAM RECORDING [--mpiexec "mpiexec --oversubscribe"] [--ranks 2,4,8,16]
    [--profile-ranks 2] [-o points.json]
scripts/perf prediction --from points.json,more.json [--figure predictions.svg]

RECORDING is a file of `fockproxy fock --record`. For every window the stack is profiled, on 2 ranks by default. Then
each point is replayed and predicted from the profile. Ranks sleep as long as their tasks take, so there may be more
ranks than cores. The table has the largest errors first. With --from, further tables have the errors of all points of
files of -o.
"""

import argparse
import functools
import itertools
import json
import pathlib
import shlex
import statistics
import subprocess
import tempfile
from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from fockproxy_perf.errors import UserError
from fockproxy_perf.interpreter import need
from fockproxy_perf.report.table import Cell, Table

GOAL = 0.1  # for the error of the efficiency
TIME_LIMIT = 600  # seconds per launch


class Point(NamedTuple):
    """A replay and its prediction."""

    window: str
    progress: str
    case: int
    ranks: int
    replayed: float  # efficiency, the median of the builds
    predicted: float
    stack: str = ""
    recording: str = ""
    stretch: float = 1

    @property
    def miss(self) -> float:
        """The relative error of the predicted efficiency."""
        return self.predicted / self.replayed - 1

    @property
    def near(self) -> bool:
        """Whether it reaches the goal, to a tenth of a percent: the efficiencies of old files have four digits."""
        return round(abs(self.miss), 3) <= GOAL

    @property
    def tasks(self) -> str:
        """The name of the recording, with the factor on its times."""
        return self.recording + (f", times {self.stretch:g}" if self.stretch != 1 else "")


class Study(NamedTuple):
    """The program and the recording, with a folder for documents."""

    launcher: tuple[str, ...]
    program: pathlib.Path
    recording: pathlib.Path
    stretch: float
    profile_ranks: int
    folder: pathlib.Path

    def run(self, ranks: int, *options: object) -> dict[str, Any]:
        """The document of a launch; without a launcher if `ranks` is 0."""
        file = self.folder / "document.json"
        launcher = (*self.launcher, "-n", str(ranks)) if ranks else ()
        command = [*launcher, str(self.program), *map(str, options), "--json", str(file)]
        try:
            done = subprocess.run(command, capture_output=True, text=True, timeout=TIME_LIMIT)
        except subprocess.TimeoutExpired:
            raise UserError(f"no end after {TIME_LIMIT} s: {shlex.join(command)}") from None
        except OSError as error:
            raise UserError(f"{command[0]}: {error.strerror}") from None
        if done.returncode != 0:
            said = done.stderr.strip().splitlines()
            raise UserError(f"{said[-1] if said else f'code {done.returncode}'}: {shlex.join(command)}")
        document: dict[str, Any] = json.loads(file.read_text())
        return document

    def profiled(self, window: str) -> pathlib.Path:
        """The file of a profile."""
        path = self.folder / f"{window}.json"
        path.write_text(json.dumps(self.run(self.profile_ranks, "profile", "--window", window)))
        return path

    def replayed(self, window: str, progress: str, case: int, ranks: int, repeat: int) -> float:
        document = self.run(ranks, "replay", self.recording, "--work", "sleep", "--stretch", self.stretch, "--window",
                            window, "--progress", progress, "--idle-ranks", case - 1, "--repeat", repeat)
        seconds = statistics.median(document["fock"]["seconds"])
        computing = document["recording"]["task_seconds"]
        return float(computing / (ranks * seconds))

    def predicted(self, profile: pathlib.Path, progress: str, case: int, ranks: Iterable[int]) -> dict[int, float]:
        """The efficiency by number of ranks."""
        model = "entry" if progress == "none" else progress
        document = self.run(0, "predict", self.recording, "--stretch", self.stretch, "--profile", profile,
                            "--other-stack", "--progress", model, "--case", case, "--ranks", ",".join(map(str, ranks)))
        return {row["ranks"]: row["efficiency"] for row in document["rows"] if row["status"] == "predicted"}


def points(study: Study, options: argparse.Namespace) -> list[Point]:
    found = []
    for window in options.windows:
        profile = study.profiled(window)
        stack = str(json.loads(profile.read_text())["provenance"]["mpi"]["library"]).partition(",")[0]
        for progress, case in itertools.product(options.progress, options.cases):
            predicted = study.predicted(profile, progress, case, options.ranks)
            for ranks in predicted:
                replayed = study.replayed(window, progress, case, ranks, options.repeat)
                found.append(Point(window, progress, case, ranks, replayed, predicted[ranks], stack,
                                   study.recording.stem, study.stretch))
                print(f"  {found[-1]}", flush=True)
    return found


def table(found: Sequence[Point]) -> str:
    """The table as Markdown, with the largest errors first."""
    lines = ["| recording | stack | window | progress | case | ranks | replayed | predicted | miss |",
             "|---|---|---|---|---:|---:|---:|---:|---:|"]
    for point in sorted(found, key=lambda point: -abs(point.miss)):
        lines.append(f"| {point.tasks} | {point.stack} | {point.window} | {point.progress} | {point.case} "
                     f"| {point.ranks} | {point.replayed:.3f} | {point.predicted:.3f} | {percent(point.miss)} |")
    near = sum(point.near for point in found)
    return "\n".join([*lines, "", f"{near} of {len(found)} points within {100 * GOAL:.0f}% of the efficiency."])


def groups(found: Sequence[Point]) -> Table:
    """The number of points within the goal, and the range of the errors, by recording, stack, case and ranks."""
    by: dict[tuple[str, str, int, int], list[Point]] = {}
    for point in found:
        by.setdefault((point.tasks, point.stack, point.case, point.ranks), []).append(point)
    rows: list[list[Cell]] = [
        [*key, len(own), sum(point.near for point in own), percent(min(point.miss for point in own)),
         percent(max(point.miss for point in own))] for key, own in by.items()]
    columns = ("recording", "stack", "case", "ranks", "points", f"within {100 * GOAL:.0f}%", "least error", "largest")
    return Table("Errors by group", columns, rows)


def misses(found: Sequence[Point]) -> Table:
    """The error of each point, with the recordings and numbers of ranks side by side."""
    names = list(dict.fromkeys(point.tasks for point in found))
    columns = sorted({(point.tasks, point.ranks) for point in found}, key=lambda one: (names.index(one[0]), one[1]))
    by: dict[tuple[str, str, str, int], dict[tuple[str, int], str]] = {}
    for point in found:
        cells = by.setdefault((point.stack, point.window, point.progress, point.case), {})
        cells[point.tasks, point.ranks] = percent(point.miss)
    rows: list[list[Cell]] = [[*key, *(cells.get(column) for column in columns)] for key, cells in by.items()]
    titles = [f"{tasks}: {ranks}" if tasks else str(ranks) for tasks, ranks in columns]
    return Table("Errors of all points", ("stack", "window", "progress", "case", *titles), rows)


def percent(error: float) -> str:
    return f"{round(100 * error):+d}%"


def read(path: pathlib.Path) -> list[Point]:
    """The points of a file of -o."""
    try:
        found = [Point(**one) for one in json.loads(path.read_text())]
        if not all(point.replayed > 0 and point.predicted > 0 and point.ranks > 0 for point in found):
            raise ValueError("an efficiency or a number of ranks of 0")
        return found
    except OSError as error:
        raise UserError(f"{path}: cannot be read: {error.strerror}") from None
    except (TypeError, ValueError):
        raise UserError(f"{path}: not written by scripts/perf prediction -o") from None


def save_figure(found: Sequence[Point], path: pathlib.Path) -> None:
    from fockproxy_perf.report.analysis.agreement import Compared
    from fockproxy_perf.report.drawing import agreement, render
    from fockproxy_perf.report.section import Figure

    compared = [Compared(point.tasks, point.stack, point.ranks, point.replayed, point.predicted) for point in found]
    drawn = functools.partial(agreement.draw, compared, GOAL)
    render.save_svg(Figure("predictions", "Predicted over replayed", "", drawn, misses(found)), path)


def numbers(text: str) -> list[int]:
    try:
        return [int(word) for word in text.split(",")]
    except ValueError:
        raise argparse.ArgumentTypeError(f"a list of numbers, not '{text}'") from None


def words(text: str) -> list[str]:
    return text.split(",")


def paths(text: str) -> list[pathlib.Path]:
    return [pathlib.Path(word) for word in text.split(",")]


def measured(options: argparse.Namespace) -> list[Point]:
    """New points of the program and the recording."""
    if not options.recording.is_file():
        raise UserError(f"{options.recording} is not there; fockproxy fock --record writes it")
    with tempfile.TemporaryDirectory() as folder:
        study = Study(tuple(shlex.split(options.mpiexec)), options.program.resolve(), options.recording.resolve(),
                      options.stretch, options.profile_ranks, pathlib.Path(folder))
        return points(study, options)


def main(arguments: Sequence[str]) -> int:
    parser = argparse.ArgumentParser(prog="scripts/perf prediction", description=(__doc__ or "").split("\n")[0])
    parser.add_argument("program", type=pathlib.Path, nargs="?")
    parser.add_argument("recording", type=pathlib.Path, nargs="?")
    parser.add_argument("--mpiexec", default="mpiexec", help="with its options, which may have to allow so many ranks")
    parser.add_argument("--ranks", type=numbers, default=[2, 4, 8, 16], help="numbers of ranks")
    parser.add_argument("--profile-ranks", type=int, default=2, help="ranks of the profile")
    parser.add_argument("--windows", type=words, default=["allocate", "create"])
    parser.add_argument("--progress", type=words, default=["none", "poll"])
    parser.add_argument("--cases", type=numbers, default=[1, 2])
    parser.add_argument("--stretch", type=float, default=1, help="factor on the recorded times")
    parser.add_argument("--repeat", type=int, default=3, help="builds of each replay")
    parser.add_argument("--from", dest="kept", type=paths, help="files of -o, instead of new points")
    parser.add_argument("-o", "--output", type=pathlib.Path, help="file for the points, JSON")
    parser.add_argument("--figure", type=pathlib.Path, help="file for the figure, SVG")
    options = parser.parse_args(arguments)
    if bool(options.kept) == bool(options.recording):
        raise UserError("name a program and a recording, or --from files of points")
    if options.figure:
        need(("matplotlib",), ["prediction", *arguments])
    found = [point for path in options.kept for point in read(path)] if options.kept else measured(options)
    if not found:
        raise UserError("no points: none was predicted")
    print(table(found))
    if options.kept:
        print(f"\n{groups(found).markdown()}\n{misses(found).markdown()}")
    if options.output:
        options.output.write_text(json.dumps([point._asdict() for point in found], indent=1) + "\n")
    if options.figure:
        save_figure(found, options.figure)
    return 0
