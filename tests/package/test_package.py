"""The Debian package of this MPI: built, checked by lintian, unpacked elsewhere and run from there as a new user would.

Root is not needed if this machine has what scripts/package installs."""

import re
import shutil

import pytest
from conftest import MPI, MPIEXEC, SOURCE, run


@pytest.fixture(scope="module")
def root(package, tmp_path_factory):
    folder = tmp_path_factory.mktemp("root")
    run("dpkg-deb", "--extract", package, folder)
    return folder


def test_it_is_what_it_says(package):
    version = re.search(r"project\(fockproxy\s+VERSION (\S+)", (SOURCE / "CMakeLists.txt").read_text()).group(1)
    fields = dict(re.findall(r"^(\S+): (.*)$", run("dpkg-deb", "--field", package), re.MULTILINE))
    assert (fields["Package"], fields["Version"]) == (f"fockproxy-{MPI}", f"{version}-1")
    assert fields["Provides"] == fields["Conflicts"] == fields["Replaces"] == "fockproxy"


def test_what_it_depends_on_is_of_this_mpi_alone(package):
    depends = run("dpkg-deb", "--field", package, "Depends")
    other = {"openmpi": "mpich", "mpich": "openmpi"}[MPI]
    assert {"openmpi": "openmpi-bin", "mpich": "mpich"}[MPI] in re.split(r"[ ,]+", depends)
    assert "libint2" in depends and MPI in depends and other not in depends


@pytest.mark.skipif(not shutil.which("lintian"), reason="no lintian")
def test_lintian_has_nothing_to_say(package):
    assert run("lintian", package, timeout=300) == ""


def test_nothing_else_is_in_it(root):
    files = {str(path.relative_to(root)) for path in root.rglob("*") if not path.is_dir()}
    documents = f"usr/share/doc/fockproxy-{MPI}"
    expected = {"usr/bin/fockproxy", "usr/share/man/man1/fockproxy.1.gz",
                "usr/share/bash-completion/completions/fockproxy", "usr/share/zsh/vendor-completions/_fockproxy",
                "usr/share/fish/vendor_completions.d/fockproxy.fish", f"usr/share/lintian/overrides/fockproxy-{MPI}",
                f"{documents}/copyright", f"{documents}/changelog.gz", f"{documents}/changelog.Debian.gz"}
    expected |= {f"usr/share/fockproxy/{path.relative_to(SOURCE)}" for folder in ("basis", "molecules")
                 for path in (SOURCE / folder).iterdir()}
    assert files == expected


def test_quickstart_says_what_to_think_of_this_mpi(root):
    out = run(root / "usr/bin/fockproxy", "quickstart", cwd=root)
    assert "1. It computes right" in out and "2 ranks on 1 node" in out


def test_the_benchmark_runs(root):
    out = run(MPIEXEC, "-n", "2", root / "usr/bin/fockproxy", "fock", "--input", "small", cwd=root)
    assert "VERIFICATION: PASS\nFIGURE OF MERIT small: " in out
