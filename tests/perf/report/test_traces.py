"""Gantt chart and contention of a trace with known figures; and files that are no traces."""

import json

import made_up_trace as made
import pytest
from conftest import run_report
from fockproxy_perf.report import trace as trace_file
from fockproxy_perf.report.analysis import contention, gantt
from fockproxy_perf.report.sections import contention as contention_section
from fockproxy_perf.report.sections import gantt as gantt_section


@pytest.fixture(scope="module")
def path(traces):
    return traces[0]


@pytest.fixture(scope="module")
def trace(path):
    return trace_file.read(path)


def test_ranks_runs_and_blocks(trace):
    assert (trace.ranks, len(trace.runs()), trace.layout.blocks, trace.dropped) == (2, 2, made.BLOCKS, 0)
    assert (
        trace.title
        == "fock, water2, 6-31g, counter mpi3, window create, progress none, order natural, grain atom, 2 ranks, "
        "Made-up MPI 1.0"
    )


def test_the_shares_of_a_run_are_those_of_its_spans(trace):
    times = gantt.shares(trace, trace.chosen_run())
    assert set(times) == {0, 1}
    for spent in times.values():
        assert spent["compute"] == pytest.approx(40 * made.TASK)
        assert spent["counter"] == pytest.approx(40 * 200e-6)
        assert spent["get"] == pytest.approx(40 * made.GET)
        assert spent["accumulate"] == pytest.approx(40 * made.ACCUMULATE)
        assert spent["idle"] == pytest.approx(made.IDLE)
        assert spent["other"] == pytest.approx(0, abs=1e-9)


def test_contention_is_counted_by_block(trace):
    spans = contention.accesses(trace, trace.chosen_run(), "F")
    found = contention.by_block(spans)
    assert len(spans) == 80
    accesses, waited, most = found[0, 0]
    assert accesses == 40  # every other task of both ranks
    assert waited == pytest.approx(40 * made.ACCUMULATE)
    assert most == 2
    assert contention.colliding_seconds(spans) == pytest.approx(20 * made.ACCUMULATE)


def test_spans_that_touch_do_not_overlap():
    spans = [trace_file.Span("get", "get", 0, float(i), i + 1.0, {"block": [0, 0]}) for i in range(3)]
    assert contention.overlap(spans) == 1
    assert contention.overlap([*spans, trace_file.Span("get", "get", 1, 0.5, 2.5, {"block": [0, 0]})]) == 2


def test_close_spans_are_joined():
    spans = [trace_file.Span("get", "get", 0, b, e, {}) for b, e in ((0, 1), (1.5, 2), (5, 6))]
    assert gantt.joined(spans, 0) == [(0, 1), (1.5, 2), (5, 6)]
    assert gantt.joined(spans, 1) == [(0, 2), (5, 6)]


def test_a_short_run_gives_its_spans_as_they_are(trace):
    run = trace.chosen_run()
    whole = gantt.chart(trace, run.begin, run.end)
    assert whole.gap == 0
    assert sum(e - b for b, e in whole.bars[1, "compute"]) == pytest.approx(40 * made.TASK)
    (figure,) = gantt_section.section([trace]).figures
    assert len(figure.data.rows) == len(trace.during(run.begin, run.end, *trace_file.SHOWN))


def test_a_long_run_is_drawn_in_a_bounded_number_of_bars(tmp_path):
    trace = trace_file.read(made.make(tmp_path / "long.json", tasks=3000, order="natural"))
    run = trace.chosen_run()
    assert len(trace.during(run.begin, run.end, *trace_file.SHOWN)) > 20000
    whole = gantt.chart(trace, run.begin, run.end)
    assert 0 < whole.gap < 0.01 * run.seconds
    assert sum(map(len, whole.bars.values())) <= gantt.MOST_BARS
    assert min(b for bars in whole.bars.values() for b, _ in bars) == pytest.approx(0, abs=1e-9)
    assert max(e for bars in whole.bars.values() for _, e in bars) == pytest.approx(run.seconds)
    section = gantt_section.section([trace])
    assert len(section.figures[0].data.rows) <= 2 * gantt.MOST_BARS
    assert any("The trace itself has them all" in finding for finding in section.findings)


def test_accesses_in_progress_add_up(trace):
    run = trace.chosen_run()
    spans = contention.accesses(trace, run, "F")
    points = contention.in_progress(spans, run.begin, run.seconds)
    width = run.seconds / len(points)
    assert sum(mean for _, mean, _ in points) * width == pytest.approx(80 * made.ACCUMULATE)
    assert max(peak for *_, peak in points) == contention.overlap(spans) == 2
    assert all(mean <= peak + 1e-9 for _, mean, peak in points)


def test_two_orders_share_one_scale(path, tmp_path):
    after = trace_file.read(made.make(tmp_path / "after.json", order="costliest", stall=20e-6))
    section = contention_section.section([trace_file.read(path), after])
    assert [f.name for f in section.figures] == ["contention-blocks", "contention-time"]
    assert any("after: order costliest" in finding for finding in section.findings)


def test_a_run_that_lost_events_is_not_whole(tmp_path):
    trace = trace_file.read(made.make(tmp_path / "full.json"))
    assert trace.whole_runs() == trace.runs()
    first = min((s for s in trace.spans if s.rank == 1), key=lambda s: s.end)
    trace.spans.remove(first)
    trace.about["ranks"][1]["dropped_events"] = 1
    assert trace.whole_runs() == trace.runs()[1:]
    assert trace.chosen_run() == trace.runs()[1]


def test_dropped_events_are_said(tmp_path):
    section = gantt_section.section([trace_file.read(made.make(tmp_path / "full.json", dropped=5))])
    assert any("has dropped 10 earlier events" in finding for finding in section.findings)


@pytest.mark.parametrize("text", ["", "[]", '{"traceEvents": []}', '{"traceEvents": [], "otherData": {"ranks": []}}'])
def test_other_files_are_refused_in_one_line(made_up, tmp_path, text):
    other = tmp_path / "other.json"
    other.write_text(text)
    run = run_report(made_up, "--trace", other)
    assert run.returncode == 2
    assert run.stderr == f"perf report: error: {other} is no trace that fockproxy --trace wrote\n"


def test_the_trace_is_plain_json(path):
    assert {e["ph"] for e in json.loads(path.read_text())["traceEvents"]} == {"M", "X", "C"}
