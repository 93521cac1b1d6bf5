"""The results file is appended to and continued, and does not mix versions."""

import json

import pytest
from fockproxy_perf.errors import UserError
from fockproxy_perf.peers import measure, records
from fockproxy_perf.peers.case import Case
from fockproxy_perf.peers.process import ProgramError

HEADER = {"kind": "header", "time": "now", "versions": {"fockproxy": "a", "pyscf": "2"}}


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
    with pytest.raises(UserError, match=":1: not JSON"):
        records.read(path)


def test_other_versions_need_another_file(path):
    records.ResultsFile(path, HEADER)
    records.ResultsFile(path, {**HEADER, "versions": {"nwchem": "7"}})
    with pytest.raises(UserError, match="holds results of a, and this is b"):
        records.ResultsFile(path, {**HEADER, "versions": {"fockproxy": "b"}})


def campaign_of(path, programs, kinds, say=print, advance=int):
    plan = measure.Plan(programs, kinds, {program.name: [1e-10] for program in programs}, repeats=3, long=30)
    return measure.Campaign(plan, None, records.ResultsFile(path, HEADER), say, advance)


class Program:
    instructions = "native"

    def __init__(self, name, builds=True):
        self.name, self.thresholds, self.builds = name, (1e-10, 1e-11), builds


@pytest.mark.parametrize("seconds, wanted", [(29, True), (31, False)])
def test_only_short_measurements_are_repeated(path, seconds, wanted):
    campaign = campaign_of(path, [], [])
    ask = Case("water/cc-pvdz"), measure.Task("build", Program("fockproxy"), 1e-10)
    assert campaign.is_wanted(*ask, 1)
    assert not campaign.is_wanted(*ask, 2), "nothing is repeated before it was measured"
    campaign.results.append(record(seconds=seconds))
    assert not campaign.is_wanted(*ask, 1)
    assert campaign.is_wanted(*ask, 2) == wanted


def test_tasks_of_a_round():
    ours, direct = Program("fockproxy"), Program("pyscf-direct", builds=False)
    plan = measure.Plan([ours, direct], ["build", "scf"], {"fockproxy": [1e-9]}, 2, 30)
    assert plan.tasks() == [("build", ours, 1e-9), ("scf", ours, None), ("scf", direct, None)]
    assert [repeat for _, repeat in plan.rounds()] == [1, 1, 1, 2, 2, 2], "in turns"
    own = plan._replace(programs=[ours], kinds=["build"], thresholds={})
    assert [task.threshold for task in own.tasks()] == [1e-10, 1e-11]


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
        said, steps = [], []
        campaign = campaign_of(path, [program], kinds, said.append, steps.append)
        failures = campaign.run([Case("water/cc-pvdz")])
        assert sum(steps) == len(campaign.plan.rounds()), "the bar comes to its end"
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


def test_a_program_that_failed_is_not_asked_again(path, monkeypatch):
    monkeypatch.setattr(Case, "reference", lambda self, fockproxy: {"energy": -76.0, "functions": 24})
    program = FakeProgram("pyscf", -76.001)
    campaign = campaign_of(path, [program], ["build"])
    campaign.plan = campaign.plan._replace(thresholds={"pyscf": [1e-10, 1e-11]})
    assert len(campaign.run([Case("water/cc-pvdz")])) == program.asked == 1


def test_a_failed_reference_fails_its_case_alone(path, monkeypatch):
    def reference(case, _):
        if case.name == "water/cc-pvdz":
            raise ProgramError("no convergence")
        return {"energy": -76.0, "functions": 24}

    monkeypatch.setattr(Case, "reference", reference)
    program = FakeProgram("fockproxy", -76.0)
    campaign = campaign_of(path, [program], ["scf"])
    assert campaign.run([Case("water/cc-pvdz"), Case("h2/sto-3g")]) == ["water/cc-pvdz: no convergence"]
    assert {key.case for key in campaign.results.done} == {"h2/sto-3g"}
