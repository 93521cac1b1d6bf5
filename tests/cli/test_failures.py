"""If one rank fails, the job ends at once, and one line tells which rank, where and why."""

import os
import re
import shlex
import signal
import subprocess
import tempfile
import threading
import time

import pytest
from conftest import MPI, MPIEXEC, PROGRAM, Run, launcher_loses_exit_codes, of_a_rank

# In the order in which a run passes them.
PLACES = ["starting MPI", "reading the input", "Schwarz bounds", "one-electron integrals", "guess", "diagonalisation",
          "Fock build: task table", "Fock build: distributing the density", "Fock build: get", "Fock build: digestion",
          "Fock build: accumulate", "Fock build: flush", "Fock build: fence", "Fock build: collecting F",
          "Fock build: verification", "writing the results"]
REASONS = {"error": "injected failure", "memory": "out of memory", "crash": "SIGSEGV"}
# Every rank has a task.
FOCK = ["fock", "water", "--basis", "sto-3g", "--counter", "static", "--repeat", "1"]
# MPICH spins while it waits, so three ranks on two cores are slow.
PLACES_OF_THREE = PLACES if MPI == "openmpi" else PLACES[::4]


# Address space of the last rank in kB: from too little for starting MPI to enough.
LIMITS = [240000, 250000, 260000, 280000, 300000, 400000]


def run_to_the_end(fockproxy, *arguments, ranks, **environment):
    """The run, and the time in seconds for which the job continued after the first output of a rank on standard
    error."""
    command = [PROGRAM, *map(str, arguments)]
    if ranks:
        command = [MPIEXEC, "-n", str(ranks), *of_a_rank(*command)]
    spoken = None
    with tempfile.TemporaryFile("w+") as out:
        job = subprocess.Popen(command, cwd=fockproxy.directory, stdout=out, text=True,
                               stdin=subprocess.DEVNULL, stderr=subprocess.PIPE,
                               env={**os.environ, **environment},
                               start_new_session=True)
        too_late = threading.Timer(150, os.killpg, (job.pid, signal.SIGKILL))
        too_late.start()
        lines = []
        for line in job.stderr:
            lines.append(line)
            if spoken is None and line.startswith("fockproxy: "):
                spoken = time.monotonic()
        code = job.wait()
        too_late.cancel()
        out.seek(0)
        run = Run(code, out.read(), "".join(lines), bool(ranks))
    assert code != -signal.SIGKILL, f"no end after 150 s\n{run.err}"
    return run, 0 if spoken is None else time.monotonic() - spoken


def assert_fails_at_once(fockproxy, rank, kind, place, ranks, *more):
    run, seconds = run_to_the_end(fockproxy, *FOCK, *more, ranks=ranks,
                                  FOCKPROXY_INJECT_FAILURE=f"{rank}:{kind}:{place}")
    assert run.code not in ((3,) if ranks and launcher_loses_exit_codes() else (0, 3)), run.out
    assert len(run.errors) == 1, run.err
    assert run.errors[0].startswith(f"fockproxy: error: rank {rank}, {place}: ")
    assert REASONS[kind] in run.errors[0]
    assert seconds < 10
    assert "VERIFICATION: PASS" not in run.out or place == "writing the results"


@pytest.mark.parametrize("ranks, rank, place",
                         [(2, 1, place) for place in PLACES] + [(3, 2, place) for place in PLACES_OF_THREE])
def test_an_exception_on_one_rank(fockproxy, ranks, rank, place):
    kind = "memory" if PLACES.index(place) % 2 else "error"
    assert_fails_at_once(fockproxy, rank, kind, place, ranks)


@pytest.mark.parametrize("kind, place", [("memory", "starting MPI"), ("error", "Fock build: digestion"),
                                         ("memory", "Fock build: collecting F"), ("error", "writing the results")])
def test_on_rank_0(fockproxy, kind, place):
    assert_fails_at_once(fockproxy, 0, kind, place, 2, "--json", "out.json")
    assert fockproxy.files() == []


@pytest.mark.parametrize("place", ["Schwarz bounds", "Fock build: accumulate", "Fock build: fence"])
def test_a_fault_of_a_library(fockproxy, place):
    assert_fails_at_once(fockproxy, 1, "crash", place, 2)


def test_without_a_launcher(fockproxy):
    assert_fails_at_once(fockproxy, 0, "memory", "Fock build: digestion", None)


@pytest.mark.parametrize("value", ["1:error", "x:error:guess", "1:surprise:guess"])
def test_a_failure_that_does_not_exist(fockproxy, value):
    fockproxy(*FOCK, FOCKPROXY_INJECT_FAILURE=value).assert_refused("RANK:KIND:PLACE", value)


STALLED = re.compile(r"^fockproxy: stalled: (.*)$", re.MULTILINE)


def stall(fockproxy, kind, place):
    run, seconds = run_to_the_end(fockproxy, *FOCK, "--stall-timeout", "4", ranks=2,
                                  FOCKPROXY_INJECT_FAILURE=f"1:{kind}:{place}")
    # MPICH's mpiexec may report the ranks that it killed.
    lost = (0,) if launcher_loses_exit_codes() else ()
    assert run.code in ((3,) if MPI == "openmpi" else (3, 9, 1, *lost)), run.err
    assert run.errors == []
    assert seconds < 15
    return STALLED.findall(run.err)


@pytest.mark.parametrize("place", ["Fock build: digestion", "Fock build: fence", "starting MPI"])
def test_a_stopped_rank_is_named(fockproxy, place):
    lines = stall(fockproxy, "stop", place)
    assert any(line.startswith("rank 0 made no progress for 4 s, last seen in: ") for line in lines)
    accused = [line for line in lines if line.startswith("rank 1 has not run for ")]
    # Before MPI has started, ranks do not know of each other.
    assert len(accused) == (0 if place == "starting MPI" else 1), lines


@pytest.mark.parametrize("place", ["Fock build: digestion", "Fock build: verification"])
def test_a_hanging_rank_is_named(fockproxy, place):
    lines = stall(fockproxy, "hang", place)
    assert f"rank 1 made no progress for 4 s, last seen in: {place}" in lines
    accused = [line for line in lines if "behind" in line]
    if place == "Fock build: digestion" and accused == []:
        # If a get needs its target inside MPI, rank 0 gets no farther than rank 1, and its own line tells it.
        assert any(re.match("rank 0 .* last seen in: Fock build: (get|accumulate)", line) for line in lines), lines
    else:
        assert accused == [f"the others wait for rank 1, which is behind them, in: {place}"]


@pytest.mark.parametrize("limit", [limit if limit in (250000, 400000) else pytest.param(limit, marks=pytest.mark.slow)
                                   for limit in LIMITS])
def test_a_rank_without_memory_ends_the_job_with_its_reason_or_has_enough(fockproxy, limit):
    """For any reaction of the library, which may fail in its own ways or hang."""
    command = [PROGRAM, "fock", "water8", "--basis", "cc-pvdz", "--repeat", "1", "--stall-timeout", "60"]
    # Limited by the rank, not with ":" between two commands, because the launcher of Open MPI 5.0.7 in Debian 13 would
    # crash.
    rank = "$OMPI_COMM_WORLD_RANK" if MPI == "openmpi" else "$PMI_RANK"
    starved = f"[ {rank} = 0 ] || ulimit -v {limit}; exec {shlex.join(map(str, command))}"
    start = time.monotonic()
    job = subprocess.run([MPIEXEC, "-n", "2", *of_a_rank("bash", "-c", starved)], text=True, cwd=fockproxy.directory,
                         capture_output=True, timeout=150)
    errors = [line for line in job.stderr.splitlines() if line.startswith("fockproxy: ")]
    if job.returncode == 0:
        assert "VERIFICATION: PASS" in job.stdout
        return
    assert time.monotonic() - start < 55, "ended by the stall timeout"
    assert len(errors) == 1, job.stderr
    assert re.match(r"fockproxy: error: rank 1, .*out of memory", errors[0]), errors
