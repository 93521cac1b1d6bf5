"""Global Arrays' runtimes: who serves a rank that computes, and what the cores for it cost."""

from fockproxy_perf.report.analysis.busy import busy
from fockproxy_perf.report.analysis.degradation import comparisons
from fockproxy_perf.report.analysis.runtime_builds import equal_cores
from fockproxy_perf.report.analysis.runtimes import of_runtimes
from fockproxy_perf.report.section import Section
from fockproxy_perf.report.sections import runtime_answer
from fockproxy_perf.report.sections.busy_targets import who_waits
from fockproxy_perf.report.sections.runtime_builds import builds_table
from fockproxy_perf.report.sections.runtime_tables import busy_table, counter_table, degradation_table
from fockproxy_perf.report.sections.words import counted
from fockproxy_perf.report.sweep import Sweep


def section(sweep: Sweep) -> Section:
    result = Section(
        "runtimes",
        "Who serves",
        "Which runtime under Global Arrays, and how many cores for those who serve the others?",
    )
    few = of_runtimes(sweep)
    if not few.rows:
        result.missing = (
            "This sweep has no stack with a Global Arrays of its own (NAME+RUNTIME): perf/sweeps/ga-runtimes has them."
        )
        return result
    found = equal_cores(sweep)
    result.findings += [*runtime_answer.sentences(sweep), *runtime_answer.more_sentences(sweep)]
    waits = busy_table(busy(few))
    result.findings += counted(who_waits(busy(few)), waits.title)
    tables = (
        builds_table(sweep, found, "whole Fock builds at equal processes"),
        degradation_table(few, comparisons(few)),
        counter_table(few),
        waits,
    )
    result.tables += [table for table in tables if table.rows]
    return result
