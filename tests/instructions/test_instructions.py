"""The digestion of one small Fock build, in instructions counted by Valgrind: a coarse test of performance.

It fails only for a loss by a factor of 2: compilers differ, and perf/ finds small losses on a quiet machine. Valgrind
does not support AVX-512, so the AVX2 kernels are counted. It tests nothing in Debug builds.
"""

import json
import os
import pathlib
import re
import shutil
import subprocess

import pytest

PROGRAM = os.environ["FOCKPROXY_PROGRAM"]
# The function that is counted, with all that it calls. Builds with --integrals own or libint enter it for each batch of
# tasks. The compiler cannot inline it, because the loop of tasks is in another library. No function that it calls has a
# name that fits, which would switch the collection off again.
COUNTED = "fockproxy::*HostEngine::wait(*"
# Instructions within this function per shell quartet of water/cc-pvdz, GCC 12, -O3, AVX2. After a change that saves
# instructions, write the new figure here; otherwise it hides later losses.
PER_QUARTET = 3100
ALLOWED = 2

valgrind = shutil.which("valgrind")
flags = pathlib.Path("/proc/cpuinfo").read_text()
release = "CMAKE_BUILD_TYPE:STRING=Release" in (pathlib.Path(PROGRAM).parents[1] / "CMakeCache.txt").read_text()
pytestmark = [
    pytest.mark.skipif(valgrind is None, reason="no valgrind (Debian package valgrind)"),
    pytest.mark.skipif(not re.search(r"^flags.*\bavx2\b.*\bfma\b|^flags.*\bfma\b.*\bavx2\b", flags, re.MULTILINE),
                       reason="this processor has no AVX2"),
    pytest.mark.skipif(not release, reason="not a Release build"),
]


def instructions_per_quartet(directory, *options):
    document = directory / "fock.json"
    run = subprocess.run(
        [valgrind, "--tool=callgrind", f"--toggle-collect={COUNTED}", "--callgrind-out-file=callgrind.out",
         PROGRAM, "fock", "water", "--basis", "cc-pvdz", "--matrix", "local", "--counter", "static", "--density",
         "guess", "--repeat", "1", "--json", document, *options],
        cwd=directory, capture_output=True, text=True, timeout=240)
    assert run.returncode == 0, run.stderr
    collected = re.findall(r"Collected : (\d+)", run.stderr)
    assert len(collected) == 1, run.stderr
    return int(collected[0]) / sum(json.loads(document.read_text())["fock"]["quartets"])


def test_own_kernels_take_no_more_than_twice_what_they_took(tmp_path):
    measured = instructions_per_quartet(tmp_path, "--simd", "avx2")
    print(f"{measured:.0f} instructions per quartet, {PER_QUARTET} when written down")
    # Less than half means that the test no longer counts the digestion, or that the figure above is to be written anew.
    assert PER_QUARTET / ALLOWED < measured < ALLOWED * PER_QUARTET


def test_a_slower_way_is_noticed(tmp_path):
    assert instructions_per_quartet(tmp_path, "--integrals", "libint") > ALLOWED * PER_QUARTET
