"""Runs fockproxy as a user does, and checks what every run promises.

CTest sets the environment: FOCKPROXY_PROGRAM, FOCKPROXY_MPIEXEC, FOCKPROXY_MPI (openmpi or mpich), FOCKPROXY_WITH_GA
and FOCKPROXY_WITH_OPENSHMEM (1 or 0), FOCKPROXY_SOURCE.
"""

import dataclasses
import functools
import json
import os
import pathlib
import re
import shutil
import signal
import subprocess
import time

import jsonschema
import pytest

PROGRAM = os.environ["FOCKPROXY_PROGRAM"]
MPIEXEC = os.environ["FOCKPROXY_MPIEXEC"]
MPI = os.environ["FOCKPROXY_MPI"]
WITH_GA = os.environ.get("FOCKPROXY_WITH_GA", "1") == "1"
WITH_OPENSHMEM = os.environ.get("FOCKPROXY_WITH_OPENSHMEM", "0") == "1"
SOURCE = pathlib.Path(os.environ.get("FOCKPROXY_SOURCE", pathlib.Path(__file__).parents[2]))
MOLECULES = SOURCE / "molecules"
SMALL = ("--basis", "sto-3g")  # runs in no time


def of_a_rank(*command):
    """The command that a launcher starts. The launcher of Open MPI 5 mixes up parts of the standard output and the
    standard error of a rank. Here the ranks bypass it and write where the launcher itself writes."""
    if not mpi_version().startswith("Open MPI v5."):
        return list(map(str, command))
    return ["sh", "-c", 'exec "$@" >>/proc/$PPID/fd/1 2>>/proc/$PPID/fd/2', "sh", *map(str, command)]


def schema(name):
    """A schema of the program's JSON, for readers of its files."""
    return json.loads((SOURCE / "perf/fockproxy_perf/schemas" / f"{name}.json").read_text())


SCHEMA = schema("run")
INFO_CHECK_SCHEMA = schema("info_check")
PROVENANCE_SCHEMA = {"$ref": "#/definitions/provenance", "definitions": SCHEMA["definitions"]}
ERROR = "fockproxy: error: "
# ARMCI-MPI 0.4 on Open MPI always prints it; the program reports the result of its own test.
ARMCI_WARNING = re.compile(r"^\[\d+\] ARMCI Warning: (MPI Datatypes are broken in RMA|Open-MPI 4.0.0 RMA with).*\n",
                           re.MULTILINE)
CRASH = re.compile("Traceback|terminate called|Segmentation fault|Process received signal|Aborted|Assertion|Fatal error"
                   "|AddressSanitizer|runtime error:|BAD TERMINATION")

needs_ga = pytest.mark.skipif(not WITH_GA, reason="built without Global Arrays")


@dataclasses.dataclass
class Run:
    """The output and the exit code of one job."""

    code: int
    out: str
    err: str
    launched: bool  # by mpiexec, which may add its own lines to stderr
    armci_warned: bool = False  # about MPI's datatypes, in lines that are left out of `err`

    @property
    def errors(self):
        return [line for line in self.err.splitlines() if line.startswith(ERROR)]

    def assert_passed(self):
        assert self.code == 0, self.err
        verdict, figure = self.out.splitlines()[-2:]
        assert verdict == "VERIFICATION: PASS" and figure.lower().startswith("figure of merit"), self.out
        return self

    def assert_refused(self, *words, code=2):
        """The whole job has one line on stderr, besides notes on the input, with all of `words`; and it did not
        crash."""
        assert self.code == code, f"exit code {self.code}\n{self.err}{self.out}"
        assert len(self.errors) == 1, self.err
        if not self.launched:
            rest = [line for line in self.err.splitlines() if not line.startswith("fockproxy: note: ")]
            assert rest == self.errors, self.err
        assert not CRASH.search(self.err), self.err
        for word in words:
            assert str(word) in self.errors[0]
        return self


class Fockproxy:
    """Starts the program in a separate directory."""

    def __init__(self, directory):
        self.directory = pathlib.Path(directory)
        self.program = PROGRAM
        self.stdin = ""  # input of the job, or of its launcher
        self.stdout = subprocess.PIPE  # a file receives the output instead of Run.out

    def __call__(self, *arguments, ranks=None, timeout=300, mpiexec=MPIEXEC, **environment):
        """Without `ranks` the program runs alone, without mpiexec. A job that hangs is ended and fails the test."""
        command = [self.program, *map(str, arguments)]
        if ranks:
            command = [mpiexec, "-n", str(ranks), *of_a_rank(*command)]
        job = subprocess.Popen(command, cwd=self.directory, text=True, stdin=subprocess.PIPE, stdout=self.stdout,
                               stderr=subprocess.PIPE, env={**os.environ, **environment},
                               start_new_session=True)
        try:
            out, err = job.communicate(self.stdin, timeout=timeout)
        except subprocess.TimeoutExpired:
            os.killpg(job.pid, signal.SIGKILL)
            pytest.fail(f"no end after {timeout} s: {' '.join(map(str, job.args))}\n{job.communicate()}")
        run = Run(job.returncode, out, ARMCI_WARNING.sub("", err), bool(ranks), bool(ARMCI_WARNING.search(err)))
        assert self.temporary_files() == [], "temporary files are left behind"
        return run

    def document(self, *arguments, **options):
        """Runs a calculation that must pass; returns the run and its JSON, which fits the schema."""
        file = self.directory / "result.json"
        file.unlink(missing_ok=True)
        run = self(*arguments, "--json", file.name, **options).assert_passed()
        return run, self.read(file.name)

    def read(self, name):
        document = json.loads((self.directory / name).read_text())
        of_the_stack = document["command"] in ("info", "check")
        jsonschema.Draft7Validator(INFO_CHECK_SCHEMA if of_the_stack else SCHEMA).validate(document)
        jsonschema.Draft7Validator(PROVENANCE_SCHEMA).validate(document["provenance"])
        return document

    def write(self, name, text):
        (self.directory / name).write_text(text)
        return name

    def files(self):
        return sorted(path.name for path in self.directory.iterdir())

    def temporary_files(self):
        return [name for name in self.files() if ".tmp" in name]


def wait_for(condition, seconds=60):
    """Whether the condition becomes true in time."""
    end = time.monotonic() + seconds
    while not condition():
        if time.monotonic() > end:
            return False
        time.sleep(0.005)
    return True


@functools.cache
def mpi_version():
    """The program's own text: "Open MPI v4.1.4", "MPICH Version 4.0.2"."""
    version = subprocess.run([PROGRAM, "--version"], capture_output=True, text=True, timeout=60, check=True).stdout
    return re.search(r"^  MPI +(.*)$", version, re.MULTILINE).group(1)


def launcher_loses_exit_codes():
    """The launcher of MPICH 4.2 sometimes returns 0 if a signal ended a rank, or a rank left with an error after
    one."""
    return mpi_version().startswith("MPICH Version 4.2.")


@pytest.fixture
def faulty_win_allocate():
    """Needs the MPICH of Debian 12, with a Global Arrays that a setting makes compute wrongly."""
    if not WITH_GA or not re.fullmatch(r"MPICH Version 4\.0(\.[012])?", mpi_version()):
        pytest.skip("needs a stack on which Global Arrays can be made faulty")


@pytest.fixture
def windows_may_be_refused():
    """Needs settings that are only known for Open MPI 4."""
    if not mpi_version().startswith("Open MPI v4."):
        pytest.skip("of this MPI no setting is known that makes it refuse windows")


@pytest.fixture
def fockproxy(tmp_path):
    return Fockproxy(tmp_path)


@pytest.fixture(scope="module")
def shared_fockproxy(tmp_path_factory):
    """For runs that several tests of a file use."""
    return Fockproxy(tmp_path_factory.mktemp("shared"))


def other_mpiexec():
    """The launcher of the other MPI, not the one of the program; skips the test if there is none."""
    name = "mpiexec.mpich" if MPI == "openmpi" else "mpiexec.openmpi"
    if not shutil.which(name):
        pytest.skip(f"there is no {name}")
    return name
