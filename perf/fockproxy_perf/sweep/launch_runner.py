"""Runs launches of a sweep and turns each into rows."""

import dataclasses
import datetime
import json
import os
import pathlib
import re
import tempfile

from fockproxy_perf.stacks import launchers, transports
from fockproxy_perf.durations import format_duration
from fockproxy_perf.sweep.job import JobEnd, run_job
from fockproxy_perf.rows import notes
from fockproxy_perf.rows.provenance import Surroundings
from fockproxy_perf.sweep.launch_rows import rows_of_document, rows_without_document
from fockproxy_perf.stacks.version import stack_json
from fockproxy_perf.source_tree import SOURCE
from fockproxy_perf.sweep.sweep_file import LAUNCH_AXES, LIST_OPTIONS, POSITIONAL

STALL_SHARE = 0.8       # of the watchdog's time: the program itself then says where each rank is
EXIT_USAGE, EXIT_STALLED = 2, 3
ERROR = "fockproxy: error: "
STALLED = "fockproxy: stalled: "
WINDOW_REFUSED = re.compile(r"error occurred in MPI_Win_(allocate|create)\b")
MPI_ERROR = re.compile(r"MPI_ERR_\w+: .*")
LAUNCHER_PREFIX = re.compile(r"^\[[^\]]*:\d+\]\s*(\[\[\d+,\d+\],\d+\]\s*)?")  # [host:process] [[job,0],0]
# Variables that steer MPI, Global Arrays and fabrics.
STEERING = ("OMPI_", "PRTE_", "PMIX_MCA_", "MPIR_", "MPICH_", "HYDRA_", "I_MPI_", "FI_", "UCX_", "ARMCI_", "GA_",
            "PSM2_", "OMP_", "SLURM_MPI_", "SLURM_CPU_BIND")


class LaunchRunner:
    """Starts fockproxy for launches; keeps what `fockproxy info` said of each set of settings."""

    def __init__(self, stacks, launcher="mpiexec", hosts=(), mark="", tick=lambda: None):
        self.stacks, self.launcher, self.hosts, self.mark, self.tick = stacks, launcher, list(hosts), mark, tick
        self.infos = {}
        self.labels = {}  # stack -> what a document told of it

    def run(self, launch):
        """The rows of one launch as the program tells them, neither judged nor numbered by the file."""
        command, environment = self.command(launch)
        with tempfile.TemporaryDirectory(prefix="fockproxy-sweep-") as directory:
            file = pathlib.Path(directory) / "result.json"
            argv = [*command, *program_arguments(launch), "--json", str(file)]
            started = now()
            end = run_job(argv, environment, launch.timeout, directory, self.mark, self.tick)
            document = json.loads(file.read_text()) if file.exists() else None
        surroundings = self.surroundings(launch, argv, environment, started, end, document)
        if document is None:
            return rows_without_document(launch, *what_happened(end, launch.timeout), surroundings)
        return rows_of_document(launch, document, surroundings)

    def not_launched(self, launch):
        """What surrounds the rows of a launch whose end is known beforehand."""
        command, environment = self.command(launch)
        argv = [*command, *program_arguments(launch)]
        return self.surroundings(launch, argv, environment, now(), JobEnd(None, 0.0, ""), None)

    def surroundings(self, launch, argv, environment, started, end, document):
        stack = self.stacks[launch.settings["stack"]]
        if document:
            self.labels[stack.name] = stack_json(stack, document)
        provenance = {"argv": argv, "environment": steering(environment),
                      "stack": self.labels.get(stack.name) or stack_json(stack, None),
                      "transport": transport_json(launch.settings, None, "nothing was measured")}
        if document:
            provenance |= {name: value for name, value in document["provenance"].items()
                           if name not in ("arguments", "environment")}
        return Surroundings(provenance, started, round(end.seconds, 3), end.exit_code)

    def command(self, launch):
        """(launcher and program, environment)"""
        stack = self.stacks[launch.settings["stack"]]
        own = {name.removeprefix("env."): value for name, value in launch.settings.items() if name.startswith("env.")}
        asked = transports.transport_environment(launch.settings["transport"], stack.family) or {}
        set_here = {**launchers.launcher_environment(stack, launch.settings), **asked, **own}
        environment = {"FOCKPROXY_DATA": str(SOURCE), **os.environ, **set_here}
        words = launchers.launcher_command(self.launcher, stack, launch.settings, self.hosts)
        words += launchers.forwarding_arguments(self.launcher, stack.family, {"FOCKPROXY_DATA", *set_here},
                                                launch.settings["hosts"] > 1)
        return [*words, str(stack.program)], environment

    def judge(self, rows):
        """Adds what the settings came to: binding, and the transport, without which a row would bear a wrong label."""
        return [self.judged(row) for row in rows]

    def judged(self, row):
        provenance, asked = row.provenance, row.axes["transport"]
        level = provenance["mpi"]["thread_level_requested"]
        info = row.result if row.is_probe else self.infos.get(info_key({**row.axes, "thread_level": level}))
        proved, words = transports.proof(asked, info, row.paths())
        row = dataclasses.replace(row, provenance={**provenance, "transport": transport_json(row.axes, proved, words)})
        if row.verified and proved is False and not row.is_probe:
            return dataclasses.replace(row, status="other transport", notes=(), result={},
                                       reason=f"the transport is not {asked}: {words}")
        if launchers.bound_as_asked(row.axes["binding"], provenance["ranks"]) is False:
            return dataclasses.replace(row, notes=(*row.notes, notes.NOT_BOUND))
        return row

    def remember(self, axes, info):
        """Keeps what `fockproxy info` said with the settings in `axes`."""
        self.infos[info_key(axes)] = info


def info_key(settings):
    return json.dumps({name: value for name, value in settings.items()
                       if name in LAUNCH_AXES or name.startswith("env.")}, sort_keys=True)


def transport_json(settings, proved, words):
    label = transports.transport_label(settings["transport"], settings["hosts"])
    return {"label": label, "proved": proved, "proof": words}


def program_arguments(launch):
    """The subcommand and its options."""
    words = [launch.command]
    options = {**launch.options, **{name: value for name, value in launch.settings.items()
                                    if name not in LAUNCH_AXES and not name.startswith("env.")}}
    positional = POSITIONAL.get(launch.command)
    if positional:
        words.append(str(options.pop(positional)))
    if launch.settings["thread_level"] != "lowest":
        options["thread_level"] = launch.settings["thread_level"]
    names = LIST_OPTIONS.get(launch.command, ())
    options |= {name: ",".join(map(str, values)) for name, values in launch.lists().items() if name in names}
    options.setdefault("stall_timeout", max(1, round(STALL_SHARE * launch.timeout)))
    for name, value in options.items():
        if value is False:
            continue
        words += [f"--{name.replace('_', '-')}", *([] if value is True else [str(value)])]
    return words


def what_happened(end, timeout):
    """(status, reason) of a launch that left no document."""
    lines = [line.strip() for line in end.errors.splitlines() if line.strip()]
    said = next((line.removeprefix(ERROR) for line in lines if line.startswith(ERROR)), None)
    if end.exit_code is None:
        return "hung", f"no end after {format_duration(timeout)}; the watchdog ended it"
    # Its own word before the exit code: MPICH's mpiexec kills the ranks that stay and may report theirs.
    stalled = next((line for line in lines if STALLED in line), None)
    if stalled or end.exit_code == EXIT_STALLED:
        return "hung", stalled or "the program saw no progress"
    if end.exit_code == EXIT_USAGE and said:
        return "UNSUPPORTED", said.replace("UNSUPPORTED: ", "")
    if said:
        return "FAIL", said
    if any(WINDOW_REFUSED.search(line) for line in lines):  # fockproxy asks for its own windows so that it can go on
        why = next((found[0] for line in lines if (found := MPI_ERROR.search(line))), "no reason given")
        return "UNSUPPORTED", f"this MPI refuses Global Arrays its windows: {why}"
    signs = ("signal", "segmentation fault", "fatal", "*** an error", "terminate", "error")
    lines = [line for line in lines if "ORTE_ERROR_LOG" not in line]
    lines = [LAUNCHER_PREFIX.sub("", line) for line in lines]
    telling = sorted(lines, key=lambda line: not any(sign in line.lower() for sign in signs))
    return "crashed", f"exit code {end.exit_code}" + (f": {telling[0][:200]}" if telling else "")


def steering(environment):
    return {name: value for name, value in sorted(environment.items()) if name.startswith(STEERING)}


def now():
    return datetime.datetime.now(datetime.timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ")
