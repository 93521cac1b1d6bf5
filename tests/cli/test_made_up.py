"""Random molecules, basis sets and options: correct builds are verified, or refused with a reason.

The seeds of scripts/perf verification made-up, with fewer functions; FOCKPROXY_ALL_SEEDS=1 runs many more.
"""

import os
import sys

import pytest
from conftest import SOURCE

sys.path.insert(0, str(SOURCE / "perf"))
from fockproxy_perf.studies.verification.made_up import draw

SEEDS = range(1, 161) if os.environ.get("FOCKPROXY_ALL_SEEDS") else range(1, 21)
MOST_FUNCTIONS = 40
ENDS = ("the SCF did not converge", "the energy is not to be trusted")  # some random cases end in this way


def test_sums_of_either_kind_are_made_up():
    arguments = [draw(seed, MOST_FUNCTIONS).arguments for seed in SEEDS]
    assert {case[case.index("--sum") + 1] for case in arguments} == {"double", "exact"}


@pytest.mark.parametrize("seed", SEEDS)
def test_made_up(fockproxy, seed):
    case = draw(seed, MOST_FUNCTIONS)
    molecule, basis = fockproxy.write("made-up.xyz", case.xyz), fockproxy.write("made-up.g94", case.basis)
    command, *options = case.arguments
    run = fockproxy(command, molecule, "--basis", basis, *options, ranks=1 + seed % 2)
    assert "VERIFICATION: FAIL" not in run.out, run.out
    if run.code == 0:
        run.assert_passed()
    else:
        run.assert_refused(code=1)
        assert any(end in run.errors[0] for end in ENDS), run.errors
