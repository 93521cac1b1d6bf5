"""What Global Arrays computes on each of its runtimes: its own tests, `fockproxy check`, and reference energies.

scripts/perf runtimes STACK+RUNTIME ... [--energies water/cc-pvdz,oh/6-31g] [-o perf/results/runtimes.jsonl.gz]
scripts/perf runtimes --table      of what was seen before; runs nothing

Two ranks that work, and those that a runtime keeps besides. D, F and the counter are Global Arrays'. A cell that hangs
is ended, and says so. What the file has of other stacks stays in it; stacks must be built (scripts/perf stacks build).
"""

import argparse
import json
import pathlib
import sys
import tempfile
from collections.abc import Mapping, Sequence
from typing import Any

from fockproxy_perf.errors import UserError
from fockproxy_perf.source_tree import PERF, SOURCE
from fockproxy_perf.stacks.build_step import build_environment
from fockproxy_perf.stacks.catalogue import Stack, find_stack, known_stacks
from fockproxy_perf.stacks.ga_runtimes import RUNTIMES
from fockproxy_perf.stacks.ga_test_run import WORKING_RANKS
from fockproxy_perf.stacks.ga_tests import own_tests_in_words
from fockproxy_perf.stacks.job import run_job
from fockproxy_perf.stacks.launchers import launcher_command, launcher_environment
from fockproxy_perf.stacks.version import stack_json
from fockproxy_perf.studies.kept_rows import moment, read, write
from fockproxy_perf.studies.launch import complaint
from fockproxy_perf.studies.runtimes_cell import Cell, CheckResult, Energy, Named
from fockproxy_perf.studies.runtimes_table import tables

_WITH_GLOBAL_ARRAYS = ("--counter", "ga", "--matrix", "ga")
# Both spins, Cartesian functions, f functions, heavy atoms, and more tasks than a moment's.
_ENERGIES = ("water/sto-3g,oh/6-31g,ammonia/6-31g_st_/cartesian,hbr/6-311g_st__st_,water/cc-pvtz,benzene/sto-3g,"
             "o2/cc-pvdz")


def see(options: argparse.Namespace, stack: Stack) -> Cell:
    """One cell of the table: all that is asked of a stack."""
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
    """Of molecules/reference.json, by name."""
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
    """(its document, ""), or (None, why there is none). `check` writes one also where rows fail."""
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
        write(options.output, cells)  # what is stopped has seen something
    if not cells:
        raise UserError("no stack is named, and the file has no cells")
    for table in tables(cells):
        print(table.markdown())
    return 0
