"""The runtimes that Global Arrays can be built with, which do its gets, accumulates and counter draws."""

import dataclasses

from fockproxy_perf.errors import UserError

# The number of ranks of each node that mpi-pr keeps to serve the others.
PROGRESS_RANKS = "GA_NUM_PROGRESS_RANKS_PER_NODE"


@dataclasses.dataclass(frozen=True)
class GaRuntime:
    """`words` complete "Global Arrays on ..."."""

    name: str
    words: str
    needs_armci_mpi: bool = False
    progress_ranks: int = 0  # per node: ranks of the launch that serve the others and compute nothing


_ALL = (
    GaRuntime("mpi-pr", "two-sided MPI, served by one rank of every node", progress_ranks=1),
    GaRuntime("mpi-ts", "two-sided MPI, served by whoever is inside Global Arrays"),
    GaRuntime("mpi-pt", "two-sided MPI, served by a thread of one rank of every node"),
    GaRuntime("mpi-mt", "two-sided MPI, served by a thread of every rank"),
    GaRuntime("mpi3", "one-sided MPI-3, by Global Arrays' own ComEx"),
    GaRuntime("armci-mpi", "one-sided MPI-3, by ARMCI-MPI", needs_armci_mpi=True),
)
RUNTIMES = {runtime.name: runtime for runtime in _ALL}


def find_runtime(name: str) -> GaRuntime:
    if name not in RUNTIMES:
        raise UserError(f"Global Arrays has no runtime '{name}' here; there are {', '.join(RUNTIMES)}")
    return RUNTIMES[name]
