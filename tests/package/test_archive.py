"""The source archive: the same commit makes the same bytes, and what is built of it knows the commit."""

import os
import pathlib
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
    """As scripts/release makes it."""
    assert "git -c tar.umask=0022 archive --format=tar" in (SOURCE / "scripts/release").read_text()
    return run("git", "-C", SOURCE, "-c", f"tar.umask={umask}", "archive", "--format=tar", "HEAD")


def test_the_same_commit_makes_the_same_bytes(commit):
    assert archive() == archive()
    assert archive() != archive("0002")  # it does hang on the setting that scripts/release sets


def test_what_is_built_of_it_knows_the_commit(commit, tmp_path):
    (tmp_path / "archive.tar").write_bytes(archive())
    with tarfile.open(tmp_path / "archive.tar") as unpacked:
        unpacked.extractall(tmp_path)
    # Inside a repository of somebody else, whose revision is not ours.
    run("git", "init", "-q", tmp_path)
    (tmp_path / "template").write_text("@FOCKPROXY_GIT_REVISION@")
    run("cmake", f"-DSOURCE_DIR={tmp_path}", "-DTEMPLATE=template", "-DOUTPUT=output", "-P",
        "scripts/cmake/BuildInfo.cmake", cwd=tmp_path)
    assert (tmp_path / "output").read_text().strip() == commit[:12]
    code = "from fockproxy_perf.sweep.machine import git_revision; print(git_revision())"
    assert run("python3", "-c", code, cwd=tmp_path / "perf").decode().strip() == commit[:12]
