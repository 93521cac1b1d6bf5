"""The set-up scripts and presets, as far as they can be tested without a bare machine."""

import json
import os
import pathlib
import re
import subprocess

import pytest

SOURCE = pathlib.Path(os.environ.get("FOCKPROXY_SOURCE", pathlib.Path(__file__).parents[2]))
SCRIPTS = ["scripts/run", "scripts/test", "scripts/check", "scripts/hosts", "scripts/install-dependencies", "scripts/common.sh",
           "scripts/perf", "scripts/perf-python", "scripts/package", "scripts/release",
           "tests/package/clean-root", ".ci/run", "perf/peers/install"]


@pytest.mark.parametrize("script", SCRIPTS)
def test_bash_accepts(script):
    subprocess.run(["bash", "-n", SOURCE / script], check=True)
    assert script.endswith(".sh") or os.access(SOURCE / script, os.X_OK)


@pytest.fixture
def with_packages(tmp_path):
    """Runs `install-dependencies --check` on a machine where dpkg-query finds every package but the missing ones."""

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


def test_a_wrong_option_is_refused():
    result = subprocess.run([SOURCE / "scripts/test", "--nonsense"], text=True, capture_output=True)
    assert result.returncode == 2
    assert "--nonsense" in result.stderr


def test_every_configure_preset_can_be_built_and_tested():
    presets = json.loads((SOURCE / "CMakePresets.json").read_text())

    def names(kind):
        return {preset["name"] for preset in presets[kind] if not preset.get("hidden")}

    expected = {"openmpi", "mpich", "openmpi-debug", "mpich-debug", "openmpi-asan", "mpich-asan", "openmpi-tsan",
                "mpich-tsan", "openmpi-noga"}
    assert names("configurePresets") == expected
    assert names("buildPresets") == names("testPresets") == expected


def test_every_place_that_names_the_version_names_this_one():
    """scripts/release refuses to make an archive otherwise, and wants a date in the changelog besides."""
    version = re.search(r"project\(fockproxy\s+VERSION (\S+)", (SOURCE / "CMakeLists.txt").read_text()).group(1)
    for file, text in (("CITATION.cff", f"version: {version}"), ("perf/pyproject.toml", f'version = "{version}"'),
                       ("scripts/spack/packages/fockproxy/package.py", f'version("{version}")'),
                       ("scripts/spack/packages/fockproxy/package.py", f"fockproxy-{version}.tar.gz"),
                       ("CHANGELOG.md", f"## {version} (")):
        assert text in (SOURCE / file).read_text(), file
