"""The package in a root with only Debian, of the version for which it was built: a new user's first commands."""

import os
import pathlib
import re
import subprocess

from conftest import MPI, SOURCE, run

INSTALL = f"apt-get -q update && apt-get -q install --yes --no-install-recommends ./fockproxy-{MPI}_*.deb >&2"
# As root, for whom Open MPI needs two settings, and as another user. `mpiexec` is Open MPI's with both packages,
# because Debian's ScaLAPACK for MPICH also installs Open MPI; quickstart tells which one to type.
FIRST_COMMANDS = f"""
fockproxy quickstart
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1
mpiexec.{MPI} -n 2 fockproxy fock --input small
su --login user -c "fockproxy quickstart && mpiexec.{MPI} -n 2 fockproxy fock --input small && fockproxy scf water"
"""


def test_the_first_commands(package):
    commands = f"{INSTALL}\nSECONDS=0{FIRST_COMMANDS}echo took $SECONDS"
    out = run(SOURCE / "tests/package/clean-root", "--with", package, commands, timeout=1200)
    assert out.count("1. It computes right") == 2
    assert len(re.findall(rf"^Next, with \S*mpiexec\.{MPI} -n 2:$", out, re.MULTILINE)) == 2
    assert out.count("\nFIGURE OF MERIT small: ") == 2
    assert out.count("VERIFICATION: PASS") == 3
    # The promise is under a minute for each user, but this may be a busy machine.
    assert int(re.search(r"^took (\d+)$", out, re.MULTILINE).group(1)) < 240


def test_nothing_is_left_of_an_interrupted_root(tmp_path):
    mark = f"sleep {100000 + os.getpid()}"
    job = subprocess.Popen([SOURCE / "tests/package/clean-root", f"echo begun; {mark}"], stdout=subprocess.PIPE,
                           text=True, env={**os.environ, "TMPDIR": str(tmp_path)})
    assert job.stdout.readline() == "begun\n" and list(tmp_path.iterdir()) != []
    job.terminate()
    job.wait(timeout=60)
    assert list(tmp_path.iterdir()) == []
    assert mark.replace(" ", "\0") + "\0" not in commands()


def commands():
    """The command lines of all processes, from /proc."""
    return {path.read_text(errors="replace") for path in pathlib.Path("/proc").glob("[0-9]*/cmdline") if path.exists()}
