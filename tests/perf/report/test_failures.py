"""The report on rows that failed."""

from fockproxy_perf.report.sections import failures


def test_failed_rows_are_in_the_banner_and_have_no_times(sweep):
    assert [r.status for r in failures.failed(sweep.rows)] == ["FAIL", "hung"]
    banner = failures.banner(sweep)
    assert any("value 17 was drawn twice" in example for example in banner.examples)
    assert any("no end after 120 s" in example for example in banner.examples)
    assert all(not r.result for r in failures.failed(sweep.rows))


def test_a_wrong_transport_is_no_wrong_answer(altered):
    def mislabelled(record):
        if record["status"] == "FAIL":
            record["status"] = "other transport"
        return record

    banner = failures.banner(altered(mislabelled))
    assert banner.summary == "1 did not take the transport that they are named after; 1 hung"


def test_nothing_failed_means_no_banner(altered):
    sound = altered(lambda r: r if r["status"] == "verified" else None)
    assert failures.banner(sound) is None
