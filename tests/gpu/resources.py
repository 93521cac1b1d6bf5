"""What the compiler for GPUs says of the registers, stack and spills of each kernel and function.

    python3 tests/gpu/resources.py build/openmpi/lib/eri/team_on_gpu.fatbin.log > tests/gpu/resources.txt
"""

import pathlib
import re
import subprocess
import sys
from typing import NamedTuple

HEADING = ("# Registers, bytes of stack, and bytes of spills stored and loaded by each kernel, for compute capability "
           "9.0.")


class Resources(NamedTuple):
    registers: int  # 0 for a function that kernels call: theirs include its registers
    stack: int
    stored: int
    loaded: int


def resources(log):
    """The resources by the names of kernels and of functions that they call."""
    found, name, entry = {}, "", None
    for line in log.splitlines():
        if match := re.search(r"Compiling entry function '(\w+)' for '(\w+)'", line):
            entry = match[1]
        elif match := re.search(r"Function properties for (\S+)", line):
            name = match[1]
        elif match := re.search(r"(\d+) bytes stack frame, (\d+) bytes spill stores, (\d+) bytes spill loads", line):
            found[name] = Resources(0, *map(int, match.groups()))
        elif match := re.search(r"Used (\d+) registers", line):
            found[entry] = found[entry]._replace(registers=int(match[1]))
    return found


def readable(names):
    """The names without their arguments, as C++ has them."""
    text = subprocess.run(["c++filt", "-p", *names], capture_output=True, text=True, check=True).stdout
    scopes = r"fockproxy::eri::|\(anonymous namespace\)::|_INTERNAL\w+::"
    return [re.sub(scopes, "", line) for line in text.splitlines()]


def table(log):
    found = resources(log)
    lines = [" ".join(map(str, (*numbers, name)))
             for name, numbers in zip(readable(list(found)), found.values(), strict=True)]
    return "\n".join([HEADING, *sorted(lines, key=lambda line: line.split(maxsplit=4)[4])]) + "\n"


if __name__ == "__main__":
    sys.stdout.write(table(pathlib.Path(sys.argv[1]).read_text()))
