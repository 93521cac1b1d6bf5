"""Which ways Global Arrays' operations take, by its runtime."""

from fockproxy_perf.rows.provenance import StackJson

NODE_MEMORY = "memory of Global Arrays' own"  # which the node's ranks share: no path that `fockproxy info` measures
_WINDOWS = ["messages", "allocate", "create"]  # of one of both kinds
_PATHS = {"": _WINDOWS,  # one that was there already: Debian's is ARMCI-MPI
          "armci-mpi": _WINDOWS,
          "mpi3": _WINDOWS,
          "mpi-ts": ["messages"],
          "mpi-mt": ["messages"],
          "mpi-pt": ["messages", NODE_MEMORY],
          "mpi-pr": ["messages", NODE_MEMORY]}


def ga_paths(stack: StackJson) -> list[str]:
    """Paths as `fockproxy info` names them, and NODE_MEMORY."""
    return _PATHS[stack.get("ga_runtime", "")]
