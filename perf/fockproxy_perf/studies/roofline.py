"""The roofline of the kernels on one core: what every class of quartets reaches, and what the core would let it.

scripts/perf roofline [--program build/openmpi/bin/fockproxy] [--cases water8/cc-pvdz,benzene/cc-pvtz]
                      [-o results/roofline.svg]

A run of `fockproxy fock --class-rates` for each case on one rank: operations and bytes are counted, the core's limits
measured. Operations in single precision count half, as the core does twice as many of them.
"""

import argparse
import json
import pathlib
import subprocess
import tempfile
from collections.abc import Mapping, Sequence
from typing import Any

from fockproxy_perf.arguments import words
from fockproxy_perf.errors import UserError
from fockproxy_perf.studies.roofline_plot import Limits, Point, Series, plot
from fockproxy_perf.studies.serial_build import serial_build

CASES = ["water8/cc-pvdz", "benzene/cc-pvtz"]
SHORTEST = 1e-4  # seconds of a class; of less the clock knows little


def point(entry: Mapping[str, Any], name: str) -> Point:
    operations = entry["double_flops"] + 0.5 * entry["single_flops"]
    return Point(name, operations / entry["l1_bytes"], operations / entry["seconds"], entry["seconds"])


def series(fock: Mapping[str, Any], case: str) -> Series:
    """Of the `fock` part of a document."""
    rates = fock["class_rates"]
    if not rates:
        raise UserError(f"{case}: no rates by class; only the own kernels have them")
    whole = {key: sum(rate[key] for rate in rates) for key in ("double_flops", "single_flops", "l1_bytes", "seconds")}
    return Series(case, [point(rate, rate["class"]) for rate in rates if rate["seconds"] >= SHORTEST],
                  point(whole, "all"))


def limits(fock: Mapping[str, Any]) -> Limits:
    measured = fock["core_limits"]
    return Limits(measured["double_flops_per_second"], measured["l1_bytes_per_second"],
                  measured["l2_bytes_per_second"])


def measure(program: pathlib.Path, case: str) -> dict[str, Any]:
    """The `fock` part of the program's document."""
    molecule, _, basis = case.partition("/")
    with tempfile.TemporaryDirectory() as folder:
        document = pathlib.Path(folder) / "fock.json"
        command = serial_build(program, molecule, basis, "auto", 1, "--class-rates", "--json", document)
        run = subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
        if run.returncode != 0:
            raise UserError(f"{case}: {run.stderr.strip()}")
        fock: dict[str, Any] = json.loads(document.read_text())["fock"]
        return fock


def main(arguments: Sequence[str]) -> int:
    parser = argparse.ArgumentParser(prog="scripts/perf roofline", description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--program", type=pathlib.Path, default=pathlib.Path("build/openmpi/bin/fockproxy"))
    parser.add_argument("--cases", type=words, default=CASES, help="MOLECULE/BASIS,...")
    parser.add_argument("-o", "--output", type=pathlib.Path, default=pathlib.Path("results/roofline.svg"))
    options = parser.parse_args(arguments)
    measured = [(case, measure(options.program.resolve(), case)) for case in options.cases]
    found = [series(fock, case) for case, fock in measured]
    options.output.parent.mkdir(parents=True, exist_ok=True)
    plot(found, limits(measured[0][1]), options.output)
    for one in found:
        print(f"{one.case}: {1e-9 * one.whole.rate:.1f} GFLOP/s, {one.whole.intensity:.2f} operations a byte")
    print(options.output)
    return 0
