"""The site of docs/ builds without a warning."""

import os
import pathlib
import subprocess

SOURCE = pathlib.Path(os.environ["FOCKPROXY_SOURCE"])


def test_the_site_builds_without_a_warning():
    run = subprocess.run([SOURCE / "scripts" / "docs"], capture_output=True, text=True, timeout=600)
    assert run.returncode == 0, run.stderr
    assert "WARNING" not in run.stdout + run.stderr
    index = (SOURCE / "build" / "docs" / "index.html").read_text()
    assert "md-search" in index
    for page in (SOURCE / "docs").glob("*.md"):
        folder = SOURCE / "build" / "docs" / ("" if page.stem == "index" else page.stem)
        assert (folder / "index.html").exists()
