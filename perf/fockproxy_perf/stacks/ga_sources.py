"""Source trees of Global Arrays and ARMCI-MPI in build/sources, ready to be configured.

A fetched or given archive is used only if it is the published release. A folder of the user's own is copied unchecked.
"""

import dataclasses
import hashlib
import os
import pathlib
import shutil
import tarfile
import tempfile
import tomllib
import urllib.request
from collections.abc import Mapping, Sequence

from fockproxy_perf.errors import UserError
from fockproxy_perf.source_tree import PERF, SOURCE
from fockproxy_perf.stacks.build_step import run_step
from fockproxy_perf.stacks.catalogue import MPI_SOURCES, Stack


@dataclasses.dataclass(frozen=True)
class Release:
    """`tests` are the release's own, by name, with what each prints on success."""

    name: str  # ga, armci-mpi
    title: str
    version: str
    url: str
    sha256: str
    test_program: str  # a path with {} for the test's name
    tests: Mapping[str, str]

    @property
    def variable(self) -> str:
        return source_variable(self.name)


def source_variable(name: str) -> str:
    """The environment variable for your own source."""
    return f"FOCKPROXY_{name.replace('-', '_').upper()}_SOURCE"


def releases() -> dict[str, Release]:
    tables = tomllib.loads((PERF / "global_arrays.toml").read_text())
    return {name: Release(name=name, **{key.replace("-", "_"): value for key, value in table.items()})
            for name, table in tables.items()}


SOURCES = SOURCE / "build" / "sources"
TOOLS = {"autoreconf": "autoconf", "automake": "automake", "libtoolize": "libtool", "m4": "m4"}  # program: package
FETCH_TIMEOUT = 60.0  # seconds without a byte


@dataclasses.dataclass(frozen=True)
class SourceTree:
    folder: pathlib.Path
    origin: str  # "sha256 ..." of the release, or "folder ..."


def given_sources(words: Sequence[str], environment: Mapping[str, str] = os.environ) -> dict[str, pathlib.Path]:
    """Name -> archive or folder, from words like ga=PATH, or else from FOCKPROXY_GA_SOURCE and so on."""
    known = (*releases(), *MPI_SOURCES)
    found = {name: path for name in known if (path := environment.get(source_variable(name)))}
    for word in words:
        name, _, path = word.partition("=")
        if name not in known or not path:
            raise UserError(f"--source {word}: it is NAME=PATH, and NAME one of {', '.join(known)}")
        found[name] = path
    paths = {name: pathlib.Path(path).expanduser().absolute() for name, path in found.items()}
    for name, source in paths.items():
        if not source.exists():
            raise UserError(f"the source of {name}, {source}, is not there")
    return paths


def origin_of(release: Release, given: pathlib.Path | None) -> str:
    """The origin that a tree made of this source will have; it is known in advance."""
    return f"folder {given}" if given and given.is_dir() else f"sha256 {release.sha256}"


def source_tree(release: Release, given: pathlib.Path | None, stack: Stack) -> SourceTree:
    """`stack` has the log. A folder is copied anew each time, because changes in it cannot be seen."""
    SOURCES.mkdir(parents=True, exist_ok=True)
    origin = origin_of(release, given)
    if given and given.is_dir():
        target = SOURCES / f"{release.name}-of-{stack.name}"
        shutil.rmtree(target, ignore_errors=True)
    else:
        target = SOURCES / f"{release.name}-{release.version}"
        if given:
            check_hash(given, release)
    if not target.exists():
        with tempfile.TemporaryDirectory(dir=SOURCES) as scratch:
            tree = unpacked(release, given, pathlib.Path(scratch))
            make_configure(tree, release, stack)
            tree.rename(target)  # appears complete or not at all
    return SourceTree(target, origin)


def unpacked(release: Release, given: pathlib.Path | None, scratch: pathlib.Path) -> pathlib.Path:
    return unpack(given or fetched(release), scratch)


def unpack(source: pathlib.Path, scratch: pathlib.Path) -> pathlib.Path:
    """The top folder of an archive, or a copy of a folder, somewhere in `scratch`."""
    if source.is_dir():
        return shutil.copytree(source, scratch / "tree", symlinks=True, ignore=shutil.ignore_patterns(".git"))
    try:
        with tarfile.open(source) as tar:
            # Python of Debian 12 lacks the filter that later versions ask for.
            tar.extraction_filter = getattr(tarfile, "data_filter", lambda member, path: member)
            tar.extractall(scratch)
    except (tarfile.TarError, OSError) as error:
        raise UserError(f"{source} cannot be unpacked: {error}") from None
    return next(path for path in scratch.iterdir() if path.is_dir())


def fetched(release: Release) -> pathlib.Path:
    """The published archive; one that was fetched before is used again."""
    archive = SOURCES / f"{release.name}-{release.version}.tar.gz"
    if archive.exists():
        check_hash(archive, release)
        return archive
    part = archive.with_suffix(".part")
    try:
        with urllib.request.urlopen(release.url, timeout=FETCH_TIMEOUT) as page, part.open("wb") as file:
            shutil.copyfileobj(page, file)
        check_hash(part, release)
        part.rename(archive)
    except OSError as error:
        raise UserError(f"{release.url} cannot be fetched: {error}; give the archive by --source {release.name}=PATH "
                        f"or {release.variable}") from None
    finally:
        part.unlink(missing_ok=True)
    return archive


def check_hash(archive: pathlib.Path, release: Release) -> None:
    found = hashlib.sha256(archive.read_bytes()).hexdigest()
    if found != release.sha256:
        raise UserError(f"{archive} is not {release.title} {release.version} as published: its SHA-256 is {found}, and "
                        f"perf/global_arrays.toml has {release.sha256}")


def make_configure(tree: pathlib.Path, release: Release, stack: Stack) -> None:
    """Makes the configure script if it is missing, as in archives of a tag."""
    if (tree / "configure").exists():
        return
    if missing := [name for name in TOOLS if shutil.which(name) is None]:
        raise UserError(f"{release.title} {release.version} comes without its configure script, and to make it "
                        f"{', '.join(missing)} must be here; on Debian: apt-get install "
                        f"{' '.join(TOOLS[name] for name in missing)}")
    run_step(["autoreconf", "--install", "--force", tree], stack)
