"""What scripts/spack and scripts/ramble say of the program holds: its CMake options, its commands and its output.

Spack and Ramble are not needed: their names stand here as far as the two files use them.
"""

import re
import runpy
import sys
import types

import pytest
from conftest import SOURCE

PACKAGE = SOURCE / "scripts/spack/packages/fockproxy/package.py"
APPLICATION = SOURCE / "scripts/ramble/applications/fockproxy/application.py"


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


@pytest.fixture
def application(monkeypatch):
    said = {name: [] for name in ("executable", "figure_of_merit", "success_criteria", "workload_variable", "workload",
                                  "tags", "software_spec", "required_package")}
    names = {name: lambda *words, _list=calls, **more: _list.append((words, more)) for name, calls in said.items()}
    names |= {"ExecutableApplication": object, "OUTPUT_CAPTURE": types.SimpleNamespace(ALL="all")}
    expander = type("Expander", (), {"expansion_str": staticmethod(lambda name: "{" + name + "}")})
    run_with(monkeypatch, APPLICATION, ramble=types.ModuleType("ramble").__dict__, ramble__appkit=names,
             ramble__expander={"Expander": expander})
    return said


def figures(application, text):
    found = {}
    for (name,), more in application["figure_of_merit"]:
        for line in text.splitlines():
            if match := re.match(more["fom_regex"], line):
                found[name] = match.group(more["group_name"])
    return found


def succeeded(application, text):
    lines = text.splitlines()
    return all(any(re.match(more["match"], line) for line in lines) if "match" in more
               else not any(re.match(more["anti_match"], line) for line in lines)
               for _, more in application["success_criteria"])


def test_the_commands_of_the_application_run_and_its_figures_are_found(fockproxy, application):
    values = {"input": "small", "builds": "1", "options": ""}
    commands = {words[0]: words[1].format(**values).split()[1:] for words, _ in application["executable"]}
    assert set(commands) == {"fock", "scf", "compare", "check"}
    run = fockproxy(*commands["fock"], ranks=2)
    found = figures(application, run.out + run.err)
    assert succeeded(application, run.out + run.err) and run.code == 0
    assert set(found) == {"Verified quartets per second", "Efficiency", "Ranks"}
    assert float(found["Verified quartets per second"]) > 1e4 and found["Ranks"] == "2"
    run = fockproxy(*commands["scf"], "--max-iterations", 1, ranks=2)
    assert not succeeded(application, run.out + run.err) and run.code == 1  # not converged: no benchmark
    run = fockproxy(*commands["check"], "--only", "fetch-and-op", ranks=2)
    assert succeeded(application, run.out)
    assert figures(application, run.out) == {"Rows of check passed": "1"}


def test_the_energy_is_found(fockproxy, application):
    run = fockproxy("scf", "water", "--basis", "sto-3g")
    assert float(figures(application, run.out)["Energy"]) == pytest.approx(-74.963, abs=1e-3)
