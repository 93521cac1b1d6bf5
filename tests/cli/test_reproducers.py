"""fockproxy check --reproducer: its programs compile without a warning, print "ok" if the library is correct, and show
the known faults if it is not. FOCKPROXY_ALL_REPRODUCERS=1 tests every row instead of one of each kind."""

import os
import re
import subprocess

import pytest
from conftest import MPI, MPIEXEC, PROGRAM

MPICC = os.environ["FOCKPROXY_MPICC"]
SECTIONS = ("Windows:", "Atomics:", "Operators and datatypes:", "Patches:", "Requests:", "Completion at all targets:",
            "Info keys of windows:", "Threads:")
ONE_OF_EACH = ["window", "window-create", "window-unpadded", "fetch-and-op-create", "get-accumulate",
               "compare-and-swap-create", "compare-and-swap-int32", "window-unaligned", "window-far",
               "accumulate-int32", "get-accumulate-double-create", "get-accumulate-derived-create",
               "fetch-and-op-int64-create", "operators-mixed-create", "accumulate-beside-put",
               "put-by-accumulate-create", "accumulate-large", "flush-all", "flush-local-all", "unlock-all-create",
               "strided", "vector-create", "rget", "rget-vector-255", "rput-indexed",
               "raccumulate-hindexed-create", "info-same-op", "info-ordering-none-create", "threads"]


def rows():
    lines = subprocess.run([PROGRAM, "check", "--list"], capture_output=True, text=True, check=True).stdout.splitlines()
    names = [line.split()[0] for line in lines if line.split(maxsplit=1)[1].startswith(SECTIONS)]
    names = [name for name in names if not name.endswith("-ghost")]  # windows of the program, not of MPI
    assert set(ONE_OF_EACH) <= set(names)
    return names if os.environ.get("FOCKPROXY_ALL_REPRODUCERS") == "1" else ONE_OF_EACH


def refused(fockproxy, name):
    """Whether this MPI refuses such windows. The row then says UNSUPPORTED, except for a swap that would crash."""
    if name.startswith("compare-and-swap"):
        return False
    return "UNSUPPORTED" in fockproxy("check", "--only", name, ranks=2).out


@pytest.fixture(scope="module")
def library(shared_fockproxy):
    """The first line of MPI_Get_library_version, with single spaces."""
    shared_fockproxy("check", "--only", "fetch-and-op", "--json", "library.json", ranks=2)
    return " ".join(shared_fockproxy.read("library.json")["provenance"]["mpi"]["library"].split())


def run_program(fockproxy, name, **environment):
    """The exit code and the output of a row's program."""
    source = fockproxy("check", "--reproducer", name)
    assert (source.code, source.err) == (0, "")
    (fockproxy.directory / "row.c").write_text(source.out)
    subprocess.run([MPICC, "-std=c99", "-Wall", "-Wextra", "-Werror", "row.c", "-o", "row"], cwd=fockproxy.directory,
                   check=True)
    ranks = re.search(r"mpiexec -n (\d)", source.out).group(1)
    run = subprocess.run([MPIEXEC, "-n", ranks, "./row"], cwd=fockproxy.directory, capture_output=True, text=True,
                         timeout=60, stdin=subprocess.DEVNULL, env={**os.environ, **environment})
    return run.returncode, run.stdout


def is_faulty(name, library):
    """The known faults of these libraries."""
    if library.startswith(("Open MPI v4.0.", "Open MPI v4.1.")):
        # Only swaps of 8 bytes; and fetches of osc/rdma with a derived type, if its windows are not shared memory.
        return (name.startswith("compare-and-swap") and "int32" not in name) or name == "get-accumulate-derived-create"
    if library.startswith(("MPICH Version: 4.0,", "MPICH Version: 4.0.1", "MPICH Version: 4.0.2")):
        return (name in ("window-unaligned", "window-unpadded", "window-unpadded-allocate-noshm")
                or name.startswith(("rget-vector", "rget-indexed", "rget-hindexed", "rput-indexed", "rput-hindexed")))
    if library.startswith("MPICH Version: 4.2."):
        return name.startswith(("rget-vector", "rget-indexed", "rget-hindexed", "rput-indexed", "rput-hindexed"))
    return False


def is_a_race(name, library):
    """Whether a fault shows by chance only: for a regular datatype, whether the buffer of an unfinished put is
    overwritten in time; and in MPICH 4.0.0 to 4.0.2, what calls that complete everything leave undone."""
    if name.startswith(("flush-all", "flush-local-all", "unlock-all")):
        return is_faulty("window-unaligned", library)
    return is_faulty("rput-indexed", library) and name.startswith("rput-vector")


@pytest.mark.parametrize("name", rows())
def test_program(fockproxy, name, library):
    code, out = run_program(fockproxy, name)
    if is_faulty(name, library):
        assert code != 0 and "ok" not in out.splitlines()
        assert name.startswith("compare") or "not" in out
    elif is_a_race(name, library) and code != 0:
        assert code == 1 and "not" in out
    elif code != 0 and refused(fockproxy, name):
        pytest.skip("this MPI refuses such windows")
    else:
        assert (code, out) == (0, "ok\n")


@pytest.mark.skipif(MPI != "openmpi", reason="OMPI_MCA_osc is Open MPI's")
def test_the_swap_is_right_where_the_faulty_component_is_left_out(fockproxy):
    assert run_program(fockproxy, "compare-and-swap", OMPI_MCA_osc="^rdma") == (0, "ok\n")


@pytest.mark.parametrize("name, words", [
    ("nonsense", ["'nonsense'", "--list"]),
    ("window-ghost", ["UNSUPPORTED"]),
    ("counter-mpi3", ["UNSUPPORTED", "fetch-and-op", "rget"]),
    ("progress", ["UNSUPPORTED"]),
])
def test_rows_without_one(fockproxy, name, words):
    assert fockproxy("check", "--reproducer", name).assert_refused(*words).out == ""
