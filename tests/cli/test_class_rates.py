"""perf_class_rates: the classes add up to the build, and no class exceeds the limits of the core."""

import pathlib
import re
import subprocess

import pytest
from conftest import PROGRAM

RATES = pathlib.Path(PROGRAM).with_name("perf_class_rates")
BOUND = r"(L1 loads|multiply-adds|(R_tuv|contraction|digestion|rows, loops) [1-9]\d%|-)$"


def rates(*arguments):
    """The cells of the table by class and for "all"; and the limits of the core in GFLOP/s and GB/s."""
    run = subprocess.run([RATES, *map(str, arguments)], capture_output=True, text=True, timeout=120)
    assert run.returncode == 0, run.stderr
    rows = re.findall(rf"^  (\([^)]*\)|all) +(\d+) .* (\d+)% +(\d+)% +{BOUND}", run.stdout, re.MULTILINE)
    limits = re.search(r"Peak: (\S+) GFLOP/s in double precision, (\S+) in single; from L1 (\S+) GB/s, from L2 (\d+)",
                       run.stdout)
    return {name: (int(quartets), int(peak)) for name, quartets, peak, *_ in rows}, [float(x) for x in limits.groups()]


def test_the_classes_add_up_to_the_build(fockproxy):
    found, _ = rates("water", "cc-pvdz")
    assert "(p s|s2 s)" in found and "(d d|d d)" in found
    quartets = [row[0] for name, row in found.items() if name != "all"]
    _, document = fockproxy.document("fock", "water", "--basis", "cc-pvdz", "--repeat", 1)
    assert sum(quartets) == found["all"][0] == document["fock"]["quartets"][-1]


@pytest.mark.timing
@pytest.mark.parametrize("simd", ["auto", "portable"])
def test_no_class_computes_faster_than_the_core_can(simd):
    found, (double, single, l1, l2) = rates("hf", "cc-pvqz", "--simd", simd, "--repeat", 3)
    assert 10 < max(peak for _, peak in found.values()) < 100
    assert 1.5 < single / double < 2.5
    assert l2 < 1.2 * l1


@pytest.mark.parametrize("arguments, words", [
    (("water",), "MOLECULE BASIS"),
    (("water", "sto-3g", "--nonsense", "1"), "unknown option"),
    (("water", "sto-3g", "--simd", "mmx"), "mmx"),
])
def test_wrong_usage_is_refused(arguments, words):
    run = subprocess.run([RATES, *arguments], capture_output=True, text=True, timeout=60)
    assert run.returncode == 1 and words in run.stderr
