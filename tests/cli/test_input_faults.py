"""Wrong molecules, basis sets and density files: one line tells what is wrong, where, and what would be right."""

import pytest

WATER = "3\nwater\nO 0 0 0\nH 0 0 1\nH 0 1 0\n"
HYDROGEN = "****\nH 0\nS 1 1.00\n 1.0 1.0\n{}\n****\n"

XYZ = {
    "empty": ("", ":1:", "empty"),
    "not a number of atoms": ("three\n" + WATER[2:], ":1:", "three", "number of atoms"),
    "too few atoms": (WATER.replace("3", "4", 1), ":5:", "3 of 4 atoms"),
    "too many atoms": (WATER.replace("3", "2", 1), ":5:", "2 atoms"),
    "unknown element": (WATER.replace("H 0 0", "Zz 0 0"), ":4:", "unknown element 'Zz'"),
    "NaN": (WATER.replace("0 0 1", "0 nan 1"), ":4:", "y coordinate 'nan'", "not finite"),
    "infinity": (WATER.replace("0 0 1", "inf 0 1"), ":4:", "x coordinate", "not finite"),
    "no number": (WATER.replace("0 0 1", "0 0 one"), ":4:", "z coordinate 'one'"),
    "huge coordinate": (WATER.replace("0 0 1", "0 0 1e30"), ":4:", "1e30", "beyond"),
    "missing coordinate": (WATER.replace("0 0 1", "0 0"), ":4:", "3 words"),
    "two atoms in one place": (WATER.replace("0 0 1", "0 0 0"), ":4:", "line 3", "apart"),
    "binary": ("\x00\x01\x02\n\x03\n", ":1:", "byte of value 0", "an XYZ file"),
}

G94 = {
    "missing primitive": ("P 2 1.0\n 1.0 1.0", ":7:", "line 5", "1 of 2 primitives"),
    "no number": ("P 1 1.0\n 1.0 abc", ":6:", "'abc' is not a number"),
    "NaN": ("P 1 1.0\n nan 1.0", ":6:", "nan"),
    "negative exponent": ("P 1 1.0\n -1.0 1.0", ":6:", "'-1.0'", "not positive"),
    "unknown shell": ("X 1 1.0\n 1.0 1.0", ":5:", "'X'", "S P D F G H I K"),
    "core potential": ("H-ECP 2 10", ":5:", "core potential 'H-ECP 2 10' is cut off"),
}


@pytest.mark.parametrize("fault, ranks", [(fault, None) for fault in XYZ] + [("empty", 2), ("NaN", 2)])
def test_xyz(fockproxy, fault, ranks):
    text, line, *rest = XYZ[fault]
    fockproxy.write("wrong.xyz", text)
    run = fockproxy("scf", "wrong.xyz", "--json", "out.json", ranks=ranks).assert_refused("wrong.xyz" + line, *rest)
    assert run.out == ""
    assert fockproxy.files() == ["wrong.xyz"]


@pytest.mark.parametrize("molecule, words", [
    ("missing.xyz", ["missing.xyz"]), ("nowater", ["nowater", "one of: ammonia", "water20"]), ("/", ["/"]), ("", [])])
def test_missing_molecule(fockproxy, molecule, words):
    assert fockproxy("scf", molecule, "--json", "out.json").assert_refused(*words).out == ""
    assert fockproxy.files() == []


@pytest.mark.parametrize("fault", G94)
def test_g94(fockproxy, fault):
    text, line, *rest = G94[fault]
    fockproxy.write("wrong.g94", HYDROGEN.format(text))
    fockproxy("scf", "h2", "--basis", "wrong.g94", "--json", "out.json").assert_refused("wrong.g94" + line, *rest)
    assert fockproxy.files() == ["wrong.g94"]


def test_g94_on_two_ranks(fockproxy):
    fockproxy.write("wrong.g94", HYDROGEN.format("P 1 1.0\n 1.0"))
    fockproxy("scf", "h2", "--basis", "./wrong.g94", ranks=2).assert_refused("wrong.g94:6:")


@pytest.mark.parametrize("letter, l", [("I", 6), ("K", 7)])
def test_angular_momentum_beyond_libint(fockproxy, letter, l):
    fockproxy.write("high.g94", HYDROGEN.format(f"{letter} 1 1.0\n 1.0 1.0"))
    fockproxy("scf", "h2", "--basis", "high.g94").assert_refused("high", f"l = {l}", "Libint was built for l <=")


def test_basis_without_the_element(fockproxy):
    fockproxy.write("hydrogen.g94", HYDROGEN.format("P 1 1.0\n 1.0 1.0"))
    fockproxy("scf", "water", "--basis", "hydrogen.g94").assert_refused("hydrogen.g94", "no O")
    fockproxy.write("uranium.xyz", "1\nuranium\nU 0 0 0\n")
    fockproxy("scf", "uranium.xyz", "--basis", "cc-pvdz").assert_refused("cc-pvdz", "no U")


def test_missing_basis(fockproxy):
    fockproxy("scf", "water", "--basis", "cc-pv17z").assert_refused("cc-pv17z", "6-31g*", "aug-cc-pvtz", "def2-tzvp")
    fockproxy("scf", "water", "--basis", "missing.g94").assert_refused("missing.g94")


@pytest.mark.parametrize("options, words", [
    (["--charge", 1, "--multiplicity", 1], ["9 electrons", "multiplicity 1", "2, 4, 6"]),
    (["--multiplicity", 2], ["10 electrons", "multiplicity 2", "1, 3, 5"]),
    (["--multiplicity", 13], ["13", "12 unpaired electrons", "10"]),
    (["--charge", 10], ["charge 10", "no electron"]),
    (["--multiplicity", -1], ["multiplicity"]),
    (["--charge", 2147483647], ["charge 2147483647"]),
    (["--charge", -2147483648], ["charge -2147483648"]),
], ids=lambda x: " ".join(map(str, x)) if str(x[0]).startswith("--") else "")
def test_electrons_that_do_not_fit(fockproxy, options, words):
    fockproxy("scf", "water", *options).assert_refused(*words)


@pytest.fixture(scope="module")
def density(shared_fockproxy):
    shared_fockproxy("scf", "h2", "--basis", "sto-3g", "--save-density", "h2.density").assert_passed()
    return shared_fockproxy.directory / "h2.density"


@pytest.mark.parametrize("ranks, arguments, word", [
    (None, ["he", "--basis", "sto-3g"], "formula"),
    (None, ["h2", "--basis", "3-21g"], "basis"),
    (None, ["h2", "--basis", "sto-3g", "--multiplicity", "3"], "multiplicity"),
    (None, ["h2", "--basis", "sto-3g", "--uhf"], "method"),
    (2, ["h2", "--basis", "sto-3g", "--charge", "1"], "charge"),
])
def test_density_of_something_else(fockproxy, density, ranks, arguments, word):
    fockproxy("fock", *arguments, "--density", density, ranks=ranks).assert_refused("h2.density", word)


@pytest.mark.parametrize("change", {
    "empty": lambda content: b"",
    "JSON": lambda content: b"[1, 2]",
    "a checkpoint": lambda content: content.replace(b"density 2", b"scf checkpoint 1", 1),
    "short": lambda content: content[:-16],
    "long": lambda content: content + bytes(8),
    "a bit": lambda content: content[:-20] + bytes([content[-20] ^ 1]) + content[-19:],
}.items(), ids=lambda change: change[0])
def test_damaged_density(fockproxy, density, change):
    (fockproxy.directory / "damaged").write_bytes(change[1](density.read_bytes()))
    fockproxy("fock", "h2", "--basis", "sto-3g", "--density", "damaged", ranks=2).assert_refused("damaged")


def test_missing_density(fockproxy):
    fockproxy("fock", "h2", "--density", "nowhere").assert_refused("nowhere", "first, guess, scf")
