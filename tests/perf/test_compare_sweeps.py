"""scripts/perf compare: what counts as slower, and what cannot be told."""

import itertools
import json

import pytest
from conftest import HERE
from fockproxy_perf.comparison.ratio_interval import cut_off, ratio_interval, repetitions_needed, ways

EXAMPLE = HERE / "data" / "example_sweep.jsonl"


def test_u_has_its_exact_distribution():
    for m, n in ((2, 3), (3, 3), (4, 3)):
        counts = {}
        for chosen in itertools.combinations(range(m + n), m):
            others = [i for i in range(m + n) if i not in chosen]
            u = sum(a > b for a in chosen for b in others)
            counts[u] = counts.get(u, 0) + 1
        assert all(ways(m, n, u) == counts.get(u, 0) for u in range(m * n + 2))


def test_few_repetitions_give_no_interval():
    assert cut_off(2, 2, 0.9) is None and repetitions_needed(0.9) == 3
    assert cut_off(3, 3, 0.95) is None and repetitions_needed(0.95) == 4
    assert cut_off(3, 3, 0.9) == 0  # the probability of U = 0 is 1/20
    assert cut_off(5, 5, 0.95) == 2  # the critical value in every table
    assert cut_off(10, 10, 0.95) == 23


def test_the_interval_covers_and_ignores_an_outlier():
    ratio = ratio_interval([1.0, 1.1, 0.9, 1.0, 50.0], [2.0, 2.2, 1.8, 2.1, 1.9], 0.95)
    assert ratio.estimate == pytest.approx(2, rel=0.2)
    assert ratio.low < 2 < ratio.high


class Sweeps:
    def __init__(self, folder):
        self.folder = folder
        self.header, *self.rows = [json.loads(line) for line in EXAMPLE.read_text().splitlines()]
        self.counter = next(row for row in self.rows if row["kind"] == "counter" and row["status"] == "verified")
        self.verdict = next(row for row in self.rows if row["kind"] == "verdict" and row["status"] == "verified")

    def write(self, name, rows):
        text = "".join(json.dumps({**row, "row": 0, "of": 1}) + "\n" for row in rows)
        return self.folder.write(name, json.dumps(self.header) + "\n" + text)

    def degraded(self, name, figures, status="verified", notes=()):
        rows = []
        for repetition, figure in enumerate(figures):
            row = {**self.counter, "repetition": repetition, "status": status, "notes": list(notes),
                   "result": {**self.counter["result"], "degradation": figure}}
            if status != "verified":
                del row["result"]
                row["reason"] = "value 3 is missing"
            rows.append(row)
        return self.write(name, rows)

    def compare(self, base, new, *arguments, code=0):
        out, _ = self.folder.run(base, new, *arguments, command="compare", code=code)
        return out


@pytest.fixture
def sweeps(folder):
    return Sweeps(folder)


@pytest.mark.parametrize("new, verdict, code", [
    ([1.50, 1.52, 1.49], "slower", 1),
    ([0.70, 0.71, 0.69], "faster", 0),
    ([1.00, 1.01, 1.02], "same", 0),
    ([0.90, 1.50, 1.00], "can't tell", 0),
    ([1.50, 1.52], "can't tell", 0),
])
def test_verdicts(sweeps, new, verdict, code):
    base = sweeps.degraded("base.jsonl", [1.00, 1.01, 0.99])
    out = sweeps.compare(base, sweeps.degraded("new.jsonl", new), "--all", code=code)
    assert out.splitlines()[2].startswith(verdict)
    assert out.splitlines()[-1] == f"1 figures: 1 {verdict}"


def test_strict_does_not_take_cannot_tell_for_the_same(sweeps):
    base = sweeps.degraded("base.jsonl", [1.0, 1.0])
    out = sweeps.compare(base, base, "--strict", code=3)
    assert "3 of each are needed" in out


def test_disturbed_rows_are_not_believed(sweeps):
    base = sweeps.degraded("base.jsonl", [1.0, 1.0, 1.0])
    new = sweeps.degraded("new.jsonl", [2.0, 2.0, 2.0], notes=["disturbed"])
    assert "NEW disturbed" in sweeps.compare(base, new)
    sweeps.compare(base, new, "--disturbed", code=1)


def test_a_row_that_fails_now_is_broken(sweeps):
    base = sweeps.degraded("base.jsonl", [1.0, 1.0, 1.0])
    new = sweeps.degraded("new.jsonl", [1.0, 1.0, 1.0], status="FAIL")
    assert "broken" in sweeps.compare(base, new, code=1) and "value 3 is missing" in sweeps.compare(base, new, code=1)
    assert "1 cured" in sweeps.compare(new, base)


def test_an_operation_that_lost_its_progress_is_slower(sweeps):
    def said(name, verdict):
        return sweeps.write(name, [{**sweeps.verdict, "result": {**sweeps.verdict["result"], "verdict": verdict}}])

    alone, needs = said("alone.jsonl", "progresses by itself"), said("needs.jsonl", "needs the target in MPI")
    assert "1 slower" in sweeps.compare(alone, needs, code=1)
    assert "1 faster" in sweeps.compare(needs, alone)
    assert "1 same" in sweeps.compare(alone, alone)


def test_every_kind_of_row_compares_with_itself(sweeps):
    out = sweeps.compare(EXAMPLE, EXAMPLE)
    assert "slower" not in out and "broken" not in out and "can't tell" in out


def test_two_values_of_an_axis_in_one_file(sweeps):
    rows = [{**sweeps.counter, "repetition": r, "axes": {**sweeps.counter["axes"], "stack": stack},
             "result": {**sweeps.counter["result"], "degradation": figure + r / 1000}}
            for stack, figure in (("a", 1.0), ("b", 3.0)) for r in range(3)]
    file = sweeps.write("both.jsonl", rows)
    out = sweeps.compare(file, file, "--base-where", "stack=a", "--new-where", "stack=b", code=1)
    assert out.splitlines()[-1] == "1 figures: 1 slower" and "2.998" in out


@pytest.mark.parametrize("arguments, words", [
    (("none.jsonl", "none.jsonl"), "none.jsonl"),
    ((EXAMPLE, EXAMPLE, "--base-where", "stack"), "AXIS=VALUE"),
    ((EXAMPLE, EXAMPLE, "--base-where", "stack=lam"), "no configuration in common"),
    ((EXAMPLE, EXAMPLE, "--confidence", "1"), "--confidence"),
])
def test_refusals(folder, arguments, words):
    _, err = folder.run(*arguments, command="compare", code=2)
    assert err.startswith("perf compare: error: ") and words in err
