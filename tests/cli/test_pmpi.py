"""With code between the program and MPI: a tool that counts, a slow MPI_Finalize, and support for CUDA."""

import os
import re
import subprocess

import pytest
from conftest import SMALL, SOURCE, needs_ga

BUILDS = 3  # in the longer of two runs; the difference of the two is whole builds, without start and end
CASE = ("water5", "--basis", "sto-3g", "--counter", "mpi3", "--matrix", "rma", "--cache", "none", "--chunk", "1")
COUNTS = re.compile(r"MPI_Get (\d+) MPI_Accumulate (\d+) MPI_Fetch_and_op (\d+)$", re.MULTILINE)


def preloaded(folder, source):
    library = folder / f"{source}.so"
    subprocess.run([os.environ["FOCKPROXY_MPICC"], "-shared", "-fPIC", "-o", library,
                    SOURCE / "tests" / "support" / source], check=True, timeout=60)
    return {"LD_PRELOAD": str(library)}


@pytest.fixture(scope="module")
def tool(tmp_path_factory):
    return preloaded(tmp_path_factory.mktemp("tool"), "pmpi_counts.c")


@pytest.fixture(scope="module")
def late_root(tmp_path_factory):
    return preloaded(tmp_path_factory.mktemp("late"), "late_root.c")


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
        run, document = fockproxy.document("fock", *CASE, "--repeat", builds, ranks=2, **tool)
        by_tool.append(counted_by_tool(run, 2))
        by_program.append(counted_by_program(document))
        tasks = document["fock"]["tasks"][0]
    more_by_tool, more_by_program = ([b - a for a, b in zip(*counts, strict=True)] for counts in (by_tool, by_program))

    gets, accumulates, draws = more_by_program
    assert accumulates == 6 * tasks * (BUILDS - 1)
    assert more_by_tool[1] == accumulates
    # Verification reads a few blocks of D and F, and setting the counter takes a call.
    assert 0 <= more_by_tool[0] - gets <= 0.01 * gets
    assert 0 <= more_by_tool[2] - draws <= 4 * (BUILDS - 1)


def orders_of_calls(fockproxy, tool, chunk, *options):
    """The calls after each draw of one rank, as "G6 A6 ", and the tasks of a build."""
    _, document = fockproxy.document("fock", *CASE[:-1], chunk, "--repeat", 1, *options, PMPI_ORDER="1", **tool)
    order = (fockproxy.directory / "order.0").read_text()
    _, *orders = re.findall(r"F\d+ ((?:G\d+ A\d+ )+)", order)  # the first one belongs to the check before a calculation
    return orders, document["fock"]["tasks"][0]


@pytest.mark.parametrize("integrals", ["own", "libint", "emulated"])
def test_the_order_of_the_calls_of_a_task(fockproxy, tool, integrals):
    orders, tasks = orders_of_calls(fockproxy, tool, 1, "--integrals", integrals)
    assert set(orders) == {"G6 A6 "}
    assert len(orders) > tasks  # a build for the density, and the measured one


def order_with_held_blocks(blocks):
    """The calls of a build of all tasks on one rank, after the first draw. IJ, IK and JK are sent and fetched when they
    change, and KL, IL and JL in each task."""
    held, text = {}, ""
    tasks = [(i, j, k, last) for i in range(blocks) for j in range(i + 1) for k in range(i + 1)
             for last in range((j if k == i else k) + 1)]
    for i, j, k, _ in tasks:
        wanted = {"ij": (i, j), "ik": (i, k), "jk": (j, k)}
        changed = [role for role in wanted if held.get(role) != wanted[role]]
        sent = sum(role in held for role in changed)
        held = wanted
        text += (f"A{sent} " if sent else "") + f"G{len(changed) + 3} A3 F1 "
    return text + "A3 ", len(tasks)


@pytest.mark.parametrize("integrals", ["own", "emulated"])
def test_the_order_of_the_calls_with_held_blocks(fockproxy, tool, integrals):
    """The default, --cache ijk. At threshold 0 no task is left out."""
    _, document = fockproxy.document("fock", "water2", "--basis", "sto-3g", "--counter", "mpi3", "--matrix", "rma",
                                     "--threshold", 0, "--repeat", 1, "--integrals", integrals, PMPI_ORDER="1", **tool)
    expected, tasks = order_with_held_blocks(6)
    assert document["fock"]["tasks"] == [tasks] and document["config"]["cache"] == "ijk"
    assert expected in (fockproxy.directory / "order.0").read_text()


def test_tasks_in_flight_change_the_order_and_not_the_calls(fockproxy, tool):
    together, _ = orders_of_calls(fockproxy, tool, 4, "--in-flight", 2)
    alone, _ = orders_of_calls(fockproxy, tool, 4)
    assert any("G12 A12" in order for order in together)
    assert {order for whole in alone for order in re.findall(r"G\d+ A\d+", whole)} == {"G6 A6"}

    def calls(orders, kind):
        return sum(map(int, re.findall(rf"{kind}(\d+)", "".join(orders))))

    assert [calls(together, kind) for kind in "GA"] == [calls(alone, kind) for kind in "GA"]


def test_what_is_wrong_with_an_input_is_said_though_rank_0_leaves_last(fockproxy, late_root):
    fockproxy("scf", "nowhere.xyz", ranks=2, **late_root).assert_refused("nowhere.xyz")


def test_what_failed_is_printed_though_rank_0_leaves_last(fockproxy, late_root):
    run = fockproxy("scf", "water", *SMALL, "--max-iterations", 2, ranks=2, **late_root)
    assert run.code == 1
    assert run.out.endswith("VERIFICATION: PASS\n")
    assert "did not converge within 2 iterations" in run.err


def test_info_asks_the_library_about_cuda(fockproxy, tmp_path):
    run = fockproxy("info", "--no-global-arrays", "--json", "info.json", **preloaded(tmp_path, "cuda_mpi.c"))
    assert run.code == 0, run.err
    mpi = fockproxy.read("info.json")["mpi"]
    assert (mpi["cuda_support"], mpi["cuda_support_overridden"]) == (True, False)
    assert re.search("^  CUDA support +yes, says the library$", run.out, re.MULTILINE)


@needs_ga
def test_why_global_arrays_cannot_start_is_said_though_rank_0_leaves_last(fockproxy, late_root, windows_may_be_refused):
    refused = {"OMPI_MCA_pml": "ob1", "OMPI_MCA_btl": "tcp,self", "OMPI_MCA_osc": "^sm,ucx"}
    run = fockproxy("counter", "--counter", "ga", "--case", 1, "--thread-level", "multiple", ranks=2, **late_root,
                    **refused, timeout=200)
    run.assert_refused("Global Arrays cannot start")
