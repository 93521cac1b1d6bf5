"""The report on the counter kernel: Table 1, its grid, latencies, and the selection for the figures."""

import made_up_counters
import made_up_sweep
import pytest
from fockproxy_perf.report import sweep as sweep_file
from fockproxy_perf.report.analysis import latency as latencies
from fockproxy_perf.report.analysis import selection
from fockproxy_perf.report.analysis.table1 import Kind, entries
from fockproxy_perf.report.sections import latency, table1
from fockproxy_perf.report.settings import group, label
from fockproxy_perf.rows.counter_rows import CounterRow


def entry(sweep, stack, counter, window):
    return next(
        e
        for e in entries(sweep)
        if (e.rows[0].stack, e.rows[0].get("counter"), e.rows[0].get("window")) == (stack, counter, window)
    )


def test_the_finding_of_2008_is_seen_where_it_is(sweep):
    stalled = entry(sweep, "MPICH 4.3.2", "mpi3", "create")
    assert stalled.stalls(1) and not stalled.stalls(3)
    assert stalled.times[1].wait == pytest.approx(made_up_counters.WORK * 0.26, rel=0.2)
    assert table1.verdict(stalled).endswith("Case 3 cures it")
    assert table1.verdict(entry(sweep, "MPICH 4.3.2", "mpi3", "allocate")) == "needs no progress of a working root"
    assert entry(sweep, "Open MPI 4.1.4 (Debian)", "mpi3-cas", "create").outcome == {1: "hung"}


def test_no_two_lines_of_a_figure_have_one_name(kept):
    """In a sweep with two variants of Case 3, and settings that all drawn lines have in common."""
    found = sweep_file.read(kept)
    bars, _ = table1.section(found).figures
    entries_drawn, names = bars.draw.args
    assert "2 ranks, thread level multiple, bound to core, work kind busy" in bars.title
    drawn = [label(e.row, names) for e in entries_drawn]
    assert len(drawn) > 40 and len(set(drawn)) == len(drawn)
    histograms = latency.section(found).figures[0]
    panels = histograms.draw.args[0]
    assert "2 ranks, thread level multiple, bound to core, work kind busy" in histograms.title
    assert panels and not any("ranks" in ridge.name for ridges in panels.values() for ridge in ridges)
    for title, ridges in panels.items():
        assert len({ridge.name for ridge in ridges}) == len(ridges), title


def test_the_table_has_the_columns_of_2008(sweep):
    [table] = table1.section(sweep).tables
    assert list(table.columns[1:4]) == ["processes", "interconnect", "processor"]
    assert {tuple(row[1:4]) for row in table.rows} == {(2, "shared memory", "Made-up CPU")}


def test_the_processor_is_that_of_the_host_that_measured(altered):
    def elsewhere(record):
        record["provenance"] |= {"cpu": "Another CPU", "transport": {"label": "TCP", "proved": True, "proof": ""}}
        return record

    [table] = table1.section(altered(elsewhere)).tables
    assert {tuple(row[2:4]) for row in table.rows} == {("TCP", "Another CPU")}


def test_what_has_a_column_is_not_said_again(altered):
    def one_over_tcp(record):
        if record["axes"].get("window") == "create":
            record["provenance"]["transport"]["label"] = "TCP"
            record["axes"]["transport"] = "tcp"
        return record

    rows = table1.section(altered(one_over_tcp)).tables[0].rows
    assert {row[2] for row in rows} == {"shared memory", "TCP"}
    assert not any("TCP" in row[0] or "shared memory" in row[0] for row in rows)


def test_the_grid_of_waits_has_every_counter_and_stack(sweep):
    found = entries(sweep)
    grid = table1.grid(found, ["stack", "counter", "window"])
    assert grid.cells["mpi3, window create", "MPICH 4.3.2"][0] == Kind.CURED
    assert grid.cells["mpi3, window allocate", "MPICH 4.3.2"][0] == Kind.FREE
    assert grid.cells["mpi3-cas, window create", "Open MPI 4.1.4 (Debian)"] == (Kind.FAILS, "")
    assert set(grid.lines) == {stack for stack, *_ in made_up_sweep.STACKS.values()}
    assert len(grid.cells) == len(found)


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
    groups = group(sweep.of(CounterRow))
    assert selection.few_enough(groups, lambda g: g, len(groups), [selection.one_counter]) == (groups, False)
    steps = [lambda groups: selection.those(groups, "counter", ["none such"]), selection.one_counter]
    chosen, fewer = selection.few_enough(groups, lambda g: g, 1, steps)
    assert fewer and {g[0].get("counter") for g in chosen} == {"mpi3"}


def test_two_peaks_are_counted(sweep):
    panels = latencies.counters(sweep)
    peaks = {r.name: r.peaks for r in panels["mpi3, window create"]}
    assert peaks["MPICH 4.3.2, Case 1"] == 2
    assert peaks["MPICH 4.3.2, Case 2"] == 1
