"""Campaigns of launches: errors of F compared with the promise, faults that were found, correct runs."""

import concurrent.futures
import json
import os
import pathlib
import subprocess
import time
from typing import Any, NamedTuple

from fockproxy_perf.errors import UserError
from fockproxy_perf.source_tree import SOURCE
from fockproxy_perf.stacks.launchers import MORE_RANKS_THAN_CORES, root_environment
from fockproxy_perf.studies.progress import progress, say
from fockproxy_perf.studies.verification.cases import (
    SEEDS,
    ErrorCase,
    FaultCase,
    RunCase,
    error_cases,
    fault_cases,
    run_cases,
)
from fockproxy_perf.studies.verification.rows import RunRow, errors_file, faults_file, runs_file


class Settings(NamedTuple):
    results: pathlib.Path  # folder of the results
    build: str  # folder with the programs of `errors` and `faults`
    builds: list[str]  # folders with the programs of `runs` and `made-up`
    ranks: int  # for `errors`
    times: int  # injections per fault; seeds of `made-up`
    jobs: int  # launches at once, for `faults`
    limit: int | None  # largest number of new launches
    timeout: float  # seconds for one launch


class Ended(NamedTuple):
    code: int | None  # None: it timed out
    output: str  # stdout, then stderr
    seconds: float

    @property
    def how(self) -> str:
        return "time-out" if self.code is None else f"exit code {self.code}"

    @property
    def verdict(self) -> str:
        """The last line in which the program judged or ended its run; "" without one."""
        said = [line for line in self.output.splitlines() if line.startswith(("VERIFICATION", "fockproxy: "))]
        return said[-1] if said else ""

    def rows(self) -> list[Any]:
        """The JSON objects among the lines."""
        return [json.loads(line) for line in self.output.splitlines() if line.startswith("{")]


def environment() -> dict[str, str]:
    return {**os.environ, "FOCKPROXY_DATA": str(SOURCE), "OMP_NUM_THREADS": "1",
            **MORE_RANKS_THAN_CORES, **root_environment()}


def launcher(build: str) -> str:
    """The launcher for a build folder, from its CMake cache."""
    cache = SOURCE / build / "CMakeCache.txt"
    for line in cache.read_text().splitlines() if cache.exists() else ():
        if line.startswith("MPIEXEC_EXECUTABLE:"):
            return line.partition("=")[2]
    raise UserError(f"{build} names no MPIEXEC_EXECUTABLE; is it a build folder of this project?")


def launch(build: str, ranks: int, timeout: float, program: str, *arguments: object) -> Ended:
    """Runs bin/`program` of a build folder until it ends; `timeout` is in seconds."""
    command = [launcher(build), "-n", str(ranks), str(SOURCE / build / "bin" / program), *map(str, arguments)]
    start = time.monotonic()
    try:
        done = subprocess.run(command, env=environment(), capture_output=True, text=True, timeout=timeout)
    except subprocess.TimeoutExpired:
        return Ended(None, "", time.monotonic() - start)
    except OSError as error:
        raise UserError(f"cannot start {command[0]}: {error.strerror}") from None
    return Ended(done.returncode, done.stdout + done.stderr, time.monotonic() - start)


def measure_errors(settings: Settings) -> None:
    """A launch that fails is reported; the next campaign tries it again."""
    file = errors_file(settings.results)
    done = {ErrorCase(row["molecule"], row["basis"], row["asked_uhf"], row.get("blocks", 0)) for row in file.rows}
    left = [case for case in error_cases() if case not in done][:settings.limit]
    with progress(len(left), "case") as bar:
        for case in left:
            ended = launch(settings.build, settings.ranks, settings.timeout, "perf_screening_error", case.molecule,
                           case.basis, *(["--uhf"] if case.uhf else []),
                           *(["--blocks", str(case.blocks)] if case.blocks else []))
            say(f"{case}: {ended.how}, {ended.seconds:.0f} s")
            if ended.code == 0:
                file.add(*(row | {"asked_uhf": case.uhf} for row in ended.rows()))
            bar.update()


def measure_faults(settings: Settings) -> None:
    """Runs settings.jobs launches at once; the first without rows ends the campaign."""
    file = faults_file(settings.results)
    done = {FaultCase(row["molecule"], row["basis"], row["first_seed"]) for row in file.rows}
    left = [case for case in fault_cases(settings.times) if case not in done][:settings.limit]

    def inject(case: FaultCase) -> Ended:
        times = min(SEEDS, settings.times - case.first_seed + 1)
        return launch(settings.build, 1, settings.timeout, "perf_fault_power", case.molecule, case.basis,
                      "--times", times, "--first-seed", case.first_seed)

    with concurrent.futures.ThreadPoolExecutor(settings.jobs) as pool, progress(len(left), "launch") as bar:
        for case, ended in zip(left, pool.map(inject, left), strict=True):
            rows = ended.rows()
            if not rows:
                raise UserError(f"{case}: {' '.join(ended.output.splitlines()[-1:]) or ended.how}")
            file.add(*(row | {"first_seed": case.first_seed} for row in rows))
            say(f"{case}, {ended.seconds:.0f} s")
            bar.update()


ORDER_SEED = 2008
BETWEEN_LINES = 25  # runs


def key(case: RunCase) -> str:
    return json.dumps(case, sort_keys=True)


def run_case(case: RunCase, seed: int, timeout: float) -> Ended:
    return launch(case["build"], case["ranks"], timeout, "fockproxy", case["command"], case["molecule"],
                  "--basis", case["basis"], "--threshold", case["threshold"], "--grain", case["grain"], "--seed", seed)


def row_of(case: RunCase, ended: Ended) -> RunRow:
    return {"case": case, "exit_code": ended.code, "seconds": round(ended.seconds, 2), "last": ended.verdict}


def measure_runs(settings: Settings) -> None:
    file = runs_file(settings.results)
    done = {key(row["case"]) for row in file.rows}
    left = [case for case in run_cases(settings.builds, ORDER_SEED) if key(case) not in done][:settings.limit]
    with progress(len(left), "run_case") as bar:
        for number, case in enumerate(left, 1):
            row = row_of(case, run_case(case, len(file.rows), settings.timeout))
            file.add(row)
            if row["exit_code"] != 0 or number % BETWEEN_LINES == 0:
                say(f"{number}: {case} {row['exit_code']} {row['last']}")
            bar.update()
