"""Effects of this MPI, or of the launcher of another one, on a run."""

import pytest
from conftest import MPI, other_mpiexec

RIGHT = "mpiexec.openmpi" if MPI == "openmpi" else "mpiexec.mpich"


@pytest.mark.parametrize("arguments", [["scf", "water"], ["fock", "water", "--dry-run"], ["scf", "nowhere.xyz"]],
                         ids=" ".join)
def test_the_other_launcher(fockproxy, arguments):
    run = fockproxy(*arguments, "--json", "out.json", ranks=2, mpiexec=other_mpiexec())
    run.assert_refused("launcher", RIGHT)
    assert run.out == ""
    assert fockproxy.files() == []


def test_help_from_the_other_launcher(fockproxy):
    run = fockproxy("--help", ranks=2, mpiexec=other_mpiexec())
    assert run.code == 0
    assert run.out.count("Usage:") == 1


def test_thread_level_too_low_for_the_helper(fockproxy):
    run = fockproxy("scf", "water", "--counter", "helper", "--thread-level", "funneled")
    run.assert_refused("funneled", "--counter helper", "multiple")
    assert run.out == ""


def test_a_window_that_this_mpi_refuses(fockproxy, windows_may_be_refused):
    run = fockproxy("scf", "water", "--window", "create", "--thread-level", "multiple", "--json", "out.json", ranks=2,
                    OMPI_MCA_btl="tcp,self", timeout=200)
    run.assert_refused("refuses windows of kind create", "tried here, and it works: --window allocate")
    assert fockproxy.files() == []


def test_without_a_launcher_nothing_is_tried(fockproxy, windows_may_be_refused):
    run = fockproxy("scf", "water", "--window", "create", "--json", "out.json")
    run.assert_refused("refuses windows of kind create", "not tried", "OMPI_MCA_osc=^ucx", "--window allocate")
    assert fockproxy.files() == []
