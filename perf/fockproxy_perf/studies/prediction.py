"""Tests the accuracy of predictions: replays of a recording on many sleeping ranks, compared with the model.

scripts/perf prediction PROGRAM RECORDING [--mpiexec "mpiexec --oversubscribe"] [--ranks 2,4,8,16] [-o points.json]
    [--predictor PROGRAM]

RECORDING is a file of `fockproxy fock --record`. For every window the stack is profiled on 2 ranks. Then each point is
replayed and predicted from the profile. Ranks sleep as long as their tasks take, so there may be more ranks than cores.
The table has the largest errors first.
"""

import argparse
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

    @property
    def miss(self) -> float:
        """The relative error of the predicted efficiency."""
        return self.predicted / self.replayed - 1


class Study(NamedTuple):
    """The program and the recording, with a folder for documents."""

    launcher: tuple[str, ...]
    program: pathlib.Path
    predictor: pathlib.Path  # the program that predicts, without a launcher
    recording: pathlib.Path
    stretch: float
    folder: pathlib.Path

    def run(self, ranks: int, *options: object) -> dict[str, Any]:
        """The document of a launch; of the predictor, without a launcher, if `ranks` is 0."""
        file = self.folder / "document.json"
        program = (*self.launcher, "-n", str(ranks), str(self.program)) if ranks else (str(self.predictor),)
        command = [*program, *map(str, options), "--json", str(file)]
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
        path.write_text(json.dumps(self.run(2, "profile", "--window", window)))
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
        for progress, case in itertools.product(options.progress, options.cases):
            predicted = study.predicted(profile, progress, case, options.ranks)
            for ranks in predicted:
                replayed = study.replayed(window, progress, case, ranks, options.repeat)
                found.append(Point(window, progress, case, ranks, replayed, predicted[ranks]))
                print(f"  {found[-1]}", flush=True)
    return found


def table(found: Sequence[Point]) -> str:
    """The table as Markdown, with the largest errors first."""
    lines = ["| window | progress | case | ranks | replayed | predicted | miss |", "|---|---|---:|---:|---:|---:|---:|"]
    for point in sorted(found, key=lambda point: -abs(point.miss)):
        lines.append(f"| {point.window} | {point.progress} | {point.case} | {point.ranks} | {point.replayed:.3f} "
                     f"| {point.predicted:.3f} | {100 * point.miss:+.0f}% |")
    near = sum(abs(point.miss) <= GOAL for point in found)
    return "\n".join([*lines, "", f"{near} of {len(found)} points within {100 * GOAL:.0f}% of the efficiency."])


def numbers(text: str) -> list[int]:
    try:
        return [int(word) for word in text.split(",")]
    except ValueError:
        raise argparse.ArgumentTypeError(f"a list of numbers, not '{text}'") from None


def words(text: str) -> list[str]:
    return text.split(",")


def main(arguments: Sequence[str]) -> int:
    parser = argparse.ArgumentParser(prog="scripts/perf prediction", description=(__doc__ or "").split("\n")[0])
    parser.add_argument("program", type=pathlib.Path)
    parser.add_argument("recording", type=pathlib.Path)
    parser.add_argument("--predictor", type=pathlib.Path,
                        help="program that predicts, if PROGRAM needs a launcher; default PROGRAM")
    parser.add_argument("--mpiexec", default="mpiexec", help="with its options, which may have to allow so many ranks")
    parser.add_argument("--ranks", type=numbers, default=[2, 4, 8, 16], help="numbers of ranks")
    parser.add_argument("--windows", type=words, default=["allocate", "create"])
    parser.add_argument("--progress", type=words, default=["none", "poll"])
    parser.add_argument("--cases", type=numbers, default=[1, 2])
    parser.add_argument("--stretch", type=float, default=1, help="factor on the recorded times")
    parser.add_argument("--repeat", type=int, default=3, help="builds of each replay")
    parser.add_argument("-o", "--output", type=pathlib.Path, help="file for the points, JSON")
    options = parser.parse_args(arguments)
    if not options.recording.is_file():
        raise UserError(f"{options.recording} is not there; fockproxy fock --record writes it")
    with tempfile.TemporaryDirectory() as folder:
        study = Study(tuple(shlex.split(options.mpiexec)), options.program.resolve(),
                      (options.predictor or options.program).resolve(), options.recording.resolve(), options.stretch,
                      pathlib.Path(folder))
        found = points(study, options)
    print(table(found))
    if options.output:
        options.output.write_text(json.dumps([point._asdict() for point in found], indent=1) + "\n")
    return 0
