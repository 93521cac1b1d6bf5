"""The report on one-sided operations."""

import made_up_onesided as made_up
import pytest
from fockproxy_perf.report.analysis import busy, crowds, io_vectors
from fockproxy_perf.report.analysis.busy import Kind
from fockproxy_perf.report.analysis.io_vectors import Method, Stretch
from fockproxy_perf.report.analysis.onesided import At, bandwidths, patch
from fockproxy_perf.report.sections import failures, onesided, words
from fockproxy_perf.report.sections import io_vectors as sections_io_vectors

MPICH, OPENMPI = "MPICH 4.3.2", "Open MPI 4.1.4 (Debian)"


def test_the_patch_is_told_by_operation_window_and_place(sweep):
    found = patch(sweep)
    far = found[At("get", f"{MPICH}, window create", "same node")]
    assert far.latency == pytest.approx(10 * made_up.WORD)
    assert far.bandwidth == pytest.approx(made_up.PATCH / made_up.transfer("create", made_up.PATCH))
    own = found[At("get", f"{MPICH}, window create", "self")]
    assert own.bandwidth == pytest.approx(10 * far.bandwidth)
    arrays = found[At("get", f"{OPENMPI}, Global Arrays", "same node")]
    assert (arrays.latency, arrays.bandwidth) == (None, pytest.approx(made_up.PATCH / 2e-6))


def test_a_rank_taken_for_a_node_stays_on_its_host(altered):
    def elsewhere(record):
        if record["axes"].get("placement") == "same node":
            record["axes"]["placement"] = "other node"
        return record

    assert {at.placement for at in patch(altered(elsewhere))} == {"self", "same node"}


def test_other_than_usual_transfers_are_no_part_of_the_patch(altered):
    def warm(record):
        if record["kind"] == "onesided" and record["axes"]["window"] == "create":
            record["axes"]["cache"] = "warm"
        return record

    assert {at.line for at in patch(altered(warm))} == {
        f"{MPICH}, window allocate", f"{OPENMPI}, window allocate", f"{OPENMPI}, Global Arrays"
    }


def test_bandwidth_has_a_panel_for_each_operation_and_window(sweep):
    curves = bandwidths(sweep)
    assert [c.panel for c in curves if c.line == MPICH] == [
        f"{operation}, window {window}" for window in ("allocate", "create") for operation in made_up.OPERATIONS
    ]
    points = dict(next(c for c in curves if c.line == MPICH and c.panel == "get, window create").points)
    assert points[4096] == pytest.approx(4096 / made_up.transfer("create", 4096))


def test_packed_wins_for_short_segments_only(sweep):
    found = io_vectors.vectors(sweep)
    of_gets = [v for v in found if v.line == f"{MPICH}, window create" and v.operation == "get"]
    assert io_vectors.stretches(of_gets) == (Stretch(Method.PACKED, 1024), Stretch(Method.DIRECT, 8192))
    seconds = [made_up.vector("get", method, 64, 128) for method in ("direct", "packed")]
    few = [made_up.vector("get", method, 8, 128) for method in ("direct", "packed")]
    assert of_gets[0].gain(Method.PACKED) == pytest.approx((seconds[0] / seconds[1] * few[0] / few[1]) ** 0.5)
    advice = [f for f in onesided.section(sweep).findings if f.startswith("Get and put: for segments")]
    assert len(advice) == 1
    for fact in ("up to 1 KiB packed is fastest, above it direct", "accumulate: direct is fastest",
                 f"{MPICH}, window create", f"{OPENMPI}, window create"):
        assert fact in advice[0]


def test_many_configurations_are_counted_and_named_in_tables(sweep, monkeypatch):
    monkeypatch.setattr(words, "FEW", 1)
    monkeypatch.setattr(sections_io_vectors, "FEW", 1)
    made = onesided.section(sweep)
    methods = next(f for f in made.findings if "the method to use" in f)
    even = [v for v in io_vectors.vectors(sweep) if v.even]
    packed = sum(v.best == Method.PACKED for v in even)
    assert packed and f"Of {len(even)} cases" in methods and f"packed in {packed}" in methods
    short = next(t for t in made.tables if t.title in methods)
    cells = {row[0]: dict(zip(short.columns[1:], row[1:], strict=True)) for row in short.rows}
    assert cells[f"{MPICH}, window create"]["get"] == "packed up to 1 KiB, then direct"
    assert cells[f"{MPICH}, window create"]["accumulate"] == "direct"
    counted = next(f for f in made.findings if "configurations (table: " in f)
    who = next(t for t in made.tables if t.title in counted)
    assert f"Of {len(who.rows)} configurations" in counted
    nothing = sum(row[1] == "Nothing needs its target" for row in who.rows)
    assert nothing and f"nothing needs its target on {nothing}" in counted


def test_within_the_noise_the_plain_method_is_best(altered):
    def noisy(record):
        if record["axes"].get("method") == "packed":
            record["result"]["median_high"] = 1.0
        return record

    assert {v.best for v in io_vectors.vectors(altered(noisy))} == {Method.DIRECT}


def test_overlapping_segments_are_not_compared(altered):
    def overlapping(record):
        if record["axes"].get("table") == "strided":
            record["axes"]["overlapping"] = True
        return record

    assert io_vectors.vectors(altered(overlapping)) == []


def test_who_waits_for_a_computing_target_and_whether_polling_helps(sweep):
    kinds = {(b.line, b.operation): b.kind for b in busy.shortest(busy.busy(sweep))}
    assert kinds[f"{MPICH}, window create", "get"] == Kind.CURED
    assert kinds[f"{MPICH}, window create", "accumulate"] == Kind.WAITS
    assert kinds[f"{OPENMPI}, window create", "compare_and_swap"] == Kind.UNSUPPORTED
    free = {where for where, kind in kinds.items() if kind == Kind.FREE}
    assert (f"{MPICH}, window create", "put") in free and len(free) == 10
    findings = onesided.section(sweep).findings
    assert f"Get and accumulate need their target inside MPI, the rest does not: {MPICH}, window create." in findings
    assert any(f.startswith("Polling in the target ends 1 of 2 such waits.") for f in findings)


def test_other_operators_and_datatypes_are_not_mixed_with_the_usual_ones(altered):
    def other(record):
        if record["axes"].get("table") == "busy" and record["axes"]["operation"] == "put":
            record["axes"] |= {"operation": "accumulate", "combination": "max", "datatype": "int32"}
        return record

    changed = altered(other)
    kinds = {(b.line, b.operation): b.kind for b in busy.busy(changed)}
    assert kinds[f"{MPICH}, window create", "accumulate"] == Kind.WAITS
    assert kinds[f"{MPICH}, window create", "accumulate, max, int32"] == Kind.FREE
    section = onesided.section(changed)
    [table] = [t for t in section.tables if t.title.startswith("medians on a target")]
    assert {row[1] for row in table.rows} >= {"accumulate", "accumulate, max, int32"}
    assert not any("max, int32" in finding for finding in section.findings), "the figure shows the usual ones"


def test_an_epoch_of_its_own_is_another_operation(altered):
    def epoch(record):
        if record["axes"].get("table") == "busy" and record["axes"]["operation"] == "get":
            record["axes"]["completion"] = "epoch"
        return record

    changed = altered(epoch)
    assert {b.operation for b in busy.busy(changed) if "get" in b.operation} == {"get, epoch"}
    section = onesided.section(changed)
    [who] = [t for t in section.tables if t.title.startswith("which operations need")]
    others = {row[0]: row[-1] for row in who.rows}
    assert others[f"{MPICH}, window create"] == "epoch 1 of 1", "it waits, and no operation of a Fock build has epochs"
    assert others[f"{MPICH}, window allocate"] == "epoch 0 of 1"
    assert any("Other operators, datatypes and synchronisation may differ" in found for found in section.findings)


def test_the_grid_says_all_three_medians(sweep):
    cells = busy.grid(busy.shortest(busy.busy(sweep))).cells
    assert cells["get", f"{MPICH}, window create"] == (Kind.CURED, "2.0 us / 1.0 ms / 60 us")


def test_a_wrong_transfer_shows_no_time_and_is_named(altered):
    def wrong(record):
        if record["kind"] == "onesided" and record["axes"]["table"] == "busy" and record["axes"]["operation"] == "get":
            record |= {"status": "FAIL", "reason": "word 0 of the buffer is what was there before"}
            record.pop("result")
        return record

    found = altered(wrong)
    assert {b.kind for b in busy.busy(found) if b.operation == "get"} == {Kind.FAILS}
    [table] = [t for t in onesided.section(found).tables if t.title.startswith("medians on a target")]
    assert len(table.marks) == 4 and all(table.rows[i][3] is None for i in table.marks)
    names = [failures.name(row) for row in failures.failed(found.rows)]
    what = "window create, progress poll, table busy, get, method direct, target computing, 8 B"
    assert f"onesided: {MPICH}, shared memory, 2 ranks, {what}" in names


def test_a_launch_that_hung_is_in_the_grid(altered):
    """Its rows have the requested settings, but no shape."""
    def hung(record):
        if record["kind"] == "onesided" and record["axes"]["table"] == "busy" and record["axes"]["operation"] == "put":
            asked = ("stack", "transport", "ranks", "hosts", "binding", "thread_level", "table", "operation", "window")
            record |= {"status": "hung", "reason": "no end", "axes": {name: record["axes"][name] for name in asked}}
            record.pop("result")
        return record

    found = busy.shortest(busy.busy(altered(hung)))
    assert {(b.kind, b.shape) for b in found if b.operation == "put"} == {(Kind.FAILS, (0, 1))}
    assert onesided.section(altered(hung)).figures


def test_without_rows_it_says_what_to_run(altered):
    section = onesided.section(altered(lambda r: r if r["kind"] != "onesided" else None))
    assert "perf/sweeps/onesided" in section.missing and not section.figures


def test_rows_that_all_failed_are_not_missing(altered):
    def wrong(record):
        if record["kind"] == "onesided":
            record |= {"status": "FAIL", "reason": "lost"}
            record.pop("result", None)
        return record

    assert onesided.section(altered(wrong)).missing == "No row of `fockproxy onesided` passed."


def test_several_in_flight_are_held_against_one(sweep):
    found = crowds.flights(sweep)
    assert {f.what for f in found} == {(f"{stack}, window create", "get", 8) for stack in (MPICH, OPENMPI)}
    assert [f.rates for f in found] == [made_up.FLIGHT] * 2
    assert found[0].gain == pytest.approx(10)
    said = next(f for f in onesided.section(sweep).findings if f.startswith("Several in flight"))
    assert "16 at a time make 10 times as many" in said


def test_crowds_at_one_target_are_held_against_a_ring(sweep):
    found = {(c.pattern, c.target): c for c in crowds.crowds(sweep) if c.what.line.startswith(MPICH)}
    assert found["ring", "inside"].rate == pytest.approx(1e6) and found["ring", "inside"].fairness == pytest.approx(1)
    one = found["one target", "inside"]
    assert one.rate == pytest.approx(3e5) and one.fairness == pytest.approx(0.9) and one.ranks == 3
    assert found["one target", "computing, poll"].rate == pytest.approx(1e3)
    findings = onesided.section(sweep).findings
    assert any("at worst 0.30 times" in f and "put of 8 B" in f for f in findings)
    assert any(f.startswith("Least fair (Jain's index 0.90, 1 is fair): one target") for f in findings)
