"""Names and versions of stacks for headings, as reported by the library."""

import re
from typing import Any

from fockproxy_perf.rows.provenance import StackJson
from fockproxy_perf.stacks.catalogue import Stack
from fockproxy_perf.stacks.ga_records import ga_build
from fockproxy_perf.stacks.ga_sources import releases

BRANDS = {"openmpi": r"Open MPI v?(\S+?),?(?:\s|$)", "mpich": r"MPICH Version:\s*(\S+)",
          "intel": r"Intel\(R\) MPI Library (\S+(?: Update \d+)?)"}
NAMES = {"openmpi": "Open MPI", "mpich": "MPICH", "intel": "Intel MPI"}


def stack_json(stack: Stack, document: dict[str, Any] | None) -> StackJson:
    """The stack for a row's provenance. The version is that of the library that ran, if known."""
    version = library_version(stack.family, document["provenance"]["mpi"]["library"]) if document else ""
    version = version or pinned_version(stack) or "unknown"
    label = stack.label if stack.family == "other" or version == "unknown" else f"{stack.label} {version}"
    if stack.abi or stack.program_of:
        label += ", standard ABI"
    if stack.ga_runtime:
        label += f", {global_arrays_label(stack)}"
    return {"label": label, "family": stack.family, "version": version, "global_arrays": stack.global_arrays,
            "ga_runtime": stack.ga_runtime}


def global_arrays_label(stack: Stack) -> str:
    """The label of a stack's own Global Arrays: Global Arrays 5.9.2 mpi-pr"""
    built = ga_build(stack)
    return f"Global Arrays {built.version if built else releases()['ga'].version} {stack.ga_runtime}"


def library_version(family: str, text: str) -> str:
    match = re.search(BRANDS.get(family, r"(?!)"), text)
    return match[1].rstrip(",") if match else ""


def library_name(text: str) -> str:
    """The name of any library: Open MPI 4.1.4; for an unknown one, the beginning of its own text."""
    for family, name in NAMES.items():
        if version := library_version(family, text):
            return f"{name} {version}"
    return text.split("\n")[0].split(",")[0].strip()


def pinned_version(stack: Stack) -> str:
    for wheel in stack.wheels:
        if "==" in wheel:
            return wheel.partition("==")[2].partition(".post")[0]
    match = re.search(r"\d+(\.\d+)+", stack.base or stack.name)
    return match[0] if match else ""
