"""`scripts/perf runtimes`: the verdict of a cell, and its table."""

import pytest
from fockproxy_perf.errors import UserError
from fockproxy_perf.studies import runtimes
from fockproxy_perf.studies.runtimes import tables, verdict


def cell(**changes):
    return {"stack": "mpich-4.3+mpi-ts", "label": "MPICH 4.3.2, Global Arrays 5.9.2 mpi-ts", "runtime": "mpi-ts",
            "runtime_found": "mpi-ts", "mpi": "MPICH", "global_arrays": "5.9.2", "processes": 2, "git_revision": "",
            "cures": [], "own_tests": "10 of 10", "load": 0.1, "time": "", "cores": 2,
            "check": {"verdict": "PASS", "counts": {"PASS": 100, "UNSUPPORTED": 2}, "bad": [],
                      "unsupported": [{"name": "steal", "detail": "no compare-and-swap"}]},
            "energies": [{"case": "water/sto-3g", "error": 2e-10, "reason": ""}], **changes}


FAILED_ROW = {"verdict": "FAIL", "counts": {"PASS": 99, "FAIL": 1}, "bad": [{"name": "ga-acc", "detail": "lost 3"}],
              "unsupported": []}


@pytest.mark.parametrize("changes, expected", [
    ({}, ("PASS", "")),
    ({"cures": ["ARMCI_USE_WIN_ALLOCATE=0 was set"]}, ("CURED", "ARMCI_USE_WIN_ALLOCATE=0 was set")),
    ({"check": FAILED_ROW}, ("FAIL", "ga-acc: lost 3")),
    ({"energies": [{"case": "oh/6-31g", "error": 2e-5, "reason": ""}]}, ("FAIL", "oh/6-31g: off by 2.0e-05 hartree")),
    ({"energies": [{"case": "oh/6-31g", "error": None, "reason": "HANG: not at its end after 400 s"}]},
     ("FAIL", "oh/6-31g: HANG: not at its end after 400 s")),
    ({"energies": [{"case": "oh/6-31g", "error": None, "reason": "counter ga: UNSUPPORTED: not here"}]},
     ("UNSUPPORTED", "oh/6-31g: counter ga: UNSUPPORTED: not here")),
    ({"runtime_found": "armci-mpi"}, ("FAIL", "the program found armci-mpi linked")),
])
def test_the_verdict_of_a_cell(changes, expected):
    assert verdict(cell(**changes)) == expected


def test_a_stack_that_writes_nothing_fails_with_its_reason():
    assert runtimes.check_result(None, "HANG: ...")["bad"] == [{"name": "check", "detail": "HANG: ..."}]


def test_the_tables_count_what_can_run_and_say_who_refuses():
    first, refused = tables([cell(), cell(stack="other", label="Other", check=FAILED_ROW)])
    assert [row[3] for row in first.rows] == ["100 of 100", "99 of 100"]
    assert [row[5] for row in first.rows] == ["PASS", "FAIL"]
    assert list(refused.rows) == [["steal", "no compare-and-swap", "mpich-4.3+mpi-ts"]]


def test_only_cases_of_the_reference_are_taken():
    assert [case["molecule"] for case in runtimes.cases("water/sto-3g")] == ["water.xyz"]
    with pytest.raises(UserError, match="no case 'water/none'"):
        runtimes.cases("water/none")


def test_a_stack_without_a_runtime_is_refused():
    with pytest.raises(UserError, match=r"mpich-4.3 has no Global Arrays of its own"):
        runtimes.main(["mpich-4.3"])
