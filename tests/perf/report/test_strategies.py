"""The report on progress strategies."""

import re

from fockproxy_perf.report.analysis.strategies import Kind, counter_lines
from fockproxy_perf.report.sections import strategies


def other_strategies(record):
    """Uses Cases 2 and 3 of the made-up sweep as Case 1 with two strategies."""
    if record["kind"] == "counter" and record["axes"].get("case") in (2, 3):
        strategy = {2: "poll", 3: "helper-poll"}[record["axes"]["case"]]
        record["axes"] |= {"case": 1, "progress": strategy}
        if record["status"] == "verified":
            record["result"] |= {"case": 1, "progress": strategy}
            record["result"]["work_slowdown"] = {"poll": 1.02, "helper-poll": 1.3}[strategy]
    return record


def test_strategies_are_told_apart_by_wait_and_price(altered):
    found = altered(other_strategies)
    lines = {
        (rows[0].stack, rows[0].get("counter"), rows[0].get("window")): effects
        for rows, effects in counter_lines(found)
    }
    tried = lines["MPICH 4.3.2", "mpi3", "create"]
    kinds = {name: effect.kind for name, effect in tried.items()}
    assert kinds == {"none": Kind.WAITS, "poll": Kind.FREE, "helper-poll": Kind.DEAR}
    assert lines["MPICH 4.3.2", "mpi3", "allocate"]["none"].kind == Kind.FREE
    section = strategies.section(found)
    assert not section.missing and len(section.figures) == 1
    stalled = sum(effects["none"].kind == Kind.WAITS for effects in lines.values())
    assert section.findings[0].startswith(f"Without a strategy a value waits for the root in {stalled} of {len(lines)}")
    assert any(re.match(rf"poll ends the wait in {stalled} of {stalled} of them", s) for s in section.findings)


def test_a_strategy_that_fails_is_marked(altered):
    def crash(record):
        record = other_strategies(record)
        if record["axes"].get("progress") == "helper-poll":
            record |= {"status": "crashed", "reason": "exit code 106"}
            record.pop("result", None)
        return record

    effect = counter_lines(altered(crash))[0].effects["helper-poll"]
    assert (effect.kind, effect.measured) == (Kind.FAILS, None)


def test_one_strategy_is_nothing_to_compare(altered):
    assert strategies.section(altered(lambda r: None)).missing
