"""From a sweep to the page and its files: the sections in their order."""

import pathlib

from . import advice, degradation, efficiency, failures, latency, page, phases, table1, verdicts
from .sweep import Sweep

_SECTIONS = (advice, table1, degradation, verdicts, latency, efficiency, phases, failures)


def sections(sweep: Sweep, traces):
    return [module.section(sweep) for module in _SECTIONS]


def write_report(sweep: Sweep, path, traces=()):
    """Writes `path` and a folder of the same name without .html."""
    path = pathlib.Path(path)
    found = sections(sweep, traces)
    page.write_page(path, f"fockproxy report: {sweep.header['name']}", sweep.machine, advice.opening(sweep), found)
    page.write_files(path.with_suffix(""), found)
