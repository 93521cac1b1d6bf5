"""The kernels for GPUs: on a core of the host they compute what the others do. On a GPU they are refused so far."""

import pytest
from conftest import SMALL


@pytest.mark.parametrize("molecule, basis", [("water2", "6-31g*"), ("water", "cc-pvdz"), ("hf", "cc-pvtz")])
def test_on_a_core_they_compute_the_same_quartets(fockproxy, molecule, basis):
    arguments = ("fock", molecule, "--basis", basis, "--verify", "full", "--repeat", 1)
    run, document = fockproxy.document(*arguments, "--integrals", "team", ranks=2)
    _, own = fockproxy.document(*arguments, ranks=2)
    assert "the kernels for GPUs, on a core of the host, for tests; mixed precision" in run.out
    assert document["config"]["integrals"] == "team"
    assert document["fock"]["quartets"] == own["fock"]["quartets"]
    assert document["figure_of_merit"]["objection"].startswith("--integrals team computes with the kernels for GPUs")


@pytest.mark.parametrize("ranks", [None, 2])
def test_on_a_gpu_they_are_refused_with_the_reason(fockproxy, ranks):
    fockproxy("fock", "water", *SMALL, "--integrals", "gpu", ranks=ranks).assert_refused("UNSUPPORTED: ")
