"""--sum exact, as a user runs it: the same bits of every energy and of F for any ranks, threads, caches and messages,
and after a restart. tests/fock/exact_sum_test.cpp has the product of the options."""

import array
import json
import os

import jsonschema
import pytest
from conftest import MOLECULES, MPI, WITH_GA, needs_ga, schema

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
    """The numbers of a document. Floating-point numbers are written so that they are read with the same bits."""
    scf, builds = document["scf"], document["fock"]
    return ([it["energy"] for it in scf["history"]], [it["diis_error"] for it in scf["history"]],
            scf["energy_total"], scf["orbital_energies"], scf["dipole"], builds["hash"][-1])


@pytest.mark.parametrize("system", SYSTEMS, ids=lambda system: system[0])
def test_an_scf_has_the_same_bits_everywhere(fockproxy, system):
    scf = ("scf", *system, "--sum", "exact")
    run, alone = fockproxy.document(*scf, *ALONE)
    assert "exact: as integer multiples" in run.out and alone["config"]["sum"] == "exact"
    assert alone["config"]["solve"] == "local"
    for ranks, *options in RUNS:
        surroundings = {"OMPI_MCA_osc": "^rdma"} if "steal" in options else {}  # Open MPI 4.1's compare-and-swap fails
        _, document = fockproxy.document(*scf, *options, ranks=ranks, **surroundings)
        assert bits(document) == bits(alone), options
    _, doubles = fockproxy.document("scf", *system, *ALONE)
    assert doubles["scf"]["energy_total"] == pytest.approx(alone["scf"]["energy_total"], abs=1e-9)
    assert doubles["fock"]["grid"] == [None] * len(doubles["fock"]["hash"])


@pytest.mark.parametrize("sum_of", ["exact", "exact-wide"])
def test_a_restart_has_them_too(fockproxy, sum_of):
    scf = ("scf", "o2", "--basis", "sto-3g", "--multiplicity", 3, "--sum", sum_of)
    _, whole = fockproxy.document(*scf, *ALONE)
    assert {grid["words"] for grid in whole["fock"]["grid"]} == {1 if sum_of == "exact" else 2}
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
    """The control of this check is tests/app/same_bits_test.cpp, because no option makes builds differ."""
    compare = ("compare", "water", "--basis", "sto-3g", "--case", "1,2", "--repeat", 2, "--counter", "mpi3,mpi2")
    hashes = {}
    for sum_of in ("exact", "double"):
        result = fockproxy(*compare, "--sum", sum_of, "--json", "compare.json", ranks=3)
        assert result.code == 0 and "FAIL" not in result.out, result.out + result.err
        document = json.loads((fockproxy.directory / "compare.json").read_text())
        jsonschema.Draft7Validator(schema("compare")).validate(document)
        assert document["config"]["sum"] == sum_of
        (hashes[sum_of],) = {row["hash"] for row in document["rows"]}
    assert hashes["double"] is None
    _, fock = fockproxy.document("fock", "water", "--basis", "sto-3g", "--grain", "atom", "--sum", "exact", *ALONE)
    assert hashes["exact"] == fock["fock"]["hash"][0]
    assert f"grain atom has the hash {hashes['exact']}" in fockproxy(*compare, "--sum", "exact", ranks=2).out


@pytest.mark.slow
def test_two_words_have_the_same_bits_and_move_twice_as_many(fockproxy):
    scf = ("scf", "water", "--basis", "6-31g", "--energy-tolerance", 1e-11, "--gradient-tolerance", 1e-8)
    run, alone = fockproxy.document(*scf, "--sum", "exact-wide", *ALONE)
    assert "exact sums in pairs of words" in run.out
    for ranks, *options in RUNS[1:]:
        surroundings = {"OMPI_MCA_osc": "^rdma"} if "steal" in options else {}
        _, document = fockproxy.document(*scf, "--sum", "exact-wide", *options, ranks=ranks, **surroundings)
        assert bits(document) == bits(alone), options
    moved = {}
    for sum_of in ("double", "exact", "exact-wide"):
        _, document = fockproxy.document(*scf, "--sum", sum_of, "--counter", "static", ranks=2)
        assert document["scf"]["energy_total"] == pytest.approx(alone["scf"]["energy_total"], abs=1e-10)
        ranks = document["fock"]["ranks"]
        moved[sum_of] = [sum(rank[kind]["bytes"] for rank in ranks) / sum(rank[kind]["operations"] for rank in ranks)
                         for kind in ("get", "accumulate", "held_accumulate")]
    assert moved["exact"] == moved["double"]
    assert moved["exact-wide"] == [moved["double"][0], 2 * moved["double"][1], 2 * moved["double"][2]]


# From molecules/reference.json, whose energies have twelve decimals.
REFERENCES = ["water/cc-pvdz", "ammonia/cc-pvdz", "o2/cc-pvdz", "benzene/sto-3g", "uracil/sto-3g"]


@pytest.mark.parametrize("name", REFERENCES)
def test_energies_are_those_of_the_references(fockproxy, name):
    cases = {case["name"]: case for case in json.loads((MOLECULES / "reference.json").read_text())["cases"]}
    case = cases[name]
    energies = {}
    for sum_of in ("double", "exact"):
        _, document = fockproxy.document("scf", MOLECULES / case["molecule"], "--basis", case["basis"],
                                         "--multiplicity", case["multiplicity"], "--threshold", 1e-12, "--sum", sum_of,
                                         "--energy-tolerance", 1e-11, "--gradient-tolerance", 1e-8, ranks=2)
        energies[sum_of] = document["scf"]["energy_total"]
    assert energies["exact"] == pytest.approx(energies["double"], abs=1e-10)
    assert energies["exact"] == pytest.approx(case["energy_total"], abs=1e-10)


# Two functions of helium that hardly differ.
NEARLY_DEPENDENT = """****
He     0
S   1   1.00
  1.000   1.0
S   1   1.00
  1.002   1.0
P   1   1.00
  0.800   1.0
****
"""


def saved(fockproxy, name):
    *_, words = (fockproxy.directory / name).read_bytes().split(b"\n", 2)
    return array.array("d", words)[:-1]  # the last one is their checksum


def test_a_nearly_dependent_basis_loses_no_more_than_the_promise(fockproxy):
    """The density has elements of thousands."""
    molecule = fockproxy.write("he3.xyz", "3\n\nHe 0 0 0\nHe 0 0 1.5\nHe 0 1.6 0.4\n")
    system = (molecule, "--basis", fockproxy.write("near.g94", NEARLY_DEPENDENT))
    fockproxy("scf", *system, "--guess", "core", "--no-stability", "--energy-tolerance", 1e-4, "--gradient-tolerance",
              1e-2, "--save-density", "he3.density").assert_passed()
    assert max(map(abs, saved(fockproxy, "he3.density"))) > 1000, "the case shows nothing any more"
    for threshold in (1e-12, 1e-10):
        matrices, hashes, promises = {}, set(), []
        for sum_of, ranks in (("double", 1), ("exact", 1), ("exact", 2)):
            _, document = fockproxy.document("fock", *system, "--density", "he3.density", "--threshold", threshold,
                                             "--repeat", 1, "--sum", sum_of, "--verify", "full", "--save-fock",
                                             "he3.fock", ranks=ranks)
            matrices[sum_of] = saved(fockproxy, "he3.fock")
            promises += document["fock"]["promised_error"]
            if sum_of == "exact":
                hashes.update(document["fock"]["hash"])
        assert len(hashes) == 1
        assert max(abs(a - b) for a, b in zip(*matrices.values(), strict=True)) <= min(promises)


@pytest.mark.slow
@pytest.mark.parametrize("solve", ["local", "scalapack", "elpa"])
def test_only_local_has_the_bits_of_any_number_of_ranks(fockproxy, solve):
    """The other solvers distribute matrices of more than one block, and their order of summation depends on this."""
    if solve == "elpa" and MPI != "openmpi":
        pytest.skip("Debian's ELPA speaks Open MPI")
    scf = ("scf", "water5", "--basis", "6-31g", "--sum", "exact", "--solve", solve)
    found = [bits(fockproxy.document(*scf, "--cache", cache, ranks=ranks)[1])
             for ranks, cache in ((1, "ijk"), (2, "ijk"), (2, "replicated"), (3, "ijk"))]
    for energy in (other[2] for other in found):
        assert energy == pytest.approx(found[0][2], abs=1e-10)
    assert all(other == found[0] for other in found) == (solve == "local")


@needs_ga
def test_large_blocks_of_integers_go_through_global_arrays(fockproxy):
    hashes = {fockproxy.document("fock", "ethane", "--basis", "6-31g", "--grain", grain, "--sum", "exact", "--matrix",
                                 matrix, "--repeat", 1, ranks=2)[1]["fock"]["hash"][0]
              for grain in (15,) for matrix in ("ga", "rma")}
    assert len(hashes) == 1
