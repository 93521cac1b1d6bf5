"""Installs MPI libraries for sweeps and builds fockproxy with each, in separate folders (build/stacks/NAME).

    scripts/perf stacks list
    scripts/perf stacks build NAME ... [-- CMAKE-OPTION ...]      or: build all, without those from sources
    scripts/perf stacks build NAME+RUNTIME ...                    with Global Arrays on this runtime, built for it
    scripts/perf stacks build mpich-cuda openmpi-cuda             MPI libraries with CUDA, from their sources

perf/stacks.toml defines the stacks; a file of your own, named by FOCKPROXY_STACKS, adds to them.
"""

import argparse
import sys
from collections.abc import Mapping, Sequence

from fockproxy_perf.errors import UserError
from fockproxy_perf.stacks.builder import build_stack, prepare_stack
from fockproxy_perf.stacks.catalogue import MPI_SOURCES, Stack, built_with_runtime, find_stack, known_stacks
from fockproxy_perf.stacks.ga_records import ga_build, own_tests_in_words
from fockproxy_perf.stacks.ga_runtimes import RUNTIMES
from fockproxy_perf.stacks.ga_sources import given_sources, releases, source_variable
from fockproxy_perf.stacks.version import global_arrays_label


def parser() -> argparse.ArgumentParser:
    made = argparse.ArgumentParser(prog="scripts/perf stacks", description=__doc__,
                                   formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = made.add_subparsers(dest="command", required=True)
    commands.add_parser("list", help="what there is, and what is built")
    build = commands.add_parser("build", help="install and build")
    build.add_argument("names", nargs="+", metavar="NAME")
    build.add_argument("--source", action="append", default=[], metavar="RELEASE=PATH", dest="sources",
                       help="archive or unpacked folder to build from: ga=PATH, armci-mpi=PATH, mpich=PATH, "
                            "openmpi=PATH; else "
                            + ", ".join(source_variable(name) for name in (*releases(), *MPI_SOURCES))
                            + " say where, or the published release or Debian's source package is fetched")
    build.add_argument("--without-fockproxy", action="store_true",
                       help="stop before fockproxy itself: the MPI library, Global Arrays and its own tests alone")
    return made


def list_stacks(stacks: Mapping[str, Stack]) -> None:
    for stack in stacks.values():
        source = ", ".join(stack.wheels) or next(words for words in (
            stack.preset and f"preset {stack.preset}", stack.source and f"sources of {stack.source}", stack.mpiexec)
            if words)
        print(f"{stack.name:20} {is_built(stack)} {stack.label}: {source}"
              + ("; Global Arrays" if stack.global_arrays else "")
              + ("; for the standard ABI" if stack.abi else "")
              + (f"; runs the program of {stack.program_of.name}" if stack.program_of else ""))
    for stack in built_with_runtime(stacks):
        print(f"{stack.name:20} {is_built(stack)} {global_arrays_in_words(stack)}")
    print("NAME+RUNTIME is NAME with a Global Arrays of its own on")
    for runtime in RUNTIMES.values():
        print(f"{'+' + runtime.name:20} {runtime.words}")


def is_built(stack: Stack) -> str:
    return f"{'built' if stack.is_built else '-':7}"


def global_arrays_in_words(stack: Stack) -> str:
    built = ga_build(stack)
    if built is None:
        return f"{global_arrays_label(stack)} is not built"
    unchecked = [f"; {name} from a folder that nobody checked" for name in built.unchecked]
    return f"{global_arrays_label(stack)}{''.join(unchecked)}; {own_tests_in_words(stack)}"


def main(arguments: Sequence[str]) -> int:
    at = arguments.index("--") if "--" in arguments else len(arguments)
    own, cmake_options = arguments[:at], arguments[at + 1:]
    chosen = parser().parse_args(own)

    stacks = known_stacks()
    if chosen.command == "list":
        list_stacks(stacks)
        return 0
    sources = given_sources(chosen.sources)
    names = chosen.names
    if names == ["all"]:
        names = [name for name, stack in stacks.items() if not stack.program_name and not stack.source]
    failed = []
    for stack in [find_stack(name, stacks) for name in names]:
        try:
            if chosen.without_fockproxy:
                prepare_stack(stack, sources)
                print(f"{stack.name}: {stack.folder}")
            else:
                build_stack(stack, cmake_options, sources)
                print(f"{stack.name}: {stack.program}")
        except UserError as error:
            print(f"perf stacks: error: {error}", file=sys.stderr)
            failed.append(stack.name)
    return 1 if failed else 0
