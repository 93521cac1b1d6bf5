"""Wrong options are refused before any computation, with the possible names."""

import os

import pytest
from conftest import ERROR

NAMES = {
    "--counter": ["static", "node", "steal", "mpi3", "mpi2", "helper"],
    "--matrix": ["local", "rma"],
    "--cache": ["none", "ijk", "merged", "replicated"],
    "--window": ["allocate", "create", "allocate-noshm", "ghost"],
    "--progress": ["none", "poll", "helper-block", "helper-send", "helper-2008", "helper-recv", "helper-poll",
                   "idle-root", "library", "stream"],
    "--poll-by": ["iprobe", "stream", "flush-local", "get"],
    "--helper-ranks": ["all", "root", "0,2-3"],
    "--grain": ["shell", "atom", "auto", "number of functions"],
    "--layout": ["tiled", "strided"],
    "--complete": ["each", "batch"],
    "--accumulate-completion": ["local", "remote"],
    "--order": ["natural", "costliest", "random", "stratified"],
    "--node-counter": ["mpi3", "mpi2"],
    "--schedule": ["fixed", "factoring", "static-first"],
    "--static-assignment": ["cyclic", "block", "interleaved"],
    "--verify": ["sample", "full"],
    "--integrals": ["own", "libint"],
    "--simd": ["auto", "portable", "avx2", "avx512"],
    "--precision": ["mixed", "double"],
    "--guess": ["sad", "core"],
    "--thread-level": ["auto", "single", "funneled", "serialized", "multiple"],
}

NONSENSE = [
    "--threshold -1", "--threshold nan", "--threshold inf", "--threshold small", "--chunk 0", "--chunk -3",
    "--chunk 1.5", "--idle-ranks -1", "--idle-ranks some", "--node-chunk 0", "--ranks-per-node -1", "--order-seed -1",
    "--chunk 99999999999999999999", "--grain 0", "--grain -4", "--max-iterations 0", "--energy-tolerance 0",
    "--energy-tolerance nan", "--energy-tolerance inf", "--gradient-tolerance -1", "--level-shift -0.1",
    "--level-shift nan", "--linear-dependence -1", "--linear-dependence 2", "--stall-timeout -1",
    "--stall-timeout nan", "--charge half", "--seed -1", "--seed many", "--poll-interval 0", "--poll-interval nan",
    "--poll-burst 0", "--poll-burst 1.5", "--helper-sleep -1", "--helper-sleep nan", "--helper-ranks 3-1",
]


def assert_refused_at_once(run, *words):
    run.assert_refused(*words)
    assert run.out == ""


@pytest.mark.parametrize("option", NAMES)
def test_unknown_name(fockproxy, option):
    run = fockproxy("scf", "water", option, "nonsense", "--json", "out.json")
    assert_refused_at_once(run, "'nonsense'", *NAMES[option])
    assert fockproxy.files() == []


@pytest.mark.parametrize("options", NONSENSE)
def test_nonsense_number(fockproxy, options):
    option, value = options.split()
    assert_refused_at_once(fockproxy("scf", "water", option, value, "--json", "out.json"), option)
    assert fockproxy.files() == []


@pytest.mark.parametrize("option, value", [("--repeat", 0), ("--repeat", -1), ("--chunk", 0)])
def test_nonsense_number_for_fock(fockproxy, option, value):
    assert_refused_at_once(fockproxy("fock", "water", option, value), option)


@pytest.mark.parametrize("arguments, words", [
    (["nonsense"], ["nonsense"]),
    (["scf"], ["molecule"]),
    (["scf", "water", "helium"], ["helium"]),
    (["scf", "water", "--nonsense"], ["--nonsense"]),
    (["scf", "water", "--repeat", 3], ["--repeat"]),
    (["scf", "water", "--json"], ["--json"]),
    (["scf", "water", "--counter", "mpi3", "--counter", "static"], ["--counter"]),
], ids=lambda x: " ".join(map(str, x)))
def test_wrong_command_line(fockproxy, arguments, words):
    assert_refused_at_once(fockproxy(*arguments), *words, "--help")


@pytest.mark.parametrize("arguments, words", [
    (["scf"], ["molecule"]),
    (["scf", "water", "--counter", "nonsense"], ["mpi3"]),
    (["scf", "water", "--matrix", "local"], ["local", "2 ranks", "rma"]),
    (["scf", "water", "--counter", "helper", "--thread-level", "single"], ["single", "multiple"]),
    (["scf", "water", "--idle-ranks", "2"], ["--idle-ranks 2", "2 ranks", "UNSUPPORTED", "at least 3"]),
    (["scf", "water", "--counter", "static", "--schedule", "factoring"], ["static", "factoring", "UNSUPPORTED"]),
    (["scf", "water", "--helper-ranks", "0"], ["--helper-ranks", "helper-"]),
    (["scf", "water", "--progress", "helper-poll", "--helper-ranks", "0,2"], ["--helper-ranks", "rank 2", "2 ranks"]),
    (["scf", "water", "--counter", "mpi2", "--prefetch"], ["mpi2", "UNSUPPORTED", "a lock held for a whole task"]),
    (["scf", "water", "--cache", "merged", "--prefetch-blocks"], ["merged", "UNSUPPORTED", "the present one is done"]),
    (["scf", "water", "--cache", "replicated", "--prefetch-blocks"], ["UNSUPPORTED", "nothing is fetched"]),
    (["scf", "water", "--matrix", "local", "--prefetch-blocks"], ["local", "UNSUPPORTED", "nothing to wait for"]),
    (["scf", "water", "--counter", "static", "--prefetch"], ["static", "UNSUPPORTED", "nothing is drawn"]),
    (["scf", "water", "--counter", "steal", "--schedule", "static-first"], ["steal", "static-first", "UNSUPPORTED"]),
    (["scf", "water", "--json", "nowhere/out.json"], ["nowhere/out.json", "No such file"]),
], ids=lambda x: " ".join(x))
def test_one_line_from_two_ranks(fockproxy, arguments, words):
    assert "VERIFICATION" not in fockproxy(*arguments, ranks=2).assert_refused(*words).out


@pytest.mark.parametrize("option", ["--json", "--save-density"])
@pytest.mark.parametrize("path", ["nowhere/out", ".", ""])
def test_unwritable_file_is_found_before_the_run(fockproxy, option, path):
    run = fockproxy("scf", "c60", "--basis", "cc-pvtz", option, path, timeout=30)  # the computation would take hours
    assert_refused_at_once(run, path)
    assert fockproxy.files() == []


@pytest.mark.parametrize("option", ["--json", "--save-density"])
def test_a_special_file_is_not_replaced(fockproxy, option):
    os.mkfifo(fockproxy.directory / "pipe")  # stands for all devices, which root could replace
    run = fockproxy("scf", "he", "--basis", "sto-3g", option, "pipe")
    assert (fockproxy.directory / "pipe").is_fifo()
    assert_refused_at_once(run, "pipe", "regular file")


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write everywhere")
def test_directory_without_permission(fockproxy):
    fockproxy.directory.chmod(0o555)
    run = fockproxy("scf", "water", "--json", "out.json")
    fockproxy.directory.chmod(0o755)
    assert_refused_at_once(run, "out.json", "Permission denied")


def test_a_refused_run_leaves_an_older_result_alone(fockproxy):
    fockproxy.write("out.json", "an older result")
    fockproxy("scf", "nowhere.xyz", "--json", "out.json").assert_refused()
    assert (fockproxy.directory / "out.json").read_text() == "an older result"


@pytest.mark.parametrize("ranks", [None, 2])
def test_not_converged(fockproxy, ranks):
    run = fockproxy("scf", "water", "--max-iterations", 2, "--json", "out.json", "--save-density", "d", ranks=ranks)
    run.assert_refused("did not converge", "2 iterations", code=1)
    assert "\n  total  " not in run.out.split("Time by phase")[0], "an energy that is none"
    document = fockproxy.read("out.json")
    assert not document["scf"]["converged"]
    assert len(document["fock"]["tasks"]) == 2
    assert fockproxy.files() == ["out.json"]


def test_errors_end_in_one_line_break(fockproxy):
    run = fockproxy("scf", "a\nb", "--basis", "c\nd")
    assert run.code == 2
    assert run.err.startswith(ERROR) and run.err.count("\n") == 1
