"""The program that finds the MPI in force and replaces itself by the program for its interface: app/front.

Each test has a separate tree: prefixes with a launcher and libraries, which are tiny shared libraries, and the package
with three programs that report which library answers them.
"""

import os
import pathlib
import shutil
import subprocess

import pytest

FRONT = pathlib.Path(os.environ["FOCKPROXY_FRONT_PROGRAM"])
NAMES = {"mpich": "libmpi.so.12", "openmpi": "libmpi.so.40", "abi": "libmpi_abi.so.1"}
# Hydra's file contains its name; Open MPI's is recognised by its name or by the library beside it.
HYDRA = "#!/bin/sh\n# HYDRA\nexec env PMI_RANK=${RANK:-0} PMI_SIZE=1 MPI_LOCALNRANKS=1 \"$@\"\n"
OPENMPI = "#!/bin/sh\nexec env OMPI_COMM_WORLD_SIZE=1 OMPI_COMM_WORLD_RANK=${RANK:-0} \"$@\"\n"


def compile_c(text, target, *options):
    target.parent.mkdir(parents=True, exist_ok=True)
    subprocess.run(["cc", "-x", "c", "-", "-x", "none", "-o", target, *options], input=text, text=True, check=True)


@pytest.fixture(scope="session")
def parts(tmp_path_factory):
    """Libraries that are not installed yet, and the package."""
    made = tmp_path_factory.mktemp("parts")
    for interface, name in NAMES.items():
        compile_c('const char* where(void) { return ""; }\n', made / name, "-shared", "-fPIC", f"-Wl,-soname,{name}")
        compile_c("#define _GNU_SOURCE\n#include <dlfcn.h>\n#include <stdio.h>\nextern const char* where(void);\n"
                  "int main(int n, char** a) { Dl_info i; dladdr(dlsym(RTLD_DEFAULT, \"where\"), &i); where();\n"
                  f"printf(\"{interface} %s\\n\", i.dli_fname); for (int k = 0; k < n; ++k) puts(a[k]); return 0; }}\n",
                  made / "package/bin" / f"fockproxy-{interface}", made / name, "-ldl")
        compile_c("", made / "package/lib/fockproxy/other-names" / name, "-shared", "-fPIC", f"-Wl,-soname,{name}")
    compile_c('const char* where(void) { return ""; }\n', made / "libmpich.so.12", "-shared", "-fPIC",
              "-Wl,-soname,libmpich.so.12")
    shutil.copy(FRONT, made / "package/bin/fockproxy")
    return made


class Place:
    """A folder with prefixes and the package, and the environment of a shell in it."""

    def __init__(self, root, parts):
        self.root, self.parts = root, parts
        shutil.copytree(parts / "package", root / "venv")
        self.program = root / "venv/bin/fockproxy"
        self.environment = {"PATH": f"{root}/tools:/usr/bin:/bin", "HOME": "/nonexistent"}
        # The PATH of the tests has commands but no MPI of this machine.
        (root / "tools").mkdir()
        for name in ("env", "sh"):
            (root / "tools" / name).symlink_to(shutil.which(name))
        self.environment["PATH"] = f"{root}/tools"

    def install(self, prefix, interface, launcher="", library="", folder="lib", name="mpiexec"):
        """Installs an MPI in root/prefix."""
        target = self.root / prefix / folder
        target.mkdir(parents=True, exist_ok=True)
        shutil.copy(self.parts / (library or NAMES[interface]), target)
        if launcher:
            file = self.root / prefix / "bin" / name
            file.parent.mkdir(exist_ok=True)
            file.write_text(launcher)
            file.chmod(0o755)
        return self.root / prefix

    def put_on_path(self, prefix):
        self.environment["PATH"] = f"{self.root / prefix / 'bin'}:{self.environment['PATH']}"

    def run(self, *arguments, under=(), **environment):
        return subprocess.run([*under, self.program, *arguments], env=self.environment | environment, text=True,
                              capture_output=True, timeout=60)

    def answer(self, *arguments, **more):
        """The interface, the file that answers, and the arguments of the program."""
        done = self.run(*arguments, **more)
        assert done.returncode == 0, done.stderr
        first, _, *got = done.stdout.splitlines()
        interface, file = first.split(" ", 1)
        return interface, pathlib.Path(file).relative_to(self.root), got

    def error(self, *arguments, **more):
        done = self.run(*arguments, **more)
        assert done.returncode == 2 and done.stdout == "", done
        (line,) = done.stderr.splitlines()
        assert line.startswith("fockproxy: error: ")
        return line


@pytest.fixture
def place(tmp_path, parts):
    return Place(tmp_path, parts)


def has_no_mpi_of_its_own():
    folders = ["/usr/local/lib", "/usr/lib64", "/usr/lib/x86_64-linux-gnu", "/usr/lib"]
    names = [*NAMES.values(), "libmpich.so.12"]
    return not any((pathlib.Path(folder) / name).exists() for folder in folders for name in names)


def test_the_library_that_belongs_to_mpiexec_on_the_path(place):
    place.install("one", "mpich", HYDRA)
    place.install("two", "openmpi", OPENMPI)
    place.put_on_path("one")
    words = ["info", "--json", "a b"]
    assert place.answer(*words) == ("mpich", pathlib.Path("one/lib/libmpi.so.12"), words)
    place.put_on_path("two")
    assert place.answer()[:2] == ("openmpi", pathlib.Path("two/lib/libmpi.so.40"))


def test_the_launcher_that_started_it_comes_before_the_path(place):
    place.install("one", "mpich", HYDRA)
    place.install("two", "openmpi", OPENMPI)
    place.put_on_path("two")
    # The exe of a script in /proc is the shell, so the test uses a program with the name that starts one.
    place.install("three", "openmpi", OPENMPI)
    for file, sets in (("one/bin/hydra_pmi_proxy", 'setenv("PMI_RANK", "0", 1);'),
                       ("three/bin/orterun_wrapper", 'setenv("OMPI_COMM_WORLD_SIZE", "1", 1);'),
                       ("two/bin/prterun", 'setenv("OMPI_COMM_WORLD_SIZE", "1", 1);')):
        compile_c(f"""#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>
int main(int n, char** a) {{
  {sets}
  if (fork() == 0) {{ execv(a[1], a + 1); _exit(n); }}
  int status;
  wait(&status);
  return WEXITSTATUS(status);
}}
""", place.root / file)
    by_hydra = place.answer(under=[place.root / "one/bin/hydra_pmi_proxy"])
    assert by_hydra[:2] == ("mpich", pathlib.Path("one/lib/libmpi.so.12"))
    for launcher, library in (("two/bin/prterun", "two/lib/libmpi.so.40"),
                              ("three/bin/orterun_wrapper", "three/lib/libmpi.so.40")):
        assert place.answer(under=[place.root / launcher])[:2] == ("openmpi", pathlib.Path(library))
    # Only its variables, as on a host where it does not run.
    assert place.answer(PMI_RANK="0", MPI_LOCALNRANKS="1", LD_LIBRARY_PATH=f"{place.root}/one/lib")[0] == "mpich"


def test_a_module_then_what_is_installed_beside_the_program(place):
    place.install("venv", "mpich", HYDRA)
    assert place.answer()[:2] == ("mpich", pathlib.Path("venv/lib/libmpi.so.12"))
    place.install("module", "openmpi")
    assert place.answer(MPI_HOME=str(place.root / "module"))[:2] == ("openmpi", pathlib.Path("module/lib/libmpi.so.40"))
    place.install("other", "abi")
    assert place.answer(LD_LIBRARY_PATH=f"/nowhere:{place.root}/other/lib")[0] == "abi"


def test_a_library_of_another_name(place):
    """MPICH on Debian is libmpich.so.12, and its launcher is a link to a link."""
    place.install("usr", "mpich", HYDRA, "libmpich.so.12", "lib/x86_64-linux-gnu", "mpiexec.hydra")
    place.install("usr", "openmpi", "", "", "lib/x86_64-linux-gnu")
    (place.root / "usr/bin/mpiexec").symlink_to("mpiexec.hydra")
    place.put_on_path("usr")
    expected = ("mpich", pathlib.Path("usr/lib/x86_64-linux-gnu/libmpich.so.12"))
    assert place.answer()[:2] == expected
    # A program that was started in this way starts it again.
    names = place.root / "venv/lib/fockproxy/other-names"
    del place.environment["PATH"]
    folders = f"{names}:{place.root / expected[1].parent}"
    assert place.answer(FOCKPROXY_MPI="mpich", LD_LIBRARY_PATH=folders)[:2] == expected


def test_a_tool_that_the_user_loads_stays_before_the_library(place):
    place.install("usr", "mpich", HYDRA, "libmpich.so.12")
    place.put_on_path("usr")
    compile_c('const char* where(void) { return "tool"; }\n', place.root / "tool.so", "-shared", "-fPIC")
    assert place.answer(LD_PRELOAD=str(place.root / "tool.so"))[:2] == ("mpich", pathlib.Path("tool.so"))
    assert place.answer()[:2] == ("mpich", pathlib.Path("usr/lib/libmpich.so.12"))


def test_its_own_interface_comes_before_the_standard_abi(place):
    place.install("one", "mpich", HYDRA)
    place.install("one", "abi")
    place.put_on_path("one")
    assert place.answer()[0] == "mpich"
    assert place.answer(FOCKPROXY_MPI="abi")[:2] == ("abi", pathlib.Path("one/lib/libmpi_abi.so.1"))
    (place.root / "one/lib/libmpi.so.12").unlink()
    assert place.answer()[0] == "abi"


def test_a_wish_overrules(place):
    place.install("one", "mpich", HYDRA)
    place.install("two", "openmpi", OPENMPI)
    place.install("venv", "openmpi", OPENMPI)
    place.put_on_path("one")
    assert place.answer(FOCKPROXY_MPI="openmpi")[:2] == ("openmpi", pathlib.Path("venv/lib/libmpi.so.40"))
    for wish in (["--mpi-library", f"{place.root}/two/lib/libmpi.so.40"], [f"--mpi-library={place.root}/two"]):
        interface, file, got = place.answer("scf", *wish, "water")
        assert (interface, file) == ("openmpi", pathlib.Path("two/lib/libmpi.so.40"))
        assert got == ["scf", "water"]
    assert "give abi, mpich, openmpi, or the path" in place.error(FOCKPROXY_MPI="lam")
    assert "FOCKPROXY_MPI=abi: no library with the standard ABI" in place.error(FOCKPROXY_MPI="abi")
    assert "give the path" in place.error("--mpi-library")


def test_a_launcher_of_another_mpi_is_an_error_that_names_both(place):
    place.install("one", "mpich", HYDRA)
    place.install("two", "openmpi", OPENMPI)
    place.put_on_path("two")
    library = f"{place.root}/one/lib/libmpi.so.12"
    line = place.error("--mpi-library", f"{place.root}/one/lib", OMPI_COMM_WORLD_SIZE="2")
    assert "Open MPI's launcher" in line and library in line and "MPICH's interface" in line
    # The standard ABI belongs to the MPI that has the library.
    place.install("one", "abi")
    assert library in place.error("--mpi-library", f"{place.root}/one/lib", OMPI_COMM_WORLD_SIZE="2")
    abi = f"{place.root}/one/lib/libmpi_abi.so.1"
    assert abi in place.error("--mpi-library", abi, OMPI_COMM_WORLD_SIZE="2")
    line = place.error(FOCKPROXY_MPI="mpich", OMPI_COMM_WORLD_SIZE="2")
    assert "Open MPI's launcher" in line and "MPICH's interface" in line
    # One line for the job.
    done = place.run(FOCKPROXY_MPI="mpich", OMPI_COMM_WORLD_SIZE="2", OMPI_COMM_WORLD_RANK="1")
    assert (done.returncode, done.stderr) == (2, "")


@pytest.mark.skipif(not has_no_mpi_of_its_own(), reason="this machine has an MPI in its folders of libraries")
def test_no_mpi_at_all(place):
    assert "no MPI library was found" in place.error()


def test_the_only_library_does_not_fit_the_launcher(place):
    place.install("venv", "openmpi", OPENMPI)
    line = place.error(PMI_RANK="0", MPI_LOCALNRANKS="2", FOCKPROXY_MPI="openmpi")
    assert "MPICH's launcher" in line and "Open MPI's interface" in line


def test_two_libraries_that_nothing_decides_between(place):
    place.install("both", "mpich")
    place.install("both", "openmpi")
    line = place.error(LD_LIBRARY_PATH=f"{place.root}/both/lib")
    assert "two MPI libraries" in line and "libmpi.so.12" in line and "libmpi.so.40" in line and "FOCKPROXY_MPI" in line
    assert place.answer(LD_LIBRARY_PATH=f"{place.root}/both/lib", FOCKPROXY_MPI="mpich")[0] == "mpich"


@pytest.mark.parametrize("fault, words", [
    ("link", "symbolic link to nothing"), ("text", "not an ELF file"), ("short", "ends too early"),
    ("machine", "for other processors"), ("name", "not an MPI library with one of the three interfaces")])
def test_a_library_that_cannot_be_used(place, fault, words):
    prefix = place.install("one", "mpich", HYDRA)
    place.put_on_path("one")
    file = prefix / "lib/libmpi.so.12"
    data = bytearray(file.read_bytes())
    file.unlink()
    if fault == "link":
        file.symlink_to("libmpi.so.12.9.9")
    elif fault == "name":
        shutil.copy(place.parts / "package/bin/fockproxy-mpich", file)
    else:
        data[18:20] = (8).to_bytes(2, "little") if fault == "machine" else data[18:20]  # e_machine: MIPS
        file.write_bytes({"text": b"no library at all, and long enough for a header of ELF, which has 64 bytes\n",
                          "short": bytes(data[:100])}.get(fault, bytes(data)))
    line = place.error()
    assert words in line and str(file) in line
    assert words in place.error("--mpi-library", str(file))


def test_a_package_without_the_program(place):
    place.install("one", "openmpi", OPENMPI)
    place.put_on_path("one")
    (place.root / "venv/bin/fockproxy-openmpi").unlink()
    assert "no program for it" in place.error()
