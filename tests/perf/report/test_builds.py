"""The report on Fock builds: degradation, efficiency, phases, load balance."""

import pytest
from fockproxy_perf.report.analysis.degradation import ONE, SIX, comparisons, strategy, two_lengths
from fockproxy_perf.report.analysis.efficiency import by_ranks, metg
from fockproxy_perf.report.analysis.imbalance import imbalances
from fockproxy_perf.report.analysis.phases import TOTAL, families
from fockproxy_perf.report.quantities import above_one
from fockproxy_perf.report.sections import degradation, efficiency, phases


def test_degradation_is_that_of_the_rows(sweep):
    lines = {(line.row.stack, line.row.get("window"), strategy(line.row)): line
             for line in comparisons(sweep) if line.row.get("integrals") == "own"}
    line = lines["MPICH 5.0.0", "create", "Case 1"]
    # Waits of half a task for the counter, of 0.12 and 0.18 for gets and accumulates; 4.6 of each, including held
    # blocks.
    assert line.degradations[ONE] == pytest.approx(1.5, rel=0.01)
    assert line.degradations[SIX] == pytest.approx(1.5 + 4.6 * 0.3, rel=0.01)
    assert line.remote_degradations[SIX] == pytest.approx(1 + 0.8 * (0.5 + 4.6 * 0.3), rel=0.01)
    assert lines["MPICH 5.0.0", "create", "Case 1, poll"].degradations[SIX] < 1.05


def test_libint_has_the_same_tasks_at_another_length(sweep):
    (pair,) = two_lengths(comparisons(sweep))
    assert pair.ratio == pytest.approx(5, rel=0.01)
    assert pair.own.degradations[SIX] == pytest.approx(1 + 0.5 + 4.6 * 0.3, rel=0.01)
    assert pair.libint.degradations[SIX] == pytest.approx(1 + (0.5 + 4.6 * 0.3) / 5, rel=0.01)
    words = degradation.section(sweep).findings[-1]
    assert "5.00 times as long" in words and "2.8" in words and "1.3" in words and "1 of 1" in words


def test_metg_is_where_half_is_computing():
    # Efficiency t / (t + 1 ms) is one half at 1 ms.
    points = [(t, t / (t + 1e-3)) for t in (1e-5, 1e-4, 3e-4, 3e-3, 1e-2)]
    at, side = metg(points)
    assert side == "" and at == pytest.approx(1e-3, rel=0.1)
    assert metg(points[3:]) == (3e-3, "<")
    assert metg(points[:3]) == (3e-4, ">")


def test_efficiency_by_ranks(sweep):
    curves = by_ranks(sweep)
    good = next(c for n, c in curves.items() if "MPICH 4.3.2" in n)
    assert [p.ranks for p in good] == [1, 2, 4]
    assert good[-1].speedup == pytest.approx(4 / 1.06, rel=0.02)
    assert good[-1].efficiency == pytest.approx(1 / 1.06, rel=0.02)


def test_an_efficiency_above_one_has_its_mark():
    assert above_one([None, "name", 0.97, 1.0]) == "" and "above 1" in above_one([0.97, 1.092])


def test_tables_mark_efficiencies_above_one(sweep):
    for section, column in ((efficiency, 4), (phases, 5)):
        for table in section.section(sweep).tables:
            if len(table.columns) > column and table.columns[column] in ("efficiency E", "E"):
                assert ("above 1" in table.note) == any((row[column] or 0) > 1 for row in table.rows)


def test_speed_up_of_phases(sweep):
    family = next(f for n, f in families(sweep).items() if "MPICH 4.3.2" in n and len(f) == 3)
    assert family[4]["diagonalisation"] == family[1]["diagonalisation"]
    assert family[1]["Schwarz"] / family[4]["Schwarz"] == pytest.approx(4)


def test_the_total_of_phases_has_neither_checks_nor_the_total_of_the_run(sweep):
    family = next(f for n, f in families(sweep).items() if "MPICH 4.3.2" in n and len(f) == 3)
    shown = sum(time for phase, time in family[4].items() if phase not in ("reduction", TOTAL))
    assert family[4][TOTAL] == pytest.approx(shown + 0.07)  # distributing D, tasks, guess


def test_one_number_of_ranks_has_no_speed_up(sweep):
    table = phases.section(sweep).tables[0]
    measured = {name: {ranks for n, ranks, *_ in table.rows if n == name} for name, *_ in table.rows}
    assert {len(ranks) for ranks in measured.values()} == {1, 3}
    for name, ranks, _, _, speedup, share in table.rows:
        assert (speedup is None) == (share is None) == (len(measured[name]) == 1), (name, ranks)


def test_imbalance_depends_on_order(sweep):
    found = {name: imbalance for name, imbalance, *_ in imbalances(sweep)}
    costliest = next(v for n, v in found.items() if "order costliest" in n)
    assert costliest == min(found.values()) == pytest.approx(1.01)
