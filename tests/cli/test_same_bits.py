"""The results of --simd portable do not depend on the processor. The bits are the same with a C library and a BLAS that
use fused multiply-adds and without them, as on a processor that has none. They are also the same on an emulated
processor without them, if there is an emulator."""

import pathlib
import re
import shutil

import pytest
from conftest import PROGRAM

WITHOUT_FMA = {"GLIBC_TUNABLES": "glibc.cpu.hwcaps=-AVX2_Usable,-FMA_Usable,-AVX2,-FMA,-FMA4",
               "OPENBLAS_CORETYPE": "Core2"}
QEMU = shutil.which("qemu-x86_64") or shutil.which("qemu-x86_64-static")

with_fma = pytest.mark.skipif(
    not re.search(r"^flags.*\bfma\b", pathlib.Path("/proc/cpuinfo").read_text(), re.MULTILINE),
    reason="this processor has no fused multiply-adds to do without")


def fock_matrix(fockproxy, tmp_path, *options, **environment):
    file = tmp_path / "fock"
    fockproxy("fock", *options, "--basis", "cc-pvdz", "--density", "guess", "--repeat", 1, "--matrix", "local",
              "--counter", "static", "--save-fock", file, **environment).assert_passed()
    return file.read_bytes()


@with_fma
def test_portable_kernels_give_the_same_bits(fockproxy, tmp_path):
    build = ("water8", "--simd", "portable")
    assert fock_matrix(fockproxy, tmp_path, *build) == fock_matrix(fockproxy, tmp_path, *build, **WITHOUT_FMA)


@with_fma
def test_other_bits_would_be_seen(fockproxy, tmp_path):
    build = ("water5", "--integrals", "libint")
    assert fock_matrix(fockproxy, tmp_path, *build) != fock_matrix(fockproxy, tmp_path, *build, **WITHOUT_FMA)


def scf(fockproxy, *options, emulated=None, **environment):
    """All numbers of an SCF as written, to their last bits. emulated: the processor that QEMU emulates."""
    words = ("-cpu", emulated, PROGRAM) if emulated else ()
    _, document = fockproxy.document(*words, "scf", *options, "--sum", "exact", "--matrix", "local", "--counter",
                                     "static", **environment)
    result = document["scf"]
    return ([[it["energy"], it["diis_error"]] for it in result["history"]], result["energy_total"],
            result["orbital_energies"], result["dipole"], document["fock"]["hash"])


@with_fma
@pytest.mark.parametrize("molecule, basis", [("ethane", "cc-pvdz"), ("water5", "6-31g")])
def test_an_scf_has_the_same_bits(fockproxy, molecule, basis):
    """For ethane, the one-electron integrals would also differ if they used the exponentials of the C library."""
    case = (molecule, "--basis", basis, "--simd", "portable")
    assert scf(fockproxy, *case) == scf(fockproxy, *case, **WITHOUT_FMA)


@pytest.mark.skipif(not QEMU, reason="there is no qemu-x86_64 to emulate other processors with")
def test_an_scf_has_the_same_bits_on_other_processors(fockproxy):
    """Nehalem has neither AVX nor fused multiply-adds; Haswell has both."""
    case = ("water", "--basis", "6-31g", "--simd", "portable")
    here = scf(fockproxy, *case)
    fockproxy.program = QEMU
    for processor in ("Nehalem", "Haswell"):
        assert scf(fockproxy, *case, emulated=processor) == here, processor
