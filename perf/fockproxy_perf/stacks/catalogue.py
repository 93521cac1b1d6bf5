"""MPI libraries as values of an axis: what is known of each, and where its fockproxy is."""

import dataclasses
import os
import pathlib
import tomllib
from collections.abc import Mapping, Sequence
from typing import Any

from fockproxy_perf.errors import UserError
from fockproxy_perf.source_tree import PERF, SOURCE

DEFINITIONS = PERF / "stacks.toml"
FAMILIES = ("openmpi", "mpich", "intel", "other")
FIELDS = {"family", "label", "preset", "wheels", "mpicc", "mpicxx", "mpiexec", "program", "global-arrays"}


@dataclasses.dataclass(frozen=True)
class Stack:
    """One MPI library and the fockproxy that was, or will be, built with it."""

    name: str
    family: str
    label: str
    folder: pathlib.Path  # build/stacks/NAME
    preset: str = ""
    wheels: tuple[str, ...] = ()
    mpicc: str = ""
    mpicxx: str = ""
    mpiexec_name: str = ""
    program_name: str = ""
    global_arrays: bool = False

    @property
    def prefix(self) -> pathlib.Path:
        """Where the wheels are installed."""
        return self.folder / "mpi"

    @property
    def build_folder(self) -> pathlib.Path:
        return SOURCE / "build" / self.preset if self.preset else self.folder / "build"

    @property
    def program(self) -> pathlib.Path:
        return pathlib.Path(self.program_name) if self.program_name else self.build_folder / "bin" / "fockproxy"

    @property
    def mpiexec(self) -> str:
        return self.mpiexec_name or str(self.prefix / "bin" / "mpiexec")

    @property
    def is_built(self) -> bool:
        return os.access(self.program, os.X_OK)


def make_stack(name: str, table: dict[str, Any], where: pathlib.Path | str) -> Stack:
    if unknown := set(table) - FIELDS:
        raise UserError(f"{where}: stack {name}: '{sorted(unknown)[0]}' is none of {', '.join(sorted(FIELDS))}")
    if table.get("family") not in FAMILIES:
        raise UserError(f"{where}: stack {name}: its family must be one of {', '.join(FAMILIES)}")
    if not (table.get("wheels") or table.get("mpiexec")):
        raise UserError(f"{where}: stack {name} needs wheels, or a mpiexec with a preset, a program or a mpicxx")
    return Stack(name, table["family"], table.get("label", name), SOURCE / "build" / "stacks" / name,
                 table.get("preset", ""), tuple(table.get("wheels", ())), table.get("mpicc", ""),
                 table.get("mpicxx", ""), table.get("mpiexec", ""), table.get("program", ""),
                 table.get("global-arrays", False))


def known_stacks(files: Sequence[pathlib.Path | str] | None = None) -> dict[str, Stack]:
    """Every stack that perf/stacks.toml and the file in FOCKPROXY_STACKS define, by name."""
    if files is None:
        files = [DEFINITIONS, *filter(None, os.environ.get("FOCKPROXY_STACKS", "").split(os.pathsep))]
    stacks: dict[str, Stack] = {}
    for file in files:
        try:
            tables = tomllib.loads(pathlib.Path(file).read_text())
        except (OSError, tomllib.TOMLDecodeError) as error:
            raise UserError(f"{file}: {error}") from None
        for name, table in tables.items():
            stacks[name] = make_stack(name, table, file)
    return stacks


def find_stack(name: str, stacks: Mapping[str, Stack]) -> Stack:
    if name not in stacks:
        raise UserError(f"there is no stack '{name}'; perf/stacks.toml has {', '.join(stacks)}")
    return stacks[name]
