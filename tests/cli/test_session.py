"""A user's first session: water in cc-pvdz, alone and on two ranks, read as text and as JSON."""

import json
import re

import pytest
from conftest import ERROR, MOLECULES, WITH_GA

ENERGY = -76.02676981  # molecules/reference.json has more digits
MATRIX = "ga" if WITH_GA else "rma"
KINDS = ("counter", "get", "accumulate", "held_get", "held_accumulate")


@pytest.fixture(scope="module", params=[None, 2], ids=["alone", "two ranks"])
def session(request, shared_fockproxy):
    """(run, document, number of ranks)"""
    run, document = shared_fockproxy.document("scf", MOLECULES / "water.xyz", "--basis", "cc-pvdz", "--counter", "mpi3",
                                              "--matrix", MATRIX, ranks=request.param)
    return run, document, request.param or 1


def numbers(pattern, text):
    """The numbers in the groups of the pattern, which must occur exactly once."""
    found = re.findall(pattern, text, re.MULTILINE)
    assert len(found) == 1, f"{pattern} occurs {len(found)} times in\n{text}"
    return [float(x) for x in (found[0] if isinstance(found[0], tuple) else found)]


def iterations(text):
    """One list of words per line of the SCF table."""
    return [line.split() for line in text.splitlines() if re.match(r" *\d+ +-?\d+\.\d{10} ", line)]


def table(text, title):
    """The rows of the table under a title, as lists of cells; the first is the heading. Cells may have single
    spaces."""
    lines = text[text.index(title):].splitlines()[1:]
    rows = [re.split(r" {2,}", line.strip()) for line in lines[:lines.index("")]]
    return [row for row in rows if len(row) == len(rows[0])]  # without the remarks below it


def test_nothing_is_on_stderr_but_warnings(session):
    run, _, _ = session
    assert ERROR not in run.err
    assert run.launched or run.err == ""


def test_text_is_plain(session):
    run, _, _ = session
    assert not re.search(r"[^\n -~]", run.out)
    assert max(map(len, run.out.splitlines())) < 200


@pytest.mark.parametrize("pattern", [
    r"^fockproxy \d+\.\d+\.\d+.*, RHF$",
    r"^ +molecule +H2O, 10 electrons, charge 0, multiplicity 1$",
    r"^ +basis +cc-pvdz, spherical \(5D\) functions: 24 in 12 shells$",
    r"^ +blocks +3 of 5 to 14 functions \(grain auto: 1 atom a block, for an expected mean task of .*\)$",
    r"^ +tasks +21, of which 21 survive screening at 1e-10 with the first density$",
    r"^ +MPI +(Open MPI|MPICH)",
    r"^ +[12] ranks? on 1 node, thread level \w+ \(asked for single\)$",
    r"^ +counter +mpi3, window allocate, 1 task a ticket; progress none$",
    rf"^ +matrix +{MATRIX}, ",
    r"^ +cache +ijk; complete each, accumulates local$",
    r"^ +HOMO -0\.493\d+, LUMO 0\.185\d+, gap 0\.678\d+ hartree$",
    r"^ +dipole .* e bohr \(size 0\.8094\d+ = 2\.057\d debye\)$",
    r"^ +virial ratio -V/T 2\.0005\d+$",
    r"^ +<S2> 0\.000000 \(exact 0\.000000\)$",
    r"^ +orbital energies, hartree \(5 occupied\)$",
    r"^VERIFICATION: PASS$",
])
def test_text_has(session, pattern):
    run, _, _ = session
    assert len(re.findall(pattern, run.out, re.MULTILINE)) == 1


def test_energies(session):
    run, document, _ = session
    scf = document["scf"]
    assert scf["converged"]
    assert scf["energy_total"] == pytest.approx(ENERGY, abs=1e-7)
    parts = [scf["energy_" + part] for part in ("nuclear", "one_electron", "two_electron")]
    assert sum(parts) == pytest.approx(scf["energy_total"], abs=1e-10)
    for name, value in zip(("nuclear repulsion", "one-electron", "two-electron", "total"),
                           [*parts, scf["energy_total"]], strict=True):
        assert numbers(rf"^  {name} +(-?\d+\.\d{{10}})$", run.out) == [pytest.approx(value, abs=1e-9)]
    assert len(scf["orbital_energies"]["alpha"]) == 24
    assert scf["homo"] == scf["orbital_energies"]["alpha"][4]


def test_iterations_are_the_same_in_text_and_json(session):
    run, document, _ = session
    scf, fock = document["scf"], document["fock"]
    lines = iterations(run.out)
    assert len(lines) == scf["iterations"] == len(scf["history"]) == len(fock["tasks"])
    for words, step, tasks, quartets in zip(lines, scf["history"], fock["tasks"], fock["quartets"],
                                            strict=True):
        # energy, change (not in the first line), DIIS error, Fock seconds, tasks, quartets, threshold, kind of build
        assert int(words[0]) == step["iteration"]
        assert float(words[1]) == pytest.approx(step["energy"], abs=1e-9)
        assert float(words[-6]) == pytest.approx(step["diis_error"], rel=0.01, abs=1e-12)
        assert [int(words[-4]), int(words[-3])] == [tasks, quartets]
        assert float(words[-2]) == pytest.approx(step["threshold"], rel=0.1)
        assert words[-1] == ("full" if step["full_build"] else "difference")
    assert scf["history"][-1]["full_build"]
    assert float(lines[-1][1]) == pytest.approx(scf["energy_total"], abs=1e-9)


def test_builds_have_one_entry_each(session):
    _, document, ranks = session
    fock = document["fock"]
    lists = [fock[name] for name in ("tasks", "quartets", "seconds", "task_table_seconds", "setup_seconds")]
    assert len({len(values) for values in lists}) == 1
    assert [rank["rank"] for rank in fock["ranks"]] == list(range(ranks))
    for name in ("tasks", "quartets"):
        assert sum(rank[name] for rank in fock["ranks"]) == sum(fock[name])


def test_communications_are_counted_where_they_happen(session):
    run, document, ranks = session
    fock = document["fock"]
    assert fock["communications_per_task"]["get"] == fock["communications_per_task"]["accumulate"] == 3
    rows = {row[0]: row for row in table(run.out, "Communications per task")}
    assert set(rows) == {"kind", *KINDS}
    for kind in KINDS:
        per_task = fock["communications_per_task"][kind]
        tallies = [rank[kind] for rank in fock["ranks"]]
        assert sum(tally["operations"] for tally in tallies) == pytest.approx(per_task * sum(fock["tasks"]))
        for tally in tallies:
            for unit in ("operations", "bytes", "seconds"):
                parts = [tally[target][unit] for target in ("self", "same_node", "other_node")]
                assert sum(parts) == pytest.approx(tally[unit])
        assert sum(fock["communications_per_task_by_target"][kind].values()) == pytest.approx(per_task)
        assert float(rows[kind][1]) == pytest.approx(per_task, abs=0.006)
        if ranks == 1:
            assert fock["communications_per_task_by_target"][kind]["self"] == pytest.approx(per_task)
    # Each rank learns once per build that no task is left.
    assert fock["communications_per_task"]["counter"] * sum(fock["tasks"]) == pytest.approx(
        sum(fock["tasks"]) + ranks * len(fock["tasks"]))


def test_times_are_shown_by_phase_and_rank(session):
    run, document, ranks = session
    phases = [row[0] for row in table(run.out, "Time by phase")[1:]]
    assert sorted(phases) == sorted(document["phases"])
    rows = table(run.out, "Where the time of the Fock builds went")
    assert rows[0] == ["rank", "compute", "counter", "get", "accum", "held get", "held acc", "fence", "wait at end",
                       "other", "tasks"]
    assert len(rows) == 1 + ranks
    for row, record in zip(rows[1:], document["fock"]["ranks"], strict=True):
        assert float(row[1]) == pytest.approx(record["compute_seconds"], abs=1e-4)
        assert int(row[-1]) == record["tasks"]
    [imbalance] = numbers(r"load imbalance \(max/mean busy\) (\d+\.\d+)$", run.out)
    assert imbalance == pytest.approx(document["fock"]["load_imbalance"], abs=1e-3)
    assert re.search(r"^ +mean task .*, communication per task ", run.out, re.MULTILINE)


@pytest.mark.timing
def test_times_of_a_rank_add_up_to_the_builds(session):
    _, document, _ = session
    fock = document["fock"]
    for rank in fock["ranks"]:
        parts = sum(rank[name + "_seconds"] for name in ("compute", "fence", "wait", "broadcast", "reduce", "other"))
        parts += sum(rank[kind]["seconds"] for kind in KINDS)
        # Less if the system started a rank late.
        assert 0.5 * sum(fock["seconds"]) < parts < 1.02 * sum(fock["seconds"]) + 0.001


def test_every_check_of_the_verification_is_shown(session):
    run, document, _ = session
    checks = document["verification"]["checks"]
    assert document["verification"]["status"] == "PASS"
    assert all(check["passed"] and check["deviation"] <= check["allowed"] for check in checks)
    assert len(checks) >= 6
    shown = re.findall(r"^  ok   ([^:]+):", run.out, re.MULTILINE)
    assert shown == [check["name"] for check in checks]


def test_provenance_and_configuration(session):
    run, document, ranks = session
    provenance, config = document["provenance"], document["config"]
    assert provenance["arguments"][1:5] == ["scf", str(MOLECULES / "water.xyz"), "--basis", "cc-pvdz"]
    assert provenance["mpi"]["library"].split(",")[0] in run.out
    assert provenance["mpi"]["ranks"] == len(provenance["ranks"]) == ranks
    assert (provenance["global_arrays"] is not None) == (MATRIX == "ga")
    assert [config[name] for name in ("counter", "matrix", "cache", "grain")] == ["mpi3", MATRIX, "ijk", "auto"]
    assert document["molecule"]["comment"] == (MOLECULES / "water.xyz").read_text().splitlines()[1]
    assert json.dumps(document).isascii()


def test_one_rank_and_two_agree(shared_fockproxy):
    documents = [shared_fockproxy.document("scf", "water", "--basis", "cc-pvdz", ranks=ranks)[1]
                 for ranks in (None, 1, 2)]
    energies = [document["scf"]["energy_total"] for document in documents]
    assert max(energies) - min(energies) < 1e-9
    assert len({tuple(document["fock"]["quartets"]) for document in documents}) == 1
