"""Every counter, matrix, cache, window, completion, grain and number of ranks gives the same numbers.

Each pair of values of two axes occurs in at least one run; the contract tests cover the whole product.
"""

import itertools

import pytest
from conftest import MPI, WITH_GA

SYSTEM = ("water2", "--basis", "sto-3g", "--threshold", "1e-6")  # the threshold removes quartets and tasks
SCF_GRAIN = ("--grain", "atom")  # auto measures, and at such a threshold the grain changes the last compared digits
AXES = {
    "--counter": ["static", "node", "mpi3", "mpi2", "helper"] + ["ga"] * WITH_GA,
    "--matrix": ["rma", "local"] + ["ga"] * WITH_GA,
    "--cache": ["ijk", "none", "merged", "replicated"],
    "--grain": ["atom", "shell", "10", "auto"],
    "--integrals": ["own", "libint"],
    "--window": ["allocate", "create", "allocate-noshm", "ghost"],
    "--layout": ["tiled", "strided"],
    "--complete": ["each", "batch"],
    "--accumulate-completion": ["local", "remote"],
    "--chunk": [1, 4],
    "ranks": [2, None],
}


def possible(values):
    """Whether a run with these values is possible; axes without a value are free."""
    local = values.get("--matrix") == "local"
    alone = local or values.get("ranks", 2) is None
    if MPI == "openmpi" and values.get("--window") in ("create", "ghost") and alone:
        return False  # 4.1 refuses MPI_Win_create on one rank if osc/pt2pt is disabled, as on Debian
    return not (local and values.get("ranks"))


def pairwise(axes):
    """Configurations in which every possible pair of values occurs; found greedily, and always the same."""
    def pairs(values):
        return set(itertools.combinations(sorted(values.items(), key=str), 2))

    missing = set()
    for (a, va), (b, vb) in itertools.combinations(axes.items(), 2):
        missing |= {pair for x in va for y in vb if possible({a: x, b: y}) for pair in pairs({a: x, b: y})}
    found = []
    while missing:
        values = dict(min(missing, key=str))
        for name, choices in axes.items():
            if name not in values:
                fitting = [c for c in choices if possible({**values, name: c})]
                values[name] = max(fitting, key=lambda c: len(pairs({**values, name: c}) & missing))
        missing -= pairs(values)
        found.append({name: values[name] for name in axes})
    return found


def arguments(values):
    return [word for name, value in values.items() if name != "ranks" for word in (name, value)]


def label(values):
    return " ".join(str(value) for value in values.values())


CONFIGURATIONS = pairwise(AXES)
SCF_AXES = {name: AXES[name] for name in ("--counter", "--matrix", "--cache", "ranks")}


@pytest.fixture(scope="module")
def baseline(shared_fockproxy):
    return shared_fockproxy.document("fock", *SYSTEM, "--counter", "static", "--matrix", "local", "--verify", "full")[1]


@pytest.fixture(scope="module")
def baseline_scf(shared_fockproxy):
    return shared_fockproxy.document("scf", *SYSTEM, *SCF_GRAIN, "--counter", "static", "--matrix", "local")[1]


def test_the_list_covers_every_value():
    assert len(CONFIGURATIONS) < 36
    for name, values in AXES.items():
        assert {c[name] for c in CONFIGURATIONS} == set(values)


def test_the_threshold_removes_quartets(baseline):
    shells = baseline["molecule"]["shells"]
    pairs = shells * (shells + 1) // 2
    assert 0 < baseline["fock"]["quartets"][0] < pairs * (pairs + 1) // 2


@pytest.mark.parametrize("values", CONFIGURATIONS, ids=label)
def test_quartets_of_a_build(fockproxy, baseline, values):
    _, document = fockproxy.document("fock", *SYSTEM, "--density", "first", "--repeat", 1, "--verify", "full",
                                     *arguments(values), ranks=values["ranks"], timeout=120)
    assert document["fock"]["quartets"] == baseline["fock"]["quartets"][:1]
    gets = document["fock"]["communications_per_task"]["get"]
    if values["--cache"] == "merged":
        assert 0 < gets < 6  # at least one block is shared or kept: every grain has the task I = J = K = L
    else:
        assert gets == {"none": 6, "ijk": 3, "replicated": 0}[values["--cache"]]
    if values["--grain"] == "atom":
        assert document["fock"]["tasks"] == baseline["fock"]["tasks"][:1]


@pytest.mark.parametrize("values", pairwise(SCF_AXES), ids=label)
def test_energies_of_an_scf(fockproxy, baseline_scf, values):
    _, document = fockproxy.document("scf", *SYSTEM, *SCF_GRAIN, *arguments(values), ranks=values["ranks"], timeout=120)
    assert document["scf"]["energy_total"] == pytest.approx(baseline_scf["scf"]["energy_total"], abs=1e-9)
    # Full builds with the same densities; later ones could differ if an iteration stops earlier.
    assert document["fock"]["quartets"][:2] == baseline_scf["fock"]["quartets"][:2]


def test_the_second_build_of_an_scf_is_at_the_first_density(baseline, baseline_scf):
    assert baseline_scf["fock"]["quartets"][1] == baseline["fock"]["quartets"][0]
