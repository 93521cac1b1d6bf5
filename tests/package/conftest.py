import os
import pathlib
import subprocess

import pytest

SOURCE = pathlib.Path(os.environ["FOCKPROXY_SOURCE"])
MPI = os.environ["FOCKPROXY_MPI"]
MPIEXEC = os.environ["FOCKPROXY_MPIEXEC"]
# What the package installs, without help from the tree.
ENVIRONMENT = {name: value for name, value in os.environ.items() if not name.startswith("FOCKPROXY_")}


def run(*command, timeout=120, cwd=None):
    done = subprocess.run(command, capture_output=True, text=True, timeout=timeout, env=ENVIRONMENT, cwd=cwd)
    assert done.returncode == 0, f"{command}\n{done.stdout[-3000:]}{done.stderr[-3000:]}"
    return done.stdout


@pytest.fixture(scope="session")
def package():
    """Built in build/package-MPI; later builds only build what changed."""
    return SOURCE / run(SOURCE / "scripts/package", MPI, timeout=2400).splitlines()[-1]
