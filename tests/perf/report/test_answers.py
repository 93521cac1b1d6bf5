"""What the report says of a sweep whose right answers are known, and that it changes its mind when the rows change."""

import copy
import json
import math
import re

import pytest

import made_up_sweep
from fockproxy_perf.report import (
    advice,
    degradation,
    efficiency,
    failures,
    latency,
    phases,
    selection,
    strategies,
    sweep as sweep_file,
    table1,
    verdicts,
)


def altered(made_up, tmp_path, change):
    """The made-up sweep after change(record) of every row; None drops a row."""
    lines = [json.loads(line) for line in made_up.read_text().splitlines()]
    changed = [lines[0]] + [r for r in (change(copy.deepcopy(r)) for r in lines[1:]) if r]
    path = tmp_path / "altered.jsonl"
    path.write_text("".join(json.dumps(r) + "\n" for r in changed))
    return sweep_file.read(path)


def chosen(advice_):
    row = advice_.best.row
    return row.stack, row.get("counter"), row.get("window"), row.get("progress")


def test_the_cheapest_and_simplest_is_recommended(sweep):
    found = advice.advise(sweep)
    assert (found.evidence, chosen(found)) == ("compare", made_up_sweep.BEST)
    assert found.best.factor == pytest.approx(1.007, abs=0.004)
    build, alone = re.search(r"([\d.]+) ms a build against ([\d.]+) ms", advice.sentences(sweep, found)[1]).groups()
    assert float(build) / float(alone) == pytest.approx(found.best.factor, abs=0.004)


def test_the_answer_can_be_typed(made_up, tmp_path):
    def with_variable(record):
        if record["kind"] == "compare":
            record["axes"]["env.OMPI_MCA_osc"] = "^rdma"
        return record

    found = advice.advise(altered(made_up, tmp_path, with_variable))
    assert advice.command(found.best.row) == (
        "OMPI_MCA_osc=^rdma mpiexec -n 2 fockproxy scf water5 --basis cc-pvdz --counter mpi3 --window allocate "
        "--grain atom"
    )


def test_a_slower_best_is_no_longer_recommended(made_up, tmp_path):
    def slower(record):
        axes = record["axes"]
        if record["kind"] == "compare" and axes["stack"] == "mpich-4.3" and record["status"] == "verified":
            for column in record["result"]["columns"]:
                column["seconds"] = [2 * s for s in column["seconds"]]
        return record

    found = advice.advise(altered(made_up, tmp_path, slower))
    assert found.best.row.stack != "MPICH 4.3.2"
    assert found.best.row.get("window") == "allocate"


def test_each_transport_has_its_advice(made_up, tmp_path):
    def over_tcp(record):
        if record["kind"] == "compare" and record["axes"]["stack"] == "openmpi-5.0":
            record["provenance"]["transport"]["label"] = "TCP on one host (Ethernet-like)"
        return record

    found = altered(made_up, tmp_path, over_tcp)
    said = advice.sentences(found, advice.advise(found))
    assert said[0].startswith("Use MPICH 4.3.2 over shared memory with counter mpi3, window allocate")
    assert any(s.startswith("Over TCP on one host (Ethernet-like) use Open MPI 5.0.8 with counter") for s in said)


def test_a_disturbed_row_is_not_recommended(made_up, tmp_path):
    def disturb(record):
        if record["kind"] == "compare" and record["axes"]["stack"] == "mpich-4.3":
            record["notes"] = ["disturbed"]
        return record

    found = advice.advise(altered(made_up, tmp_path, disturb))
    assert found.best.row.stack != "MPICH 4.3.2"
    assert not found.best.doubtful


def test_an_idle_rank_is_paid_for(sweep):
    idle = [c for c in advice.advise(sweep).candidates if c.row.get("case") == 2]
    assert idle
    assert all(c.factor > 1.9 for c in idle)  # one of two ranks works


@pytest.mark.parametrize("kinds, evidence", [(("counter", "verdict"), "counter"), (("fock", "counter"), "fock")])
def test_without_comparisons_it_says_what_it_goes_by(made_up, tmp_path, kinds, evidence):
    reduced = altered(made_up, tmp_path, lambda r: r if r["kind"] in kinds else None)
    found = advice.advise(reduced)
    assert found.evidence == evidence
    assert len(advice.sentences(reduced, found)) >= 2


@pytest.mark.parametrize("change", ["length", "ranks"])
def test_counters_are_compared_at_equal_tasks_and_ranks(made_up, tmp_path, change):
    """One setting measured again with tasks a tenth as long, or on twice the ranks: it is not ten times as good."""

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

    found = advice.advise(altered(made_up, tmp_path, easier))
    assert found.evidence == "counter"
    assert len({(c.row.config["mean_task_seconds"], c.row.get("ranks")) for c in found.candidates}) == 1
    assert chosen(found)[:3] != ("MPICH 4.3.2", "mpi2", "create")


def test_computing_that_a_setting_slows_down_is_no_excuse(made_up, tmp_path):
    """Builds and their computing made twice as long by one order: its factor doubles, as does what is said of it."""

    def slow(record):
        if record["kind"] == "fock" and record["axes"].get("order") == "random" and record["status"] == "verified":
            fock = record["result"]["fock"]
            fock["seconds"] = [2 * s for s in fock["seconds"]]
            for rank in fock["ranks"]:
                rank["compute_seconds"] *= 2
        return record if record["kind"] == "fock" else None

    before = advice.advise(altered(made_up, tmp_path, lambda r: r if r["kind"] == "fock" else None))
    after = advice.advise(altered(made_up, tmp_path, slow))
    factor = {str(c.row.settings): c.factor for c in before.candidates}
    slowed = [c for c in after.candidates if c.row.get("order") == "random"]
    assert slowed, [c.row.settings for c in after.candidates]
    assert all(c.factor == pytest.approx(2 * factor[str(c.row.settings)]) for c in slowed)
    ratios = {round(c.factor / c.seconds, 9) for c in after.candidates}
    assert len(ratios) == 1


def test_without_rows_there_is_no_advice(made_up, tmp_path):
    empty = altered(made_up, tmp_path, lambda r: None)
    assert advice.advise(empty) is None
    assert "No advice" in advice.opening(empty)
    assert all(m.section(empty).missing for m in (advice, table1, degradation, verdicts, latency, efficiency, phases))


def test_failed_rows_are_in_the_banner_and_have_no_times(sweep):
    assert [r.status for r in failures.failed(sweep)] == ["FAIL", "hung"]
    banner = failures.banner(sweep)
    assert "value 17 was drawn twice" in banner and "no end after 120 s" in banner
    assert all(not r.result for r in failures.failed(sweep))


def test_a_wrong_transport_is_no_wrong_answer(made_up, tmp_path):
    def mislabelled(record):
        if record["status"] == "FAIL":
            record["status"] = "other transport"
        return record

    banner = failures.banner(altered(made_up, tmp_path, mislabelled))
    assert "1 did not take the transport that they are named after; 1 hung" in banner
    assert "answers were wrong" not in banner


def test_nothing_failed_means_no_banner(made_up, tmp_path):
    sound = altered(made_up, tmp_path, lambda r: r if r["status"] == "verified" else None)
    assert failures.banner(sound) == ""


def entry(sweep, stack, counter, window):
    return next(
        e
        for e in table1.entries(sweep)
        if (e.rows[0].stack, e.rows[0].get("counter"), e.rows[0].get("window")) == (stack, counter, window)
    )


def test_the_finding_of_2008_is_seen_where_it_is(sweep):
    stalled = entry(sweep, "MPICH 4.3.2", "mpi3", "create")
    assert stalled.stalls(1) and not stalled.stalls(3)
    assert stalled.wait[1] == pytest.approx(made_up_sweep.WORK * 0.26, rel=0.2)
    assert stalled.verdict().endswith("Case 3 cures it")
    assert entry(sweep, "MPICH 4.3.2", "mpi3", "allocate").verdict() == "needs no progress of a working root"
    assert entry(sweep, "Open MPI 4.1.4 (Debian)", "mpi3-cas", "create").outcome == {1: "hung"}


def test_the_grid_of_waits_has_every_counter_and_stack(sweep):
    found = table1.entries(sweep)
    cells, counters, lines = table1._grid(found, ["stack", "counter", "window"])
    assert cells["mpi3, window create", "MPICH 4.3.2"][0] == table1.CURED
    assert cells["mpi3, window allocate", "MPICH 4.3.2"][0] == table1.FREE
    assert cells["mpi3-cas, window create", "Open MPI 4.1.4 (Debian)"] == (table1.FAILS, "")
    assert set(lines) == {stack for stack, *_ in made_up_sweep.STACKS.values()}
    assert len(cells) == len(found)


def test_a_choice_is_drawn_of_many_counters_and_all_are_in_the_tables(sweep, monkeypatch):
    everything = {(row[0], row[1]) for row in latency.section(sweep).tables[0].rows}
    monkeypatch.setattr(latency, "_MOST_DRAWN", 10)
    monkeypatch.setattr(table1, "_MOST_DRAWN", 10)
    section = latency.section(sweep)
    drawn = {(row[0], row[1]) for row in section.figures[0].data.rows}
    assert drawn < everything == {(row[0], row[1]) for row in section.tables[0].rows}
    assert not any("Case 2" in row for _, row in drawn)
    assert section.figures[0].title.endswith("a choice, the table has all")
    assert "a choice" in table1.section(sweep).figures[0].title


def test_a_step_of_a_choice_never_leaves_nothing(sweep):
    groups = sweep_file.group(sweep.of("counter"))
    assert selection.few_enough(groups, lambda g: g, len(groups), [selection.one_counter]) == (groups, False)
    steps = [lambda groups: selection._those(groups, "counter", ["none such"]), selection.one_counter]
    chosen, fewer = selection.few_enough(groups, lambda g: g, 1, steps)
    assert fewer and {g[0].get("counter") for g in chosen} == {"mpi3"}


def test_windows_with_the_same_verdicts_share_a_line(sweep):
    cells, lines = verdicts.merged(*verdicts.grid(sweep))
    assert "MPICH 4.0.2 (Debian), window allocate or create" in lines
    assert {"MPICH 4.3.2, window allocate", "MPICH 4.3.2, window create"} < set(lines)
    assert cells["get, 8 B", "MPICH 4.3.2, window allocate"] == (verdicts.SELF, "")
    assert cells["get, 8 B", "MPICH 4.3.2, window create"] == (verdicts.NEEDS, "")


def test_degradation_is_that_of_the_rows(sweep):
    lines = {
        (l.rows[0].stack, l.rows[0].get("window"), degradation.strategy(l.rows[0])): l
        for l in degradation.comparisons(sweep)
    }
    line = lines["MPICH 5.0.0", "create", "Case 1"]
    # Waits of half a task for the counter, 0.12 and 0.18 for gets and accumulates, 4.6 of each with the held ones.
    assert line.degradation(1) == pytest.approx(1.5, rel=0.01)
    assert line.degradation(2) == pytest.approx(1.5 + 4.6 * 0.3, rel=0.01)
    assert line.remote_degradation(2) == pytest.approx(1 + 0.8 * (0.5 + 4.6 * 0.3), rel=0.01)
    assert lines["MPICH 5.0.0", "create", "Case 1, poll"].degradation(2) < 1.05


def test_verdicts_fill_the_grid(sweep):
    cells, operations, lines = verdicts.grid(sweep)
    assert operations == made_up_sweep.OPERATIONS
    assert len(lines) == 12
    assert cells["get, 8 B", "Open MPI 5.0.8, window create"][0] == verdicts.SELF
    assert cells["fetch_and_op, 8 B", "Open MPI 5.0.8, window create"][0] == verdicts.NEEDS
    assert cells["compare_and_swap, 8 B", "Open MPI 4.1.4 (Debian), window create"][0] == verdicts.UNSUPPORTED


def test_repetitions_that_differ_are_no_verdict(sweep):
    by_itself = next(r for r in sweep.of("verdict") if r.result["verdict"] == verdicts.SELF)
    needs = next(r for r in sweep.of("verdict") if r.result["verdict"] == verdicts.NEEDS)
    assert verdicts._verdict([by_itself, by_itself]) == verdicts.SELF
    assert verdicts._verdict([by_itself, needs]) == verdicts.MIXED


def test_two_peaks_are_counted(sweep):
    panels = latency._counter_panels(sweep)
    peaks = {r.name: r.peaks for r in panels["mpi3, window create"]}
    assert peaks["MPICH 4.3.2, Case 1"] == 2
    assert peaks["MPICH 4.3.2, Case 2"] == 1


def test_metg_is_where_half_is_computing():
    # Efficiency t / (t + 1 ms) is one half at 1 ms.
    points = [(t, t / (t + 1e-3)) for t in (1e-5, 1e-4, 3e-4, 3e-3, 1e-2)]
    at, side = efficiency.metg(points)
    assert side == "" and at == pytest.approx(1e-3, rel=0.1)
    assert efficiency.metg(points[3:]) == (3e-3, "<")
    assert efficiency.metg(points[:3]) == (3e-4, ">")


def test_efficiency_by_ranks(sweep):
    curves = efficiency.by_ranks(sweep)
    good = next(c for n, c in curves.items() if "MPICH 4.3.2" in n)
    assert [p[0] for p in good] == [1, 2, 4]
    assert good[-1][2] == pytest.approx(4 / 1.06, rel=0.02)  # S
    assert good[-1][3] == pytest.approx(1 / 1.06, rel=0.02)  # E


def test_speed_up_of_phases(sweep):
    family = next(f for n, f in phases.families(sweep).items() if "MPICH 4.3.2" in n and len(f) == 3)
    assert family[4]["diagonalisation"] == family[1]["diagonalisation"]
    assert family[1]["Schwarz"] / family[4]["Schwarz"] == pytest.approx(4)
    assert not math.isclose(family[4]["total without checks"], sum(family[4].values()))


def test_one_number_of_ranks_has_no_speed_up(sweep):
    table = phases.section(sweep).tables[0]
    measured = {name: {ranks for n, ranks, *_ in table.rows if n == name} for name, *_ in table.rows}
    assert {len(ranks) for ranks in measured.values()} == {1, 3}
    for name, ranks, _, _, speedup, efficiency in table.rows:
        assert (speedup is None) == (efficiency is None) == (len(measured[name]) == 1), (name, ranks)


def test_imbalance_depends_on_order(sweep):
    found = {name: imbalance for name, imbalance, *_ in efficiency.imbalances(sweep)}
    costliest = next(v for n, v in found.items() if "order costliest" in n)
    assert costliest == min(found.values()) == pytest.approx(1.01)


def other_strategies(record):
    """Cases 2 and 3 of the made-up sweep taken for Case 1 with two strategies."""
    if record["kind"] == "counter" and record["axes"].get("case") in (2, 3):
        strategy = {2: "poll", 3: "helper-poll"}[record["axes"]["case"]]
        record["axes"] |= {"case": 1, "progress": strategy}
        if record["status"] == "verified":
            record["result"] |= {"case": 1, "progress": strategy}
            record["result"]["work_slowdown"] = {"poll": 1.02, "helper-poll": 1.3}[strategy]
    return record


def test_strategies_are_told_apart_by_wait_and_price(made_up, tmp_path):
    found = altered(made_up, tmp_path, other_strategies)
    lines = {(a[0].stack, a[0].get("counter"), a[0].get("window")): t for a, t in strategies.counter_lines(found)}
    tried = lines["MPICH 4.3.2", "mpi3", "create"]
    kinds = {name: strategies.counter_cell(rows)[0] for name, rows in tried.items()}
    assert kinds == {"none": strategies.WAITS, "poll": strategies.FREE, "helper-poll": strategies.DEAR}
    assert strategies.counter_cell(lines["MPICH 4.3.2", "mpi3", "allocate"]["none"])[0] == strategies.FREE
    section = strategies.section(found)
    assert not section.missing and len(section.figures) == 1
    stalled = sum(strategies.counter_cell(t["none"])[0] == strategies.WAITS for t in lines.values())
    assert section.findings[0].startswith(f"Without a strategy a value waits for the root in {stalled} of {len(lines)}")
    assert any(re.match(rf"poll ends the wait in {stalled} of {stalled} of them", s) for s in section.findings)


def test_a_strategy_that_fails_is_marked(made_up, tmp_path):
    def crash(record):
        record = other_strategies(record)
        if record["axes"].get("progress") == "helper-poll":
            record |= {"status": "crashed", "reason": "exit code 106"}
            record.pop("result", None)
        return record

    tried = strategies.counter_lines(altered(made_up, tmp_path, crash))[0][1]
    assert strategies.counter_cell(tried["helper-poll"]) == (strategies.FAILS, None)


def test_one_strategy_is_nothing_to_compare(made_up, tmp_path):
    assert strategies.section(altered(made_up, tmp_path, lambda r: None)).missing
