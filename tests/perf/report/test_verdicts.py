"""The report on verdicts on single operations."""

import made_up_counters
from fockproxy_perf.report.analysis.verdicts import Verdict, grid, merged, together
from fockproxy_perf.rows.counter_rows import VerdictRow


def test_windows_with_the_same_verdicts_share_a_line(sweep):
    found = merged(grid(sweep))
    assert "MPICH 4.0.2 (Debian), window allocate or create" in found.lines
    assert {"MPICH 4.3.2, window allocate", "MPICH 4.3.2, window create"} < set(found.lines)
    assert found.cells["get, 8 B", "MPICH 4.3.2, window allocate"] == (Verdict.SELF, "")
    assert found.cells["get, 8 B", "MPICH 4.3.2, window create"] == (Verdict.NEEDS, "")


def test_verdicts_fill_the_grid(sweep):
    found = grid(sweep)
    assert found.operations == made_up_counters.OPERATIONS
    assert len(found.lines) == 12
    assert found.verdicts["get, 8 B", "Open MPI 5.0.8, window create"] == Verdict.SELF
    assert found.verdicts["fetch_and_op, 8 B", "Open MPI 5.0.8, window create"] == Verdict.NEEDS
    assert found.verdicts["compare_and_swap, 8 B", "Open MPI 4.1.4 (Debian), window create"] == Verdict.UNSUPPORTED


def test_repetitions_that_differ_are_no_verdict(sweep):
    by_itself = next(r for r in sweep.of(VerdictRow) if r.verdict == Verdict.SELF)
    needs = next(r for r in sweep.of(VerdictRow) if r.verdict == Verdict.NEEDS)
    assert together([by_itself, by_itself]) == Verdict.SELF
    assert together([by_itself, needs]) == Verdict.MIXED
