"""On a terminal, also behind a launcher, tables are folded to its width and verdicts are coloured; nowhere else."""

import fcntl
import os
import pty
import re
import select
import signal
import struct
import subprocess
import termios
import time

import pytest
from conftest import MPIEXEC, PROGRAM

RUN = ["counter", "--case", "1", "--work", "1ms", "--tasks-per-rank", "20"]
COLUMNS = 90


def on_terminal(command, folder, until=None, columns=COLUMNS, seconds=120, **environment):
    """What a terminal of this width shows of a successful job; with `until`, ends the job when this text appears."""
    ours, theirs = pty.openpty()
    fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 40, columns, 0, 0))
    job = subprocess.Popen(command, cwd=folder, stdin=subprocess.DEVNULL, stdout=theirs, stderr=theirs,
                           start_new_session=True, env={**os.environ, **environment})
    os.close(theirs)
    seen, end = "", time.monotonic() + seconds
    while time.monotonic() < end and not (until and until in seen):
        if not select.select([ours], [], [], 0.2)[0]:
            continue
        try:
            seen += os.read(ours, 65536).decode()
        except OSError:  # the other end is closed
            break
    os.close(ours)
    if until:
        os.killpg(job.pid, signal.SIGTERM)
    assert job.wait(timeout=30) == 0 or until, seen
    return seen.replace("\r\n", "\n")


def tables(text):
    """The header lines of the tables of the cases."""
    return [line for line in text.splitlines() if line.startswith("  case  counter")]


@pytest.mark.parametrize("launcher", [[], [MPIEXEC, "-n", "2"]], ids=["alone", "2 ranks"])
def test_tables_fold_on_a_terminal(fockproxy, launcher):
    run = on_terminal([*launcher, PROGRAM, *RUN], fockproxy.directory)
    whole = fockproxy(*RUN, ranks=2 if launcher else None)
    assert max(map(len, tables(whole.out))) > COLUMNS  # there is something to fold
    assert max(map(len, tables(run))) <= COLUMNS
    assert len(tables(run)) > len(tables(whole.out))
    titles = {title.strip() for line in tables(whole.out) for title in line.split("  ") if title}
    assert titles == {title.strip() for line in tables(run) for title in line.split("  ") if title}


def test_the_time_left_is_told_on_a_terminal(fockproxy):
    """For a job that takes minutes on any machine; it is ended as soon as the text appears."""
    told = "% of F recomputed by Libint, some "
    command = [PROGRAM, "fock", "caffeine", "--verify", "full", "--repeat", "1"]
    seen = on_terminal(command, fockproxy.directory, until=told)
    assert "\rverification: " in seen and told in seen


CHECK = ["check", "--only", "window"]


@pytest.mark.parametrize("launcher", [[], [MPIEXEC, "-n", "2"]], ids=["alone", "2 ranks"])
def test_verdicts_are_coloured_on_a_terminal_and_nowhere_else(fockproxy, launcher):
    def seen(**environment):
        return on_terminal([*launcher, PROGRAM, *CHECK], fockproxy.directory, columns=200, **environment)

    in_colour = seen(TERM="xterm", NO_COLOR="")
    assert re.search(r"CHECK: \033\[\d+mPASS\033\[0m: ", in_colour)
    assert len(re.findall(r"\033\[\d+mPASS\033\[0m", in_colour)) > 1, "in the rows too"
    for plain in (seen(TERM="xterm", NO_COLOR="1"), seen(TERM="dumb", NO_COLOR=""),
                  fockproxy(*CHECK, ranks=2 if launcher else None).out):
        assert "CHECK: PASS: " in plain and "\033" not in plain
