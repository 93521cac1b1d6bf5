"""Faults put into builds, and how many were caught, by perf_fault_power."""

import concurrent.futures

from fockproxy_perf.errors import UserError
from fockproxy_perf.studies.progress import progress, say
from fockproxy_perf.studies.verification.cases import SEEDS, FaultCase, fault_cases
from fockproxy_perf.studies.verification.launches import Ended, launch
from fockproxy_perf.studies.verification.rows import faults_file
from fockproxy_perf.studies.verification.settings import Settings


def measure(settings: Settings) -> None:
    """settings.jobs launches at once; the first that has no rows ends the campaign."""
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
