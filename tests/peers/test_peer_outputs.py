"""Values read from the output of the programs."""

import array
import json
import subprocess

import pytest
from fockproxy_perf.errors import UserError
from fockproxy_perf.peers import nwchem, peer, process
from fockproxy_perf.peers.case import Case, largest_difference, read_matrix, read_saved_matrix, write_matrix

NWCHEM = """\
   Time prior to 1st pass:      0.4
     <<<<<<    Before call to fock_2e. >>>>>>
     <<<<<<     After call to fock_2e. >>>>>>
         Total DFT energy =      -75.991867538402
 d= 0,ls=0.0,diis     1    -75.9918675384 -8.52D+01  1.48D-02  3.46D-01     0.1
     <<<<<<    Before call to fock_2e. >>>>>>
     <<<<<<     After call to fock_2e. >>>>>>
 d= 0,ls=0.5          2    -76.0188415854 -2.70D-02  5.03D-03     0.2
         Total DFT energy =      -76.018841585351
"""


def lines(text, step=0.5):
    return [process.Line(step * number, line) for number, line in enumerate(text.splitlines())]


def test_nwchem_builds_are_timed_between_their_lines():
    assert nwchem.build_seconds(lines(NWCHEM)) == [0.5, 0.5]
    stamped = lines(NWCHEM)
    stamped[2] = stamped[2]._replace(seconds=3.75)
    assert nwchem.build_seconds(stamped)[0] == 3.25


@pytest.mark.parametrize("cut", [1, 2, 6])
def test_an_unfinished_nwchem_build_has_no_time(cut):
    with pytest.raises(process.ProgramError, match="when its two-electron builds"):
        nwchem.build_seconds(lines(NWCHEM)[:cut])


def test_nwchem_energy_and_iterations_are_the_last_ones():
    assert nwchem.total_energy(lines(NWCHEM)) == -76.018841585351
    assert nwchem.iterations(lines(NWCHEM)) == 2


@pytest.mark.parametrize("parse", [nwchem.total_energy, nwchem.iterations])
def test_nwchem_output_without_results_is_an_error(parse):
    with pytest.raises(process.ProgramError):
        parse(lines("0:rtdb is corrupt\n"))


def test_nwchem_input():
    text = nwchem.input_text(Case("water/cc-pvdz"), 11, "iterations 1")
    for directive in ("direct", "xc hfexch", "tolerances accCoul 11", "iterations 1", "noio"):
        assert f"\n  {directive}\n" in text
    assert text.count("\n  O ") == 1 + 5 and text.count("\n  H ") == 2 + 3  # atoms and shells; s functions share one
    assert text.endswith("task dft energy\n")


NWCHEM_SCF = """\
  Starting SCF solution at       0.1s
  *** fock_2e: xc_active  F
 Symmetrized combined AO fock matrices
              iter       energy          gnorm     gmax       time
                 1     -380.1893489856  5.42D-07  6.59D-08      1.1
       Total SCF energy =   -380.189348985602
"""


def test_a_build_of_nwchems_scf_is_timed_between_its_lines():
    assert nwchem.scf_build_seconds(lines(NWCHEM_SCF)) == 0.5
    assert nwchem.scf_iterations(lines(NWCHEM_SCF)) == 1
    assert nwchem.total_energy(lines(NWCHEM_SCF)) == -380.189348985602


@pytest.mark.parametrize("text", [NWCHEM_SCF * 2, NWCHEM_SCF.replace("***", ""), NWCHEM_SCF.replace("Symm", "")])
def test_not_exactly_one_build_of_nwchems_scf_has_no_time(text):
    with pytest.raises(process.ProgramError, match="one two-electron build"):
        nwchem.scf_build_seconds(lines(text))


def output(text):
    return process.Output(0, lines(text), 1.0, 1.0, 0.0)


def test_json_is_the_last_line():
    assert peer.last_json(output('noise\n{"seconds": 1.5}\n')) == {"seconds": 1.5}
    for text in ("", "noise\n", '{"seconds": 1}\nnoise\n'):
        with pytest.raises(process.ProgramError, match="last line"):
            peer.last_json(output(text))


def test_an_scf_must_converge():
    with pytest.raises(process.ProgramError, match="did not converge"):
        peer.required_convergence({"converged": False}, None)


def test_a_program_runs_on_one_core_and_fails_in_one_line(tmp_path):
    result = process.run(["/usr/bin/env", "python3", "-c", "import os; print(len(os.sched_getaffinity(0)))"], tmp_path)
    assert [line.text for line in result.lines] == ["1"]
    assert 0 < result.lines[0].seconds <= result.seconds
    with pytest.raises(process.ProgramError, match="ended with code 3: second"):
        process.run(["sh", "-c", "echo first >&2; echo second >&2; exit 3"], tmp_path)
    assert process.run(["sh", "-c", "exit 3"], tmp_path, accept=(3,)).code == 3


def test_a_process_that_waited_for_its_core_is_disturbed():
    assert process.Output(0, [], 10.0, 9.0, 0.6).disturbed()
    assert not process.Output(0, [], 10.0, 9.0, 0.4).disturbed(), "sleeping is not waiting for a core"


@pytest.mark.timing
def test_waiting_for_a_core_is_seen(tmp_path):
    busy = ["python3", "-c", "import time; end = time.monotonic() + 1.5\nwhile time.monotonic() < end: pass"]
    rival = subprocess.Popen(["taskset", "--cpu-list", str(process.MEASURED_CORE), *busy])
    assert process.run(busy, tmp_path).disturbed()
    assert rival.wait() == 0


def test_matrices_in_files(tmp_path):
    write_matrix(tmp_path / "m.bin", [1.0, -2.5, 3.0, 0.0])
    matrix = read_matrix(tmp_path / "m.bin")
    assert list(matrix) == [1.0, -2.5, 3.0, 0.0]
    assert largest_difference(matrix, [1.0, -2.0, 3.25, 0.0]) == 0.5
    with pytest.raises(process.ProgramError, match="4 and 1"):
        largest_difference(matrix, [1.0])


def saved(elements):
    """A file like that of --save-density, except for the checksum at the end, which these readers ignore."""
    about = json.dumps({"words": len(elements)}).encode()
    return b"fockproxy density 1\n" + about + b"\n" + array.array("d", [*elements, 0.0]).tobytes()


def test_a_saved_matrix(tmp_path):
    # Elements whose bytes are newlines.
    newlines = array.array("d", b"\n" * 8)[0]
    (tmp_path / "m").write_bytes(saved([1.0, newlines, -2.5]))
    assert list(read_saved_matrix(tmp_path / "m")) == [1.0, newlines, -2.5]


@pytest.mark.parametrize("content", [b"", b"one line\n", b"kind\nno JSON\n" + bytes(16), b"kind\n[]\n" + bytes(16),
                                     saved([1.0, 2.0])[:-8], saved([1.0, 2.0])[:-3]])
def test_another_file_is_no_saved_matrix(tmp_path, content):
    (tmp_path / "m").write_bytes(content)
    with pytest.raises(process.ProgramError):
        read_saved_matrix(tmp_path / "m")


@pytest.mark.parametrize("name", ["water", "nowhere/cc-pvdz", "water/nothing"])
def test_an_unknown_case_is_refused(name):
    with pytest.raises(UserError, match=f"case '{name}' is not MOLECULE/BASIS"):
        Case(name).check()


class FockproxyStub:
    def __init__(self, interrupted=False):
        self.interrupted, self.asked = interrupted, []

    def converge(self, case, density):
        self.asked.append("converge")
        density.write_bytes(saved([1.0, 0.0, 0.0, 1.0]))

    def reference_fock(self, case):
        self.asked.append("fock")
        if self.interrupted:
            raise SystemExit
        return {"energy_total": -1.0, "molecule": {"functions": 2}}, [2.0, 0.0, 0.0, 2.0]


@pytest.fixture
def case(tmp_path, monkeypatch):
    monkeypatch.setattr(Case, "directory", tmp_path / "case")
    return Case("h2/sto-3g")


def test_a_reference_is_made_once(case):
    first, second = FockproxyStub(), FockproxyStub()
    reference = case.reference(first)
    assert (reference["energy"], reference["functions"], first.asked) == (-1.0, 2, ["converge", "fock"])
    assert list(read_matrix(case.fock)) == [2.0, 0.0, 0.0, 2.0]
    assert list(read_matrix(case.density)) == [1.0, 0.0, 0.0, 1.0]
    assert case.reference(second) == reference and second.asked == []


def test_a_stopped_reference_goes_on_with_its_density(case):
    with pytest.raises(SystemExit):
        case.reference(FockproxyStub(interrupted=True))
    again = FockproxyStub()
    assert case.reference(again)["energy"] == -1.0 and again.asked == ["fock"]


def test_another_molecule_needs_another_reference(case, monkeypatch):
    case.reference(FockproxyStub())
    monkeypatch.setattr(Case, "identity", lambda self: "another")
    again = FockproxyStub()
    case.reference(again)
    assert again.asked == ["converge", "fock"]
