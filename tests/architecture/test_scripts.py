"""The set-up scripts and presets, as far as they can be tested without an empty machine."""

import json
import os
import pathlib
import re
import shutil
import subprocess

import pytest

SOURCE = pathlib.Path(os.environ.get("FOCKPROXY_SOURCE", pathlib.Path(__file__).parents[2]))


def bash_scripts():
    for folder in "scripts", "perf", "tests", ".ci":
        for path in sorted(path for path in (SOURCE / folder).rglob("*") if path.is_file() and not path.suffix):
            if path.open("rb").readline() == b"#!/usr/bin/env bash\n":
                yield path.relative_to(SOURCE).as_posix()


@pytest.mark.parametrize("script", [*bash_scripts(), "scripts/common.sh"])
def test_bash_accepts(script):
    subprocess.run(["bash", "-n", SOURCE / script], check=True)
    assert script.endswith(".sh") or os.access(SOURCE / script, os.X_OK)


@pytest.fixture
def with_packages(tmp_path):
    """Runs `install-dependencies --check` on a machine where dpkg-query finds every package except the missing ones."""

    def run(missing):
        stub = tmp_path / "dpkg-query"
        stub.write_text(f'#!/bin/sh\nfor name; do :; done\ncase " {missing} " in *" $name "*) exit 1;; esac\n'
                        "printf installed\n")
        stub.chmod(0o755)
        return subprocess.run([SOURCE / "scripts/install-dependencies", "--check"], text=True, capture_output=True,
                              env={**os.environ, "PATH": f"{tmp_path}:{os.environ['PATH']}"})

    return run


def test_nothing_missing_is_silent(with_packages):
    result = with_packages("")
    assert (result.returncode, result.stdout, result.stderr) == (0, "", "")


def test_missing_packages_are_named_with_the_way_out(with_packages):
    result = with_packages("libint2-dev mpich")
    assert result.returncode == 2
    assert "apt-get install --no-install-recommends mpich libint2-dev\n" in result.stderr
    for hint in ("GLOBALARRAYS_ROOT", "ARMCI_ROOT", "LIBINT2_ROOT", "CMAKE_PREFIX_PATH", "spack.yaml"):
        assert hint in result.stderr


def test_what_the_package_for_aarch64_lacks_is_said_at_once(tmp_path):
    """scripts/release --all asks before it builds anything."""
    for name in ("bash", "cat"):
        (tmp_path / name).symlink_to(shutil.which(name))
    result = subprocess.run([SOURCE / "scripts/portable/cross_root", "--check", "aarch64"], text=True,
                            capture_output=True, env={"PATH": str(tmp_path)})
    [line] = result.stderr.splitlines()
    assert (result.returncode, result.stdout) == (2, "")
    remedy = "apt-get install mmdebstrap qemu-user-static g++-aarch64-linux-gnu"
    assert (remedy if os.geteuid() == 0 else "takes root") in line


def test_a_wrong_option_is_refused():
    result = subprocess.run([SOURCE / "scripts/test", "--nonsense"], text=True, capture_output=True)
    assert result.returncode == 2
    assert "--nonsense" in result.stderr


@pytest.fixture
def check_in(tmp_path):
    """Runs scripts/check-in in a repository with one library. Returns its calls of cmake and ctest, which end with code
    RESULT, and of scripts/format and scripts/tidy, which end with code TOOLS."""
    for name in "scripts/check-in", "scripts/common.sh":
        (tmp_path / name).parent.mkdir(exist_ok=True)
        shutil.copy(SOURCE / name, tmp_path / name)
    for name in ("lib/fock/a.cpp", "tests/fock/CMakeLists.txt", "tests/counters/CMakeLists.txt", "bin/cmake",
                 "bin/ctest", "scripts/format", "scripts/tidy"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        result = "${TOOLS:-0}" if name.startswith("scripts/") else "${RESULT:-0}"
        (tmp_path / name).write_text(f'#!/bin/sh\necho "$(basename "$0") $*" >>log\nexit {result}\n')
        (tmp_path / name).chmod(0o755)
    (tmp_path / ".gitignore").write_text("log\n")
    git = "git", "-C", tmp_path, "-c", "user.name=somebody", "-c", "user.email=nobody@localhost"
    for words in ("init", "-q", "-b", "main"), ("add", "."), ("commit", "-q", "-m", "all"):
        subprocess.run([*git, *words], check=True)

    def run(change=None, subject=None, PRESET="openmpi", **environment):
        if change:
            (tmp_path / change).write_text("changed")
        if subject:
            for words in ("switch", "-q", "-C", "work"), ("commit", "-q", "-a", "--allow-empty", "-m", subject):
                subprocess.run([*git, *words], check=True)
        (tmp_path / "log").write_text("")
        environment["PRESET"] = PRESET  # not that of the build that is tested
        done = subprocess.run([tmp_path / "scripts/check-in"], text=True, capture_output=True, timeout=60,
                              env={**os.environ, "PATH": f"{tmp_path / 'bin'}:{os.environ['PATH']}", **environment})
        return done, (tmp_path / "log").read_text().splitlines()

    return run


def test_check_in_builds_and_tests_the_folders_of_a_change(check_in):
    done, asked = check_in("lib/fock/a.cpp")
    assert done.returncode == 0, done.stdout + done.stderr
    [build] = [line for line in asked if "--build" in line]
    assert "tests/fock/all" in build.split() and "fockproxy" in build.split()
    folders = [line.split()[2] for line in asked if line.startswith("ctest")]
    assert "cli_manual" in asked[-1]
    assert folders == ["build/openmpi/tests/fock", "build/openmpi/tests/counters", "build/openmpi/."]
    _, asked = check_in("tests/counters/new_test.cpp", PRESET="mpich")  # now both are changed
    assert [line.split()[2] for line in asked if line.startswith("ctest")] == [
        "build/mpich/tests/counters", "build/mpich/tests/fock", "build/mpich/."]


def test_check_in_fails_where_a_step_fails_and_tests_no_old_build(check_in):
    done, asked = check_in("lib/fock/a.cpp", RESULT="1")
    assert done.returncode == 1 and "FAIL" in done.stdout.splitlines()[-1]
    assert not any(line.startswith("ctest") for line in asked)


def test_check_in_formats_and_lints_what_differs(check_in):
    done, asked = check_in("lib/fock/a.cpp")
    assert {"format --check lib/fock/a.cpp", "tidy lib/fock/a.cpp"} <= set(asked)
    assert check_in(TOOLS="1")[0].returncode == 1, "a finding"
    done, asked = check_in(TOOLS="2")
    assert done.returncode == 0 and done.stdout.count("could not be installed") == 2
    assert any(line.startswith("ctest") for line in asked)


def test_check_in_without_a_change_runs_nothing(check_in):
    done, asked = check_in()
    assert done.returncode == 0 and "nothing differs" in done.stdout and asked == []


def test_check_in_and_pre_commit_refuse_a_long_subject(check_in):
    """Each of them has a limit of 72 characters, and neither counts the body of the commit."""
    config = (SOURCE / ".pre-commit-config.yaml").read_text()
    pattern = re.compile(re.search(r"id: subject\n.*?entry: '(.*?)'\n", config, re.DOTALL).group(1))
    for length, code in (72, 0), (73, 1):
        message = length * "a" + "\n\n" + 90 * "b"
        done, _ = check_in("lib/fock/a.cpp", subject=message)
        assert done.returncode == code, done.stdout
        assert ("FAIL (subjects)" in done.stdout) == bool(code)
        assert bool(pattern.search(message)) == bool(code)


def test_pre_commit_has_the_same_versions_of_its_tools():
    pins = (SOURCE / "scripts/requirements-format.txt").read_text().split()
    used = re.findall(r"additional_dependencies: \[(.*)\]", (SOURCE / ".pre-commit-config.yaml").read_text())
    assert used and set(used) <= set(pins)


def test_every_configure_preset_can_be_built_and_tested():
    presets = json.loads((SOURCE / "CMakePresets.json").read_text())

    def names(kind):
        return {preset["name"] for preset in presets[kind] if not preset.get("hidden")}

    assert names("configurePresets")
    assert names("buildPresets") == names("testPresets") == names("configurePresets")


def test_every_place_that_names_the_version_names_this_one():
    """scripts/release also refuses to make an archive otherwise, and requires a date in the changelog."""
    version = re.search(r"project\(fockproxy\s+VERSION (\S+)", (SOURCE / "CMakeLists.txt").read_text()).group(1)
    for file, text in (("CITATION.cff", f"version: {version}"), ("perf/pyproject.toml", f'version = "{version}"'),
                       ("scripts/spack/packages/fockproxy/package.py", f'version("{version}")'),
                       ("scripts/spack/packages/fockproxy/package.py", f"fockproxy-{version}.tar.gz"),
                       ("CHANGELOG.md", f"## {version} (")):
        assert text in (SOURCE / file).read_text(), file


RUN = """  1. It computes right: 220 rows of check passed;
     1 asks for what this stack does not have.
  2. It makes progress by itself.
==== ended after 3 min 9 s
==== has g++ 14.2.0
==== has cmake 3.31.6
"""
TESTS = """a.hpp:1:2: warning: a warning of a library or of ours [-Wsomething]
12/13 Test  #12: cli_hosts ....***Skipped
The following tests did not run:
\t 12 - cli_hosts (Skipped)
====
openmpi                PASS  100% tests passed, 0 tests failed out of 13
scripts/test: PASS in 31 min 02 s
==== ended after 31 min 4 s
"""
COMPILERS = """====
g++-14       PASS
clang++-19   FAIL (3 warnings)
==== ended after 8 min 0 s
"""


@pytest.fixture
def systems(tmp_path):
    """scripts/systems in a repository whose clean roots print given output and end with its code."""
    for name in "scripts/systems", "docs/elsewhere.md":
        (tmp_path / name).parent.mkdir(exist_ok=True)
        shutil.copy(SOURCE / name, tmp_path / name)
    fake = tmp_path / "tests/package/clean-root"
    fake.parent.mkdir(parents=True)
    fake.write_text('#!/bin/sh\nif [ "$1" = --check ]; then exit ${NO_ROOT:-0}; fi\n'
                    'case "$5" in *scripts/run*) cat run;; *scripts/test*) cat test;; *) cat compilers; exit 1;; '
                    'esac\n')
    fake.chmod(0o755)
    for name, text in ("run", RUN), ("test", TESTS), ("compilers", COMPILERS):
        (tmp_path / name).write_text(text)
    git = "git", "-C", tmp_path, "-c", "user.name=somebody", "-c", "user.email=nobody@localhost"
    for words in ("init", "-q"), ("add", "."), ("commit", "-q", "-m", "all"):
        subprocess.run([*git, *words], check=True)

    def run(*arguments, **environment):
        done = subprocess.run([tmp_path / "scripts/systems", *arguments], text=True, capture_output=True, timeout=60,
                              env={**os.environ, **environment})
        page = (tmp_path / "docs/elsewhere.md").read_text()
        written = page.partition("<!-- systems:")[2].partition("<!-- end of systems -->")[0]
        return done, [line for line in written.splitlines() if line.startswith("- ")]

    return run


def test_systems_are_told_on_the_page(systems):
    (tmp, lines), (again, same) = systems("--only", "run", "trixie"), systems("--only", "run", "trixie")
    assert (tmp.returncode, again.returncode) == (0, 0), tmp.stderr
    assert lines == same, "a line takes the place of the older one"
    [has] = [line for line in lines if line.startswith("- Debian 13 has")]
    assert has == "- Debian 13 has: g++ 14.2.0, cmake 3.31.6"
    [ran] = [line for line in lines if line.startswith("- Debian 13, `scripts/run`")]
    assert re.match(r"- Debian 13, `scripts/run`: PASS in 3 min 9 s "
                    r"\(20\d\d-\d\d-\d\d, commit [0-9a-f]{12}, \d+ cores\)\. ", ran)
    assert "220 rows of check passed" in ran


def test_systems_tell_of_failures_and_warnings(systems):
    done, lines = systems("trixie")
    assert done.returncode == 1
    text = "\n".join(lines)
    assert "`scripts/test`: FAIL in 31 min 4 s" in text, "though every test passed"
    assert "1 warnings of compilers; " in text
    assert "100% tests passed" in text and "cli_hosts (Skipped)" in text
    assert "`scripts/compilers`: FAIL in 8 min 0 s" in text and "g++-14 PASS; clang++-19 FAIL (3 warnings)" in text


def test_systems_that_cannot_be_made_are_no_success(systems):
    assert systems("trixie", NO_ROOT="2")[0].returncode == 2
    done, _ = systems("woody")
    assert done.returncode == 2 and "woody" in done.stderr
    assert systems("--only", "nothing")[0].returncode == 2
