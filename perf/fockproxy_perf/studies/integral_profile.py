"""Where the time of our own integrals goes, sampled: set-up, Boys function, recursion, contraction, digestion.

scripts/perf integral-profile PROGRAM [MOLECULE/BASIS ...]      default: water8/cc-pvdz benzene/cc-pvtz

PROGRAM is fockproxy built with line numbers, which do not change its code:

    cmake --preset openmpi -B build/lines -DCMAKE_CXX_FLAGS=-g && cmake --build build/lines --target fockproxy

Needs Linux's perf and binutils. The compiler puts the Boys function into the function that calls it, so samples are
told apart by the chain of inlined functions at their address.
"""

import argparse
import collections
import pathlib
import re
import subprocess
import sys
import tempfile

from fockproxy_perf.errors import UserError
from fockproxy_perf.studies.serial_build import serial_build

# Function of the kernels -> part. The Boys function is known by its file.
PARTS = {
    "pack": "set-up: primitive pairs to lanes",
    "hermite_coulomb": "recursion to Hermite integrals",
    "integrals": "contraction with the ket",
    "contract_bra": "contraction with the bra",
    "digest_rows": "digestion in lanes",
    "fill_rows": "D and F between blocks and lanes",
    "add_rows": "D and F between blocks and lanes",
    "digest_ket_class": "screening and the loops around it",
}
BOYS, BOYS_FILE, OTHER = "Boys function", "boys.hpp", "the rest of the kernels"


def output_of(*command, text=None):
    try:
        done = subprocess.run([str(word) for word in command], input=text, capture_output=True, text=True)
    except FileNotFoundError:
        package = {"perf": "linux-perf", "addr2line": "binutils"}.get(command[0], "")
        hint = f"; Debian has it in {package}" if package else ""
        raise UserError(f"there is no {command[0]}{hint}")
    if done.returncode != 0:
        raise UserError(f"{command[0]}: {done.stderr.strip()[-300:] or f'code {done.returncode}'}")
    return done.stdout


def samples(program, molecule, basis, repeat):
    """{(address in the program's file, function of the kernels): samples} of `repeat` builds on one rank."""
    with tempfile.TemporaryDirectory() as folder:
        data = pathlib.Path(folder) / "perf.data"
        output_of("perf", "record", "-F", "1000", "-o", data,
                  *serial_build(program, molecule, basis, "auto", repeat))
        mapped = output_of("perf", "script", "-i", data, "--show-mmap-events")
        lines = output_of("perf", "script", "-i", data, "-F", "ip,sym").splitlines()
    found = re.search(rf"\[0x([0-9a-f]+)\(0x[0-9a-f]+\) @ (0x[0-9a-f]+|0) .*r-xp {re.escape(str(program))}$", mapped,
                      re.MULTILINE)
    if not found:
        raise UserError("perf did not see where the program was loaded")
    loaded = int(found[1], 16) - int(found[2], 16)
    counts = collections.Counter()
    for line in lines:
        address, _, symbol = line.strip().partition(" ")
        if "fockproxy::eri::" in symbol:
            counts[int(address, 16) - loaded, re.sub(r"<.*", "", symbol.rsplit("::", 1)[-1])] += 1
    return counts


def inlined_files(program, addresses):
    """{address: names of the source files of the functions inlined there}."""
    files, address = {}, None
    for line in output_of("addr2line", "-i", "-a", "-e", program, text="\n".join(map(hex, addresses))).splitlines():
        if line.startswith("0x"):
            address = int(line, 16)
            files[address] = set()
        else:
            files[address].add(pathlib.Path(line.partition(":")[0]).name)
    return files


def shares(counts, files):
    """{part: share of the samples}."""
    parts = collections.Counter()
    for (address, function), count in counts.items():
        parts[BOYS if BOYS_FILE in files[address] else PARTS.get(function, OTHER)] += count
    return {part: count / counts.total() for part, count in parts.items()}


def main(arguments):
    parser = argparse.ArgumentParser(prog="scripts/perf integral-profile", description=__doc__.split("\n")[0])
    parser.add_argument("program", type=pathlib.Path)
    parser.add_argument("cases", nargs="*", default=["water8/cc-pvdz", "benzene/cc-pvtz"], metavar="MOLECULE/BASIS")
    parser.add_argument("--repeat", type=int, default=5, help="builds")
    options = parser.parse_args(arguments)
    program = options.program.resolve()
    columns = []
    for case in options.cases:
        molecule, _, basis = case.partition("/")
        counts = samples(program, molecule, basis, options.repeat)
        files = inlined_files(program, [address for address, _ in counts])
        if not any(BOYS_FILE in names for names in files.values()):
            raise UserError(f"{program} has no line numbers; build it with -DCMAKE_CXX_FLAGS=-g")
        columns.append(shares(counts, files))
    print(f"| share of the samples, percent | {' | '.join(options.cases)} |\n|---|{'---:|' * len(columns)}")
    parts = sorted({part for column in columns for part in column}, key=lambda part: -columns[0].get(part, 0))
    for part in parts:
        print(f"| {part} | {' | '.join(f'{100 * column.get(part, 0):.1f}' for column in columns)} |")
    return 0
