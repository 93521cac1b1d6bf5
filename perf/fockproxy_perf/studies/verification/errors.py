"""max |F - F_exact| against what was promised, by perf_screening_error."""

from fockproxy_perf.studies.progress import progress, say
from fockproxy_perf.studies.verification.cases import ErrorCase, error_cases
from fockproxy_perf.studies.verification.launches import launch
from fockproxy_perf.studies.verification.rows import errors_file
from fockproxy_perf.studies.verification.settings import Settings


def measure(settings: Settings) -> None:
    """A launch that fails is said, and tried again by the next campaign."""
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
