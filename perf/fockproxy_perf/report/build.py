"""Makes the page and its files from a sweep and its traces."""

import pathlib
from collections.abc import Iterable, Sequence

from fockproxy_perf.errors import UserError
from fockproxy_perf.report import trace
from fockproxy_perf.report.contents import OF_SWEEP
from fockproxy_perf.report.opening import Opening
from fockproxy_perf.report.page import Page
from fockproxy_perf.report.section import Section
from fockproxy_perf.report.sections import advice, contention, failures, gantt, runtime_answer
from fockproxy_perf.report.sweep import Sweep

_OF_TRACES = (gantt, contention)


def sections(sweep: Sweep, traces: Sequence[trace.Trace]) -> list[Section]:
    """The sections in order; failures come last."""
    found = {name: make(sweep) for name, make in OF_SWEEP.items()}
    failed = found.pop("failures")
    return [*found.values(), *(module.section(traces) for module in _OF_TRACES), failed]


def write_report(sweep: Sweep, path: pathlib.Path, traces: Iterable[pathlib.Path] = ()) -> None:
    """Writes `path` and a folder of the same name without .html. Throws UserError before it draws anything."""
    if not path.parent.is_dir():
        raise UserError(f"cannot write {path}: No such file or directory")
    found = sections(sweep, [trace.read(t) for t in traces])
    opening = Opening(failures.banner(sweep), runtime_answer.answer(sweep) or advice.answer(sweep))
    page = Page(f"fockproxy report: {sweep.header['name']}", sweep.machine, opening, found)
    try:
        page.write(path)
    except OSError as error:
        raise UserError(f"cannot write {error.filename}: {error.strerror}") from error
