"""How a row was measured: the command line, the library, the transport with its proof, the hosts."""

from typing import Any, NamedTuple, NotRequired, TypedDict


class StackJson(TypedDict):
    """`label` is for headings: MPICH 4.3.2. `ga_runtime` is empty if the stack has no Global Arrays of its own."""

    label: str
    family: str
    version: str
    global_arrays: bool
    ga_runtime: NotRequired[str]  # older files do not have it


class TransportJson(TypedDict):
    """`proved` is None if there is nothing to prove or nothing is known; `proof` tells what was measured."""

    label: str
    proved: bool | None
    proof: str


class MpiJson(TypedDict):
    library: str
    ranks: int  # that work
    ranks_kept: NotRequired[int]  # by Global Arrays, in addition; older files do not have it
    nodes: int
    thread_level_requested: str
    thread_level_provided: str


class RankJson(TypedDict):
    rank: int
    host: str
    affinity: str  # cores: 0-2,5


class Provenance(TypedDict):
    """Every row has the first four; the rest is from the program's document, if there is one."""

    argv: list[str]
    environment: dict[str, str]
    stack: StackJson
    transport: TransportJson
    program: NotRequired[str]
    version: NotRequired[str]
    git_revision: NotRequired[str]
    compiler: NotRequired[str]
    time: NotRequired[str]
    cpu: NotRequired[str]
    mpi: NotRequired[MpiJson]
    global_arrays: NotRequired[str | None]
    global_arrays_runtime: NotRequired[str | None]
    libint: NotRequired[str]
    cures: NotRequired[list[Any]]
    self_tests: NotRequired[list[Any]]
    library_progress: NotRequired[dict[str, Any]]
    ranks: NotRequired[list[RankJson]]


class Surroundings(NamedTuple):
    """What all rows of one launch share."""

    provenance: Provenance
    started: str  # UTC, ISO 8601
    elapsed_seconds: float  # of the whole launch; not a measurement
    exit_code: int | None  # None: the watchdog ended it


NODE_MEMORY = "memory of Global Arrays' own"  # shared by the ranks of a node; not a path that `fockproxy info` measures
OPENSHMEM = "openshmem"  # nor is this one
_WINDOWS = ["messages", "allocate", "create"]  # windows may be of either kind
_PATHS = {"": _WINDOWS,  # the Global Arrays found in the system: Debian's uses ARMCI-MPI
          "armci-mpi": _WINDOWS,
          "mpi3": _WINDOWS,
          "mpi-ts": ["messages"],
          "mpi-mt": ["messages"],
          "mpi-pt": ["messages", NODE_MEMORY],
          "mpi-pr": ["messages", NODE_MEMORY]}


def ga_paths(stack: StackJson) -> list[str]:
    """Paths with the names of `fockproxy info`, and NODE_MEMORY."""
    return _PATHS[stack.get("ga_runtime", "")]
