"""The source archive: the same commit gives the same bytes, and a build of it knows the commit. So does a build of a
checkout. If the commit cannot be known, the build tells why."""

import os
import pathlib
import shutil
import subprocess
import tarfile

import pytest

SOURCE = pathlib.Path(os.environ["FOCKPROXY_SOURCE"])


def run(*command, **how):
    return subprocess.run(command, capture_output=True, check=True, timeout=60, **how).stdout


@pytest.fixture
def commit():
    try:
        return run("git", "-C", SOURCE, "rev-parse", "HEAD").decode().strip()
    except (OSError, subprocess.CalledProcessError):
        pytest.skip("no git, or no repository: a source archive itself")


def archive(umask="0022"):
    """An archive as scripts/release makes it."""
    assert "git -c tar.umask=0022 archive --format=tar" in (SOURCE / "scripts/release").read_text()
    return run("git", "-C", SOURCE, "-c", f"tar.umask={umask}", "archive", "--format=tar", "HEAD")


@pytest.fixture
def checkout(tmp_path):
    """A repository with the current versions of the files that find revisions."""
    tree = tmp_path / "tree"
    for folder in "scripts/cmake", "perf/fockproxy_perf":
        shutil.copytree(SOURCE / folder, tree / folder, ignore=shutil.ignore_patterns("__pycache__"))
    (tree / ".gitignore").write_text("__pycache__/\n")
    commit_all(tree)
    return tree


def commit_all(folder):
    git = "git", "-C", folder, "-c", "user.name=somebody", "-c", "user.email=nobody@localhost"
    run(*git, "init", "-q")
    run(*git, "add", ".")
    run(*git, "commit", "-q", "-m", "all")


def revision_of_build(tree, *options, **how):
    """What the program will report: its revision, and why there is none."""
    (tree.parent / "template").write_text("@FOCKPROXY_GIT_REVISION@\n@FOCKPROXY_NO_REVISION@\n")
    run("cmake", f"-DSOURCE_DIR={tree}", "-DTEMPLATE=template", "-DOUTPUT=output", *options, "-P",
        tree / "scripts/cmake/BuildInfo.cmake", cwd=tree.parent, **how)
    return tuple((tree.parent / "output").read_text().splitlines())


def revision_of_sweep(tree, **how):
    code = "from fockproxy_perf.sweep.machine import git_revision; print(git_revision())"
    return run("python3", "-c", code, cwd=tree / "perf", **how).decode().strip()


def test_the_same_commit_makes_the_same_bytes(commit):
    assert archive() == archive()
    assert archive() != archive("0002")  # the setting of scripts/release has an effect


def test_what_is_built_of_it_knows_the_commit(commit, tmp_path):
    (tmp_path / "archive.tar").write_bytes(archive())
    with tarfile.open(tmp_path / "archive.tar") as unpacked:
        unpacked.extractall(tmp_path)
    # Inside another repository, whose revision is not ours.
    run("git", "init", "-q", tmp_path)
    assert revision_of_build(tmp_path) == (commit[:12], "")
    assert revision_of_sweep(tmp_path) == commit[:12]


def test_a_checkout_of_another_owner_is_known(checkout):
    describe = ("git", "-C", checkout, "describe", "--always", "--dirty", "--abbrev=12", "--exclude=*")
    git_knows = run(*describe).decode().strip()
    theirs = dict(os.environ, GIT_TEST_ASSUME_DIFFERENT_OWNER="1")
    refusal = subprocess.run(["git", "-C", checkout, "status"], capture_output=True, text=True, env=theirs)
    assert "dubious ownership" in refusal.stderr
    assert revision_of_build(checkout, env=theirs) == (git_knows, "")
    assert revision_of_sweep(checkout, env=theirs) == git_knows


def test_why_no_revision_is_known(checkout):
    assert revision_of_build(checkout, "-DGIT_EXECUTABLE=GIT_EXECUTABLE-NOTFOUND", "-DCMAKE_FIND_ROOT_PATH=/nowhere",
                             "-DCMAKE_FIND_ROOT_PATH_MODE_PROGRAM=ONLY") == ("", "built without git")
    (checkout / ".git/HEAD").write_text("nonsense")
    revision, reason = revision_of_build(checkout)
    assert revision == "" and reason.startswith("git said 'fatal: ")
    (checkout / ".git").rename(checkout / "no longer .git")
    assert revision_of_build(checkout) == ("", "built outside a git checkout")
    # Below another repository, whose revision is not ours.
    commit_all(checkout.parent)
    assert revision_of_build(checkout) == ("", "built outside a git checkout")
    assert revision_of_sweep(checkout) == ""
