"""Info keys of windows in sweeps: which rows answer which configurations, and what the keys buy."""

import json

import pytest
from conftest import HERE
from fockproxy_perf.comparison.comparison import Criteria
from fockproxy_perf.rows.store import read_sweep_results
from fockproxy_perf.studies.window_info import bought, kept_in_words
from fockproxy_perf.sweep.launch import Launch
from fockproxy_perf.sweep.launch_rows import answers, named_in_full
from fockproxy_perf.sweep.sweep_file import read_sweep

EXAMPLE = HERE / "data" / "example_sweep.jsonl"
KEYS = "accumulate_ops=same_op+accumulate_ordering=rar,waw"


@pytest.mark.parametrize("asked, identity, answered", [
    ("none", {"window": "create"}, True), (KEYS, {"window": "create"}, False),
    (KEYS, {"window": "create", "window_info": KEYS}, True), ("none", {"window": "create", "window_info": KEYS}, False),
    (KEYS, {"window": "-"}, True)])
def test_rows_without_keys_answer_for_no_keys(asked, identity, answered):
    assert answers({"window": "create", "window_info": asked}, identity) is answered


def test_rows_without_keys_name_them_where_they_are_an_axis():
    def launch(*configurations):
        return Launch("s", "p", "counter", "counter", {}, {}, configurations, 0, 1.0, 1.0)

    axis = launch({"window_info": "none"}, {"window_info": KEYS})
    assert named_in_full(axis, {"window": "create"}) == {"window": "create", "window_info": "none"}
    assert named_in_full(axis, {"window_info": KEYS}) == {"window_info": KEYS}
    assert named_in_full(launch({"window": "create"}), {"window": "create"}) == {"window": "create"}


def test_the_sweep_measures_each_set_beside_none():
    for part in read_sweep("window-info").parts:
        words = part.axes["window_info"]
        assert words[0] == "none" and len(words) > 1, part.name


class Results:
    """A file with rows of one counter, without keys and with KEYS."""

    def __init__(self, folder):
        self.path = folder / "keys.jsonl"
        header, *rows = [json.loads(line) for line in EXAMPLE.read_text().splitlines()]
        self.lines = [header]
        self.row = next(row for row in rows if row["kind"] == "counter" and row["status"] == "verified")

    def add(self, word, degradation, repetition, verdict="kept", status="verified"):
        kept = [{"key": "accumulate_ops", "asked": "same_op", "verdict": verdict, "returned": ["x"]}]
        row = {**self.row, "repetition": repetition, "status": status, "row": 0, "of": 1,
               "axes": {**self.row["axes"], "window_info": word},
               "result": {**self.row["result"], "degradation": degradation,
                          **({} if word == "none" else {"window_info_kept": kept})}}
        if status != "verified":
            del row["result"]
            row["reason"] = "a false promise"
        self.lines.append(row)

    def read(self):
        self.path.write_text("".join(json.dumps(line) + "\n" for line in self.lines))
        return read_sweep_results(self.path)[1]


def test_keys_are_compared_with_none(tmp_path):
    results = Results(tmp_path)
    for repetition in range(5):
        results.add("none", 1.0 + 0.01 * repetition, repetition)
        results.add(KEYS, 0.5 + 0.01 * repetition, repetition, "kept" if repetition else "changed")
        results.add("same_size=true", 1.0, repetition, status="UNSUPPORTED")
        results.add("same_disp_unit=true", 1.0 + 0.01 * repetition, repetition)
    found = {one.keys: one for one in bought(results.read(), Criteria())}
    assert found[KEYS].verdict == "faster" and found[KEYS].compared.ratio.estimate == pytest.approx(0.5, rel=0.1)
    assert found[KEYS].kept == "changed to x or kept"
    assert found["same_disp_unit=true"].verdict == "same"
    assert found["same_size=true"].verdict == "UNSUPPORTED"
    assert "false promise" in found["same_size=true"].compared.why


def test_launches_that_differ_do_not_hide_what_keys_change(tmp_path):
    results = Results(tmp_path)
    for repetition, launch in enumerate((1.0, 5.0, 2.0)):
        results.add("none", launch, repetition)
        results.add(KEYS, 0.8 * launch, repetition)
        results.add("same_size=true", 1.01 * launch, repetition)
        results.add("same_disp_unit=true", launch, repetition)
    found = {one.keys: one for one in bought(results.read(), Criteria())}
    assert found[KEYS].verdict == "faster" and found[KEYS].compared.ratio.estimate == pytest.approx(0.8)
    assert found["same_size=true"].verdict == found["same_disp_unit=true"].verdict == "same"


def test_keys_without_their_counterpart_buy_nothing(tmp_path):
    results = Results(tmp_path)
    results.add("none", 1.0, 1)
    results.add(KEYS, 1.0, 0)
    assert bought(results.read(), Criteria()) == []


def test_answers_differ_by_key(tmp_path):
    results = Results(tmp_path)
    results.add(KEYS, 1.0, 0)
    [row] = results.read()
    row.result["window_info_kept"].append({"key": "same_size", "verdict": "not kept", "returned": []})
    assert kept_in_words([row]) == "accumulate_ops kept, same_size not kept"
