"""A run of scripts/perf memory."""

from fockproxy_perf.studies.kept_rows import Moment


class Run(Moment):
    formula: str
    basis: str
    functions: int
    solve: str
    ranks: int
    mpi: str
    git_revision: str
    expected: float  # bytes of a rank
    peak: list[float]  # likewise, by rank


def matrix_of(run: Run) -> float:
    """Bytes of one matrix of functions x functions."""
    return 8.0 * run["functions"] ** 2
