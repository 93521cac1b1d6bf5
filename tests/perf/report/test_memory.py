"""scripts/perf memory on runs that nobody measured."""

import math
import stat
import sys

import pytest
from conftest import SOURCE

sys.path.insert(0, str(SOURCE / "perf"))
from fockproxy_perf.studies import memory  # noqa: E402

# Stands for mpiexec: writes what one rank of so many would take, and ends as a run that did not converge.
FAKE = """#!{python}
import json, sys
arguments = sys.argv[1:]
ranks = int(arguments[arguments.index("-n") + 1])
atoms = int(open(arguments[arguments.index("scf") + 1]).readline())
json.dump({{"molecule": {{"formula": f"of {{atoms}}", "functions": 1000}},
           "provenance": {{"mpi": {{"library": "Some MPI, package of nobody"}}, "git_revision": "abc"}},
           "memory": {{"expected_bytes": 1.2e8 / ranks, "peak_bytes": [1e8 / ranks] * ranks}}}},
          open(arguments[arguments.index("--json") + 1], "w"))
sys.exit("fockproxy: error: the SCF did not converge within 1 iterations")
"""


@pytest.fixture
def mpiexec(tmp_path):
    program = tmp_path / "mpiexec"
    program.write_text(FAKE.format(python=sys.executable))
    program.chmod(stat.S_IRWXU)
    return program


def test_rows_table_and_plot(mpiexec, tmp_path, capsys):
    options = ["--mpiexec", str(mpiexec), "--carbons", "3", "--ranks", "4,1,2", "-o", str(tmp_path / "out")]
    assert memory.main(options) == 0
    shown = capsys.readouterr().out
    assert "of 11/cc-pvdz" in shown and "Some MPI, one machine" in shown
    lines = [[cell.strip() for cell in line.split("|")[1:-1]] for line in shown.splitlines() if line.startswith("|")]
    assert [line[0] for line in lines[2:]] == ["1", "2", "4"]
    assert lines[3][1:4] == ["50.0", "60.0", "1.20"]
    drawn = (tmp_path / "out.svg").read_text()
    for text in ("most that was resident", "expected", "that of 1 rank / P"):
        assert f">{text}<" in drawn
    assert memory.main([*options, "--table"]) == 0
    assert capsys.readouterr().out == shown


def test_a_run_without_a_document_is_an_error(mpiexec, tmp_path):
    mpiexec.write_text(f"#!{sys.executable}\nimport sys\nsys.exit('fockproxy: error: no room')\n")
    with pytest.raises(memory.UserError, match="2 ranks: fockproxy: error: no room"):
        memory.main(["--mpiexec", str(mpiexec), "--ranks", "2", "-o", str(tmp_path / "out")])


def test_the_alkane_is_one():
    lines = memory.alkane(7).splitlines()
    atoms = [(line.split()[0], tuple(map(float, line.split()[1:]))) for line in lines[2:]]
    assert int(lines[0]) == len(atoms) == 7 + 16
    for name, place in atoms:
        others = sorted((math.dist(place, other), n) for n, other in atoms if other != place)
        bonds = [round(distance, 3) for distance, _ in others[:4 if name == "C" else 1]]
        assert all(b in (1.53, 1.095) for b in bonds), (name, bonds)
        assert others[len(bonds)][0] > 1.7
