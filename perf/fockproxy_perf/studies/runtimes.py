"""Tests Global Arrays on each of its runtimes: its own tests, `fockproxy check`, and reference energies.

scripts/perf runtimes STACK+RUNTIME ... [--energies water/cc-pvdz,oh/6-31g] [-o perf/results/runtimes.jsonl.gz]
scripts/perf runtimes --table      prints the tables of earlier results; runs nothing

There are two working ranks, in addition to those that a runtime keeps. D, F and the counter are those of Global Arrays.
A launch that hangs is ended and reported. Results of other stacks stay in the file; stacks must be built (scripts/perf
stacks build).
"""

import argparse
import datetime
import gzip
import json
import os
import pathlib
import sys
import tempfile
from collections.abc import Mapping, Sequence
from typing import Any, TypedDict

from fockproxy_perf.errors import UserError
from fockproxy_perf.report.table import Cell as TableCell
from fockproxy_perf.report.table import Table
from fockproxy_perf.source_tree import PERF, SOURCE
from fockproxy_perf.stacks.build_step import build_environment
from fockproxy_perf.stacks.catalogue import Stack, find_stack, known_stacks
from fockproxy_perf.stacks.ga_builder import WORKING_RANKS
from fockproxy_perf.stacks.ga_records import own_tests_in_words
from fockproxy_perf.stacks.ga_runtimes import RUNTIMES
from fockproxy_perf.stacks.job import run_job
from fockproxy_perf.stacks.launchers import launcher_command, launcher_environment
from fockproxy_perf.stacks.version import stack_json


class Moment(TypedDict):
    """The columns of every row."""

    cores: int  # that this process may use
    load: float  # runnable processes of the machine in the last minute
    time: str  # UTC


def moment() -> Moment:
    time = datetime.datetime.now(datetime.UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
    return {"cores": len(os.sched_getaffinity(0)), "load": os.getloadavg()[0], "time": time}


def read(path: pathlib.Path) -> list[Any]:
    try:
        with gzip.open(path, "rt") as file:
            return [json.loads(line) for line in file]
    except (OSError, EOFError, ValueError) as error:
        raise UserError(f"{path}: {error}") from None


def write(path: pathlib.Path, rows: Sequence[Mapping[str, Any]]) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    text = "".join(json.dumps(row) + "\n" for row in rows)
    path.write_bytes(gzip.compress(text.encode(), mtime=0))


TOLERANCE = 1e-7  # hartree, the tolerance of the tests for reference energies


class Named(TypedDict):
    name: str
    detail: str


class CheckResult(TypedDict):
    """The result of `fockproxy check`. `counts`: rows by status."""

    verdict: str
    counts: dict[str, int]
    bad: list[Named]
    unsupported: list[Named]


class Energy(TypedDict):
    """`error`: relative to the reference, in hartree; None without an energy, then `reason` tells why."""

    case: str
    error: float | None
    reason: str


class Cell(Moment):
    stack: str
    label: str
    runtime: str  # as requested
    runtime_found: str | None  # as the program reports it
    mpi: str
    global_arrays: str | None
    processes: int  # of the launch, including those that the runtime keeps
    git_revision: str
    cures: list[str]
    own_tests: str  # of Global Arrays and ARMCI-MPI, in words
    check: CheckResult
    energies: list[Energy]


def wrong(cell: Cell) -> list[Energy]:
    """Energies that are missing or differ from the reference."""
    return [energy for energy in cell["energies"] if energy["error"] is None or energy["error"] > TOLERANCE]


def verdict(cell: Cell) -> tuple[str, str]:
    """PASS, CURED, UNSUPPORTED or FAIL, and the reason."""
    bad = cell["check"]["bad"]
    reasons = [f"{row['name']}: {row['detail']}" for row in bad]
    reasons += [f"{energy['case']}: {energy['reason'] or _off(energy)}" for energy in wrong(cell)]
    if reasons:
        refused = all("UNSUPPORTED" in reason for reason in reasons)
        return "UNSUPPORTED" if refused else "FAIL", "; ".join(dict.fromkeys(reasons))
    if cell["runtime_found"] != cell["runtime"]:
        return "FAIL", f"the program found {cell['runtime_found']} linked"
    if cell["cures"] or cell["check"]["counts"].get("CURED"):
        return "CURED", "; ".join(cell["cures"])
    return "PASS", ""


def _off(energy: Energy) -> str:
    return f"off by {energy['error']:.1e} hartree"


_NOTE = (
    "Two ranks that work; processes: with those that the runtime keeps. Own tests: those that came with Global Arrays"
    " and ARMCI-MPI. Check: rows of `fockproxy check` that passed, of those that this stack can run. Energies: within"
    f" {TOLERANCE:g} hartree of PySCF's, D, F and the counter in Global Arrays. CURED: a known fault of the stack,"
    " worked around, and seen to be cured."
)


def tables(cells: Sequence[Cell]) -> list[Table]:
    rows: list[list[TableCell]] = []
    for cell in cells:
        counts = cell["check"]["counts"]
        can_run = sum(counts.values()) - sum(counts.get(s, 0) for s in ("UNSUPPORTED", "NOT RUN", "NOT SEEN"))
        passed = counts.get("PASS", 0) + counts.get("CURED", 0)
        right = len(cell["energies"]) - len(wrong(cell))
        rows.append([cell["label"], cell["processes"], cell["own_tests"], f"{passed} of {can_run}",
                     f"{right} of {len(cell['energies'])}", *verdict(cell)])
    found = [Table("Global Arrays by runtime: does it compute right?",
                   ["stack", "processes", "own tests", "check", "energies", "verdict", "why"], rows, note=_NOTE)]
    if refused := _refused(cells):
        found.append(refused)
    return found


def _refused(cells: Sequence[Cell]) -> Table | None:
    """What the stacks do not support: each reason once, with its rows and its stacks."""
    stacks: dict[tuple[str, str], list[str]] = {}  # by reason and row
    for cell in cells:
        for row in cell["check"]["unsupported"]:
            stacks.setdefault((row["detail"], row["name"]), []).append(cell["stack"])
    rows_of: dict[tuple[str, tuple[str, ...]], list[str]] = {}  # by reason and stacks
    for (reason, name), those in stacks.items():
        rows_of.setdefault((reason, tuple(those)), []).append(name)
    if not rows_of:
        return None
    rows: list[list[TableCell]] = [
        [", ".join(names), reason, "all" if len(those) == len(cells) else ", ".join(those)]
        for (reason, those), names in rows_of.items()]
    return Table("UNSUPPORTED rows of fockproxy check", ["rows", "reason", "on"], rows)


_WITH_GLOBAL_ARRAYS = ("--counter", "ga", "--matrix", "ga")
# Both spins, Cartesian functions, f functions, heavy atoms, and runs with many tasks.
_ENERGIES = ("water/sto-3g,oh/6-31g,ammonia/6-31g_st_/cartesian,hbr/6-311g_st__st_,water/cc-pvtz,benzene/sto-3g,"
             "o2/cc-pvdz")


def see(options: argparse.Namespace, stack: Stack) -> Cell:
    """Runs all tests of one stack, which is one cell of the table."""
    if not stack.is_built:
        raise UserError(f"{stack.name} is not built: scripts/perf stacks build {stack.name}")
    measured_at = moment()
    document, reason = run(options, stack, ["check", "--stall-timeout", options.stall_timeout])
    check: CheckResult = check_result(document, reason)
    energies = [energy_of(options, stack, case) for case in cases(options.energies)]
    provenance = document["provenance"] if document else {}
    return {"stack": stack.name, "label": stack_json(stack, document)["label"], "runtime": stack.ga_runtime,
            "mpi": provenance.get("mpi", {}).get("library", ""), "global_arrays": provenance.get("global_arrays"),
            "runtime_found": provenance.get("global_arrays_runtime"), "processes": processes(stack),
            "git_revision": provenance.get("git_revision", ""), "cures": provenance.get("cures", []),
            "own_tests": own_tests_in_words(stack), "check": check, "energies": energies, **measured_at}


def processes(stack: Stack) -> int:
    return WORKING_RANKS + RUNTIMES[stack.ga_runtime].progress_ranks


def check_result(document: Mapping[str, Any] | None, reason: str) -> CheckResult:
    if document is None:
        return {"verdict": "FAIL", "counts": {}, "bad": [{"name": "check", "detail": reason}], "unsupported": []}
    rows = document["rows"]
    counts: dict[str, int] = {}
    for row in rows:
        counts[row["status"]] = counts.get(row["status"], 0) + 1

    def named(*statuses: str) -> list[Named]:
        return [{"name": row["name"], "detail": row["detail"]} for row in rows if row["status"] in statuses]

    return {"verdict": document["verdict"], "counts": counts, "bad": named("FAIL", "HANG"),
            "unsupported": named("UNSUPPORTED")}


def cases(wanted: str) -> list[dict[str, Any]]:
    """Cases of molecules/reference.json, by name."""
    known = {case["name"]: case for case in json.loads((SOURCE / "molecules" / "reference.json").read_text())["cases"]}
    names = [name for name in wanted.split(",") if name]
    if unknown := [name for name in names if name not in known]:
        raise UserError(f"molecules/reference.json has no case '{unknown[0]}'; it has {', '.join(known)}")
    return [known[name] for name in names]


def energy_of(options: argparse.Namespace, stack: Stack, case: Mapping[str, Any]) -> Energy:
    words: list[object] = ["scf", SOURCE / "molecules" / case["molecule"], "--basis", case["basis"], "--charge",
                           case["charge"], "--multiplicity", case["multiplicity"], *_WITH_GLOBAL_ARRAYS,
                           "--stall-timeout", options.stall_timeout]
    document, reason = run(options, stack, [*words, "--cartesian"] if case["cartesian"] else words)
    error = abs(document["scf"]["energy_total"] - case["energy_total"]) if document else None
    return {"case": case["name"], "error": error, "reason": reason}


def run(options: argparse.Namespace, stack: Stack, words: Sequence[object]) -> tuple[dict[str, Any] | None, str]:
    """(document, ""), or (None, reason). `check` writes a document even if rows fail."""
    settings = {"ranks": processes(stack), "hosts": 1, "binding": "none"}
    environment = build_environment() | launcher_environment(stack, settings) | {"FOCKPROXY_DATA": str(SOURCE)}
    with tempfile.TemporaryDirectory(prefix="fockproxy-runtimes-") as directory:
        file = pathlib.Path(directory, "out.json")
        argv = [*launcher_command("mpiexec", stack, settings, []), str(stack.program), *map(str, words), "--json",
                str(file)]
        end = run_job(argv, environment, options.timeout, directory, directory)
        if end.exit_code is None:
            return None, f"HANG: not at its end after {options.timeout:g} s"
        if not file.exists() or (end.exit_code != 0 and words[0] != "check"):
            return None, complaint(end.errors) or f"exit code {end.exit_code}"
        document: dict[str, Any] = json.loads(file.read_text())
        return document, ""


def complaint(errors: str) -> str:
    """The most informative line of stderr: fockproxy's own, because launchers add some; otherwise the last with a
    word."""
    lines = [line.strip() for line in errors.splitlines() if any(map(str.isalnum, line))]
    own = [line for line in lines if line.startswith("fockproxy: error: ")]
    return (own or lines[-1:] or [""])[0]


def parse_arguments(arguments: Sequence[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="scripts/perf runtimes", description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("stacks", nargs="*", metavar="STACK+RUNTIME")
    parser.add_argument("--energies", default=_ENERGIES, help="cases of molecules/reference.json")
    parser.add_argument("--timeout", type=float, default=400.0, help="seconds for one launch")
    parser.add_argument("--stall-timeout", type=float, default=60.0, help="of the program, seconds")
    parser.add_argument("--table", action="store_true", help="of the cells in the file; runs nothing")
    parser.add_argument("-o", "--output", type=pathlib.Path, default=PERF / "results" / "runtimes.jsonl.gz")
    return parser.parse_args(arguments)


def main(arguments: Sequence[str]) -> int:
    options = parse_arguments(arguments)
    known = known_stacks()
    stacks = [find_stack(name, known) for name in options.stacks]
    if plain := [stack.name for stack in stacks if not stack.ga_runtime]:
        raise UserError(f"{plain[0]} has no Global Arrays of its own; name it as {plain[0]}+RUNTIME")
    cells: list[Cell] = read(options.output) if options.table or options.output.exists() else []
    for stack in [] if options.table else stacks:
        print(f"{stack.name} ...", file=sys.stderr, flush=True)
        cell = see(options, stack)
        cells = sorted([*(one for one in cells if one["stack"] != stack.name), cell], key=lambda one: one["stack"])
        write(options.output, cells)  # so that a stopped run keeps its results
    if not cells:
        raise UserError("no stack is named, and the file has no cells")
    for table in tables(cells):
        print(table.markdown())
    return 0
