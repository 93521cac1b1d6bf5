"""The quick check of the stack before every calculation."""

import pathlib

import pytest
from conftest import MPI, WITH_GA, mpi_version

SMALL = ("water", "--basis", "sto-3g")


@pytest.mark.parametrize("command", ["scf", "fock"])
@pytest.mark.parametrize("ranks", [None, 2])
def test_it_is_a_phase_of_its_own(fockproxy, command, ranks):
    run, document = fockproxy.document(command, *SMALL, ranks=ranks)
    assert document["phases"]["stack check"] > 0
    assert not document["config"]["trust_stack"]
    assert "\n  stack check " in run.out


def test_trust_stack_leaves_it_out(fockproxy):
    _, document = fockproxy.document("fock", *SMALL, "--trust-stack", ranks=2)
    assert document["phases"]["stack check"] == 0
    assert document["config"]["trust_stack"]


def test_a_stack_that_computes_wrongly_is_refused_unless_trusted(fockproxy, faulty_win_allocate):
    command = ("fock", "water", "--basis", "cc-pvdz", "--matrix", "ga", "--counter", "mpi3", "--repeat", 1)
    run = fockproxy(*command, "--json", "out.json", ranks=2, ARMCI_USE_WIN_ALLOCATE="1")
    run.assert_refused("computes wrongly", "ARMCI_USE_WIN_ALLOCATE=0", "--trust-stack", code=1)
    assert fockproxy.files() == []
    trusted = fockproxy(*command, "--trust-stack", ranks=2, ARMCI_USE_WIN_ALLOCATE="1")
    assert "FAULTY" in trusted.out and "computes wrongly" in trusted.out
    assert "VERIFICATION" in trusted.out, "whatever comes out is verified"


@pytest.mark.skipif(not WITH_GA or MPI != "openmpi", reason="ARMCI warns of Open MPI alone")
@pytest.mark.parametrize("method", ["DIRECT", "BATCHED"])
def test_what_armci_warns_of_is_answered(fockproxy, method):
    run = fockproxy("fock", *SMALL, "--matrix", "ga", ranks=2, ARMCI_IOV_METHOD=method).assert_passed()
    assert run.armci_warned == (method == "DIRECT")
    assert ("ragged arrays; no sign of the broken MPI datatypes that ARMCI warns of" in run.out) == run.armci_warned


def test_nothing_is_said_of_networks_between_ranks_of_one_host(fockproxy):
    run = fockproxy("fock", *SMALL, ranks=2).assert_passed()
    assert "reachable pairing" not in run.err
    if not any(pathlib.Path("/sys/class/infiniband").glob("*")):
        assert "OSC UCX" not in run.err
    assert ("OMPI_MCA_reachable=weighted was set" in run.out) == mpi_version().startswith("Open MPI v5.")
