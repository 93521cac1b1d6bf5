"""The kernels for GPUs: on a core of the host they compute what the others do, and without a GPU they are refused."""

import ctypes

import pytest
from conftest import SMALL


@pytest.mark.parametrize("molecule, basis", [("water2", "6-31g*"), ("water", "cc-pvdz"), ("hf", "cc-pvtz")])
def test_on_a_core_they_compute_the_same_quartets(fockproxy, molecule, basis):
    arguments = ("fock", molecule, "--basis", basis, "--verify", "full", "--repeat", 1)
    run, document = fockproxy.document(*arguments, "--integrals", "team", ranks=2)
    _, own = fockproxy.document(*arguments, ranks=2)
    run.assert_passed()
    assert "the kernels for GPUs, on a core of the host, for tests; mixed precision" in run.out
    assert document["config"]["integrals"] == "team"
    assert document["fock"]["quartets"] == own["fock"]["quartets"]


def test_without_a_gpu_they_are_refused(fockproxy):
    try:
        ctypes.CDLL("libcuda.so.1")
    except OSError:
        for ranks in (1, 2):
            fockproxy("fock", "water", *SMALL, "--integrals", "gpu", ranks=ranks).assert_refused("UNSUPPORTED: ")
    else:
        pytest.skip("this machine has a driver of CUDA")
