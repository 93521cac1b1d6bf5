"""An artificial sweep: rows of every kind with numbers from a formula, so that the correct report is known.

MPICH 4.3.2 with `allocate` needs no progress; with `create` every stack waits for its target. Helper threads cure this
but slow the computation by 4%; polls cure it for 2%. Open MPI 4.1.4 deals one ticket twice, and one row hangs.
"""

import json
import math
import pathlib
import random

from made_up_builds import MadeUpBuilds
from made_up_counters import MadeUpCounters
from made_up_ladder import MadeUpLadder
from made_up_onesided import MadeUpOnesided

STACKS = {
    "openmpi-4.1": ("Open MPI 4.1.4 (Debian)", "openmpi", "4.1.4", True),
    "mpich-4.0": ("MPICH 4.0.2 (Debian)", "mpich", "4.0.2", True),
    "mpich-4.3": ("MPICH 4.3.2", "mpich", "4.3.2", False),
    "mpich-5.0": ("MPICH 5.0.0", "mpich", "5.0.0", False),
    "openmpi-5.0": ("Open MPI 5.0.8", "openmpi", "5.0.8", False),
    "intel-2021.14": ("Intel MPI 2021.14", "intel", "2021.14", False),
}
# The members of a row besides its axes.
OF_RECORD = {"status": "verified", "reason": None, "notes": (), "repetition": 0, "options": {}, "config": {},
             "molecule": None}
BEST = ("MPICH 4.3.2", "mpi3", "allocate", "none")


def needs_target(stack, window):
    return window == "create" or stack in ("mpich-4.0", "intel-2021.14")


def real_results():
    """A result that a program wrote, for each kind."""
    example = pathlib.Path(__file__).parents[1] / "data/example_sweep.jsonl"
    lines = [json.loads(line) for line in example.read_text().splitlines()]
    return {line["kind"]: line["result"] for line in reversed(lines) if "result" in line}


REAL = real_results()


def filled(real, made_up):
    """The artificial values, completed with the other values of a real result."""
    if isinstance(real, dict) and isinstance(made_up, dict):
        return real | {key: filled(real.get(key), value) for key, value in made_up.items()}
    if isinstance(real, list) and isinstance(made_up, list) and real and isinstance(real[0], dict):
        return [filled(real[0], value) for value in made_up]
    return made_up


class Maker(MadeUpBuilds, MadeUpCounters, MadeUpLadder, MadeUpOnesided):
    stacks = STACKS
    stalls = staticmethod(needs_target)

    def __init__(self, seed=2008, ranks=(1, 2, 4)):
        self.random = random.Random(seed)
        self.launch = 0
        self.ranks = ranks
        self.lines = [
            {
                "schema_version": 2,
                "kind": "sweep",
                "name": "made-up",
                "description": "Nobody measured this.",
                "plan": {},
                "seed": seed,
                "repetitions": 2,
                "rows_planned": 1,
                "git_revision": "0123456789abcdef",
                "host": "node1",
                "cores": 4,
                "cpu": "Made-up CPU",
                "started": "2026-01-02T03:04:05Z",
            }
        ]

    def jitter(self, value, part=0.01):
        return value * self.random.uniform(1 - part, 1 + part)

    def waits(self, quick, stalled, work, n=200):
        """Waits for a counter or an operation: microseconds, or for half of them the rest of the target's task."""
        quicks = [quick * math.exp(self.random.gauss(0, 0.5)) for _ in range(n)]
        return [self.random.uniform(0.05, 1) * work if stalled and i % 2 else q for i, q in enumerate(quicks)]

    def row(self, kind, part, stack, result=None, **given):
        """`given`: members of OF_RECORD that are not as usual; the rest are axes."""
        about = OF_RECORD | {name: given.pop(name) for name in OF_RECORD if name in given}
        label, family, version, ga = STACKS[stack]
        self.launch += 1
        record = {
            "schema_version": 2,
            "kind": kind,
            "sweep": "made-up",
            "part": part,
            "launch": self.launch,
            "row": 0,
            "of": 1,
            "repetition": about["repetition"],
            "covers": [],
            "status": about["status"],
            "notes": list(about["notes"]),
            "axes": {
                "stack": stack,
                "transport": "shm",
                "ranks": 2,
                "hosts": 1,
                "binding": "core",
                "thread_level": "lowest",
                **given,
            },
            "options": about["options"],
            "started": "2026-01-02T03:04:05Z",
            "elapsed_seconds": 1.5,
            "exit_code": 0,
            "provenance": {
                "argv": ["mpiexec", "fockproxy"],
                "environment": {},
                "stack": {"label": label, "family": family, "version": version, "global_arrays": ga},
                "transport": {"label": "shared memory", "proved": True, "proof": "made up"},
            },
        }
        if about["status"] == "verified":
            record |= {"result": filled(REAL.get(kind, {}), result), "config": about["config"]}
        record |= {name: about[name] for name in ("reason", "molecule") if about[name]}
        self.lines.append(record)
        return record

    def write(self, path):
        path.write_text("".join(json.dumps(line) + "\n" for line in self.lines))
        return path


def make(path):
    maker = Maker()
    maker.counter_rows()
    maker.grain_rows()
    maker.verdict_rows()
    maker.compare_rows()
    maker.fock_rows()
    maker.onesided_rows()
    maker.gsum_rows()
    maker.ladder_rows()
    return maker.write(path)


if __name__ == "__main__":
    import pathlib
    import sys

    print(make(pathlib.Path(sys.argv[1])))
