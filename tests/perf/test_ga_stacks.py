"""Stacks with their own Global Arrays: names, sources, configure lines, a build with fakes, own tests and labels."""

import dataclasses
import hashlib
import io
import tarfile

import jsonschema
import pytest
from conftest import SCHEMA, script
from fockproxy_perf.errors import UserError
from fockproxy_perf.stacks import builder, ga_builder, ga_sources
from fockproxy_perf.stacks.catalogue import built_with_runtime, find_stack, known_stacks, make_stack, with_runtime
from fockproxy_perf.stacks.ga_builder import build_global_arrays, configure_options
from fockproxy_perf.stacks.ga_records import OwnTest, ga_build, ga_tests, own_tests_in_words, write_ga_tests
from fockproxy_perf.stacks.ga_runtimes import RUNTIMES
from fockproxy_perf.stacks.ga_sources import releases
from fockproxy_perf.stacks.version import stack_json

RELEASES = releases()

MPIEXEC = '#!/bin/sh\nshift 2\nexec "$@"\n'
CONFIGURE = """#!/bin/sh
printf '%s\\n' "$@" > options
sed -n 's/^--prefix=//p' options > prefix
"""
# install: makes a ga-config; any other path: a test with the output of the real ones, except for lock.
MAKE = """#!/bin/sh
echo "$PWD: make $*" >> "$FAKE_MAKE_LOG"
case "$1" in
  install) mkdir -p "$(cat prefix)/bin"; printf '#!/bin/sh\\necho 5.9.2\\n' > "$(cat prefix)/bin/ga-config"
           chmod +x "$(cat prefix)/bin/ga-config"; exit ;;
esac
said='All tests successful, Success, Test complete: PASS, Regular array test succeeded'
for word; do
  case "$word" in
    */lock* ) code=1 ;;
    */* ) mkdir -p "$(dirname "$word")"; printf '#!/bin/sh\\necho %s\\n' "$said" > "$word"; chmod +x "$word" ;;
  esac
done
exit ${code:-0}
"""


@pytest.fixture
def base(tmp_path, monkeypatch):
    """A stack in a separate folder, whose launcher runs one rank and whose compiler exists."""
    monkeypatch.setattr(ga_sources, "SOURCES", tmp_path / "sources")
    mpiexec, mpicc = script(tmp_path / "mpiexec", MPIEXEC), script(tmp_path / "mpicc", "#!/bin/sh\n")
    made = make_stack("own-1.2", {"family": "other", "label": "Own MPI", "mpicc": str(mpicc), "mpiexec": str(mpiexec)},
                      "here")
    return dataclasses.replace(made, folder=tmp_path / "stacks" / "own-1.2")


@pytest.fixture
def published(tmp_path):
    """A release published by a file URL, with a configure script."""
    archive = tmp_path / "published.tar.gz"
    with tarfile.open(archive, "w:gz") as tar:
        member = tarfile.TarInfo("ga-5.9.2/configure")
        member.size = len(CONFIGURE)
        tar.addfile(member, io.BytesIO(CONFIGURE.encode()))
    return dataclasses.replace(RELEASES["ga"], url=archive.as_uri(),
                               sha256=hashlib.sha256(archive.read_bytes()).hexdigest())


def test_a_name_with_a_runtime_shares_the_mpi_and_nothing_else():
    stacks = known_stacks()
    stack = find_stack("mpich-4.3+mpi-pr", stacks)
    base = stacks["mpich-4.3"]
    assert (stack.name, stack.ga_runtime, stack.global_arrays) == ("mpich-4.3+mpi-pr", "mpi-pr", True)
    assert (stack.prefix, stack.mpiexec, stack.wheels) == (base.prefix, base.mpiexec, base.wheels)
    assert stack.program == base.folder.with_name("mpich-4.3+mpi-pr") / "build" / "bin" / "fockproxy"
    assert find_stack("mpich-4.3", stacks) is base


def test_debians_mpi_is_named_by_its_compilers_instead_of_the_preset():
    stack = find_stack("debian-openmpi-4.1+armci-mpi", known_stacks())
    assert (stack.preset, stack.mpicc, stack.mpiexec) == ("", "mpicc.openmpi", "mpiexec.openmpi")
    assert stack.ga_prefix.parent == stack.armci_prefix.parent == stack.folder
    assert stack.ga_prefix != stack.armci_prefix
    assert stack.build_folder == stack.folder / "build"


@pytest.mark.parametrize("name, words", [
    ("mpich-4.3+mpi-rp", "no runtime 'mpi-rp' here; there are mpi-pr, mpi-ts, mpi-pt, mpi-mt, mpi3, armci-mpi"),
    ("mpich-4.3+", "no runtime ''"),
    ("mpich-9+mpi-pr", "there is no stack 'mpich-9'; perf/stacks.toml has debian-openmpi-4.1, "),
    ("mpich-9", "there is no stack 'mpich-9'"),
])
def test_an_unknown_name_is_refused_with_those_there_are(name, words):
    with pytest.raises(UserError) as error:
        find_stack(name, known_stacks())
    assert words in str(error.value)


@pytest.mark.parametrize("field, value, words", [("program_name", "/opt/fockproxy", "names its program"),
                                                 ("mpicc", "", "names no mpicc")])
def test_a_stack_that_cannot_build_global_arrays_says_why(base, field, value, words):
    with pytest.raises(UserError, match=words):
        with_runtime(dataclasses.replace(base, **{field: value}), "mpi-pr")


@pytest.mark.parametrize("runtime", RUNTIMES)
def test_global_arrays_is_configured_for_its_runtime(base, runtime):
    stack = with_runtime(base, runtime)
    options = configure_options(stack, "ga", "mpicc-x")
    own = f"--with-armci={stack.folder}/armci" if runtime == "armci-mpi" else f"--with-{runtime}"
    assert [option for option in options if option.startswith("--with-")] == [own]
    assert {f"--prefix={stack.folder}/ga", "--disable-f77", "--without-blas", "--without-lapack",
            "--without-scalapack", "--disable-shared", "MPICC=mpicc-x", "CFLAGS=-O2 -fPIC"} <= set(options)
    cmake = builder.global_arrays_options(stack)
    armci = "armci" if runtime == "armci-mpi" else "ga"  # ComEx is installed with Global Arrays
    assert cmake == ["-DFOCKPROXY_WITH_GA=ON", f"-DGLOBALARRAYS_ROOT={stack.folder}/ga",
                     f"-DARMCI_ROOT={stack.folder}/{armci}"]


def test_armci_mpi_is_configured_for_its_own_prefix(base):
    options = configure_options(with_runtime(base, "armci-mpi"), "armci-mpi", "mpicc-x")
    assert options[0].endswith("own-1.2+armci-mpi/armci")
    assert "MPICC=mpicc-x" in options


def test_sources_come_from_words_then_from_the_environment(tmp_path):
    ga, armci, other = (tmp_path / name for name in ("ga.tar.gz", "armci", "other"))
    for path in (ga, armci, other):
        path.touch()
    environment = {"FOCKPROXY_GA_SOURCE": str(other), "FOCKPROXY_ARMCI_MPI_SOURCE": str(armci)}
    assert ga_sources.given_sources([f"ga={ga}"], environment) == {"ga": ga, "armci-mpi": armci}
    assert ga_sources.given_sources([], environment)["ga"] == other
    assert ga_sources.given_sources([], {}) == {}


@pytest.mark.parametrize("word, words", [("gb=x", "NAME one of ga, armci-mpi"), ("ga", "NAME=PATH"),
                                         ("ga=/not/there", "the source of ga, /not/there, is not there")])
def test_a_source_that_is_none_is_refused(word, words):
    with pytest.raises(UserError, match=words):
        ga_sources.given_sources([word], {})


def test_the_published_release_is_fetched_once(base, published, tmp_path):
    tree = ga_sources.source_tree(published, None, base)
    assert tree.origin == f"sha256 {published.sha256}"
    assert (tree.folder / "configure").read_text() == CONFIGURE
    (tmp_path / "published.tar.gz").unlink()
    assert ga_sources.source_tree(published, None, base) == tree
    assert sorted(path.name for path in ga_sources.SOURCES.iterdir()) == ["ga-5.9.2", "ga-5.9.2.tar.gz"]


@pytest.mark.parametrize("given", [True, False])
def test_another_archive_than_the_published_one_is_refused(base, published, tmp_path, given):
    wrong = dataclasses.replace(published, sha256=RELEASES["ga"].sha256)
    with pytest.raises(UserError) as error:
        ga_sources.source_tree(wrong, tmp_path / "published.tar.gz" if given else None, base)
    assert f"is not Global Arrays 5.9.2 as published: its SHA-256 is {published.sha256}" in str(error.value)
    assert "\n" not in str(error.value)
    assert list(ga_sources.SOURCES.iterdir()) == []


def test_what_cannot_be_fetched_names_the_ways_out(base, published):
    gone = dataclasses.replace(published, url="file:///not/there")
    with pytest.raises(UserError, match=r"--source ga=PATH or FOCKPROXY_GA_SOURCE"):
        ga_sources.source_tree(gone, None, base)


def test_a_folder_is_copied_anew_and_noted(base, published, tmp_path):
    folder = tmp_path / "mine"
    script(folder / "configure", "first")
    ga_sources.source_tree(published, folder, base)
    script(folder / "configure", "second")
    tree = ga_sources.source_tree(published, folder, base)
    assert tree.origin == f"folder {folder}"
    assert (tree.folder / "configure").read_text() == "second"


def test_missing_tools_are_named_with_debians_packages(base, published, tmp_path, monkeypatch):
    folder = tmp_path / "bare"
    folder.mkdir()
    script(tmp_path / "bin" / "m4", "")
    monkeypatch.setenv("PATH", str(tmp_path / "bin"))
    with pytest.raises(UserError, match=r"apt-get install autoconf automake libtool$"):
        ga_sources.source_tree(published, folder, base)


@pytest.fixture
def faked(base, tmp_path, monkeypatch):
    """(stack, sources): a source folder with a fake configure, and a make with the results of a real one."""
    script(tmp_path / "bin" / "make", MAKE)
    monkeypatch.setenv("PATH", f"{tmp_path / 'bin'}:/usr/bin:/bin")
    monkeypatch.setenv("FAKE_MAKE_LOG", str(tmp_path / "made"))
    sources = {name: script(tmp_path / name / "configure", CONFIGURE).parent for name in RELEASES}
    return with_runtime(base, "armci-mpi"), sources


def test_a_build_leaves_libraries_provenance_and_verdicts(faked, tmp_path):
    stack, sources = faked
    build_global_arrays(stack, sources)
    built = ga_build(stack)
    assert (built.version, built.unchecked) == ("5.9.2", ["armci-mpi", "ga"])
    assert (stack.folder / "objects" / "ga" / "options").read_text().splitlines() == built.configured["ga"]
    made = (tmp_path / "made").read_text().splitlines()
    assert next(i for i, line in enumerate(made) if "/objects/ga:" in line) \
        > max(i for i, line in enumerate(made) if "/objects/armci-mpi:" in line), "ARMCI-MPI comes first"
    verdicts = {test.name: test.verdict for test in ga_tests(stack)}
    assert set(verdicts) == {*RELEASES["ga"].tests, *RELEASES["armci-mpi"].tests}
    assert {name for name, verdict in verdicts.items() if verdict != "passed"} == {"lock"}
    assert "Global Arrays' own tests: 9 of 10; failed: lock (not built)" in own_tests_in_words(stack)
    assert [found.name for found in built_with_runtime({"own-1.2": dataclasses.replace(
        stack, name="own-1.2", folder=stack.folder.with_name("own-1.2"))})] == [stack.name]


def test_a_build_that_is_there_needs_no_sources(faked, tmp_path):
    stack, sources = faked
    build_global_arrays(stack, sources)
    before = (tmp_path / "made").read_text()
    build_global_arrays(stack, {})
    assert (tmp_path / "made").read_text() == before
    build_global_arrays(stack, sources)
    assert (tmp_path / "made").read_text() == before * 2, "nobody knows what changed in a folder"


def test_a_compiler_that_is_missing_is_named(base):
    stack = with_runtime(dataclasses.replace(base, mpicc="/not/there/mpicc"), "mpi-ts")
    with pytest.raises(UserError, match="C compiler, /not/there/mpicc, is not there"):
        build_global_arrays(stack, {})


@pytest.mark.parametrize("code, output, verdict, why", [
    (0, "a\nAll tests successful\n", "passed", ""),
    (None, "a\n", "timed out", "not at its end after 60 s"),
    (0, "p[0] expected: 3 actual: 4\nAll tests successful\n", "failed", "says 'p[0] expected: 3 actual: 4'"),
    (0, "NbTest fails for non-blocking puts\nAll tests successful", "failed", "says 'NbTest fails for non-"),
    (134, "All tests successful", "failed", "exit code 134"),
    (0, "", "failed", "does not say 'All tests successful'"),
])
def test_an_own_test_passes_only_if_it_says_so(code, output, verdict, why):
    found = ga_builder.judge(code, output, "All tests successful")
    assert found[0] == verdict and found[1].startswith(why)


@pytest.mark.parametrize("runtime, text, found", [
    ("mpi-pr", "echo one; echo All tests successful; echo", ("passed", "All tests successful", 3)),
    ("mpi-ts", "echo sorry >&2; exit 3", ("failed", "sorry", 2)),
    ("mpi-ts", "echo begun; sleep 60", ("timed out", "begun", 2)),
])
def test_own_tests_run_with_a_limit_and_progress_ranks_besides(base, monkeypatch, runtime, text, found):
    monkeypatch.setattr(ga_builder, "TIMEOUT", 5.0 if "sleep" not in text else 0.3)
    stack = with_runtime(base, runtime)
    script(stack.folder / "objects" / "ga" / "global" / "testing" / "testc.x", f"#!/bin/sh\n{text}\n")
    test = ga_builder.run_test(stack, RELEASES["ga"], "testc")
    assert (test.verdict, test.last_line, test.ranks) == found
    assert test.seconds < 5


def test_verdicts_are_read_as_they_were_written(base):
    stack = with_runtime(base, "mpi-pr")
    assert (ga_tests(stack), own_tests_in_words(stack)) == (None, "own tests have not run")
    stack.folder.mkdir(parents=True)
    tests = [OwnTest("ga", "testc", "passed", "", "All tests successful", 3, 0.5),
             OwnTest("ga", "lock", "timed out", "not at its end after 60 s", "0: before GA_Lock", 3, 60.0),
             OwnTest("ga", "mtest", "failed", "exit code 1", "", 3, 0.1)]
    write_ga_tests(stack, tests)
    assert ga_tests(stack) == tests
    assert own_tests_in_words(stack) == "Global Arrays' own tests: 1 of 3; failed: lock (timed out), mtest"


def test_a_row_names_the_runtime(base):
    row = stack_json(with_runtime(known_stacks()["mpich-4.3"], "mpi-pr"), None)
    assert row["label"] == "MPICH 4.3.2, Global Arrays 5.9.2 mpi-pr"
    assert (row["version"], row["global_arrays"], row["ga_runtime"]) == ("4.3.2", True, "mpi-pr")
    assert stack_json(known_stacks()["mpich-4.3"], None)["ga_runtime"] == ""
    schema = SCHEMA["definitions"]["row"]["properties"]["provenance"]["properties"]["stack"]
    jsonschema.Draft7Validator({**schema, "definitions": SCHEMA["definitions"]}).validate(row)
    assert set(schema["properties"]["ga_runtime"]["enum"]) == {"", *RUNTIMES}


def test_the_list_names_the_runtimes_and_the_command_refuses_others(folder):
    out, _ = folder.run("list", command="stacks")
    assert all(f"+{runtime} " in out for runtime in RUNTIMES)
    _, err = folder.run("build", "mpich-4.3+mpi-rp", command="stacks", code=2)
    assert "no runtime 'mpi-rp' here" in err
    _, err = folder.run("build", "mpich-4.3+mpi-pr", "--source", "ga=/not/there", command="stacks", code=2)
    assert err == "perf stacks: error: the source of ga, /not/there, is not there\n"
