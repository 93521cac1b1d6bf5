"""MPI libraries as values of an axis: their properties, and the location of their fockproxy."""

import dataclasses
import os
import pathlib
import tomllib
from collections.abc import Mapping, Sequence
from typing import Any

from fockproxy_perf.errors import UserError
from fockproxy_perf.source_tree import PERF, SOURCE
from fockproxy_perf.stacks.ga_runtimes import RUNTIMES, find_runtime

DEFINITIONS = PERF / "stacks.toml"
FAMILIES = ("openmpi", "mpich", "intel", "other")
MPI_SOURCES = ("mpich", "openmpi")  # packages of sources that a stack may name
FIELDS = {"family", "label", "preset", "wheels", "mpicc", "mpicxx", "mpiexec", "program", "global-arrays", "abi",
          "program-of", "source", "configure", "cuda", "edits"}


@dataclasses.dataclass(frozen=True)
class Edit:
    """A change to a source file: `by` replaces `text` if the file has it."""

    file: str
    text: str
    by: str


@dataclasses.dataclass(frozen=True)
class Stack:
    """One MPI library and the fockproxy that is built with it."""

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
    base: str = ""  # the stack whose MPI this one shares
    ga_runtime: str = ""  # of a Global Arrays built only for this stack
    abi: bool = False  # whether the program is built for MPI's standard ABI
    program_of: "Stack | None" = None  # the stack with such a program, which also runs with this stack's library
    source: str = ""  # the source package from which the MPI library is built
    configure: tuple[str, ...] = ()  # options of its configure script; {cuda} is where CUDA's wheels are
    cuda: tuple[str, ...] = ()  # wheels with CUDA's headers, runtime and compiler
    edits: tuple[Edit, ...] = ()  # of the sources, before configure

    @property
    def prefix(self) -> pathlib.Path:
        """Where wheels, or what was built from sources, are installed."""
        return (self.folder.with_name(self.base) if self.base else self.folder) / "mpi"

    @property
    def ga_prefix(self) -> pathlib.Path:
        """Where the stack's own Global Arrays is installed."""
        return self.folder / "ga"

    @property
    def armci_prefix(self) -> pathlib.Path:
        """The ARMCI below it: ARMCI-MPI, or ComEx, which is installed with Global Arrays."""
        return self.folder / "armci" if RUNTIMES[self.ga_runtime].needs_armci_mpi else self.ga_prefix

    @property
    def build_folder(self) -> pathlib.Path:
        return SOURCE / "build" / self.preset if self.preset else self.folder / "build"

    @property
    def program(self) -> pathlib.Path:
        if self.program_of:
            return self.program_of.program
        return SOURCE / self.program_name if self.program_name else self.build_folder / "bin" / "fockproxy"

    @property
    def mpiexec(self) -> str:
        return self.mpiexec_name or str(self.prefix / "bin" / "mpiexec")

    @property
    def is_built(self) -> bool:
        has_mpi = not self.program_of or not self.wheels or (self.prefix / "wheels").exists()
        return has_mpi and os.access(self.program, os.X_OK)


def make_stack(name: str, table: dict[str, Any], where: pathlib.Path | str) -> Stack:
    if unknown := set(table) - FIELDS:
        raise UserError(f"{where}: stack {name}: '{sorted(unknown)[0]}' is not one of {', '.join(sorted(FIELDS))}")
    if table.get("family") not in FAMILIES:
        raise UserError(f"{where}: stack {name}: its family must be one of {', '.join(FAMILIES)}")
    if not (table.get("wheels") or table.get("mpiexec") or table.get("source")):
        raise UserError(f"{where}: stack {name} needs wheels, or a mpiexec with a preset, a program or a mpicxx")
    if table.get("source", MPI_SOURCES[0]) not in ("", *MPI_SOURCES):
        raise UserError(f"{where}: stack {name}: its source must be one of {', '.join(MPI_SOURCES)}")
    if table.get("source") and table.get("wheels"):
        raise UserError(f"{where}: stack {name}: its MPI library comes from a source or from wheels, not from both")
    if not table.get("source") and any(table.get(key) for key in ("configure", "cuda", "edits")):
        raise UserError(f"{where}: stack {name}: configure, cuda and edits are for an MPI library that is built from a "
                        "source")
    if any(set(edit) != {"file", "text", "by"} for edit in table.get("edits", ())):
        raise UserError(f"{where}: stack {name}: each of its edits must have file, text and by")
    if table.get("abi") and table.get("global-arrays"):
        raise UserError(f"{where}: stack {name}: Global Arrays are built for one library, so abi = true goes without")
    return Stack(name, table["family"], table.get("label", name), SOURCE / "build" / "stacks" / name,
                 table.get("preset", ""), tuple(table.get("wheels", ())), table.get("mpicc", ""),
                 table.get("mpicxx", ""), table.get("mpiexec", ""), table.get("program", ""),
                 table.get("global-arrays", False), abi=table.get("abi", False), source=table.get("source", ""),
                 configure=tuple(table.get("configure", ())), cuda=tuple(table.get("cuda", ())),
                 edits=tuple(Edit(**edit) for edit in table.get("edits", ())))


def known_stacks(files: Sequence[pathlib.Path | str] | None = None) -> dict[str, Stack]:
    """Every stack that perf/stacks.toml and the file in FOCKPROXY_STACKS define, by name."""
    if files is None:
        files = [DEFINITIONS, *filter(None, os.environ.get("FOCKPROXY_STACKS", "").split(os.pathsep))]
    stacks: dict[str, Stack] = {}
    owners: dict[str, str] = {}  # of programs that other stacks run
    for file in files:
        try:
            tables = tomllib.loads(pathlib.Path(file).read_text())
        except (OSError, tomllib.TOMLDecodeError) as error:
            raise UserError(f"{file}: {error}") from None
        for name, table in tables.items():
            stacks[name] = make_stack(name, table, file)
            if owner := table.get("program-of"):
                owners[name] = owner
    for name, owner in owners.items():
        if owner not in stacks or not stacks[owner].abi:
            raise UserError(f"stack {name}: its program-of, {owner}, is no stack with abi = true")
        if stacks[name].abi or stacks[name].global_arrays:
            raise UserError(f"stack {name} has the program of {owner}: abi and global-arrays are for that stack to say")
        stacks[name] = dataclasses.replace(stacks[name], program_of=stacks[owner])
    return stacks


def find_stack(name: str, stacks: Mapping[str, Stack]) -> Stack:
    """The stack NAME, or NAME+RUNTIME: that stack with its own Global Arrays on this runtime."""
    if name in stacks:
        return stacks[name]
    base, _, runtime = name.rpartition("+")
    if base not in stacks:
        raise UserError(f"there is no stack '{base or name}'; perf/stacks.toml has {', '.join(stacks)}")
    return with_runtime(stacks[base], find_runtime(runtime).name)


def with_runtime(base: Stack, runtime: str) -> Stack:
    """Shares only the MPI of the base. It also has its own build of fockproxy, because a preset's folder is the
    base's."""
    if base.program_name or base.program_of:
        raise UserError(f"stack {base.name} names its program, so it cannot be built with another Global Arrays")
    if base.abi:
        raise UserError(f"stack {base.name} is for any MPI with the standard ABI; Global Arrays are for one")
    if not (base.wheels or base.mpicc or base.source):
        raise UserError(f"stack {base.name} names no mpicc, and a Global Arrays is built with it")
    name = f"{base.name}+{runtime}"
    return dataclasses.replace(base, name=name, folder=base.folder.with_name(name), preset="", global_arrays=True,
                               base=base.name, ga_runtime=runtime)


def built_with_runtime(stacks: Mapping[str, Stack]) -> list[Stack]:
    """The stacks NAME+RUNTIME that have a folder in build/stacks."""
    return [with_runtime(base, runtime) for base in stacks.values() for runtime in RUNTIMES
            if base.folder.with_name(f"{base.name}+{runtime}").is_dir()]
