"""The command line of a launch, and its environment variables."""

import os
from collections.abc import Sequence
from typing import NamedTuple

from fockproxy_perf.rows.program_options import unset
from fockproxy_perf.source_tree import SOURCE
from fockproxy_perf.stacks import launchers, transports
from fockproxy_perf.stacks.catalogue import Stack
from fockproxy_perf.sweep.launch import Launch
from fockproxy_perf.sweep.sweep_file import LIST_OPTIONS, POSITIONAL, is_of_launch

STALL_SHARE = 0.8  # of the watchdog's time; then the program itself reports where each rank is
# Variables that affect MPI, Global Arrays and fabrics, and the choice of their libraries.
STEERING = ("OMPI_", "PRTE_", "PMIX_MCA_", "MPIR_", "MPICH_", "HYDRA_", "I_MPI_", "FI_", "UCX_", "ARMCI_", "GA_",
            "PSM2_", "OMP_", "SLURM_MPI_", "SLURM_CPU_BIND", "LD_LIBRARY_PATH")


class CommandLine(NamedTuple):
    argv: list[str]  # with the launcher first
    environment: dict[str, str]

    def steering(self) -> dict[str, str]:
        """The variables that a row records."""
        return {name: value for name, value in sorted(self.environment.items()) if name.startswith(STEERING)}


def command_line(launch: Launch, stack: Stack, launcher: str, hosts: Sequence[str]) -> CommandLine:
    """`launcher` and `hosts` as in launcher_command(). Raises UserError if they do not fit the launch."""
    settings = launch.settings
    own = {name.removeprefix("env."): value for name, value in settings.items() if name.startswith("env.")}
    asked = transports.transport_environment(settings["transport"], stack.family) or {}
    set_here = {**launchers.launcher_environment(stack, settings), **asked, **own}
    words = launchers.launcher_command(launcher, stack, settings, hosts)
    words += launchers.forwarding_arguments(launcher, stack.family, {"FOCKPROXY_DATA", *set_here},
                                            settings["hosts"] > 1)
    return CommandLine([*words, str(stack.program), *program_arguments(launch)],
                       {"FOCKPROXY_DATA": str(SOURCE), **os.environ, **set_here})


def program_arguments(launch: Launch) -> list[str]:
    """The subcommand and its options."""
    words = [launch.command]
    options = {**launch.options, **{name: value for name, value in launch.settings.items()
                                    if not is_of_launch(name)}}
    positional = POSITIONAL.get(launch.command)
    if positional and positional in options:  # --input needs none
        words.append(str(options.pop(positional)))
    if launch.settings["thread_level"] != "lowest":
        options["thread_level"] = launch.settings["thread_level"]
    names = LIST_OPTIONS.get(launch.command, ())
    options |= {name: ",".join(map(str, values)) for name, values in launch.lists().items() if name in names}
    options.setdefault("stall_timeout", max(1, round(STALL_SHARE * launch.timeout)))
    for name, value in options.items():
        if value is False:
            words += unset(launch.command, name)
            continue
        words += [f"--{name.replace('_', '-')}", *([] if value is True else [str(value)])]
    return words
