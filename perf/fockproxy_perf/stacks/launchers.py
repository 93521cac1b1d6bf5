"""How each MPI family starts ranks: mpiexec of the library itself, srun, or a command line of the user's own."""

import os
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from fockproxy_perf.errors import UserError
from fockproxy_perf.rows.provenance import RankJson
from fockproxy_perf.source_tree import SOURCE
from fockproxy_perf.stacks import links
from fockproxy_perf.stacks.catalogue import Stack

# Instead of names of hosts: as many as are wanted, made of network namespaces of this machine by scripts/hosts.
NAMESPACES = "namespaces"
MORE_RANKS_THAN_CORES = {"OMPI_MCA_rmaps_base_oversubscribe": "1",  # Open MPI 4
                         "PRTE_MCA_rmaps_default_mapping_policy": ":oversubscribe"}  # Open MPI 5


# srun --mpi: what each family understands.
SLURM_PMI = {"openmpi": "pmix", "mpich": "pmi2", "intel": "pmi2", "other": ""}


def are_namespaces(hosts: Sequence[str]) -> bool:
    return list(hosts) == [NAMESPACES]


def launcher_command(launcher: str, stack: Stack, settings: Mapping[str, Any], hosts: Sequence[str]) -> list[str]:
    """The words before the program.

    launcher: "mpiexec", "srun", or a template with {ranks} and, if wanted, {hosts} (their number) and {ranks_per_host}.
    hosts: names, for mpiexec over several hosts; or NAMESPACES alone.
    """
    ranks, number = settings["ranks"], settings["hosts"]
    if ranks % number:
        raise UserError(f"{ranks} ranks cannot be shared equally by {number} hosts")
    made_here = launcher == "mpiexec" and are_namespaces(hosts) and number > 1
    if links.options(settings) and not made_here:
        raise UserError(f"a link that is {links.words(settings)} takes several hosts and --hosts namespaces")
    if launcher == "srun":
        return ["srun", f"--ntasks={ranks}", f"--nodes={number}",
                f"--cpu-bind={'cores' if settings['binding'] == 'core' else 'none'}",
                *([f"--mpi={SLURM_PMI[stack.family]}"] if SLURM_PMI[stack.family] else [])]
    if launcher != "mpiexec":
        return launcher.format(ranks=ranks, hosts=number, ranks_per_host=ranks // number).split()
    if made_here:
        hosts = [f"h{i + 1}" for i in range(number)]
        before = [str(SOURCE / "scripts" / "hosts"), "with", str(number), *links.options(settings)]
        settings = {**settings, "binding": "none"}  # a host has cores of its own, which Open MPI does not know
    else:
        before = []
    if number > max(1, len(hosts)):
        raise UserError(f"{number} hosts are wanted and --hosts names {len(hosts)}; name them, or use --launcher srun")
    return [*before, stack.mpiexec, "-n", str(ranks), *binding_arguments(stack.family, settings["binding"]),
            *host_arguments(stack.family, hosts[:number] if number > 1 else [], ranks // number)]


def binding_arguments(family: str, binding: str) -> list[str]:
    if family == "openmpi":
        # Overload: more ranks than cores are the sweep's own wish.
        return ["--bind-to", "core:overload-allowed" if binding == "core" else "none"]
    if family == "mpich":
        return ["-bind-to", binding]
    return []  # Intel MPI: by variables; other: as it does


def host_arguments(family: str, hosts: Sequence[str], per_host: int) -> list[str]:
    if not hosts:
        return []
    if family == "openmpi":
        return ["--host", ",".join(f"{host}:{per_host}" for host in hosts)]
    return ["-hosts", ",".join(hosts), "-ppn", str(per_host)]


def root_environment() -> dict[str, str]:
    """Open MPI, 4 and 5, refuses to start as root unless told twice; nobody else is told."""
    if os.geteuid() != 0:
        return {}
    return {"OMPI_ALLOW_RUN_AS_ROOT": "1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1",
            "PRTE_ALLOW_RUN_AS_ROOT": "1", "PRTE_ALLOW_RUN_AS_ROOT_CONFIRM": "1"}


def launcher_environment(stack: Stack, settings: Mapping[str, Any]) -> dict[str, str]:
    """Variables that the launcher, not the transport, needs."""
    environment: dict[str, str] = {}
    if stack.family == "openmpi":
        if settings["ranks"] > len(os.sched_getaffinity(0)) * settings["hosts"]:
            environment |= MORE_RANKS_THAN_CORES
        environment |= root_environment()
    if stack.family == "intel":
        bound = settings["binding"] == "core"
        environment |= {"I_MPI_PIN": "1", "I_MPI_PIN_DOMAIN": "core"} if bound else {"I_MPI_PIN": "0"}
        if stack.wheels:
            environment["I_MPI_ROOT"] = str(stack.prefix)
    if stack.program_of and stack.wheels:  # its own library comes before the one that the program was linked with
        found = os.environ.get("LD_LIBRARY_PATH")
        environment["LD_LIBRARY_PATH"] = f"{stack.prefix / 'lib'}{os.pathsep + found if found else ''}"
    return environment


def forwarding_arguments(launcher: str, family: str, names: Iterable[str], several_hosts: bool) -> list[str]:
    """Open MPI hands only its own variables to other hosts by itself; Hydra and srun hand on all."""
    if launcher != "mpiexec" or family != "openmpi" or not several_hosts:
        return []
    return [word for name in sorted(names) if not name.startswith(("OMPI_", "PRTE_")) for word in ("-x", name)]


def bound_as_asked(binding: str, ranks: Sequence[RankJson]) -> bool | None:
    """Whether the affinities that the ranks reported fit; None where a launcher's binding cannot be told."""
    cores = [core_list(rank["affinity"]) for rank in ranks]
    if any(not listed for listed in cores):
        return None
    if binding == "core":
        return all(len(listed) == 1 for listed in cores)
    of_hosts: dict[str, list[set[int]]] = {}
    for rank, listed in zip(ranks, cores, strict=True):
        of_hosts.setdefault(rank["host"], []).append(listed)
    return all(listed == of_host[0] for of_host in of_hosts.values() for listed in of_host)


def core_list(text: str) -> set[int]:
    """'0-2,5' -> {0, 1, 2, 5}"""
    cores: set[int] = set()
    for piece in filter(None, text.replace(" ", "").split(",")):
        first, _, last = piece.partition("-")
        cores |= set(range(int(first), int(last or first) + 1))
    return cores
