"""The advice of the report on a sweep with a known answer changes if the rows change."""

import itertools
import re

import made_up_sweep
import pytest
from fockproxy_perf.report.analysis.choice import advise
from fockproxy_perf.report.sections import advice, degradation, efficiency, latency, phases, table1, verdicts
from fockproxy_perf.report.sections.command import command


def chosen(advice_):
    row = advice_.best.row
    return row.stack, row.get("counter"), row.get("window"), row.get("progress")


def test_the_cheapest_and_simplest_is_recommended(sweep):
    found = advise(sweep)
    assert (found.evidence, chosen(found)) == ("compare", made_up_sweep.BEST)
    assert found.best.factor == pytest.approx(1.007, abs=0.004)
    build, alone = re.search(r"([\d.]+) ms a build against ([\d.]+) ms", advice.sentences(sweep, found)[1]).groups()
    assert float(build) / float(alone) == pytest.approx(found.best.factor, abs=0.004)


def test_the_answer_can_be_typed(altered):
    def with_variable(record):
        if record["kind"] == "compare":
            record["axes"]["env.OMPI_MCA_osc"] = "^rdma"
        return record

    found = advise(altered(with_variable))
    assert command(found.best.row) == (
        "OMPI_MCA_osc='^rdma' mpiexec -n 2 fockproxy scf water5 --basis cc-pvdz --counter mpi3 --window allocate "
        "--grain atom"
    )


@pytest.mark.parametrize("setting, value", [("integrals", "libint"), ("threshold", 1e-6), ("task_sleep", 0.01),
                                            ("complete", "batch"), ("accumulate_completion", "remote")])
def test_another_problem_is_no_better_setting(altered, setting, value):
    """Some builds are a hundred times as fast because they have another problem."""

    def easier(record):
        axes = record["axes"]
        if record["kind"] == "compare" and record["status"] == "verified":
            if record["config"]["integrals"] == "libint":
                return None
            if (axes["stack"], axes["window"]) == ("mpich-4.3", "create"):
                record["config"][setting] = value
                for column in record["result"]["columns"]:
                    column["seconds"] = [s / 100 for s in column["seconds"]]
        return record

    found = advise(altered(easier))
    assert chosen(found) == made_up_sweep.BEST
    assert all(c.row.config.get(setting) != value for c in found.candidates)


def test_a_slower_best_is_no_longer_recommended(altered):
    def slower(record):
        axes = record["axes"]
        if record["kind"] == "compare" and axes["stack"] == "mpich-4.3" and record["status"] == "verified":
            for column in record["result"]["columns"]:
                column["seconds"] = [2 * s for s in column["seconds"]]
        return record

    found = advise(altered(slower))
    assert found.best.row.stack != "MPICH 4.3.2"
    assert found.best.row.get("window") == "allocate"


def test_each_transport_has_its_advice(altered):
    def over_tcp(record):
        if record["kind"] == "compare" and record["axes"]["stack"] == "openmpi-5.0":
            record["provenance"]["transport"]["label"] = "TCP on one host (Ethernet-like)"
        return record

    found = altered(over_tcp)
    said = advice.sentences(found, advise(found))
    assert said[0].startswith("Use MPICH 4.3.2 over shared memory with counter mpi3, window allocate")
    assert any(s.startswith("Over TCP on one host (Ethernet-like) use Open MPI 5.0.8 with counter") for s in said)


@pytest.mark.parametrize("name", ["sum", "in_flight"])
def test_each_setting_that_varies_has_a_column(altered, name):
    counted = itertools.count()

    def varied(record):
        if record["kind"] == "compare":
            record["axes"][name] = next(counted) % 2
        return record

    [table] = advice.section(altered(varied)).tables
    assert name.replace("_", " ") in table.columns


def test_a_disturbed_row_is_not_recommended(altered):
    def disturb(record):
        if record["kind"] == "compare" and record["axes"]["stack"] == "mpich-4.3":
            record["notes"] = ["disturbed"]
        return record

    found = advise(altered(disturb))
    assert found.best.row.stack != "MPICH 4.3.2"
    assert not found.best.doubtful


def test_an_idle_rank_is_paid_for(sweep):
    idle = [c for c in advise(sweep).candidates if c.row.get("case") == 2]
    assert idle
    assert all(c.factor > 1.9 for c in idle)  # one of two ranks works


@pytest.mark.parametrize("kinds, evidence", [(("counter", "verdict"), "counter"), (("fock", "counter"), "fock")])
def test_without_comparisons_it_says_what_it_goes_by(altered, kinds, evidence):
    reduced = altered(lambda r: r if r["kind"] in kinds else None)
    found = advise(reduced)
    assert found.evidence == evidence
    assert len(advice.sentences(reduced, found)) >= 2


@pytest.mark.parametrize("change", ["length", "ranks"])
def test_counters_are_compared_at_equal_tasks_and_ranks(altered, change):
    """A setting measured with tasks a tenth as long, or on twice the ranks, is not ten times as good."""

    def easier(record):
        axes = record["axes"]
        if record["kind"] != "counter":
            return None
        if (axes["stack"], axes["window"], axes["counter"]) == ("mpich-4.3", "create", "mpi2") and record.get("result"):
            record["result"]["seconds"] /= 10
            record["result"]["ideal_work_seconds"] /= 10
            if change == "length":
                record["config"]["mean_task_seconds"] /= 10
            else:
                axes["ranks"] = 2 * axes["ranks"]
        return record

    found = advise(altered(easier))
    assert found.evidence == "counter"
    assert len({(c.row.config["mean_task_seconds"], c.row.get("ranks")) for c in found.candidates}) == 1
    assert chosen(found)[:3] != ("MPICH 4.3.2", "mpi2", "create")


def test_computing_that_a_setting_slows_down_is_no_excuse(altered):
    """One order makes builds and their computing time twice as long: its factor doubles, and so does its text."""

    def slow(record):
        if record["kind"] == "fock" and record["axes"].get("order") == "random" and record["status"] == "verified":
            fock = record["result"]["fock"]
            fock["seconds"] = [2 * s for s in fock["seconds"]]
            for rank in fock["ranks"]:
                rank["compute_seconds"] *= 2
        return record if record["kind"] == "fock" else None

    before = advise(altered(lambda r: r if r["kind"] == "fock" else None))
    after = advise(altered(slow))
    factor = {str(c.row.settings): c.factor for c in before.candidates}
    slowed = [c for c in after.candidates if c.row.get("order") == "random"]
    assert slowed, [c.row.settings for c in after.candidates]
    assert all(c.factor == pytest.approx(2 * factor[str(c.row.settings)]) for c in slowed)
    ratios = {round(c.factor / c.seconds, 9) for c in after.candidates}
    assert len(ratios) == 1


def test_without_rows_there_is_no_advice(altered):
    empty = altered(lambda r: None)
    assert advise(empty) is None
    assert "No advice" in advice.answer(empty).lead
    assert all(m.section(empty).missing for m in (advice, table1, degradation, verdicts, latency, efficiency, phases))
