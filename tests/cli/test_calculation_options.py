"""Properties of options for molecules, builds, and saved densities and matrices."""

import array
import json
import re

import pytest
from conftest import MPI, SMALL


def test_a_radical_is_uhf(fockproxy):
    run, document = fockproxy.document("scf", "oh", *SMALL, ranks=2)
    assert document["molecule"]["method"] == "UHF"
    assert document["molecule"]["multiplicity"] == 2
    assert document["scf"]["s_squared_exact"] == 0.75
    assert document["scf"]["s_squared"] == pytest.approx(0.75, abs=0.02)
    assert set(document["scf"]["orbital_energies"]) == {"alpha", "beta"}
    assert document["fock"]["communications_per_task"]["get"] == 3
    assert re.search(r"orbital energies, alpha, .*\(5 occupied\)", run.out)
    assert re.search(r"orbital energies, beta, .*\(4 occupied\)", run.out)


def test_a_cation_by_name_and_a_pople_set(fockproxy):
    run, document = fockproxy.document("scf", "nh4", "--charge", 1, "--basis", "6-31G(d)")
    assert document["molecule"]["charge"] == 1
    assert document["molecule"]["electrons"] == 10
    assert "literature values for Pople sets with d functions use 6D: --cartesian" in run.out
    run, document = fockproxy.document("scf", "nh4", "--charge", 1, "--basis", "6-31G(d)", "--cartesian")
    assert document["config"]["cartesian"]
    assert "Cartesian (6D)" in run.out and "--cartesian" not in run.out


def test_an_ion_far_from_the_origin_keeps_its_energy_and_the_origin_of_its_dipole(fockproxy):
    """The molecule is moved near (0, 0, 0) for the integrals, but printed in the coordinates of the file."""
    bohr = 0.529177210903  # Angstrom
    shift = (300.0, -500.0, 7000.0)
    found = []
    for dx, dy, dz in ((0, 0, 0), shift):
        fockproxy.write("hydroxide.xyz", f"2\n\nO {dx} {dy} {dz}\nH {dx} {dy + 0.3} {dz + 0.9}\n")
        found.append(fockproxy.document("scf", "hydroxide.xyz", "--charge", -1, *SMALL)[1]["scf"])
    here, there = found
    assert there["energy_total"] == pytest.approx(here["energy_total"], abs=1e-9)
    for near, far, moved in zip(here["dipole"], there["dipole"], shift, strict=True):
        assert far - near == pytest.approx(-moved / bohr, abs=1e-5)


@pytest.mark.parametrize("solver", ["scalapack", "elpa"])
def test_every_solver_finds_the_same(fockproxy, solver):
    if solver == "elpa" and MPI != "openmpi":  # Debian's ELPA is for Open MPI
        run = fockproxy("scf", "water", *SMALL, "--solve", solver, ranks=2)
        run.assert_refused("this program has no ELPA", "ELPA_ROOT")
        return
    _, expected = fockproxy.document("scf", "water", *SMALL)
    run, document = fockproxy.document("scf", "water", *SMALL, "--solve", solver, ranks=2)
    assert document["config"]["solve"] == solver
    assert document["scf"]["energy_total"] == pytest.approx(expected["scf"]["energy_total"], abs=1e-9)
    assert document["scf"]["iterations"] == expected["scf"]["iterations"]
    assert document["scf"]["orbital_energies"]["alpha"] == pytest.approx(
        expected["scf"]["orbital_energies"]["alpha"], abs=1e-6)
    assert "VERIFICATION: PASS" in run.out


def test_repeated_builds(fockproxy):
    run, document = fockproxy.document("fock", "water", *SMALL, "--repeat", 4, ranks=2)
    fock = document["fock"]
    assert [len(fock[name]) for name in ("seconds", "tasks", "quartets")] == [4, 4, 4]
    assert len(set(fock["quartets"])) == len(set(fock["tasks"])) == 1
    rows = re.findall(r"^ +(\d) +(\d+\.\d+) +(\d+) +(\d+) +\S+$", run.out, re.MULTILINE)
    assert [(int(t), int(q)) for _, _, t, q in rows] == list(zip(fock["tasks"], fock["quartets"], strict=True))
    assert re.search(r"^ +median \d+\.\d+ s, from \d+\.\d+ to \d+\.\d+$", run.out, re.MULTILINE)


@pytest.mark.parametrize("density", ["guess", "first", "scf"])
def test_densities(fockproxy, density):
    _, document = fockproxy.document("fock", "water", *SMALL, "--density", density, "--repeat", 1)
    assert document["config"]["density"] == density


def test_a_saved_density_is_the_converged_one(fockproxy):
    fockproxy("scf", "oh", *SMALL, "--save-density", "oh.density").assert_passed()
    assert fockproxy.files() == ["oh.density"]

    def quartets(density, ranks):
        command = ("fock", "oh", *SMALL, "--density", density, "--repeat", 1)
        return fockproxy.document(*command, ranks=ranks)[1]["fock"]["quartets"]

    assert quartets("oh.density", None) == quartets("oh.density", 2) == quartets("scf", None)


@pytest.mark.parametrize("molecule, ranks, solver", [("water", 2, "local"), ("water32", 1, "local"),
                                                     ("water32", 2, "scalapack")])  # 58 and 1856 functions
def test_large_matrices_are_shared_among_the_ranks(fockproxy, molecule, ranks, solver):
    run = fockproxy("fock", molecule, "--basis", "cc-pvtz", "--dry-run", ranks=ranks)
    assert run.code == 0 and re.search(rf"^solver +{solver}$", run.out, re.MULTILINE), run.out + run.err


def test_an_scf_tries_the_solvers_where_there_is_a_choice(fockproxy):
    run = fockproxy("scf", "water8", "--basis", "cc-pvtz", "--dry-run", ranks=2)
    tried = re.search(r"^solver +(\w+), the fastest of \w+ \d.* an iteration with 384 functions$", run.out,
                      re.MULTILINE)
    assert tried, run.out
    assert fockproxy("scf", "water", *SMALL, "--dry-run", ranks=2).out.count("\nsolver     local\n") == 1


def test_blocks_are_as_large_as_is_fastest_where_a_newcomer_looks(fockproxy):
    """Default grains: auto in scf and for the inputs whose results are compared; atom for studies of communication."""
    for arguments, grain in ((("scf", "water", *SMALL), "auto"), (("fock", "water", *SMALL), "atom"),
                             (("fock", "--input", "small", "--repeat", 1), "auto"),
                             (("scf", "water", *SMALL, "--grain", "shell"), "shell")):
        run, document = fockproxy.document(*arguments, ranks=2)
        assert document["config"]["grain"] == grain, arguments
        assert f"(grain {grain}" in run.out


@pytest.mark.parametrize("solve", ["local", "scalapack"])
def test_a_density_is_saved_and_read_by_any_number_of_ranks(fockproxy, solve):
    options = (*SMALL, "--solve", solve)
    _, scf = fockproxy.document("scf", "oh", *options, "--save-density", "oh.density", ranks=3)
    for ranks in (None, 2):
        _, fock = fockproxy.document("fock", "oh", *options, "--density", "oh.density", "--repeat", 1, ranks=ranks)
        assert fock["energy_total"] == pytest.approx(scf["scf"]["energy_total"], abs=1e-9)


def test_saved_fock_matrices_show_the_error_of_screening(fockproxy):
    _, scf = fockproxy.document("scf", "water", *SMALL, "--save-density", "water.density")
    size = scf["molecule"]["functions"] ** 2

    def build(threshold):
        _, document = fockproxy.document("fock", "water", *SMALL, "--density", "water.density", "--repeat", 1,
                                         "--threshold", threshold, "--save-fock", "water.fock")
        kind, about, words = (fockproxy.directory / "water.fock").read_bytes().split(b"\n", 2)
        assert kind == b"fockproxy Fock matrix 2"
        assert json.loads(about)["words"] == size
        matrix = array.array("d", words)[:-1]  # the last one is their checksum
        assert len(matrix) == size
        return document["energy_total"], matrix

    exact_energy, exact = build(0)
    assert abs(exact_energy - scf["scf"]["energy_total"]) < 1e-9
    errors = []
    for threshold in (1e-10, 1e-2):
        _, matrix = build(threshold)
        errors.append(max(abs(a - b) for a, b in zip(matrix, exact, strict=True)))
        assert errors[-1] <= 50 * threshold
    assert errors[0] < errors[1]
