"""The report on ranks that wait for a device."""

import pytest
from fockproxy_perf.report.analysis.device import waitings
from fockproxy_perf.report.analysis.table1 import entries
from fockproxy_perf.report.sections import device


@pytest.fixture
def of_devices(altered):
    """Case 1 with a device: ranks wait by `poll` with windows of kind allocate, and by `spin` with the others."""

    def change(record):
        if record["kind"] == "counter" and record["axes"]["case"] == 1:
            way = "poll" if record["axes"]["window"] == "allocate" else "spin"
            record["options"] |= {"work_kind": "device", "device": "emulated", "device_wait": way}
            if "config" in record:
                record["config"]["device_used"] = "emulated by a thread"
        return record

    return altered(change)


def test_a_sweep_without_devices_says_what_to_run(sweep):
    assert "perf/sweeps/device" in device.section(sweep).missing


def test_a_deaf_wait_is_told_from_one_that_serves(of_devices):
    found = [w for w in waitings(of_devices) if w.wait is not None]
    assert {w.way for w in found} == {"poll", "spin"}
    deaf = [w for w in found if w.is_deaf]
    assert deaf and len(deaf) < len(found)
    section = device.section(of_devices)
    assert any("waits by spin" in said and "of a task" in said for said in section.findings)
    [table] = section.tables
    assert {row[1] for row in table.rows if row[3] is not None} == {"emulated by a thread"}
    meanings = {row[-1] for row in table.rows}
    assert {"serves", "serves nobody"} <= {meaning.partition(";")[0] for meaning in meanings}
    assert any(meaning.startswith(("hung", "UNSUPPORTED")) for meaning in meanings)


def test_ranks_that_wait_for_devices_are_not_among_those_that_compute(of_devices):
    assert all(1 not in entry.times for entry in entries(of_devices))
