"""Stacks whose MPI library is built from sources: their tables, sources and configure lines, and a build with fakes."""

import dataclasses
import subprocess
import tarfile

import pytest
from conftest import SOURCE, script
from fockproxy_perf.errors import UserError
from fockproxy_perf.stacks import ga_sources, mpi_builder
from fockproxy_perf.stacks.catalogue import find_stack, known_stacks, make_stack
from fockproxy_perf.stacks.mpi_builder import build_mpi, driver_functions, link_options

CONFIGURE = """#!/bin/sh
printf '%s\\n' "$@" > options
sed -n 's/^--prefix=//p' options > prefix
"""
MAKE = """#!/bin/sh
echo "$*" >> "$FAKE_LOG"
case "$1" in install) mkdir -p "$(cat prefix)/bin"; cp options "$(cat prefix)/" ;; esac
"""
# Shows a third party's list too, and leaves the sources of a package.
APT_GET = """#!/bin/sh
echo "apt-get $*" >> "$FAKE_LOG"
case "$*" in
  indextargets*) printf 'Debian uri/debian/ release main\\nThird uri/third/ x main\\n' ;;
  *' source '*) cp sources.list "$FAKE_LOG.list"; mkdir mpich-4.2; cp "$FAKE_LOG.configure" mpich-4.2/configure ;;
esac
"""
HEADER = """
#define cuMemAlloc                          cuMemAlloc_v2
    #define cuMemcpy                        __CUDA_API_PTDS(cuMemcpy)
#define CUDA_VERSION 13000
CUresult CUDAAPI cuInit(unsigned int Flags);
CUresult CUDAAPI cuMemAlloc(CUdeviceptr *dptr, size_t bytesize);
"""


@pytest.fixture
def faked(tmp_path, monkeypatch):
    """A stack in a separate folder, with a fake make and apt-get, and wheels that are a header and a runtime."""
    monkeypatch.setattr(ga_sources, "SOURCES", tmp_path / "sources")
    monkeypatch.setenv("PATH", f"{tmp_path / 'bin'}:/usr/bin:/bin")
    monkeypatch.setenv("FAKE_LOG", str(tmp_path / "log"))
    script(tmp_path / "bin" / "make", MAKE)
    script(tmp_path / "bin" / "apt-get", APT_GET)
    script(tmp_path / "bin" / "dpkg-source", "#!/bin/sh\n")
    script(tmp_path / "log.configure", CONFIGURE)

    def install_wheels(stack, prefix, wheels):
        home = prefix / "lib" / "site-packages" / "nvidia" / "cu13"
        script(home / "include" / "cuda.h", HEADER)
        script(home / "lib" / "libcudart.so.13", "")

    monkeypatch.setattr(mpi_builder, "install_wheels", install_wheels)
    stack = find_stack("mpich-cuda", known_stacks())
    return dataclasses.replace(stack, folder=tmp_path / "stacks" / "mpich-cuda")


def options_of(stack):
    return (stack.prefix / "options").read_text().splitlines()


def installed(folder):
    """How often; no run of make may call the autotools."""
    calls = [line.split() for line in (folder / "log").read_text().splitlines() if not line.startswith("apt-get")]
    assert all({"ACLOCAL=:", "AUTOCONF=:", "AUTOHEADER=:", "AUTOMAKE=:"} < set(call) for call in calls)
    return [call[0] for call in calls].count("install")


def test_the_library_is_configured_with_cuda_and_linked_without_a_driver(faked, tmp_path):
    source = script(tmp_path / "mine" / "configure", CONFIGURE).parent
    build_mpi(faked, {"mpich": source})
    (home,) = faked.folder.rglob("cu13")
    options = options_of(faked)
    assert options[0] == f"--prefix={faked.prefix}"
    assert f"--with-cuda={home}" in options and not any("{cuda}" in option for option in options)
    assert options[-1] == f"LDFLAGS=-L{home}/stubs -Wl,-rpath,{home}/lib -Wl,-rpath-link,{home}/stubs"
    assert (home / "lib64" / "libcudart.so").exists()
    assert link_options(faked) == [f"-DCMAKE_EXE_LINKER_FLAGS=-Wl,-rpath-link,{home}/stubs"]
    names = subprocess.run(["nm", "-D", "--defined-only", home / "stubs" / "libcuda.so.1"], capture_output=True,
                           text=True, check=True).stdout
    assert all(f" T {name}\n" in names for name in ("cuInit", "cuMemAlloc_v2", "cuMemcpy"))


def test_old_sources_are_changed_for_the_cuda_of_the_wheels(faked, tmp_path):
    hooks, compiler = dict.fromkeys(edit.file for edit in faked.edits)
    compute_mode = next(edit.by for edit in faked.edits if edit.file == hooks)
    sources = {
        hooks: ("if (prop.computeMode != 0)", f"if ({compute_mode} != 0)"),
        compiler: ('CMD="${@} -o $NPIC_FILEPATH"\nVERSION=$(libtool --version | head -n 1)',
                   'CMD="cp $PIC_FILEPATH $NPIC_FILEPATH"\nVERSION=$(./libtool --version | head -n 1)'),
    }
    for file, (before, _) in sources.items():
        script(tmp_path / "mine" / file, before)
    script(tmp_path / "mine" / "configure", f'{CONFIGURE}cp -r "$(dirname "$0")/modules" {tmp_path}\n')
    build_mpi(faked, {"mpich": tmp_path / "mine"})
    for file, (before, after) in sources.items():
        assert (tmp_path / file).read_text() == after
        assert (tmp_path / "mine" / file).read_text() == before  # the user's own folder stays as it is


def test_a_folder_is_built_each_time_and_an_archive_once(faked, tmp_path):
    folder = script(tmp_path / "mpich-9" / "configure", CONFIGURE).parent
    archive = tmp_path / "mpich-9.tar.gz"
    with tarfile.open(archive, "w:gz") as tar:
        tar.add(folder, "mpich-9")
    for source, made in ((archive, 1), (archive, 1), (folder, 2), (folder, 3), (archive, 4)):
        build_mpi(faked, {"mpich": source})
        assert installed(tmp_path) == made


def test_debians_sources_come_by_their_name(faked, tmp_path):
    build_mpi(faked, {})
    assert (tmp_path / "log.list").read_text().endswith("uri/debian/ release main\n")
    assert "third" not in (tmp_path / "log.list").read_text()
    assert "source --only-source mpich\n" in (tmp_path / "log").read_text()
    assert options_of(faked)
    build_mpi(faked, {})
    assert installed(tmp_path) == 1


def test_a_system_without_debians_sources_is_told_the_way_out(faked, tmp_path, monkeypatch):
    monkeypatch.setattr(mpi_builder.shutil, "which", lambda name: None)
    with pytest.raises(UserError, match="apt-get is not here; give an archive by --source mpich=PATH or FOCKPROXY_"):
        build_mpi(faked, {})


def test_a_source_without_a_configure_script_is_refused(faked, tmp_path):
    (tmp_path / "bare").mkdir()
    with pytest.raises(UserError, match="bare has no configure script"):
        build_mpi(faked, {"mpich": tmp_path / "bare"})


def test_functions_of_the_driver_have_their_names_in_the_library():
    assert driver_functions(HEADER) == ["cuInit", "cuMemAlloc", "cuMemAlloc_v2", "cuMemcpy"]


def test_cuda_has_the_versions_that_compile_our_kernels():
    pins = {line for line in (SOURCE / "scripts/requirements-cuda.txt").read_text().splitlines() if "==" in line}
    assert set(known_stacks()["mpich-cuda"].cuda) == pins
    assert set(known_stacks()["openmpi-cuda"].cuda) <= pins


def test_sources_of_mpi_are_named_like_those_of_global_arrays(tmp_path):
    archive = tmp_path / "a"
    archive.touch()
    assert ga_sources.given_sources([f"mpich={archive}"], {}) == {"mpich": archive}
    assert ga_sources.given_sources([], {"FOCKPROXY_OPENMPI_SOURCE": str(archive)}) == {"openmpi": archive}


@pytest.mark.parametrize("more, words", [
    ({"wheels": ["mpich==0"]}, "from a source or from wheels, not from both"),
    ({"source": "mvapich"}, "its source must be one of mpich, openmpi"),
    ({"source": "", "mpiexec": "x"}, "configure, cuda and edits are for an MPI library that is built from a source"),
    ({"edits": [{"file": "x"}]}, "each of its edits must have file, text and by"),
])
def test_a_table_that_contradicts_itself_is_refused(more, words):
    with pytest.raises(UserError, match=words):
        make_stack("x", {"family": "mpich", "source": "mpich", "cuda": ["y==0"], **more}, "here")


def test_the_list_has_them(folder):
    out, _ = folder.run("list", command="stacks")
    assert "MPICH with CUDA: sources of mpich\n" in out and "Open MPI with CUDA: sources of openmpi\n" in out
