"""Right builds and SCF runs, none of which may be refused."""

import json

from fockproxy_perf.studies.progress import progress, say
from fockproxy_perf.studies.verification.cases import RunCase, run_cases
from fockproxy_perf.studies.verification.launches import Ended, launch
from fockproxy_perf.studies.verification.rows import RunRow, runs_file
from fockproxy_perf.studies.verification.settings import Settings

ORDER_SEED = 2008
BETWEEN_LINES = 25  # runs


def key(case: RunCase) -> str:
    return json.dumps(case, sort_keys=True)


def run(case: RunCase, seed: int, timeout: float) -> Ended:
    return launch(case["build"], case["ranks"], timeout, "fockproxy", case["command"], case["molecule"],
                  "--basis", case["basis"], "--threshold", case["threshold"], "--grain", case["grain"], "--seed", seed)


def row_of(case: RunCase, ended: Ended) -> RunRow:
    return {"case": case, "exit_code": ended.code, "seconds": round(ended.seconds, 2), "last": ended.verdict}


def measure(settings: Settings) -> None:
    file = runs_file(settings.results)
    done = {key(row["case"]) for row in file.rows}
    left = [case for case in run_cases(settings.builds, ORDER_SEED) if key(case) not in done][:settings.limit]
    with progress(len(left), "run") as bar:
        for number, case in enumerate(left, 1):
            row = row_of(case, run(case, len(file.rows), settings.timeout))
            file.add(row)
            if row["exit_code"] != 0 or number % BETWEEN_LINES == 0:
                say(f"{number}: {case} {row['exit_code']} {row['last']}")
            bar.update()
