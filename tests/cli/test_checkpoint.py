"""scf --checkpoint and --restart: a job that dies loses nothing, and a wrong file is not continued from."""

import contextlib
import os
import pathlib
import random
import re
import shutil
import signal
import subprocess
import time

import pytest
from conftest import MPI, MPIEXEC, PROGRAM, SMALL, SOURCE, launcher_loses_exit_codes, of_a_rank, wait_for

WATER = ("scf", "water", *SMALL)
KILLED = ("scf", "ethane", "--basis", "6-31g")  # takes about a second
ROUNDS = 20 if os.environ.get("FOCKPROXY_ALL_KILLS") else 4
IN_PLACE = "putting the checkpoint in its place"
STANDS = r"the checkpoint of iteration \d+ is in k, and --restart goes on from there"
EITHER = r"k holds the checkpoint of iteration \d+, or what it held before"


def outcome(document):
    return document["scf"]["energy_total"], document["scf"]["iterations"]


def assert_same(document, whole):
    assert document["scf"]["converged"]
    assert outcome(document)[0] == pytest.approx(outcome(whole)[0], abs=1e-9)
    assert outcome(document)[1] == outcome(whole)[1]


def stopped(fockproxy, *arguments, iterations, ranks=None):
    """Leaves the checkpoint `c` of a run that stopped before its end."""
    run = fockproxy(*arguments, "--checkpoint", "c", "--max-iterations", iterations, ranks=ranks)
    run.assert_refused("did not converge", code=1)


@pytest.mark.parametrize("arguments", [
    WATER,
    ("scf", "o2", *SMALL, "--multiplicity", 3),  # passes a saddle point
    ("scf", "n2", *SMALL, "--guess", "core"),
    ("scf", "water", "--basis", "6-31g", "--level-shift", 0.5, "--uhf"),
], ids=["rhf", "saddle point", "core", "shift and UHF"])
def test_a_restart_goes_on_as_if_nothing_had_happened(fockproxy, arguments):
    _, whole = fockproxy.document(*arguments)
    late = whole["scf"]["iterations"] - 2
    # After a saddle point they are counted from zero: 8 more than the 8 that it takes to get there.
    saddle = len(whole["scf"]["stability"]) > 1
    for iterations, last in ((2, 2), (8, 16) if saddle else (late, late)):
        stopped(fockproxy, *arguments, iterations=iterations)
        run, rest = fockproxy.document(*arguments, "--restart", "c")
        assert_same(rest, whole)
        done = rest["scf"]["restarted_after"]
        assert done == last - 1
        assert f"restarted after iteration {done}, from c" in run.out
        energies = [[it["energy"] for it in one["scf"]["history"]] for one in (rest, whole)]
        assert energies[0] == pytest.approx(energies[1], abs=1e-9)
        assert len(re.findall(r"^ +it +energy", run.out, re.MULTILINE)) == 1


@pytest.mark.parametrize("ranks", [(2, 1), (1, 2), (2, 3)], ids=lambda r: f"{r[0]} to {r[1]}")
def test_on_any_number_of_ranks(fockproxy, ranks):
    _, whole = fockproxy.document(*WATER)
    stopped(fockproxy, *WATER, iterations=4, ranks=ranks[0])
    _, rest = fockproxy.document(*WATER, "--restart", "c", "--checkpoint", "c", ranks=ranks[1])
    assert_same(rest, whole)
    assert rest["scf"]["checkpoint"]["iteration"] == whole["scf"]["iterations"] - 1
    assert rest["scf"]["checkpoint"]["failed"] == 0
    assert rest["phases"]["checkpoints"] > 0


def test_more_iterations_and_tighter_tolerances_are_no_other_calculation(fockproxy):
    stopped(fockproxy, *WATER, iterations=3)
    tight = ("--energy-tolerance", 1e-10, "--gradient-tolerance", 1e-8)
    _, rest = fockproxy.document(*WATER, *tight, "--restart", "c", "--verify", "full")
    _, whole = fockproxy.document(*WATER, *tight)
    assert_same(rest, whole)


@pytest.mark.parametrize("arguments, word", [
    (("scf", "h2", *SMALL), "formula"),
    (("scf", "water", "--basis", "6-31g"), "basis"),
    ((*WATER, "--charge", 2), "charge"),
    ((*WATER, "--uhf"), "method"),
    ((*WATER, "--threshold", 1e-9), "threshold"),
    ((*WATER, "--level-shift", 0.1), "level_shift"),
    ((*WATER, "--no-incremental"), "incremental"),
    ((*WATER, "--guess", "core"), "guess"),
], ids=lambda value: value if isinstance(value, str) else "")
def test_what_belongs_to_something_else_is_refused(fockproxy, arguments, word):
    stopped(fockproxy, *WATER, iterations=3)
    fockproxy(*arguments, "--restart", "c").assert_refused("c: the checkpoint has", word)


def test_another_geometry_is_refused(fockproxy):
    stopped(fockproxy, *WATER, iterations=3)
    moved = (SOURCE / "molecules/water.xyz").read_text().replace("0.0", "0.01", 1)
    fockproxy("scf", fockproxy.write("moved.xyz", moved), *SMALL, "--restart", "c").assert_refused("atoms")


def test_what_is_torn_is_refused(fockproxy):
    stopped(fockproxy, *WATER, iterations=3)
    file = fockproxy.directory / "c"
    whole = file.read_bytes()
    for length in (0, len(whole) // 2, len(whole) - 1):
        file.write_bytes(whole[:length])
        fockproxy(*WATER, "--restart", "c").assert_refused("c: ")
    changed = bytearray(whole)
    changed[len(whole) // 2] ^= 1
    file.write_bytes(changed)
    fockproxy(*WATER, "--restart", "c", ranks=2).assert_refused("c: torn, or changed since it was written")
    file.write_bytes(whole.replace(b"checkpoint 2\n", b"checkpoint 1\n", 1))
    fockproxy(*WATER, "--restart", "c").assert_refused("c: not a 'fockproxy scf checkpoint 2'")
    fockproxy(*WATER, "--restart", "nowhere").assert_refused("nowhere: cannot be read: No such file")


def test_what_cannot_be_written_is_said_before_anything_is_computed(fockproxy):
    (fockproxy.directory / "folder").mkdir()
    for file, ranks in (("missing/c", None), ("folder", None), ("/dev/full", 2)):
        run = fockproxy(*WATER, "--checkpoint", file, ranks=ranks)
        run.assert_refused(f"cannot write '{file}'")
        assert "RHF" not in run.out
    fockproxy(*WATER, "--checkpoint", "c", "--dry-run").assert_refused("--dry-run")


def in_a_small_folder(kilobytes, *arguments):
    """Runs the program with a file system of this size, which other processes do not see."""
    command = f'mount -t tmpfs -o size={kilobytes}k tmpfs folder && exec "$@"'
    return subprocess.run(["unshare", "--mount", "sh", "-c", command, "sh", PROGRAM, *map(str, arguments)], text=True,
                          capture_output=True, timeout=300)


def test_a_full_disk_is_found_at_the_start(fockproxy, monkeypatch):
    if os.geteuid() != 0 or subprocess.run(["unshare", "--mount", "true"], capture_output=True).returncode != 0:
        pytest.skip("only root may mount a small file system")
    (fockproxy.directory / "folder").mkdir()
    monkeypatch.chdir(fockproxy.directory)
    run = in_a_small_folder(16, *WATER, "--checkpoint", "folder/c")
    assert (run.returncode, len(run.stderr.splitlines())) == (2, 1)
    assert "cannot write 'folder/c': No space left on device; it may take 1 MB" in run.stderr
    assert "RHF" not in run.stdout


def make_folder(path):
    try:
        path.mkdir()
    except FileExistsError:
        return False
    return True


def test_one_that_fails_later_is_warned_of_and_the_one_before_stands(fockproxy):
    stopped(fockproxy, *WATER, iterations=4)
    before = (fockproxy.directory / "c").read_bytes()
    # The file beside it cannot be written, because by then a folder has its name.
    job = subprocess.Popen([PROGRAM, *map(str, KILLED), "--checkpoint", "k"], cwd=fockproxy.directory, text=True,
                           stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    assert wait_for(lambda: (fockproxy.directory / "k").exists() and make_folder(fockproxy.directory / "k.new"))
    _, err = job.communicate(timeout=300)
    assert job.returncode == 0
    assert re.search(r"^fockproxy: warning: no checkpoint of iteration \d+: .*; that of iteration \d+ stands$", err,
                     re.MULTILINE)
    assert (fockproxy.directory / "c").read_bytes() == before


def ranks_in(directory):
    found, here = [], (directory, pathlib.Path(PROGRAM).resolve())
    for entry in pathlib.Path("/proc").glob("[0-9]*"):
        try:
            if ((entry / "cwd").readlink(), (entry / "exe").readlink()) == here:
                found.append(int(entry.name))
        except OSError:
            pass  # it has ended
    return found


def start(fockproxy, *arguments, **environment):
    return subprocess.Popen([MPIEXEC, "-n", "2", *of_a_rank(PROGRAM, *arguments)], cwd=fockproxy.directory, text=True,
                            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                            start_new_session=True, env={**os.environ, **environment})


def kill(job, directory, whole_job):
    ranks = ranks_in(directory)
    if whole_job or not ranks:
        os.killpg(job.pid, signal.SIGKILL)
        for rank in ranks:
            with contextlib.suppress(ProcessLookupError):
                os.kill(rank, signal.SIGKILL)
    else:
        os.kill(random.choice(ranks), signal.SIGKILL)


def assert_nothing_lost(fockproxy, out, whole):
    """After a job that printed `out` was killed, another continues and ends like the undisturbed one."""
    printed = re.findall(r"^ +(\d+) +-\d+\.\d{10} ", out, re.MULTILINE)
    reached = int(printed[-1]) if printed else 0
    if (fockproxy.directory / "k").exists():
        _, rest = fockproxy.document(*KILLED, "--restart", "k", ranks=random.choice((1, 2)))
        assert rest["scf"]["restarted_after"] >= reached - 1, "more than one iteration was lost"
        assert_same(rest, whole)
    else:
        assert reached <= 1


def test_killed_at_random_moments(fockproxy):
    seed = random.randrange(10**6)
    random.seed(seed)
    print("seed", seed)
    begin = time.monotonic()
    _, whole = fockproxy.document(*KILLED, ranks=2)
    seconds = time.monotonic() - begin
    for round_ in range(ROUNDS):
        (fockproxy.directory / "k").unlink(missing_ok=True)
        job = start(fockproxy, *KILLED, "--checkpoint", "k")
        time.sleep(random.uniform(0.2, 1) * seconds)
        kill(job, fockproxy.directory, whole_job=round_ % 2 == 0)
        out, _ = job.communicate(timeout=100)
        assert wait_for(lambda: not ranks_in(fockproxy.directory))
        assert_nothing_lost(fockproxy, out, whole)


def test_killed_between_writing_and_renaming(fockproxy):
    _, whole = fockproxy.document(*KILLED, ranks=2)
    stopped(fockproxy, *KILLED, iterations=5)
    shutil.copy(fockproxy.directory / "c", fockproxy.directory / "k")
    job = start(fockproxy, *KILLED, "--restart", "k", "--checkpoint", "k",
                FOCKPROXY_INJECT_FAILURE=f"0:crash:{IN_PLACE}")
    out, err = job.communicate(timeout=100)
    assert job.returncode != 0 and IN_PLACE in err
    assert (fockproxy.directory / "k.new").exists(), "it was written, and nobody renamed it"
    assert (fockproxy.directory / "k").read_bytes() == (fockproxy.directory / "c").read_bytes()
    assert_nothing_lost(fockproxy, out, whole)


@pytest.mark.parametrize("sign, code", [(signal.SIGTERM, 143), (signal.SIGINT, 130)], ids=["SIGTERM", "SIGINT"])
@pytest.mark.parametrize("launched", [False, True], ids=["alone", "two ranks"])
def test_a_signal_names_the_checkpoint(fockproxy, sign, code, launched):
    command = ("scf", "benzene", "--basis", "6-31g", "--checkpoint", "k")
    job = start(fockproxy, *command) if launched else subprocess.Popen(
        [PROGRAM, *command], cwd=fockproxy.directory, text=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    assert wait_for(lambda: (fockproxy.directory / "k").exists())
    # Directly to the ranks, because launchers pass signals on in different ways. Others may end when the first does.
    for process in ranks_in(fockproxy.directory):
        with contextlib.suppress(ProcessLookupError):
            os.kill(process, sign)
    _, err = job.communicate(timeout=100)
    words = [line for line in err.splitlines() if line.startswith("fockproxy: ended by")]
    assert len(words) == 1, err
    assert re.fullmatch(rf"fockproxy: ended by {sign.name} in: (.+; {STANDS}|{IN_PLACE}; {EITHER})", words[0])
    # The launchers of Hydra and of Open MPI pass an exit code on or give another one.
    assert job.returncode == code or (launched and (job.returncode != 0 or launcher_loses_exit_codes()))
    if launched and MPI == "openmpi":
        assert job.returncode == code


def is_stopped(process):
    return pathlib.Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] == "T"


def test_a_signal_while_it_is_put_in_its_place(fockproxy):
    job = start(fockproxy, *WATER, "--checkpoint", "k", FOCKPROXY_INJECT_FAILURE=f"0:stop:{IN_PLACE}")
    assert wait_for(lambda: any(map(is_stopped, ranks_in(fockproxy.directory))))
    # Not to the other rank: if that ends first, the launcher kills this one.
    [stopped] = filter(is_stopped, ranks_in(fockproxy.directory))
    for sign in signal.SIGTERM, signal.SIGCONT:
        os.kill(stopped, sign)
    _, err = job.communicate(timeout=100)
    assert re.search(rf"^fockproxy: ended by SIGTERM in: {IN_PLACE}; {EITHER}$", err, re.MULTILINE), err
    assert job.returncode != 0 and not (fockproxy.directory / "k").exists()
