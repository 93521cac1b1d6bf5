"""Runs launches of a sweep and turns each into rows."""

import datetime
import json
import pathlib
import re
import tempfile
from collections.abc import Mapping, Sequence
from typing import Any, cast

from fockproxy_perf.durations import format_duration
from fockproxy_perf.rows.outcome import Status
from fockproxy_perf.rows.provenance import Provenance, StackJson, Surroundings
from fockproxy_perf.rows.row import Row
from fockproxy_perf.stacks.catalogue import Stack
from fockproxy_perf.stacks.job import JobEnd, Tick, run_job
from fockproxy_perf.stacks.launchers import are_namespaces
from fockproxy_perf.stacks.version import stack_json
from fockproxy_perf.sweep.command_line import CommandLine, command_line
from fockproxy_perf.sweep.judge import transport_json
from fockproxy_perf.sweep.launch import Launch
from fockproxy_perf.sweep.launch_rows import rows_of_document, rows_without_document

EXIT_USAGE, EXIT_STALLED = 2, 3
ERROR = "fockproxy: error: "
STALLED = "fockproxy: stalled: "
WINDOW_REFUSED = re.compile(r"error occurred in MPI_Win_(allocate|create)\b")
MPI_ERROR = re.compile(r"MPI_ERR_\w+: .*")
LAUNCHER_PREFIX = re.compile(r"^\[[^\]]*:\d+\]\s*(\[\[\d+,\d+\],\d+\]\s*)?")  # [host:process] [[job,0],0]
SIGNS = ("signal", "segmentation fault", "fatal", "*** an error", "terminate", "error")


def what_happened(end: JobEnd, timeout: float) -> tuple[Status, str]:
    """The status of the launch's rows, and the reason in words."""
    lines = [line.strip() for line in end.errors.splitlines() if line.strip()]
    said = next((line.removeprefix(ERROR) for line in lines if line.startswith(ERROR)), None)
    if end.exit_code is None:
        return "hung", f"no end after {format_duration(timeout)}; the watchdog ended it"
    # Its own word precedes the exit code, because MPICH's mpiexec kills the remaining ranks and may report their exit
    # code.
    stalled = next((line for line in lines if STALLED in line), None)
    if stalled or end.exit_code == EXIT_STALLED:
        return "hung", stalled or "the program saw no progress"
    if end.exit_code == EXIT_USAGE and said:
        return "UNSUPPORTED", said.replace("UNSUPPORTED: ", "")
    if said:
        return "FAIL", said
    if any(WINDOW_REFUSED.search(line) for line in lines):  # not fockproxy's own windows: a refusal does not end it
        why = next((found[0] for line in lines if (found := MPI_ERROR.search(line))), "no reason given")
        return "UNSUPPORTED", f"this MPI refuses Global Arrays its windows: {why}"
    return "crashed", ": ".join([f"exit code {end.exit_code}", *telling(lines)])


def telling(lines: Sequence[str]) -> list[str]:
    """The most informative line about a crash, or none."""
    lines = [LAUNCHER_PREFIX.sub("", line) for line in lines if "ORTE_ERROR_LOG" not in line]
    lines = sorted(lines, key=lambda line: not any(sign in line.lower() for sign in SIGNS))
    return [line[:200] for line in lines[:1]]


class LaunchRunner:
    """Every process of a launch has `mark`; `launcher` and `hosts` as in launcher_command()."""

    def __init__(self, stacks: Mapping[str, Stack], launcher: str, hosts: Sequence[str], mark: str) -> None:
        self.stacks, self.launcher, self.hosts, self.mark = stacks, launcher, hosts, mark
        self.namespaces = are_namespaces(hosts)
        self.labels: dict[str, StackJson] = {}  # stack -> what a document told about it

    def run(self, launch: Launch, tick: Tick) -> list[Row]:
        """The rows of one launch from the program's document, not yet judged or numbered."""
        line = self.command_line(launch)
        with tempfile.TemporaryDirectory(prefix="fockproxy-sweep-") as directory:
            file = pathlib.Path(directory) / "result.json"
            line.argv.extend(["--json", str(file)])
            started = now()
            end = run_job(line.argv, line.environment, launch.timeout, directory, self.mark, tick)
            document = json.loads(file.read_text()) if file.exists() else None
        provenance = self.provenance(launch, line, document)
        surroundings = Surroundings(provenance, started, round(end.seconds, 3), end.exit_code)
        if document is None:
            return rows_without_document(launch, *what_happened(end, launch.timeout), surroundings)
        return rows_of_document(launch, document, surroundings)

    def not_launched(self, launch: Launch) -> Surroundings:
        """The surroundings of rows whose outcome is known without a launch."""
        return Surroundings(self.provenance(launch, self.command_line(launch), None), now(), 0.0, None)

    def command_line(self, launch: Launch) -> CommandLine:
        return command_line(launch, self.stacks[launch.settings["stack"]], self.launcher, self.hosts)

    def provenance(self, launch: Launch, line: CommandLine, document: dict[str, Any] | None) -> Provenance:
        stack = self.stacks[launch.settings["stack"]]
        if document:
            self.labels[stack.name] = stack_json(stack, document)
        said = document["provenance"] if document else {}
        own = {"argv": line.argv, "environment": line.steering(),
               "stack": self.labels.get(stack.name) or stack_json(stack, None),
               "transport": transport_json(launch.settings, None, "nothing was measured", self.namespaces)}
        more = {name: value for name, value in said.items() if name not in ("arguments", "environment")}
        return cast(Provenance, {**own, **more})


def now() -> str:
    """UTC, ISO 8601."""
    return datetime.datetime.now(datetime.UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
