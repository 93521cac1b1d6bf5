"""Every peer gets the geometry and the basis functions of this project."""

import re

import pytest
from conftest import SOURCE
from fockproxy_perf.peers import inputs

BASIS_FILES = sorted((SOURCE / "basis").glob("*.g94"))

SMALL = """! a comment

C     0
SP   2   1.00
      2.0D+00   3.0D-01   5.0D-01
      1.0D+00   4.0D-01   6.0D-01
S    1   1.00
      7.0D-01   1.0
S    2   1.00
      2.0D+00  -1.0D-01
      1.0D+00  -2.0D-01
****
"""


@pytest.fixture
def small(tmp_path):
    (tmp_path / "small.g94").write_text(SMALL)
    return inputs.read_g94(tmp_path / "small.g94")


def test_g94_is_read_in_its_order(small):
    exponents = (2.0, 1.0)
    assert small == {"C": [(0, exponents, (0.3, 0.4)), (1, exponents, (0.5, 0.6)), (0, (0.7,), (1.0,)),
                           (0, exponents, (-0.1, -0.2))]}


def test_a_scale_factor_is_refused(tmp_path):
    (tmp_path / "scaled.g94").write_text(SMALL.replace("S    1   1.00", "S    1   1.10"))
    with pytest.raises(ValueError, match=r"scaled\.g94: scale factor"):
        inputs.read_g94(tmp_path / "scaled.g94")


def test_general_contractions_know_where_their_functions_stand(small):
    (s, s_places), (p, p_places), (single, single_places) = inputs.general(small["C"])
    assert s.coefficients == ((0.3, 0.4), (-0.1, -0.2)) and s_places == [0, 5]
    assert (p.l, p_places) == (1, [1])
    assert single.exponents == (0.7,) and single_places == [4]


@pytest.mark.parametrize("path", BASIS_FILES, ids=lambda path: path.stem)
def test_every_basis_set_keeps_every_function(path):
    for symbol, shells in inputs.read_g94(path).items():
        merged = inputs.general(shells)
        functions = [place + m for shell, places in merged for place in places for m in range(2 * shell.l + 1)]
        assert sorted(functions) == list(range(sum(2 * l + 1 for l, _, _ in shells))), symbol
        for shell, places in merged:
            assert len(shell.coefficients) == len(places)
            assert all(len(column) == len(shell.exponents) for column in shell.coefficients)


def test_pyscf_form(small):
    forms, places = inputs.pyscf_basis(small, ["C"])
    assert forms == {"C": [[0, [2.0, 0.3, -0.1], [1.0, 0.4, -0.2]], [1, [2.0, 0.5], [1.0, 0.6]], [0, [0.7, 1.0]]]}
    assert places == {"C": [[0, 5], [1], [4]]}


def test_nwchem_basis_gives_the_same_numbers_back(small):
    lines = inputs.nwchem_basis(small, ["C"]).splitlines()
    assert lines[0] == 'basis "ao basis" spherical noprint' and lines[-1] == "end"
    blocks = []
    for line in lines[1:-1]:
        words = line.split()
        if words[0] == "C":
            blocks.append((words[1], []))
        else:
            blocks[-1][1].append([float(word) for word in words])
    assert blocks == [("S", [[2.0, 0.3, -0.1], [1.0, 0.4, -0.2]]), ("P", [[2.0, 0.5], [1.0, 0.6]]), ("S", [[0.7, 1.0]])]


def test_xyz_in_bohr():
    atoms = inputs.read_xyz(SOURCE / "molecules" / "h2.xyz")
    assert [symbol for symbol, _ in atoms] == ["H", "H"]
    (_, a), (_, b) = atoms
    distance = sum((x - y) ** 2 for x, y in zip(a, b, strict=True)) ** 0.5
    assert distance == pytest.approx(0.74144 / 0.529177210903, abs=1e-10)


def test_a_cut_xyz_is_refused(tmp_path):
    (tmp_path / "cut.xyz").write_text("3\nwater\nO 0 0 0\nH 0 0 1\n")
    with pytest.raises(ValueError, match="3 atoms are announced, 2 found"):
        inputs.read_xyz(tmp_path / "cut.xyz")


def test_nwchem_geometry_is_not_moved():
    text = inputs.nwchem_geometry([("He", (0.5, -1.0, 2.0))])
    for word in ("units au", "nocenter", "noautosym", "noautoz", "symmetry c1"):
        assert word in text
    assert re.search(r"^  He 0\.50*  ?-1\.0* 2\.0*$", text, re.MULTILINE)
