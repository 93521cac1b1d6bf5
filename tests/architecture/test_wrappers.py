"""Wrappers forward whole interfaces: a call that a wrapper forgets would go to a default, and untested."""

import os
import pathlib
import re

import pytest

SOURCE = pathlib.Path(os.environ.get("FOCKPROXY_SOURCE", pathlib.Path(__file__).parents[2]))

# Interface -> its header, the class that forwards it and that class's header, below lib/.
FORWARDING = {
    "Counter": ("counters/counter.hpp", "ForwardingCounter", "counters/forwarding_counter.hpp"),
    "Distributor": ("counters/distributor.hpp", "ForwardingDistributor", "counters/forwarding_distributor.hpp"),
    "DistributedMatrix": ("matrices/distributed_matrix.hpp", "ForwardingMatrix", "matrices/forwarding_matrix.hpp"),
    "ProgressStrategy": ("progress/progress_strategy.hpp", "ForwardingProgress", "progress/forwarding_progress.hpp"),
}


def body_of(text, name):
    """The text of a class, from its name to the closing brace at the start of a line."""
    return re.search(rf"^class (?:alignas\(\w+\) )?{name}\b[^;]*?{{.*?^}};", text, re.MULTILINE | re.DOTALL).group()


def virtual_functions(body):
    return set(re.findall(r"\bvirtual [^;{()]*?(\w+)\(", body))


def overridden(body):
    return set(re.findall(r"(\w+)\([^()]*\)(?: const)? override", body))


def direct_wrappers(text, interface):
    """Classes that derive from the interface itself and own another object of it."""
    names = re.findall(rf"^class (?:alignas\(\w+\) )?(\w+) : public {interface} {{", text, re.MULTILINE)
    owned = re.compile(rf"(unique_ptr<{interface}>|\b{interface}&) \w+_;")
    return [name for name in names if owned.search(body_of(text, name))]


@pytest.mark.parametrize("interface", FORWARDING)
def test_every_virtual_function_is_forwarded(interface):
    header, forwarding, forwarding_header = FORWARDING[interface]
    wanted = virtual_functions(body_of((SOURCE / "lib" / header).read_text(), interface)) - {interface}
    assert len(wanted) >= 3
    assert overridden(body_of((SOURCE / "lib" / forwarding_header).read_text(), forwarding)) == wanted


@pytest.mark.parametrize("interface", FORWARDING)
def test_every_wrapper_forwards(interface):
    found = [f"{path.relative_to(SOURCE)}: {name}"
             for folder in ("lib", "app", "tests", "perf") for path in sorted((SOURCE / folder).rglob("*.[ch]pp"))
             for name in direct_wrappers(path.read_text(), interface)
             if name not in (FORWARDING[interface][1], "CounterDistributor", "NodeDistributor")]
    assert found == [], f"derive from {FORWARDING[interface][1]}"


def test_a_forgotten_function_is_seen():
    interface = ("class I {\n  virtual ~I() = default;\n  virtual int a(int n) = 0;\n"
                 "  virtual bool b() const { return 1; }\n};")
    forwarding = "class F : public I {\n  int a(int n) override { return i_->a(n); }\n};"
    assert virtual_functions(body_of(interface, "I")) - {"I"} == {"a", "b"}
    assert overridden(body_of(forwarding, "F")) == {"a"}


def test_a_wrapper_of_its_own_is_seen():
    text = "class W : public I {\n  std::unique_ptr<I> i_;\n};\nclass V : public I {\n  int n_;\n};\n"
    assert direct_wrappers(text, "I") == ["W"]
