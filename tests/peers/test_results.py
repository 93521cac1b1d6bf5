"""The results file: appended to, taken up again, never mixed."""

import json

import pytest
from fockproxy_perf.peers import measure, records
from fockproxy_perf.peers.case import Case

HEADER = {"time": "now", "versions": {"fockproxy": "a", "pyscf": "2"}}


def record(program="fockproxy", repeat=1, seconds=1.0, threshold=1e-10):
    return {"kind": "build", "case": "water/cc-pvdz", "program": program, "threshold": threshold, "repeat": repeat,
            "seconds": seconds}


@pytest.fixture
def path(tmp_path):
    return tmp_path / "results.jsonl"


def test_what_is_written_is_found_again(path):
    first = records.ResultsFile(path, HEADER)
    first.append(record())
    second = records.ResultsFile(path, HEADER)
    assert list(second.done.values()) == [record()]
    assert [line["kind"] for line in records.read(path)] == ["header", "build", "header"]


def test_a_line_cut_short_is_measured_again(path):
    results = records.ResultsFile(path, HEADER)
    results.append(record())
    results.append(record(repeat=2))
    path.write_text(path.read_text()[:-10])
    again = records.ResultsFile(path, HEADER)
    assert [r["repeat"] for r in again.done.values()] == [1]
    again.append(record(repeat=2))
    assert records.measurements(records.read(path)) == [record(), record(repeat=2)]


def test_a_broken_line_in_the_middle_is_an_error(path):
    path.write_text("{\n" + json.dumps(record()) + "\n")
    with pytest.raises(ValueError, match=":1: not JSON"):
        records.read(path)


def test_other_versions_need_another_file(path):
    records.ResultsFile(path, HEADER)
    records.ResultsFile(path, {**HEADER, "versions": {"nwchem": "7"}})
    with pytest.raises(ValueError, match="holds results of a, and this is b"):
        records.ResultsFile(path, {**HEADER, "versions": {"fockproxy": "b"}})


class Program:
    def __init__(self, name, builds=True):
        self.name, self.thresholds, self.builds = name, (1e-10, 1e-11), builds


@pytest.mark.parametrize("seconds, wanted", [(29, True), (31, False)])
def test_only_short_measurements_are_repeated(path, seconds, wanted):
    results, case, program = records.ResultsFile(path, HEADER), Case("water/cc-pvdz"), Program("fockproxy")
    ask = (results, case, "build", program, 1e-10)
    assert measure.is_wanted(*ask, 1, 30)
    assert not measure.is_wanted(*ask, 2, 30), "nothing is repeated before it was measured"
    results.append(record(seconds=seconds))
    assert not measure.is_wanted(*ask, 1, 30)
    assert measure.is_wanted(*ask, 2, 30) == wanted


def test_tasks_of_a_round():
    ours, direct = Program("fockproxy"), Program("pyscf-direct", builds=False)
    assert measure.tasks([ours, direct], ["build", "scf"], {"fockproxy": [1e-9]}) == [
        ("build", ours, 1e-9), ("scf", ours, None), ("scf", direct, None)]
    assert [task[2] for task in measure.tasks([ours], ["build"], {})] == [1e-10, 1e-11]


class Output:
    seconds, cpu_seconds, queue_seconds = 5.0, 4.9, 0.0

    def disturbed(self):
        return False


class FakeProgram(Program):
    def __init__(self, name, energy):
        super().__init__(name)
        self.energy, self.asked = energy, 0

    def build(self, case, threshold):
        self.asked += 1
        return {"seconds": 2.0, "startup_seconds": 0.1, "energy": self.energy, "error": 1e-9}, Output()

    def scf(self, case):
        return {"energy": self.energy, "iterations": 9}, Output()


@pytest.fixture
def run(path, monkeypatch):
    monkeypatch.setattr(Case, "reference", lambda self, fockproxy: {"energy": -76.0, "functions": 24})

    def run(program, kinds):
        results, said = records.ResultsFile(path, HEADER), []
        failures = measure.run_case(Case("water/cc-pvdz"), [program], None, results, kinds, {program.name: [1e-10]}, 3, 30,
                                    said.append)
        return failures, records.measurements(records.read(path))

    return run


def test_build_and_scf_are_recorded(run):
    program = FakeProgram("fockproxy", -76.0 + 1e-8)
    failures, found = run(program, ["build", "scf"])
    assert failures == [] and program.asked == 3
    builds = [r for r in found if r["kind"] == "build"]
    scfs = [r for r in found if r["kind"] == "scf"]
    assert [r["seconds"] for r in builds] == [2.0] * 3, "the build alone"
    assert [(r["seconds"], r["iterations"], r["threshold"]) for r in scfs] == [(5.0, 9, None)] * 3, "the whole process"
    assert builds[0]["energy_difference"] == pytest.approx(1e-8)
    run(program, ["build", "scf"])
    assert program.asked == 3, "nothing is measured twice"


def test_another_energy_is_another_calculation(run):
    program = FakeProgram("pyscf", -76.001)
    failures, found = run(program, ["build"])
    assert found == [] and program.asked == 1
    assert len(failures) == 1 and "-76.0010000000" in failures[0]
