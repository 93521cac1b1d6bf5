"""MPI libraries for sweeps: installs them and builds fockproxy with each, in folders of their own (build/stacks/NAME).

    scripts/perf stacks list
    scripts/perf stacks build NAME ... [-- CMAKE-OPTION ...]      or: build all

perf/stacks.toml defines what there is; a file of your own, named by FOCKPROXY_STACKS, adds to it.
"""

import argparse
import sys
from collections.abc import Sequence

from fockproxy_perf.errors import UserError
from fockproxy_perf.stacks.builder import build_stack
from fockproxy_perf.stacks.catalogue import find_stack, known_stacks


def main(arguments: Sequence[str]) -> int:
    at = arguments.index("--") if "--" in arguments else len(arguments)
    own, cmake_options = arguments[:at], arguments[at + 1:]
    parser = argparse.ArgumentParser(prog="scripts/perf stacks", description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(dest="command", required=True)
    commands.add_parser("list", help="what there is, and what is built")
    build = commands.add_parser("build", help="install and build")
    build.add_argument("names", nargs="+", metavar="NAME")
    chosen = parser.parse_args(own)

    stacks = known_stacks()
    if chosen.command == "list":
        for stack in stacks.values():
            source = ", ".join(stack.wheels) or (f"preset {stack.preset}" if stack.preset else stack.mpiexec)
            print(f"{stack.name:20} {'built' if stack.is_built else '-':7} {stack.label}: {source}"
                  + ("; Global Arrays" if stack.global_arrays else ""))
        return 0
    names = list(stacks) if chosen.names == ["all"] else chosen.names
    failed = []
    for stack in [find_stack(name, stacks) for name in names]:
        try:
            build_stack(stack, cmake_options)
            print(f"{stack.name}: {stack.program}")
        except UserError as error:
            print(f"perf stacks: error: {error}", file=sys.stderr)
            failed.append(stack.name)
    return 1 if failed else 0
