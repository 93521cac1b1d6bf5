"""The first minutes: the program without arguments, and `fockproxy quickstart` as a new user runs it."""

import re

import pytest
from conftest import mpi_version


@pytest.mark.parametrize("ranks", [None, 2])
def test_without_arguments_it_says_what_to_do_first(fockproxy, ranks):
    run = fockproxy(ranks=ranks)
    assert (run.code, run.err) == (0, "")
    assert run.out.count("fockproxy quickstart") == 1
    assert "fock --input small" in run.out and "--help" in run.out
    assert max(map(len, run.out.splitlines())) <= 100


def sentences(out):
    return [" ".join(text.split()) for text in re.findall(r"^  \d\. (.*?)\.$", out, re.MULTILINE | re.DOTALL)]


def test_quickstart_starts_its_ranks_and_ends_in_three_sentences(fockproxy):
    run = fockproxy("quickstart", timeout=120)
    assert run.code == 0, run.err
    assert run.out.splitlines()[0].endswith("-n 2 fockproxy quickstart")
    assert "2 ranks on 1 node" in run.out
    right, progress, use = sentences(run.out)
    assert right.startswith("It computes right")
    # MPI_Win_allocate in the MPICH of Debian 12, and requests in the MPICH of Debian 13 too.
    assert ("known fault" in right) == bool(re.search(r"MPICH Version: +4\.[0-2]\.|Open MPI v4\.1\.", run.out))
    # The result depends on the machine, but there must be one.
    assert re.match(r"It makes (no )?progress by itself", progress), progress
    assert re.match(r"Use it (as it is|with --)", use), use
    if not mpi_version().startswith("Open MPI v5."):  # its launcher may drop the end of a line
        assert max(map(len, run.out.splitlines())) <= 130


@pytest.mark.slow
def test_alone_it_says_what_it_cannot_tell_and_starts_no_ranks_twice(fockproxy):
    run = fockproxy("quickstart", timeout=120, FOCKPROXY_RANKS_STARTED="1")
    assert run.code == 0, run.err
    assert "fockproxy quickstart\n" not in run.out and "1 rank on 1 node" in run.out
    assert "takes two ranks" in sentences(run.out)[1]
