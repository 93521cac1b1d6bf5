"""scripts/perf stacks with a fake cmake, and the Slurm template with a fake srun."""

import dataclasses
import os
import signal
import subprocess
import time

import pytest
from conftest import FAKE, SOURCE, STACK
from fockproxy_perf.errors import UserError
from fockproxy_perf.source_tree import PERF
from fockproxy_perf.stacks.build_step import parallel_jobs, what_failed
from fockproxy_perf.stacks.catalogue import known_stacks, make_stack
from fockproxy_perf.stacks.launchers import launcher_environment
from fockproxy_perf.stacks.mpi_compilers import mpi_compilers, write_wrapper
from fockproxy_perf.stacks.version import stack_json

CMAKE = """#!/bin/sh
echo "$@" >> "$FAKE_CMAKE_LOG"
if [ -n "$FAKE_CMAKE_ERROR" ]; then
  printf 'CMake Error at CMakeLists.txt:3 (message):\\n  fockproxy: fmt was not found.\\n\\nSee also the log.\\n'
  exit 1
fi
"""


@pytest.fixture
def cmake(folder):
    """Puts a cmake on the PATH that records its arguments."""
    (folder.folder / "bin").mkdir()
    fake = folder.write("bin/cmake", CMAKE)
    fake.chmod(0o755)
    folder.environment |= {"PATH": f"{fake.parent}:{os.environ['PATH']}",
                           "FAKE_CMAKE_LOG": str(folder.folder / "cmake")}
    return folder


OWN = '[own-{0}]\nfamily = "openmpi"\nmpicc = "mpicc-x"\nmpicxx = "mpicxx-x"\nmpiexec = "mpiexec-x"\n'


@pytest.fixture
def own_stack(cmake):
    """A stack of the user's own; its build folder is removed afterwards."""
    name = f"own-{os.getpid()}"
    cmake.write("stacks.toml", OWN.format(os.getpid()))
    yield name
    stack = known_stacks([cmake.folder / "stacks.toml"])[name]
    (stack.folder / "build.log").unlink(missing_ok=True)
    if stack.folder.exists():
        stack.folder.rmdir()


def test_a_stack_of_ones_own_is_built_with_its_compilers(cmake, own_stack):
    _, err = cmake.run("build", own_stack, "--", "-DX=1", command="stacks", code=1)
    configure, build = (cmake.folder / "cmake").read_text().splitlines()
    for word in ("-DMPI_C_COMPILER=mpicc-x", "-DMPI_CXX_COMPILER=mpicxx-x", "-DMPIEXEC_EXECUTABLE=mpiexec-x",
                 "-DFOCKPROXY_TESTS=OFF", "-DFOCKPROXY_WITH_GA=OFF", "-DX=1", f"build/stacks/{own_stack}/build"):
        assert word in configure
    assert build.startswith("--build") and "--target fockproxy" in build
    assert "the build left no" in err, "the fake made no program"


def test_what_failed_is_said_in_one_line(cmake, own_stack):
    _, err = cmake.run("build", own_stack, command="stacks", code=1, FAKE_CMAKE_ERROR="1")
    assert "fockproxy: fmt was not found." in err.splitlines()[-1] and "build.log" in err.splitlines()[-1]


def test_a_file_named_after_errors_did_not_fail(tmp_path):
    log = tmp_path / "build.log"
    log.write_text("+ make\n  CC  strerror_override.lo\nhooks.c:124: error: no member\nmake: *** [all] Error 2\n")
    assert what_failed(log) == "hooks.c:124: error: no member"
    log.write_text("+ pip install\nModuleNotFoundError: No module named 'x'\nnote: not a fault of pip\n")
    assert what_failed(log) == "ModuleNotFoundError: No module named 'x'"


def test_the_wrapper_for_intel_answers_as_mpich_does(tmp_path):
    stack = make_stack("i", {"family": "intel", "wheels": ["impi-devel==0"]}, "here")
    wrapper = write_wrapper(dataclasses.replace(stack, folder=tmp_path), "cc")
    shown = subprocess.run([wrapper, "-show"], capture_output=True, text=True, check=True).stdout
    assert shown.startswith("cc -I") and "-lmpi" in shown
    assert subprocess.run([wrapper, "-showme:compile"]).returncode == 1
    versions = [subprocess.run([cc, "--version"], capture_output=True, text=True).stdout for cc in (wrapper, "cc")]
    assert versions[0] == versions[1] != ""


ABI = """[one]
family = "mpich"
wheels = ["mpich==0"]
abi = true
[other]
family = "intel"
wheels = ["impi-rt==0"]
program-of = "one"
"""


def test_a_program_for_the_standard_abi_runs_on_the_library_of_another_stack(tmp_path, monkeypatch):
    (tmp_path / "stacks.toml").write_text(ABI)
    one, other = known_stacks([tmp_path / "stacks.toml"]).values()
    assert [path.name for path in mpi_compilers(one).values()] == ["mpicc_abi", "mpicxx_abi"]
    assert other.program == one.program and other.mpiexec != one.mpiexec
    assert not other.is_built

    monkeypatch.setenv("LD_LIBRARY_PATH", "/before")
    settings = {"ranks": 1, "hosts": 1, "binding": "none"}
    assert launcher_environment(other, settings)["LD_LIBRARY_PATH"] == f"{other.prefix}/lib:/before"
    assert "LD_LIBRARY_PATH" not in launcher_environment(one, settings)
    assert [stack_json(stack, None)["label"] for stack in (one, other)] == ["one 0, standard ABI",
                                                                            "other 0, standard ABI"]


@pytest.mark.parametrize("old, new, words", [
    ("abi = true", "", "its program-of, one, is no stack with abi = true"),
    ('"one"', '"two"', "its program-of, two, is no stack"),
    ('"one"', '"one"\nabi = true', "for that stack to say"),
    ("abi = true", "abi = true\nglobal-arrays = true", "for one library")])
def test_a_program_that_cannot_be_shared_is_refused(tmp_path, old, new, words):
    (tmp_path / "stacks.toml").write_text(ABI.replace(old, new))
    with pytest.raises(UserError, match=words):
        known_stacks([tmp_path / "stacks.toml"])


def test_a_program_is_named_by_its_path_or_from_the_root_of_the_tree():
    names = ["/opt/fockproxy", "build/wheel/installed/bin/fockproxy"]
    programs = [make_stack("s", {"family": "other", "mpiexec": "mpiexec", "program": name}, "here").program
                for name in names]
    assert list(map(str, programs)) == [names[0], str(PERF.parent / names[1])]


def test_jobs_are_those_of_cmake(monkeypatch):
    monkeypatch.setenv("CMAKE_BUILD_PARALLEL_LEVEL", "3")
    assert parallel_jobs() == "3"
    monkeypatch.delenv("CMAKE_BUILD_PARALLEL_LEVEL")
    assert 1 <= int(parallel_jobs()) <= os.cpu_count()


SRUN = f"""#!/bin/sh
for word; do
  case "$word" in --ntasks=*) ranks=${{word#--ntasks=}} ;; esac
done
while [ "${{1#--}}" != "$1" ]; do shift; done
exec {FAKE} -n "$ranks" "$@"
"""


@pytest.fixture
def slurm(folder):
    """The template with its blanks filled in, in a tree with only what it needs."""
    template = (SOURCE / "perf" / "slurm" / "sweep.sbatch").read_text()
    script = template.replace("<cluster-openmpi>", "fake").replace("table1 ", "./tiny.toml ")
    folder.write("sweep.sbatch", script.replace("scripts/perf", str(SOURCE / "scripts" / "perf")))
    (folder.folder / "bin").mkdir()
    folder.write("bin/srun", SRUN).chmod(0o755)
    (folder.folder / "results").mkdir()
    folder.write("results/stacks.toml", STACK)
    folder.environment |= {"PATH": f"{folder.folder / 'bin'}:{os.environ['PATH']}", "SLURM_NTASKS": "4",
                           "SLURM_JOB_NUM_NODES": "2", "SLURM_SUBMIT_DIR": str(folder.folder)}
    return folder


def batch(folder, **environment):
    return subprocess.Popen(["bash", "sweep.sbatch"], cwd=folder.folder, env={**folder.environment, **environment},
                            text=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE)


def test_the_slurm_job_goes_on_where_the_last_one_ended(slurm):
    job = batch(slurm, FAKE_SLEEP="0.5")
    while len(slurm.log()) < 2 and job.poll() is None:
        time.sleep(0.02)
    job.send_signal(signal.SIGTERM)
    out, err = job.communicate(timeout=60)
    assert job.returncode == 130, out + err
    assert "--resume goes on" in err
    second = batch(slurm)
    out, err = second.communicate(timeout=60)
    assert second.returncode == 0, out + err
    rows = slurm.rows("results/table1-2-nodes.jsonl")
    assert len(rows) == 16
    assert {(row["axes"]["ranks"], row["axes"]["hosts"]) for row in rows} == {(4, 2)}
    assert {row["provenance"]["argv"][0] for row in rows} == {"srun"}
