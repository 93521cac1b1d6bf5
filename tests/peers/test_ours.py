"""The blocks of our own builds in comparisons with other programs."""

import pathlib
import sys

import pytest
from fockproxy_perf.peers import case, ours

SECONDS = {50: [2.0, 1.0], 90: [0.75, 0.5], 130: [0.25, 0.75], 250: [0.5, 0.5]}  # two builds each, by the largest block


class Measured(ours.Fockproxy):
    """Here `--grain auto` chooses blocks of 50 of the molecule's functions, and nothing runs."""

    def __init__(self, functions):
        super().__init__(pathlib.Path(sys.executable))
        self.functions, self.asked = functions, []

    def run(self, molecule, mode, *options):
        grain = options[options.index("--grain") + 1]
        self.asked.append(grain)
        largest = min(50 if grain == "auto" else int(grain), self.functions)
        return {"config": {"largest_block": largest, "blocks": -(-self.functions // largest)},
                "fock": {"seconds": SECONDS.get(largest, [0.4, 0.4])}}, None


@pytest.fixture
def decane(tmp_path, monkeypatch):
    monkeypatch.setattr(case, "PEERS", tmp_path)
    found = case.Case("decane/cc-pvdz")
    found.directory.mkdir(parents=True)
    return found


def test_the_blocks_are_those_of_the_fastest_build_and_chosen_once(decane):
    program = Measured(250)
    assert [program.grain(decane), program.grain(decane)] == ["130", "130"]
    assert program.asked == ["auto", 90, 130, 100_000]


def test_blocks_larger_than_the_molecule_are_not_tried_again(decane):
    program = Measured(70)
    assert program.grain(decane) == "70"
    assert program.asked == ["auto", 90]
