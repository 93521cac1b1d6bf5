"""Runs of what made_up_cases draws: what the verification of none of them may refuse."""

import pathlib
import tempfile

from fockproxy_perf.studies.progress import progress, say
from fockproxy_perf.studies.verification.launches import Ended, launch
from fockproxy_perf.studies.verification.made_up_cases import MadeUp, draw
from fockproxy_perf.studies.verification.rows import MadeUpRow, made_up_file
from fockproxy_perf.studies.verification.settings import Settings

MOST_RANKS = 2


def outcome(ended: Ended) -> str:
    if ended.code is None:
        return "time-out"
    if "VERIFICATION: FAIL" in ended.output:
        return "refused"
    if ended.code == 0:
        return "right"
    return "not converged" if "the SCF did not converge" in ended.output else "error"


def run(case: MadeUp, build: str, ranks: int, timeout: float) -> Ended:
    with tempfile.TemporaryDirectory() as name:
        molecule, basis = pathlib.Path(name, "made-up.xyz"), pathlib.Path(name, "made-up.g94")
        molecule.write_text(case.xyz)
        basis.write_text(case.basis)
        command, *options = case.arguments
        return launch(build, ranks, timeout, "fockproxy", command, molecule, "--basis", basis, *options)


def measure(settings: Settings) -> None:
    """Seeds 1 to settings.times, on the builds and on one and two ranks in turns."""
    file = made_up_file(settings.results)
    done = {row["seed"] for row in file.rows}
    left = [seed for seed in range(1, settings.times + 1) if seed not in done][:settings.limit]
    with progress(len(left), "run") as bar:
        for seed in left:
            case = draw(seed)
            ranks = 1 + seed % MOST_RANKS
            build = settings.builds[seed // MOST_RANKS % len(settings.builds)]
            ended = run(case, build, ranks, settings.timeout)
            row: MadeUpRow = {"seed": seed, "functions": case.functions, "atoms": case.atoms, "box": case.box,
                              "arguments": case.arguments, "build": build, "ranks": ranks,
                              "outcome": outcome(ended), "seconds": round(ended.seconds, 2),
                              "last": ended.verdict}
            file.add(row)
            if row["outcome"] not in ("right", "not converged"):
                say(f"seed {seed}: {row['outcome']}: {row['last']}")
            bar.update()
