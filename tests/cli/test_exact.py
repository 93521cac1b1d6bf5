"""--sum exact, as a user runs it: the same bits of every energy and of F, whatever the ranks, threads, caches and
messages, and after a restart. tests/fock/exact_sum_test.cpp has the product of the options."""

import os

import pytest
from conftest import WITH_GA, needs_ga

ALL = bool(os.environ.get("FOCKPROXY_ALL_SYSTEMS"))
ALONE = ("--matrix", "local", "--counter", "static")
RUNS = [
    (1, "--cache", "none"),
    (2, "--counter", "mpi3", "--cache", "ijk", "--chunk", 4, "--in-flight", 3),
    (2, "--counter", "steal", "--cache", "merged", "--order", "random"),
    (2, "--counter", "node", "--cache", "ijk", "--prefetch-blocks", "--layout", "strided", "--complete", "batch"),
    (2, "--threads", 2, "--cache", "ijk", "--schedule", "factoring"),
    (3, "--cache", "replicated", "--global-sum", "distributed"),
    (3, "--cache", "replicated", "--global-sum", "node", "--progress", "poll"),
] + [(2, "--matrix", "ga", "--counter", "ga", "--cache", cache) for cache in ("ijk", "none")] * WITH_GA
SYSTEMS = [("water", "--basis", "6-31g"), ("o2", "--basis", "sto-3g", "--multiplicity", 3)]
if ALL:
    SYSTEMS += [("benzene", "--basis", "sto-3g"), ("decane", "--basis", "sto-3g")]


def bits(document):
    """Floating-point numbers are written so that they are read as the same bits."""
    scf, builds = document["scf"], document["fock"]
    return ([it["energy"] for it in scf["history"]], [it["diis_error"] for it in scf["history"]],
            scf["energy_total"], scf["orbital_energies"], scf["dipole"], builds["hash"][-1])


@pytest.mark.parametrize("system", SYSTEMS, ids=lambda system: system[0])
def test_an_scf_has_the_same_bits_everywhere(fockproxy, system):
    scf = ("scf", *system, "--sum", "exact")
    run, alone = fockproxy.document(*scf, *ALONE)
    assert "exact: as integers" in run.out and alone["config"]["sum"] == "exact"
    assert alone["config"]["solve"] == "local"
    for ranks, *options in RUNS:
        surroundings = {"OMPI_MCA_osc": "^rdma"} if "steal" in options else {}  # Open MPI 4.1's compare-and-swap
        _, document = fockproxy.document(*scf, *options, ranks=ranks, **surroundings)
        assert bits(document) == bits(alone), options
    _, doubles = fockproxy.document("scf", *system, *ALONE)
    assert doubles["scf"]["energy_total"] == pytest.approx(alone["scf"]["energy_total"], abs=1e-9)
    assert doubles["fock"]["grid"] == [None] * len(doubles["fock"]["hash"])


def test_a_restart_has_them_too(fockproxy):
    scf = ("scf", "o2", "--basis", "sto-3g", "--multiplicity", 3, "--sum", "exact")
    _, whole = fockproxy.document(*scf, *ALONE)
    stopped = fockproxy(*scf, "--checkpoint", "c", "--max-iterations", 4, ranks=2)
    stopped.assert_refused("did not converge", code=1)
    for ranks in (1, 3):
        _, rest = fockproxy.document(*scf, "--restart", "c", ranks=ranks)
        assert rest["scf"]["restarted_after"] > 0
        assert bits(rest) == bits(whole)


def test_the_checks_of_transport_have_no_tolerance(fockproxy):
    _, document = fockproxy.document("fock", "water", "--basis", "6-31g", "--sum", "exact", ranks=2)
    checks = {check["name"]: check for check in document["verification"]["checks"]}
    for name in ("checksum of F", "contributions within their bound", "fetched blocks of D"):
        assert checks[name]["allowed"] == 0 and checks[name]["passed"]
    assert "tr(DG)" not in checks
    assert len(set(document["fock"]["hash"])) == 1
    for grid in document["fock"]["grid"]:
        assert grid["words"] == 1 and grid["resolution"] < 2.5e-12
        assert 2**61 <= grid["bound"] / grid["unit"] <= 2**62


def test_compare_holds_its_rows_to_one_result(fockproxy):
    result = fockproxy("compare", "water", "--basis", "sto-3g", "--sum", "exact", "--case", "1,2", "--repeat", 2,
                       "--counter", "mpi3,mpi2", ranks=3)
    assert result.code == 0 and "FAIL" not in result.out, result.out + result.err


@needs_ga
def test_large_blocks_of_integers_go_through_global_arrays(fockproxy):
    hashes = {fockproxy.document("fock", "ethane", "--basis", "6-31g", "--grain", grain, "--sum", "exact", "--matrix",
                                 matrix, "--repeat", 1, ranks=2)[1]["fock"]["hash"][0]
              for grain in (15,) for matrix in ("ga", "rma")}
    assert len(hashes) == 1
