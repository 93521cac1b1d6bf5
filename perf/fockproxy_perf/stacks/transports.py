"""Transports as values of an axis: the settings of each family, and the proof that they are in force.

Settings are only requests. The proof of a transport is `fockproxy info`: the bytes through TCP sockets relative to the
bytes sent, by messages and through windows of each kind.
"""

from collections.abc import Sequence
from typing import Any

from fockproxy_perf.rows.provenance import NODE_MEMORY, OPENSHMEM

# transport -> family -> variables
SETTINGS: dict[str, dict[str, dict[str, str]]] = {
    "default": {},
    "shm": {
        "openmpi": {},
        "mpich": {},
        "intel": {"I_MPI_FABRICS": "shm"},
    },
    "tcp": {
        # osc ^sm,ucx: both would use shared memory for windows. reachable weighted: otherwise Open MPI 5 may find no
        # path from a host to itself.
        "openmpi": {
            "OMPI_MCA_pml": "ob1",
            "OMPI_MCA_btl": "tcp,self",
            "OMPI_MCA_osc": "^sm,ucx",
            "OMPI_MCA_reachable": "weighted",
            "UCX_TLS": "tcp,self",  # OpenSHMEM, which uses UCX in any case
        },
        # NOLOCAL: ranks of one host are treated as if they were on different hosts. UCX and libfabric have separate
        # variables.
        "mpich": {"MPIR_CVAR_NOLOCAL": "1", "UCX_TLS": "tcp,self", "FI_PROVIDER": "tcp"},
        "intel": {"I_MPI_FABRICS": "ofi", "FI_PROVIDER": "tcp"},
    },
}


def transport_environment(transport: str, family: str) -> dict[str, str] | None:
    """Variables to set before mpiexec starts; None if this family has no such settings."""
    return {} if transport == "default" else SETTINGS[transport].get(family)


def transport_label(transport: str, hosts: int, namespaces: bool = False) -> str:
    """`namespaces`: hosts are network namespaces of this machine, not machines."""
    if namespaces and hosts > 1:
        return f"{transport_label(transport, hosts)}, {hosts} hosts in network namespaces of one machine"
    if transport == "tcp":
        return "TCP" if hosts > 1 else "TCP on one host (Ethernet-like)"
    return "shared memory" if transport == "shm" else "as the library chooses"


def proof(transport: str, info: dict[str, Any] | None, paths: Sequence[str]) -> tuple[bool | None, str]:
    """(proved, words): whether these paths use `transport`; `info` is None if it could not run.

    proved is None if there is nothing to prove or nothing is known.
    """
    if info is None:
        return None, "not known: fockproxy info did not run with these settings"
    if transport == "tcp" and NODE_MEMORY in paths:
        return False, "what stays on a node goes through memory that Global Arrays' own runtime shares there"
    if OPENSHMEM in paths:
        return None, "not known: fockproxy info does not measure the transport of OpenSHMEM"
    measured = {path["path"]: path for path in info["transport"]["paths"]}
    found = [measured[name] for name in paths if name in measured and "refused" not in measured[name]]
    sharing = f"ranks that share memory: {info['transport']['ranks_sharing_memory']}"
    if not found:
        return None, f"nothing was sent; {sharing}"
    words = "; ".join(f"{path['path']}: {path['tcp_bytes']} bytes through TCP sockets for {path['bytes_sent']} sent"
                      for path in found) + f"; {sharing}"
    if transport == "tcp":
        return all(path["tcp_bytes"] >= path["bytes_sent"] for path in found), words
    if transport == "shm":
        return all(path["tcp_bytes"] < path["bytes_sent"] / 10 for path in found), words
    return None, words
