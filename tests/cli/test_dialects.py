"""Files in the forms that programs and people write: the notes on each, on standard error and in the JSON.

tests/chem/dialects_test.cpp compares the content of files that are read, number by number.
"""

import pytest
from conftest import SOURCE

DATA = SOURCE / "tests/data/dialects"
NOT_OBEYED = ", and this calculation has "
CENTRES = ("; numbers count the atoms of the molecule: give them in the order of the file's, or write symbols, such as "
           "'O 0'")
OTHER_FORM = "; give it in the form 'Gaussian', which the Basis Set Exchange has of every set"
SHELL = "; write 'S 3 1.00': a shell letter, the number of primitives, a scale factor"
APART = ("no two atoms are as near as in a bond: the nearest are 1.81 Angstrom apart; if the file's numbers are bohr, "
         "give --units bohr")

# The text after the name of the file: in a note if it is read, in the error if it is refused.
BASIS_READ = {
    "exchange.gbs": None,
    "exchange-with-core-potentials.gbs": None,
    "gfinput.gbs": None,
    "psi4-spherical.gbs": None,
    "psi4-cartesian.gbs": ": says 'cartesian', which is obeyed, as --cartesian",
    "several-elements.gbs": None,
    "unclosed.gbs": ":9: the file ends without '****' after element H: is it whole?",
    "minus-before-symbols.gbs": None,
    "windows.gbs": None,
    "scaled.gbs": None,
    "letters-of-shells.gbs": None,
    "comments.g94": None,
    "fortran.g94": None,
    "minimal": None,
}
BASIS_REFUSED = {
    "core-potential-of-oxygen.gbs":
        ":13: O has an effective core potential ('O-ECP 1 2'), and fockproxy computes with none; give a basis set with "
        "all electrons of O, such as def2-svp",
    "gfinput-of-two-atoms.gbs": ": the file has no centre 3 (H)" + CENTRES,
    "gfinput-in-another-order.gbs": ": centre 3 (H) has other functions than centre 2 (H)" + CENTRES,
    "gfinput-by-atomic-numbers.gbs": ": the file has centre 8 and the molecule 3 atoms" + CENTRES,
    "cut-off.gbs": ":8: the S shell of O at line 6 has 2 of 3 primitives; give one line for each primitive",
    "nwchem.nw":
        ":2: 'BASIS \"ao basis\" SPHERICAL PRINT' is how a basis set in the form of NWChem begins" + OTHER_FORM,
    "turbomole.bas": ":1: '$basis' is how a basis set in the form of Turbomole or Q-Chem begins" + OTHER_FORM,
    "names-of-sets.gbs": ":2: '6-31G(d)' where a shell of O H or '****' should start" + SHELL,
    "decimal-commas.gbs":
        ":2: the scale factor '1,00' is not a number; write it like 0.757 or 1.2e-3",
}
XYZ_READ = {
    "plain.xyz": None,
    "units-in-comment.xyz":
        f":2: the comment says 'units=bohr'{NOT_OBEYED}coordinates in angstrom; if the comment is right, give --units "
        "bohr",
    "i-pi.xyz":
        f":2: the comment says 'positions{{atomic_unit}}', 'CELL'{NOT_OBEYED}coordinates in angstrom, no cell; if the "
        "comment is right, give --units bohr",
    "bohr-without-a-word.xyz": f": {APART}",
    "periodic-with-forces.xyz": f":2: the comment says 'Lattice'{NOT_OBEYED}no cell",
    "open-boundaries.xyz": None,
    "columns-in-another-order.xyz": None,
    "forces-without-a-word.xyz": ":3: what stands after x, y and z is not read",
    "atomic-numbers.xyz": None,
    "types-of-atoms.xyz":
        ": numbers from 1 to 2 stand for the elements and are read as atomic numbers, H to He; some programs write "
        "types of atoms there",
    "heavy-water.xyz": None,
    "labels.xyz": None,
    "charge-in-comment.xyz":
        f":2: the comment says 'charge=+1', 'spin_multiplicity: 1'{NOT_OBEYED}charge 0, multiplicity 2; if the comment "
        "is right, give --charge 1 --multiplicity 1",
    "charge-and-multiplicity.xyz":
        f":2: the comment says '-1 1'{NOT_OBEYED}charge 0, multiplicity 2; if the comment is right, give --charge -1 "
        "--multiplicity 1",
    "triplet.xyz":
        f":2: the comment says 'triplet'{NOT_OBEYED}multiplicity 1; if the comment is right, give --multiplicity 3",
    "energy-in-comment.xyz": None,
    "windows.xyz": None,
    "fortran.xyz": None,
}
XYZ_REFUSED = {
    "trajectory.xyz": ":6: a second frame starts here, and fockproxy computes one; the first is 'head -n 5 ",
    "ghost.xyz":
        ":4: 'Gh(H)' is a ghost or dummy atom, and fockproxy has none; remove it, and correct the number in line 1",
    "charges-first.xyz": ":3: the nuclear charge stands before the coordinates of every atom; write 'symbol x y z'",
    "tinker.xyz":
        ":1: '3 water' is not a number of atoms; the first line of an XYZ file holds one whole number above 0 and "
        "nothing else",
    "unit-in-first-line.xyz": ":1: '3 au' is not a number of atoms; write the number alone and give --units bohr",
    "decimal-commas.xyz": ":3: the x coordinate '0,000000' is not a number; write it like 0.757 or 1.2e-3",
    "names-of-protein-atoms.xyz": ":3: 'CA1' is element Ca or a name of a C atom; write Ca or C",
    "index-first.xyz": ":3: '1' stands before the symbol 'O'; write 'symbol x y z'",
    "nanometres.xyz": ":4: the atom is 0.0958 Angstrom from the one of line 3; two atoms must be at least 0.1 Angstrom "
                      "apart",
}


def notes_of(run):
    return [line for line in run.err.splitlines() if line.startswith("fockproxy: note: ")]


def test_every_file_is_listed():
    assert sorted(BASIS_READ | BASIS_REFUSED) == sorted(path.name for path in (DATA / "basis").iterdir())
    assert sorted(XYZ_READ | XYZ_REFUSED) == sorted(path.name for path in (DATA / "xyz").iterdir())
    assert len(BASIS_READ | BASIS_REFUSED) >= 20 and len(XYZ_READ | XYZ_REFUSED) >= 20


def assert_read(run, file, said):
    assert run.code == 0, run.err
    expected = [] if said is None else [f"fockproxy: note: {file}{said}"]
    assert run.err.splitlines() == expected


@pytest.mark.parametrize("name", BASIS_READ)
def test_basis_that_is_read(fockproxy, name):
    file = DATA / "basis" / name
    assert_read(fockproxy("scf", DATA / "xyz/plain.xyz", "--basis", file, "--dry-run"), file, BASIS_READ[name])


@pytest.mark.parametrize("name", BASIS_REFUSED)
def test_basis_that_is_refused(fockproxy, name):
    file = DATA / "basis" / name
    run = fockproxy("scf", DATA / "xyz/plain.xyz", "--basis", file).assert_refused()
    assert run.err == f"fockproxy: error: {file}{BASIS_REFUSED[name]}\n"


@pytest.mark.parametrize("name", XYZ_READ)
def test_molecule_that_is_read(fockproxy, name):
    file = DATA / "xyz" / name
    assert_read(fockproxy("scf", file, "--basis", "sto-3g", "--dry-run"), file, XYZ_READ[name])


@pytest.mark.parametrize("name", XYZ_REFUSED)
def test_molecule_that_is_refused(fockproxy, name):
    file = DATA / "xyz" / name
    run = fockproxy("scf", file, "--basis", "sto-3g").assert_refused()
    assert run.err.startswith(f"fockproxy: error: {file}{XYZ_REFUSED[name]}")


def test_core_potential_of_an_element_of_the_molecule(fockproxy):
    fockproxy.write("rbh.xyz", "2\n\nRb 0 0 0\nH 0 0 2.37\n")
    fockproxy("scf", "rbh.xyz", "--basis", DATA / "basis/exchange-with-core-potentials.gbs").assert_refused(
        ":26: Rb has an effective core potential ('RB-ECP 3 28')", "all electrons of Rb")


@pytest.mark.parametrize("ranks", [None, 2])
def test_a_wrong_unit_does_not_pass_without_a_word(fockproxy, ranks):
    """Water in bohr, with and without a comment that tells it; and with the correct unit."""
    right = fockproxy.document("scf", DATA / "xyz/plain.xyz", "--basis", "sto-3g")[1]
    assert (right["molecule"]["units"], right["molecule"]["notes"]) == ("angstrom", [])
    for name in ("units-in-comment.xyz", "bohr-without-a-word.xyz"):
        file = DATA / "xyz" / name
        run, wrong = fockproxy.document("scf", file, "--basis", "sto-3g", ranks=ranks)
        assert wrong["scf"]["energy_total"] > right["scf"]["energy_total"] + 0.1
        assert wrong["molecule"]["notes"] == [f"{file}{XYZ_READ[name]}"]
        assert notes_of(run) == [f"fockproxy: note: {file}{XYZ_READ[name]}"]
        run, cured = fockproxy.document("scf", file, "--basis", "sto-3g", "--units", "bohr", ranks=ranks)
        assert abs(cured["scf"]["energy_total"] - right["scf"]["energy_total"]) < 1e-5
        assert (cured["molecule"]["units"], cured["molecule"]["notes"], notes_of(run)) == ("bohr", [], [])
    run, wrong = fockproxy.document("scf", DATA / "xyz/plain.xyz", "--basis", "sto-3g", "--units", "bohr")
    assert "give --units angstrom" in wrong["molecule"]["notes"][0]


@pytest.mark.parametrize("command", ["fock", "compare"])
def test_units_of_every_subcommand_that_takes_a_molecule(fockproxy, command):
    arguments = (command, DATA / "xyz/units-in-comment.xyz", "--basis", "sto-3g", "--repeat", 1)
    assert "--units bohr" in notes_of(fockproxy(*arguments))[0]
    assert notes_of(fockproxy(*arguments, "--units", "bohr")) == []
    fockproxy(*arguments, "--units", "nm").assert_refused("--units 'nm' is not one of angstrom, bohr")


def test_units_are_no_choice_with_an_input(fockproxy):
    fockproxy("fock", "--input", "small", "--units", "bohr").assert_refused("units")


def test_a_file_is_read_whatever_its_name(fockproxy):
    """Even with the name of a basis set or a molecule of the program; then a note tells it."""
    basis = (DATA / "basis/minimal").read_text()
    fockproxy.write("x.gbs", basis)
    fockproxy.write("sto-3g", basis)
    fockproxy.write("water", (DATA / "xyz/heavy-water.xyz").read_text())
    (fockproxy.directory / "6-31g").mkdir()
    charge = ("--charge", 8)  # two electrons, for which three functions suffice
    run, document = fockproxy.document("scf", "water.xyz", "--basis", "x.gbs", *charge)
    assert (document["molecule"]["functions"], notes_of(run)) == (3, [])
    run, document = fockproxy.document("scf", "water", "--basis", "sto-3g", *charge)
    assert document["molecule"]["functions"] == 3 and document["molecule"]["comment"] == "heavy water"
    assert [line.split("'")[1] for line in notes_of(run)] == ["water", "sto-3g"]
    assert "not what comes with fockproxy" in notes_of(run)[0]
    assert fockproxy.document("scf", "water.xyz", "--basis", "6-31g")[1]["molecule"]["functions"] == 13


def test_cartesian_of_a_file_is_obeyed_and_recorded(fockproxy):
    cartesian, spherical = DATA / "basis/psi4-cartesian.gbs", DATA / "basis/psi4-spherical.gbs"
    for file, options, functions in ((cartesian, [], 18), (cartesian, ["--cartesian"], 18), (spherical, [], 17),
                                     (spherical, ["--cartesian"], 18)):
        run, document = fockproxy.document("scf", DATA / "xyz/plain.xyz", "--basis", file, *options)
        assert document["molecule"]["functions"] == functions
        assert document["config"]["cartesian"] == (functions == 18)
        assert len(notes_of(run)) == (bool(options) != (file == cartesian))
