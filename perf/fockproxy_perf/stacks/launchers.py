"""How each MPI family starts ranks: with the library's mpiexec, with srun, or with your own command line."""

import os
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from fockproxy_perf.errors import UserError
from fockproxy_perf.rows.provenance import RankJson
from fockproxy_perf.source_tree import SOURCE
from fockproxy_perf.stacks import links
from fockproxy_perf.stacks.catalogue import Stack

# Instead of host names: any number of hosts in network namespaces of this machine, made by scripts/hosts.
NAMESPACES = "namespaces"
MORE_RANKS_THAN_CORES = {"OMPI_MCA_rmaps_base_oversubscribe": "1",  # Open MPI 4
                         "PRTE_MCA_rmaps_default_mapping_policy": ":oversubscribe"}  # Open MPI 5


# The value of srun --mpi for each family.
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
        # Overload: the sweep itself asks for more ranks than cores.
        return ["--bind-to", "core:overload-allowed" if binding == "core" else "none"]
    if family == "mpich":
        return ["-bind-to", binding]
    return []  # Intel MPI uses variables; other families have no option


def host_arguments(family: str, hosts: Sequence[str], per_host: int) -> list[str]:
    if not hosts:
        return []
    if family == "openmpi":
        return ["--host", ",".join(f"{host}:{per_host}" for host in hosts)]
    return ["-hosts", ",".join(hosts), "-ppn", str(per_host)]


def root_environment() -> dict[str, str]:
    """The variables with which Open MPI 4 and 5 agree to start as root; empty for other users."""
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
    if stack.program_of and stack.wheels:  # its own library must precede the one that the program was linked with
        found = os.environ.get("LD_LIBRARY_PATH")
        environment["LD_LIBRARY_PATH"] = f"{stack.prefix / 'lib'}{os.pathsep + found if found else ''}"
    return environment


def forwarding_arguments(launcher: str, family: str, names: Iterable[str], several_hosts: bool) -> list[str]:
    """Options that pass variables to other hosts. Open MPI passes only its own variables; Hydra and srun pass all."""
    if launcher != "mpiexec" or family != "openmpi" or not several_hosts:
        return []
    return [word for name in sorted(names) if not name.startswith(("OMPI_", "PRTE_")) for word in ("-x", name)]


def bound_as_asked(binding: str, ranks: Sequence[RankJson]) -> bool | None:
    """Whether the reported affinities match the binding; None if a launcher's binding is unknown."""
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
