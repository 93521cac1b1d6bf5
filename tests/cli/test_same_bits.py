"""What --simd portable computes does not depend on the processor: the same bits with a C library that takes fused
multiply-adds and with one that does not, as on a processor that has none. (Libint's one-electron integrals, which are
in the Fock matrix as well, may: they call the C library's exp. Those of water8 happen not to.)"""

import pathlib
import re

import pytest

WITHOUT_FMA = {"GLIBC_TUNABLES": "glibc.cpu.hwcaps=-AVX2_Usable,-FMA_Usable,-AVX2,-FMA,-FMA4"}

pytestmark = pytest.mark.skipif(
    not re.search(r"^flags.*\bfma\b", pathlib.Path("/proc/cpuinfo").read_text(), re.MULTILINE),
    reason="this processor has no fused multiply-adds to do without")


def fock_matrix(fockproxy, tmp_path, *options, **environment):
    file = tmp_path / "fock"
    fockproxy("fock", *options, "--basis", "cc-pvdz", "--density", "guess", "--repeat", 1, "--matrix", "local",
              "--counter", "static", "--save-fock", file, **environment).assert_passed()
    return file.read_bytes()


def test_portable_kernels_give_the_same_bits(fockproxy, tmp_path):
    build = ("water8", "--simd", "portable")
    assert fock_matrix(fockproxy, tmp_path, *build) == fock_matrix(fockproxy, tmp_path, *build, **WITHOUT_FMA)


def test_other_bits_would_be_seen(fockproxy, tmp_path):
    build = ("water5", "--integrals", "libint")
    assert fock_matrix(fockproxy, tmp_path, *build) != fock_matrix(fockproxy, tmp_path, *build, **WITHOUT_FMA)
