"""Samples where our integrals spend their time: set-up, Boys function, recursion, contraction, digestion.

scripts/perf integral-profile PROGRAM [MOLECULE/BASIS ...]      default: water8/cc-pvdz benzene/cc-pvtz

PROGRAM is fockproxy built with line numbers, which do not change its code:

    cmake --preset openmpi -B build/lines -DCMAKE_CXX_FLAGS=-g && cmake --build build/lines --target fockproxy

Needs Linux's perf and binutils. The compiler inlines the Boys function into its caller, so samples are assigned by the
chain of inlined functions at their address.
"""

import argparse
import pathlib
import re
import subprocess
import tempfile
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from fockproxy_perf.arguments import positive
from fockproxy_perf.errors import UserError

# Function of the kernels -> part. The Boys function is recognised by its file.
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


class Place(NamedTuple):
    """The location of a sample."""

    address: int  # in the file of the program
    function: str  # name of the kernel function


def output_of(*command: object, text: str | None = None) -> str:
    words = [str(word) for word in command]
    try:
        done = subprocess.run(words, input=text, capture_output=True, text=True)
    except FileNotFoundError:
        package = {"perf": "linux-perf", "addr2line": "binutils"}.get(words[0], "")
        hint = f"; Debian has it in {package}" if package else ""
        raise UserError(f"there is no {words[0]}{hint}") from None
    if done.returncode != 0:
        said = done.stderr.strip().splitlines()
        raise UserError(f"{words[0]}: {said[-1] if said else f'code {done.returncode}'}")
    return done.stdout


def samples(program: pathlib.Path, molecule: str, basis: str, repeat: int) -> Counter[Place]:
    """The number of samples at each place, for `repeat` builds on one rank."""
    with tempfile.TemporaryDirectory() as folder:
        data = pathlib.Path(folder) / "perf.data"
        output_of("perf", "record", "-F", "1000", "-o", data, program, "fock", molecule, "--basis", basis,
                  "--matrix", "local", "--counter", "static", "--repeat", repeat)
        mapped = output_of("perf", "script", "-i", data, "--show-mmap-events")
        lines = output_of("perf", "script", "-i", data, "-F", "ip,sym").splitlines()
    found = re.search(rf"\[0x([0-9a-f]+)\(0x[0-9a-f]+\) @ (0x[0-9a-f]+|0) .*r-xp {re.escape(str(program))}$", mapped,
                      re.MULTILINE)
    if not found:
        raise UserError("perf did not see where the program was loaded")
    return kernel_samples(lines, int(found[1], 16) - int(found[2], 16))


def kernel_samples(lines: Iterable[str], loaded: int) -> Counter[Place]:
    """The samples in kernels, from lines 'address symbol'. `loaded`: where the file of the program is in memory."""
    counts: Counter[Place] = Counter()
    for line in lines:
        address, _, symbol = line.strip().partition(" ")
        if "fockproxy::eri::" in symbol:
            counts[Place(int(address, 16) - loaded, re.sub(r"<.*", "", symbol.rsplit("::", 1)[-1]))] += 1
    return counts


def inlined_files(program: pathlib.Path, addresses: Iterable[int]) -> dict[int, set[str]]:
    """For each address, the names of the source files of the functions inlined there."""
    listing = output_of("addr2line", "-i", "-a", "-e", program, text="\n".join(map(hex, addresses)))
    files: dict[int, set[str]] = {}
    names: set[str] = set()
    for line in listing.splitlines():
        if line.startswith("0x"):
            names = files[int(line, 16)] = set()
        else:
            names.add(pathlib.Path(line.partition(":")[0]).name)
    return files


def shares(counts: Mapping[Place, int], files: Mapping[int, set[str]]) -> dict[str, float]:
    """The share of the samples in each part."""
    parts: Counter[str] = Counter()
    for place, count in counts.items():
        parts[BOYS if BOYS_FILE in files[place.address] else PARTS.get(place.function, OTHER)] += count
    return {part: count / parts.total() for part, count in parts.items()}


def profile(program: pathlib.Path, case: str, repeat: int) -> dict[str, float]:
    """The shares for a case MOLECULE/BASIS."""
    molecule, _, basis = case.partition("/")
    counts = samples(program, molecule, basis, repeat)
    files = inlined_files(program, [place.address for place in counts])
    if not any(BOYS_FILE in names for names in files.values()):
        raise UserError(f"{program} has no line numbers; build it with -DCMAKE_CXX_FLAGS=-g")
    return shares(counts, files)


def main(arguments: Sequence[str]) -> int:
    parser = argparse.ArgumentParser(prog="scripts/perf integral-profile", description=(__doc__ or "").split("\n")[0])
    parser.add_argument("program", type=pathlib.Path)
    parser.add_argument("cases", nargs="*", default=["water8/cc-pvdz", "benzene/cc-pvtz"], metavar="MOLECULE/BASIS")
    parser.add_argument("--repeat", type=positive, default=5, help="builds")
    options = parser.parse_args(arguments)
    columns = [profile(options.program.resolve(), case, options.repeat) for case in options.cases]
    print(f"| share of the samples, percent | {' | '.join(options.cases)} |\n|---|{'---:|' * len(columns)}")
    parts = sorted({part for column in columns for part in column}, key=lambda part: -columns[0].get(part, 0))
    for part in parts:
        print(f"| {part} | {' | '.join(f'{100 * column.get(part, 0):.1f}' for column in columns)} |")
    return 0
