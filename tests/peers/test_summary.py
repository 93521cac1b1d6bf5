"""The tables of the results."""

import json
import os
import subprocess
import sys

import pytest
from conftest import SOURCE
from fockproxy_perf.commands import peers_run
from fockproxy_perf.errors import UserError
from fockproxy_perf.peers import summary


def records(program, threshold, seconds, error=None, kind="build", **more):
    return [{"kind": kind, "case": "water/cc-pvdz", "program": program, "threshold": threshold, "repeat": i,
             "instructions": "native", "seconds": s, "error": error, "energy_difference": 1e-9,
             "disturbed": False, **more}
            for i, s in enumerate(seconds, 1)]


def rows(*groups):
    (case_rows,) = summary.rows([r for group in groups for r in group]).values()
    return case_rows


def find(case_rows, program, threshold):
    (row,) = [row for row in case_rows if (row.program, row.threshold) == (program, threshold)]
    return row


def test_a_row_has_all_repeats():
    (row,) = rows(records("pyscf", 1e-12, [3.0, 1.0, 2.0], 1e-9))
    assert (row.seconds, row.median, row.error) == ([1.0, 2.0, 3.0], 2.0, 1e-9)


def test_accuracy_decides_what_is_compared():
    case = rows(records("fockproxy", 1e-9, [1.0], 5e-9), records("fockproxy", 1e-10, [2.0], 5e-10),
                records("pyscf", 1e-12, [4.0], 1e-9), records("hartree-fock++", 1e-10, [5.0], 5e-9),
                records("nwchem", 1e-10, [8.0]), records("pyscf", 1e-14, [6.0], 1e-11))
    assert summary.ratio(case, find(case, "pyscf", 1e-12)) == 0.5, "our loose build is less accurate"
    assert summary.ratio(case, find(case, "hartree-fock++", 1e-10)) == 0.2, "equal errors are equal"
    assert summary.ratio(case, find(case, "nwchem", 1e-10)) == 0.25, "error unknown: our most accurate one"
    assert summary.ratio(case, find(case, "pyscf", 1e-14)) is None, "nothing of ours is that accurate"
    assert summary.fastest_peer(case).threshold == 1e-12


def test_an_unknown_error_of_ours_compares_with_none():
    case = rows(records("fockproxy", 1e-9, [1.0]), records("pyscf", 1e-12, [4.0], 1e-9))
    assert summary.ratio(case, find(case, "pyscf", 1e-12)) is None


def test_equal_instruction_sets_are_compared():
    case = rows(records("fockproxy", 1e-10, [1.0], 1e-10),
                records("fockproxy-avx2", 1e-10, [2.0], 1e-10, instructions="avx2"),
                records("fockproxy-portable", 1e-10, [3.0], 1e-10, instructions="generic"),
                records("pyscf", 1e-10, [8.0], 1e-9, instructions="generic"),
                records("pyscf-qcint", 1e-10, [4.0], 1e-9),
                records("pyscf-qcint-avx2", 1e-10, [10.0], 1e-9, instructions="avx2"))
    lines = summary.fastest_lines({("water/cc-pvdz", "build"): case})
    assert [(line[2], line[4], line[6]) for line in lines] == [
        ("native", "pyscf-qcint", "0.250"),
        ("avx2", "pyscf", "0.250"),  # the one for any processor also runs there, and is faster
        ("generic", "pyscf", "0.375")]
    assert summary.ratio(case, find(case, "fockproxy-avx2", 1e-10)) is None


def test_without_ours_there_is_no_ratio():
    case = rows(records("pyscf", 1e-12, [4.0], 1e-9))
    assert summary.fastest_peer(case) is None
    assert "ours/this" not in summary.case_table(case)


def test_scf_rows_compare_whole_times():
    case = rows(records("fockproxy", None, [3.0], kind="scf", iterations=11),
                records("nwchem", None, [6.0], kind="scf", iterations=9),
                records("pyscf", None, [12.0], kind="scf", iterations=10))
    assert summary.fastest_peer(case).program == "nwchem"
    assert summary.ratio(case, summary.fastest_peer(case)) == 0.5
    assert "error of F" not in summary.case_table(case), "a column without entries is left out"


def test_disturbed_measurements_are_marked():
    text = summary.report(records("fockproxy", 1e-10, [1.0], 1e-10) + [
        {**r, "disturbed": True} for r in records("pyscf", 1e-12, [2.0], 1e-9)])
    assert " 1* " in text and "*  among them" in text


def test_the_report_ends_with_the_fastest_peers():
    text = summary.report(records("fockproxy", 1e-10, [1.0, 1.2, 1.1], 1e-10) + records("pyscf", 1e-12, [2.2], 1e-9))
    last = text.strip().splitlines()[-1].split()
    assert last == ["water/cc-pvdz", "build", "native", "1.100", "pyscf", "2.200", "0.500"]


def perf(*arguments):
    return subprocess.run([SOURCE / "scripts" / "perf", *arguments], text=True, capture_output=True,
                          env={**os.environ, "FOCKPROXY_PYTHON": sys.executable})


def test_the_table_command(tmp_path):
    header = {"kind": "header", "cpu": "an abacus", "cores": 2, "time": "now", "versions": {"fockproxy": "1"}}
    lines = [header, *records("fockproxy", 1e-10, [1.0], 1e-10)]
    (tmp_path / "r.jsonl").write_text("".join(json.dumps(line) + "\n" for line in lines))
    run = perf("peers", "--table", tmp_path / "r.jsonl")
    assert (run.returncode, run.stderr) == (0, "")
    assert run.stdout.startswith("an abacus, 2 cores, now\n  fockproxy: 1\n\nwater/cc-pvdz: one two-electron build")
    run = perf("peers", "--table", tmp_path / "none")
    assert (run.returncode, run.stdout) == (2, "")
    assert run.stderr == f"perf peers: error: {tmp_path}/none: No such file or directory\n"


@pytest.mark.parametrize("option", [["--peers", "gaussian"], ["--threshold", "pyscf"], ["--what", "dft"],
                                    ["--repeats", "0"], ["--cases", ""]])
def test_options_that_mean_nothing_are_refused(option, capsys):
    with pytest.raises(SystemExit, match="2"):
        peers_run.main(option)
    assert f"error: argument {option[0]}: " in capsys.readouterr().err


def test_a_case_that_is_none_is_refused():
    with pytest.raises(UserError, match=r"^case 'water' is not MOLECULE/BASIS"):
        peers_run.main(["--cases", "water"])


def test_install_refuses_a_peer_it_does_not_know():
    result = subprocess.run([SOURCE / "perf" / "peers" / "install", "gaussian"], text=True, capture_output=True)
    assert result.returncode == 1 and "known: pyscf nwchem hartree-fock++" in result.stderr


@pytest.mark.parametrize(("option", "message"), [
    (["qcint"], "qcint is built from source: --qcint ARCHIVE"),
    (["--qcint", "none.tar.gz"], "--qcint takes an archive or a folder, and there is no 'none.tar.gz'")])
def test_install_says_what_a_source_is_needed_for(option, message):
    result = subprocess.run([SOURCE / "perf" / "peers" / "install", *option], text=True, capture_output=True)
    assert result.returncode == 1 and message in result.stderr
