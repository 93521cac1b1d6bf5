"""The sections of the report of a sweep, by anchor, in the order of the page."""

from collections.abc import Callable, Mapping, Sequence

from fockproxy_perf.errors import UserError
from fockproxy_perf.report.section import Section
from fockproxy_perf.report.sections import (
    advice,
    degradation,
    device,
    efficiency,
    failures,
    gsum,
    ladder,
    latency,
    onesided,
    phases,
    runtimes,
    strategies,
    table1,
    threads,
    verdicts,
)
from fockproxy_perf.report.sweep import Sweep

_MODULES = (advice, table1, strategies, device, runtimes, degradation, threads, verdicts, latency, onesided, gsum,
            ladder, efficiency, phases, failures)
OF_SWEEP: Mapping[str, Callable[[Sweep], Section]] = {
    module.__name__.rpartition(".")[2]: module.section for module in _MODULES
}


def chosen(sweep: Sweep, names: Sequence[str]) -> list[Section]:
    """The sections with these names, or all without names. Raises UserError if a named section has nothing to tell."""
    if unknown := [name for name in names if name not in OF_SWEEP]:
        raise UserError(f"no section '{unknown[0]}'; there are: {', '.join(OF_SWEEP)}")
    found = [make(sweep) for name, make in OF_SWEEP.items() if name in (names or OF_SWEEP)]
    if names and (missing := [section for section in found if section.missing]):
        raise UserError(f"section {missing[0].anchor}: {missing[0].missing}")
    return found
