"""Runs the steps of a sitting one after the other, and appends each outcome to a file at once."""

import dataclasses
import json
import os
import pathlib
import shlex
import subprocess
import sys
import time
from collections.abc import Sequence
from typing import Any, TextIO

from fockproxy_perf.errors import UserError
from fockproxy_perf.gpu_sitting.plan import Settings, Step, density_of, fock_of
from fockproxy_perf.peers.case import Case, largest_difference, read_saved_matrix, write_matrix
from fockproxy_perf.peers.inputs import elements, pyscf_basis, read_g94, read_xyz
from fockproxy_perf.source_tree import PERF, SOURCE
from fockproxy_perf.stacks.job import MARK, end_job
from fockproxy_perf.stacks.launchers import MORE_RANKS_THAN_CORES, root_environment

PEER = PERF / "fockproxy_perf" / "peers" / "gpu4pyscf_peer.py"
FEW_SECONDS = 5  # with less time left, no step is begun


@dataclasses.dataclass
class Outcome:
    """status: PASS, FAIL, UNSUPPORTED, HANG or NO TIME. document: what the program wrote as JSON."""

    status: str
    reason: str = ""
    seconds: float = 0
    document: Any = None
    output: str = ""


def environment() -> dict[str, str]:
    """That of the steps. The threads of libraries are one each; ranks may be more than cores. All steps use one GPU.
    Otherwise ranks would get the GPUs of a node in turn, and GPU4PySCF would use all."""
    gpu = os.environ.get("CUDA_VISIBLE_DEVICES", "0").split(",")[0]
    return {**os.environ, **MORE_RANKS_THAN_CORES, **root_environment(), "OMP_NUM_THREADS": "1",
            "OPENBLAS_NUM_THREADS": "1", "FOCKPROXY_DATA": str(SOURCE), "CUDA_VISIBLE_DEVICES": gpu}


def started(command: Sequence[str], seconds: float, variables: dict[str, str]) -> tuple[int | None, str, str]:
    """The exit code, stdout and stderr. None: it did not end in time. In any case it leaves no process: launchers put
    ranks into sessions of their own, and a rank that is left would keep the GPU and the pipes."""
    mark = f"gpu-sitting {os.getpid()}"
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, stdin=subprocess.DEVNULL, text=True,
                          errors="replace", env={**variables, MARK: mark}, start_new_session=True) as process:
        try:
            out, err = process.communicate(timeout=seconds)
            return process.returncode, out, err
        except subprocess.TimeoutExpired:
            end_job(mark)
            out, err = process.communicate()
            return None, out, err
        finally:
            end_job(mark)


def outcome_of(code: int | None, out: str, err: str) -> Outcome:
    lines = [line for line in err.splitlines() if line.strip()]
    unsupported = next((line for line in lines if "UNSUPPORTED: " in line), None)
    told = next((line for line in lines if "error: " in line), lines[-1] if lines else "no message")
    if code is None:
        return Outcome("HANG", "it did not end in time", output=out)
    if code != 0 and unsupported:
        return Outcome("UNSUPPORTED", unsupported[unsupported.index("UNSUPPORTED: "):], output=out)
    if code != 0:
        return Outcome("FAIL", f"exit code {code}: {told}", output=out)
    return Outcome("PASS", output=out)


def run_program(step: Step, seconds: float, settings: Settings) -> Outcome:
    """A step with the program itself, or any other command."""
    document = settings.folder / "document.json"
    document.unlink(missing_ok=True)
    words = [*step.command, *(["--json", str(document)] if step.json else [])]
    try:
        outcome = outcome_of(*started(words, seconds, environment()))
    except OSError as error:
        return Outcome("UNSUPPORTED", f"UNSUPPORTED: {words[0]}: {error.strerror}")
    if document.exists():
        outcome.document = json.loads(document.read_text())
    return outcome


def gpu4pyscf_environment(packages: pathlib.Path) -> dict[str, str]:
    """With the parts of CUDA that are among the packages, because the machine may have no toolkit."""
    cuda = packages / "nvidia" / "cu13"
    variables = {**environment(), "PYTHONPATH": f"{packages}:{PERF}"}
    if not cuda.is_dir():
        return variables
    folders = [str(cuda / "lib"), *filter(None, [variables.get("LD_LIBRARY_PATH")])]
    return {**variables, "CUDA_PATH": str(cuda), "LD_LIBRARY_PATH": ":".join(folders)}


def run_gpu4pyscf(step: Step, seconds: float, settings: Settings, packages: pathlib.Path | None) -> Outcome:
    """Its build from our density. The error of F is that against the build on the cores, as is ours."""
    case = Case(step.command[0])
    density, reference = density_of(settings, case), fock_of(settings, case, "own")
    if packages is None:
        return Outcome("UNSUPPORTED", "UNSUPPORTED: no GPU4PySCF is packed; gpu-sitting pack --gpu4pyscf")
    atoms = read_xyz(case.molecule)
    basis, places = pyscf_basis(read_g94(case.basis_file), elements(atoms))
    files = [settings.folder / name for name in ("case.json", "density.bin", "fock.bin")]
    files[0].write_text(json.dumps({"atoms": atoms, "basis": basis, "places": places}))
    write_matrix(files[1], read_saved_matrix(density))
    write_matrix(files[2], read_saved_matrix(reference))
    command = [sys.executable, str(PEER), *map(str, files)]
    outcome = outcome_of(*started(command, seconds, gpu4pyscf_environment(packages)))
    if outcome.status == "PASS":
        try:
            outcome.document = json.loads(outcome.output.splitlines()[-1])
        except (IndexError, ValueError):
            return dataclasses.replace(outcome, status="FAIL", reason="its last line is no JSON")
    return outcome


def add_error(step: Step, outcome: Outcome, settings: Settings) -> None:
    """For a build on the cores: the largest difference of an element of the F that the GPU made before it."""
    if step.part != "builds" or not step.name.endswith(" own") or outcome.status != "PASS":
        return
    case = Case(step.name.split()[0])
    files = [fock_of(settings, case, who) for who in (settings.engine, "own")]
    if all(file.exists() for file in files):
        outcome.document["error_of_device"] = largest_difference(*map(read_saved_matrix, files))


def gpus() -> list[str]:
    try:
        listed = subprocess.run(["nvidia-smi", "--query-gpu=name,driver_version,memory.total", "--format=csv,noheader"],
                                capture_output=True, text=True, timeout=30, check=True)
    except (OSError, subprocess.SubprocessError):
        return []
    return listed.stdout.splitlines()


def run_plan(plan: Sequence[Step], settings: Settings, minutes: float, out: TextIO,
             packages: pathlib.Path | None) -> list[Outcome]:
    """Steps for which no time is left are recorded as such."""
    def write(record: dict[str, Any]) -> None:
        out.write(json.dumps(record) + "\n")
        out.flush()

    end = time.monotonic() + 60 * minutes
    write({"kind": "header", "time": time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime()), "gpus": gpus(),
           "cores": len(os.sched_getaffinity(0)), "engine": settings.engine, "device": settings.device})
    outcomes = []
    for step in plan:
        begin = time.monotonic()
        left = end - begin
        if left < FEW_SECONDS:
            outcome = Outcome("NO TIME", f"{minutes:g} minutes are over")
        elif not step.command:
            outcome = Outcome("UNSUPPORTED", f"UNSUPPORTED: no {step.part} is named")
        elif missing := next((file for file in step.needs if not pathlib.Path(file).exists()), None):
            outcome = Outcome("UNSUPPORTED", f"UNSUPPORTED: no {pathlib.Path(missing).name}: it is not built, or the "
                                             "step that writes it has failed")
        elif step.part == "gpu4pyscf":
            outcome = run_gpu4pyscf(step, min(left, step.seconds), settings, packages)
        else:
            outcome = run_program(step, min(left, step.seconds), settings)
            add_error(step, outcome, settings)
        outcome.seconds = time.monotonic() - begin
        outcomes.append(outcome)
        write({"kind": "step", **dataclasses.asdict(step), **dataclasses.asdict(outcome)})
        print(f"{step.part:10} {step.library:16} {step.name:34} {outcome.status:11} {outcome.seconds:5.1f} s "
              f"{outcome.reason}", flush=True)
    return outcomes


def dry_run(plan: Sequence[Step]) -> str:
    lines = [f"# {step.part}: {step.name} ({step.library or 'any library'}), at most {step.seconds} s\n"
             f"{shlex.join(step.command) or 'nothing named'}" for step in plan]
    return "\n".join(lines)


def readable(path: pathlib.Path) -> list[dict[str, Any]]:
    """The records of a file of results."""
    try:
        return [json.loads(line) for line in path.read_text().splitlines()]
    except (OSError, ValueError) as error:
        raise UserError(f"{path}: no results of a sitting: {error}") from None
