"""What a tool on MPI's profiling interface counts is what the program says that it did."""

import os
import re
import subprocess

import pytest
from conftest import SOURCE

BUILDS = 3  # in the longer of two runs: the difference of the two holds whole builds, and nothing of start and end
CASE = ("water5", "--basis", "sto-3g", "--counter", "mpi3", "--matrix", "rma", "--cache", "none", "--chunk", "1")
COUNTS = re.compile(r"MPI_Get (\d+) MPI_Accumulate (\d+) MPI_Fetch_and_op (\d+)$", re.MULTILINE)


@pytest.fixture(scope="module")
def tool(tmp_path_factory):
    library = tmp_path_factory.mktemp("tool") / "pmpi_counts.so"
    subprocess.run([os.environ["FOCKPROXY_MPICC"], "-shared", "-fPIC", "-o", library,
                    SOURCE / "tests/support/pmpi_counts.c"], check=True, timeout=60)
    return library


def counted_by_tool(run, ranks):
    lines = COUNTS.findall(run.err)
    assert len(lines) == ranks, run.err
    return [sum(map(int, column)) for column in zip(*lines, strict=True)]


def counted_by_program(document):
    return [sum(rank[kind]["operations"] for rank in document["fock"]["ranks"])
            for kind in ("get", "accumulate", "counter")]


def test_a_tool_and_the_program_count_the_same(fockproxy, tool):
    by_tool, by_program = [], []
    for builds in (1, BUILDS):
        run, document = fockproxy.document("fock", *CASE, "--repeat", builds, ranks=2, LD_PRELOAD=str(tool))
        by_tool.append(counted_by_tool(run, 2))
        by_program.append(counted_by_program(document))
        tasks = document["fock"]["tasks"][0]
    more_by_tool, more_by_program = ([b - a for a, b in zip(*counts, strict=True)] for counts in (by_tool, by_program))

    gets, accumulates, draws = more_by_program
    assert accumulates == 6 * tasks * (BUILDS - 1)
    assert more_by_tool[1] == accumulates
    # Verification reads a few blocks of D and F, and the draws start from a counter that is set.
    assert 0 <= more_by_tool[0] - gets <= 0.01 * gets
    assert 0 <= more_by_tool[2] - draws <= 4 * (BUILDS - 1)
