"""Wrappers forward whole interfaces: a forgotten call would use an untested default."""

import os
import pathlib
import re
import subprocess

import pytest

SOURCE = pathlib.Path(os.environ.get("FOCKPROXY_SOURCE", pathlib.Path(__file__).parents[2]))

# Interface -> the class that forwards it, and the header of this class, below lib/.
FORWARDING = {
    "Counter": ("ForwardingCounter", "counters/forwarding_counter.hpp"),
    "Distributor": ("ForwardingDistributor", "counters/forwarding_distributor.hpp"),
    "DistributedMatrix": ("ForwardingMatrix", "matrices/forwarding_matrix.hpp"),
    "ProgressStrategy": ("ForwardingProgress", "progress/forwarding_progress.hpp"),
}


def virtual_functions(code, folder):
    """The tables of virtual functions from g++: class -> [(class that defines it, function)]."""
    run = subprocess.run(["g++", "-std=c++20", "-fsyntax-only", f"-fdump-lang-class={folder / 'classes'}",
                          f"-I{SOURCE / 'lib'}", "-x", "c++", "-"], input=code, text=True, capture_output=True)
    assert run.returncode == 0, run.stderr
    tables = re.findall(r"^Vtable for (\S+)\n(.*?)\n\n", (folder / "classes").read_text(), re.MULTILINE | re.DOTALL)
    return {name.rpartition("::")[2]: re.findall(r"\(\.\.\.\)\)(?:\w+::)*(\w+)::(~?\w+)$", table, re.MULTILINE)
            for name, table in tables}


def body_of(text, name):
    """The text of a class, from its name to the closing brace at the start of a line."""
    return re.search(rf"^class (?:alignas\(\w+\) )?{name}\b[^;]*?{{.*?^}};", text, re.MULTILINE | re.DOTALL).group()


def direct_wrappers(text, interface):
    """Classes that derive from the interface itself and own another object of it."""
    names = re.findall(rf"^class (?:alignas\(\w+\) )?(\w+) : public {interface} {{", text, re.MULTILINE)
    owned = re.compile(rf"(unique_ptr<{interface}>|\b{interface}&) \w+_;")
    return [name for name in names if owned.search(body_of(text, name))]


def test_every_virtual_function_is_forwarded(tmp_path):
    tables = virtual_functions("".join(f'#include "{header}"\n' for _, header in FORWARDING.values()), tmp_path)
    for interface, (forwarding, _) in FORWARDING.items():
        assert len(tables[forwarding]) >= 3
        assert [function for owner, function in tables[forwarding] if owner == interface] == [], forwarding


@pytest.mark.parametrize("interface", FORWARDING)
def test_every_wrapper_forwards(interface):
    found = [f"{path.relative_to(SOURCE)}: {name}"
             for folder in ("lib", "app", "tests", "perf") for path in sorted((SOURCE / folder).rglob("*.[ch]pp"))
             for name in direct_wrappers(path.read_text(), interface)
             if name not in (FORWARDING[interface][0], "CounterDistributor", "NodeDistributor")]
    assert found == [], f"derive from {FORWARDING[interface][0]}"


def test_a_forgotten_function_is_seen(tmp_path):
    code = ("struct I { virtual ~I() = default; virtual int a(int) = 0; virtual bool b() const { return true; } };\n"
            "struct F : I { I* i; int a(int n) override { return i->a(n); } } f;\n")
    table = virtual_functions(code, tmp_path)["F"]
    assert {("F", "a"), ("I", "b")} <= set(table)


def test_a_wrapper_of_its_own_is_seen():
    text = "class W : public I {\n  std::unique_ptr<I> i_;\n};\nclass V : public I {\n  int n_;\n};\n"
    assert direct_wrappers(text, "I") == ["W"]
