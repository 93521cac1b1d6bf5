"""scripts/spack agrees with the program: its version and its CMake options.

Spack is not needed: this test defines the names that the file uses.
"""

import re
import runpy
import sys
import types

import pytest
from conftest import SOURCE

PACKAGE = SOURCE / "scripts/spack/packages/fockproxy/package.py"


def run_with(monkeypatch, path, **modules):
    for name, contents in modules.items():
        module = types.ModuleType(name.replace("__", "."))
        module.__dict__.update(contents)
        monkeypatch.setitem(sys.modules, name.replace("__", "."), module)
    return runpy.run_path(str(path))


@pytest.fixture
def package(monkeypatch):
    said = {"version": [], "variant": [], "depends_on": []}
    directives = {name: lambda *words, _list=calls, **_: _list.append(words) for name, calls in said.items()}
    names = {**directives, "license": lambda *_: None, "conflicts": lambda *_, **__: None, "CMakePackage": object}
    return run_with(monkeypatch, PACKAGE, spack=types.ModuleType("spack").__dict__, spack__package=names), said


def test_the_package_has_this_version_and_options_that_cmake_knows(package):
    contents, said = package
    project = (SOURCE / "CMakeLists.txt").read_text()
    assert said["version"] == [(re.search(r"project\(fockproxy\s+VERSION (\S+)", project).group(1),)]
    fields = {"prefix": "/p", "mpicc": "/p/mpicc", "mpicxx": "/p/mpicxx"}
    made = contents["Fockproxy"]()
    made.spec = type("Spec", (), {"__getitem__": lambda *_: types.SimpleNamespace(**fields),
                                  "satisfies": lambda *_: True})()
    made.run_tests = False
    made.define = made.define_from_variant = lambda name, _: name
    everything = project + "".join(path.read_text() for path in (SOURCE / "scripts/cmake").glob("*.cmake"))
    for name in made.cmake_args():
        assert name in everything, name
    assert {variant for (variant, *_) in said["variant"]} == {"ga", "scalapack", "elpa", "caliper", "adiak"}
