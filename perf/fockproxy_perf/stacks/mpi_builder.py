"""Builds an MPI library with CUDA from its sources: the wheels on PyPI have none.

The sources are an archive or a folder of the user's own, or the source package of the Debian release that runs here.
CUDA's headers, runtime and compiler are NVIDIA's wheels. A build needs no driver and no GPU: it is linked with a
library that has the names of the driver's functions, and the driver takes its place when a program starts.
"""

import pathlib
import re
import shutil
import subprocess
import tempfile
from collections.abc import Mapping

from fockproxy_perf.errors import UserError
from fockproxy_perf.stacks import ga_sources
from fockproxy_perf.stacks.build_step import parallel_jobs, run_step
from fockproxy_perf.stacks.catalogue import Stack
from fockproxy_perf.stacks.wheels import install_wheels

KEYRING = pathlib.Path("/usr/share/keyrings/debian-archive-keyring.gpg")
NO_DEVICE = 100  # CUDA_ERROR_NO_DEVICE
# Debian's patches make the inputs of configure newer than configure, which then would be made anew.
KEEP_CONFIGURE = [f"{tool}=:" for tool in ("ACLOCAL", "AUTOCONF", "AUTOHEADER", "AUTOMAKE")]


def build_mpi(stack: Stack, sources: Mapping[str, pathlib.Path]) -> None:
    """Builds what is missing or different, and a folder of the user's own each time."""
    given = sources.get(stack.source)
    stamp = stack.prefix / "built-from"
    wanted = "\n".join([str(given or f"source package {stack.source}"), *stack.configure, *stack.cuda,
                        *map(repr, stack.edits)])
    if stamp.exists() and stamp.read_text() == wanted and not (given and given.is_dir()):
        return
    options = configure_options(stack)
    objects = stack.folder / "objects" / "mpi"
    for folder in (stack.prefix, objects):
        shutil.rmtree(folder, ignore_errors=True)
    objects.mkdir(parents=True)
    ga_sources.SOURCES.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=ga_sources.SOURCES) as scratch:
        tree = source_tree(stack, given, pathlib.Path(scratch))
        apply_edits(stack, tree)
        run_step([tree / "configure", *options], stack, directory=objects)
        run_step(["make", "-j", parallel_jobs(), *KEEP_CONFIGURE], stack, directory=objects)
        run_step(["make", "install", *KEEP_CONFIGURE], stack, directory=objects)
    stamp.write_text(wanted)


def configure_options(stack: Stack) -> list[str]:
    """The arguments of configure. Installs CUDA's wheels first."""
    prefix = f"--prefix={stack.prefix}"
    if not stack.cuda:
        return [prefix, *stack.configure]
    install_wheels(stack, cuda_folder(stack), stack.cuda)
    home = cuda_home(stack)
    complete(home, stack)
    flags = f"-L{home}/stubs -Wl,-rpath,{home}/lib -Wl,-rpath-link,{home}/stubs"
    return [prefix, *(option.replace("{cuda}", str(home)) for option in stack.configure), f"LDFLAGS={flags}"]


def link_options(stack: Stack) -> list[str]:
    """The CMake options with which a program is linked to such a library where there is no driver."""
    return [f"-DCMAKE_EXE_LINKER_FLAGS=-Wl,-rpath-link,{cuda_home(stack)}/stubs"] if stack.cuda else []


def cuda_folder(stack: Stack) -> pathlib.Path:
    return stack.prefix.with_name("cuda")


def cuda_home(stack: Stack) -> pathlib.Path:
    """The folder with include, lib and bin inside the wheels."""
    header = next(cuda_folder(stack).rglob("include/cuda.h"), None)
    if header is None:
        raise UserError(f"stack {stack.name}: {', '.join(stack.cuda)} have no cuda.h")
    return header.parent.parent


def complete(home: pathlib.Path, stack: Stack) -> None:
    """Adds what the wheels lack and configure scripts look for: lib64, libcudart.so and the driver's library."""
    links = {home / "lib64": "lib"}
    for library in (home / "lib").glob("libcudart.so.*"):
        links[home / "lib" / "libcudart.so"] = library.name
    for link, target in links.items():
        if not link.exists():
            link.symlink_to(target)
    stubs = home / "stubs"
    if (stubs / "libcuda.so.1").exists():
        return
    stubs.mkdir(exist_ok=True)
    names = driver_functions((home / "include" / "cuda.h").read_text(errors="replace"))
    code = stubs / "libcuda.c"
    code.write_text("".join(f"int {name}(void) {{ return {NO_DEVICE}; }}\n" for name in names))
    run_step(["cc", "-shared", "-fPIC", "-Wl,-soname,libcuda.so.1", "-o", stubs / "libcuda.so", code], stack)
    (stubs / "libcuda.so.1").symlink_to("libcuda.so")


def driver_functions(header: str) -> list[str]:
    """The functions that cuda.h declares, also by the names that its macros give them (cuMemAlloc_v2)."""
    declared = re.findall(r"\bCUDAAPI\s+(cu[A-Z]\w*)\s*\(", header)
    renamed = re.findall(r"^\s*#\s*define\s+cu[A-Z]\w*\s+(?:\w+\()?(cu[A-Z]\w*)", header, re.MULTILINE)
    return sorted({*declared, *renamed})


def source_tree(stack: Stack, given: pathlib.Path | None, scratch: pathlib.Path) -> pathlib.Path:
    tree = ga_sources.unpack(given, scratch) if given else debian_source(stack, scratch)
    if not (tree / "configure").exists():
        raise UserError(f"stack {stack.name}: {given or stack.source} has no configure script; an archive of a release "
                        "has one")
    return tree


def apply_edits(stack: Stack, tree: pathlib.Path) -> None:
    """Newer releases may lack the text, or the file; they stay as they are."""
    for edit in stack.edits:
        file = tree / edit.file
        if file.exists() and edit.text in (text := file.read_text()):
            file.write_text(text.replace(edit.text, edit.by))


def debian_source(stack: Stack, scratch: pathlib.Path) -> pathlib.Path:
    """The source package, by apt-get with its own lists, because few systems have lists of source packages."""
    hint = f"give an archive by --source {stack.source}=PATH or {ga_sources.source_variable(stack.source)}"
    if missing := [name for name in ("apt-get", "dpkg-source") if shutil.which(name) is None]:
        raise UserError(f"stack {stack.name}: the sources of {stack.source} come from Debian's packages, and "
                        f"{missing[0]} is not here; {hint}")
    (scratch / "sources.list").write_text("".join(f"{line}\n" for line in source_lines()))
    settings = {"Dir::Etc::SourceList": "sources.list", "Dir::Etc::SourceParts": "none", "Dir::State::Lists": "lists",
                "Dir::Cache": "cache"}
    apt: list[str] = ["apt-get"]
    for name, part in settings.items():
        apt += ["-o", f"{name}={scratch / part}"]
    for folder in ("none", "lists/partial", "cache/archives/partial"):
        (scratch / folder).mkdir(parents=True)
    run_step([*apt, "update"], stack, hint, directory=scratch)
    run_step([*apt, "source", "--only-source", stack.source], stack, hint, directory=scratch)
    tree = next((path for path in scratch.glob(f"{stack.source}-*") if path.is_dir()), None)
    if tree is None:
        raise UserError(f"stack {stack.name}: apt-get left no folder {stack.source}-VERSION; {hint}")
    return tree


def source_lines() -> list[str]:
    """The lists of sources beside those of packages that this system uses and that come from the distribution."""
    shown = subprocess.run(["apt-get", "indextargets", "--format", "$(ORIGIN) $(REPO_URI) $(RELEASE) $(COMPONENT)",
                            "Created-By: Packages"], capture_output=True, text=True, check=False).stdout
    keyring = f"[signed-by={KEYRING}] " if KEYRING.exists() else ""
    return [f"deb-src {keyring}{line.partition(' ')[2]}" for line in sorted(set(shown.splitlines()))
            if line.startswith(("Debian ", "Ubuntu "))]
