"""From a sweep and its traces to the page and its files: the sections in their order."""

import pathlib

from . import (
    advice,
    contention,
    degradation,
    efficiency,
    failures,
    gantt,
    latency,
    page,
    phases,
    strategies,
    table1,
    trace,
    verdicts,
)
from .sweep import Sweep

_OF_SWEEP = (advice, table1, strategies, degradation, verdicts, latency, efficiency, phases)
_OF_TRACES = (gantt, contention)


def sections(sweep: Sweep, traces):
    return [
        *(module.section(sweep) for module in _OF_SWEEP),
        *(module.section(traces) for module in _OF_TRACES),
        failures.section(sweep),
    ]


def write_report(sweep: Sweep, path, traces=()):
    """Writes `path` and a folder of the same name without .html. Traces are paths. Throws UserError."""
    path = pathlib.Path(path)
    found = sections(sweep, [trace.read(t) for t in traces])
    page.write_page(path, f"fockproxy report: {sweep.header['name']}", sweep.machine, advice.opening(sweep), found)
    page.write_files(path.with_suffix(""), found)
