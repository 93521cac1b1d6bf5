"""The installed program runs from any place and finds its data there."""

import os

from conftest import run


def test_the_installed_program_runs_where_it_was_moved(tmp_path):
    run("cmake", "--install", os.environ["FOCKPROXY_BUILD"], "--prefix", tmp_path / "installed")
    moved = (tmp_path / "installed").rename(tmp_path / "moved")
    assert {path.name for path in moved.iterdir()} == {"bin", "share"}  # the libraries are not an interface
    assert {path.name for path in (moved / "bin").iterdir()} == {"fockproxy"}
    assert "VERIFICATION: PASS" in run(moved / "bin/fockproxy", "scf", "water", "--basis", "sto-3g", cwd=tmp_path)
    assert str(moved) in run(moved / "bin/fockproxy", "info", cwd=tmp_path)
