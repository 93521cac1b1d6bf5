"""A sweep that nobody measured: rows of every kind with numbers from a formula, so that the right report is known.

MPICH 4.3.2 with `allocate` needs no progress; with `create` every stack waits for its target. Helper threads cure that
but slow the computation by 4%; polling cures it at 2%. Open MPI 4.1.4 deals one ticket twice, and one row hangs.
"""

import json
import math
import random

from made_up_builds import MadeUpBuilds

STACKS = {
    "openmpi-4.1": ("Open MPI 4.1.4 (Debian)", "openmpi", "4.1.4", True),
    "mpich-4.0": ("MPICH 4.0.2 (Debian)", "mpich", "4.0.2", True),
    "mpich-4.3": ("MPICH 4.3.2", "mpich", "4.3.2", False),
    "mpich-5.0": ("MPICH 5.0.0", "mpich", "5.0.0", False),
    "openmpi-5.0": ("Open MPI 5.0.8", "openmpi", "5.0.8", False),
    "intel-2021.14": ("Intel MPI 2021.14", "intel", "2021.14", False),
}
WORK = 0.02
BEST = ("MPICH 4.3.2", "mpi3", "allocate", "none")
OPERATIONS = [
    "fetch_and_op, 8 B",
    "compare_and_swap, 8 B",
    "exclusive lock, put, unlock",
    "get, 8 B",
    "get, strided, 64 B",
    "get, 1 MB",
    "get, strided, 1 MB",
    "put, 8 B",
    "put, strided, 64 B",
    "put, 1 MB",
    "put, strided, 1 MB",
    "accumulate, 8 B",
    "accumulate, strided, 64 B",
    "accumulate, 1 MB",
    "accumulate, strided, 1 MB",
]


def needs_target(stack, window):
    return window == "create" or stack in ("mpich-4.0", "intel-2021.14")


def distribution(samples):
    samples = sorted(samples)
    at = lambda q: samples[min(len(samples) - 1, math.ceil(q * len(samples)) - 1)]  # noqa: E731
    bins = {}
    for s in samples:
        edge = 10 ** (math.floor(math.log10(s) * 5) / 5)
        bins[edge] = bins.get(edge, 0) + 1
    return {
        "count": len(samples),
        "mean": sum(samples) / len(samples),
        "median": at(0.5),
        "p90": at(0.9),
        "p99": at(0.99),
        "p999": at(0.999),
        "maximum": samples[-1],
        "histogram": sorted([e, n] for e, n in bins.items()),
    }


class Maker(MadeUpBuilds):
    stacks = STACKS
    stalls = staticmethod(needs_target)

    def __init__(self, seed=2008, ranks=(1, 2, 4)):
        self.random = random.Random(seed)
        self.launch = 0
        self.ranks = ranks
        self.lines = [
            {
                "schema_version": 1,
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
        """Of a counter or an operation: microseconds, or for half of them the rest of the target's task."""
        quicks = [quick * math.exp(self.random.gauss(0, 0.5)) for _ in range(n)]
        return [self.random.uniform(0.05, 1) * work if stalled and i % 2 else q for i, q in enumerate(quicks)]

    def row(
        self,
        kind,
        part,
        stack,
        result=None,
        status="verified",
        reason=None,
        notes=(),
        ranks=2,
        repetition=0,
        options=None,
        config=None,
        molecule=None,
        transport="shm",
        **axes
    ):
        label, family, version, ga = STACKS[stack]
        self.launch += 1
        record = {
            "schema_version": 1,
            "kind": kind,
            "sweep": "made-up",
            "part": part,
            "launch": self.launch,
            "row": 0,
            "of": 1,
            "repetition": repetition,
            "covers": [],
            "status": status,
            "notes": list(notes),
            "axes": {
                "stack": stack,
                "transport": transport,
                "ranks": ranks,
                "hosts": 1,
                "binding": "core",
                "thread_level": "lowest",
                **axes,
            },
            "options": options or {},
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
        if reason:
            record["reason"] = reason
        if status == "verified":
            record.update(result=result, config=config or {})
        if molecule:
            record["molecule"] = molecule
        self.lines.append(record)
        return record

    def counter_rows(self):
        for stack in STACKS:
            for window in ("allocate", "create"):
                for counter in ("mpi2", "mpi3"):
                    for repetition in range(2):
                        for case in (1, 2, 3):
                            self._counter_row(stack, window, counter, case, repetition)
        self.row(
            "counter",
            "table1",
            "openmpi-4.1",
            status="hung",
            reason="no end after 120 s",
            case=1,
            counter="mpi3-cas",
            window="create",
            progress="none",
            options={"work": "20ms"},
        )
        self.row(
            "counter",
            "table1",
            "openmpi-4.1",
            status="UNSUPPORTED",
            reason="MPI_Compare_and_swap would crash here",
            case=1,
            counter="mpi3-cas",
            window="allocate",
            progress="none",
            options={"work": "20ms"},
        )

    def _counter_row(self, stack, window, counter, case, repetition, length=WORK, part="table1", **axes):
        progress = "helper-block" if case == 3 else axes.pop("progress", "none")
        axes = {"case": case, "counter": counter, "window": window, "progress": progress, **axes}
        options = {} if "work" in axes else {"work": "20ms"}
        if (stack, window, counter, case, repetition) == ("openmpi-4.1", "create", "mpi2", 3, 1) and part == "table1":
            return self.row(
                "counter",
                part,
                stack,
                status="FAIL",
                reason="value 17 was drawn twice, by rank 0 and by rank 1",
                repetition=repetition,
                options=options,
                **axes
            )
        stalled = case == 1 and needs_target(stack, window) and progress == "none"
        quick = 2e-6 if counter == "mpi3" else 6e-6
        waits = self.waits(quick, stalled, length)
        slow = {"none": 1.0, "poll": 1.02}.get(progress, 1.04)
        mean = sum(waits) / len(waits)
        degradation = (length * slow + mean) / length
        one = distribution(waits)
        empty = dict.fromkeys(("count", "mean", "median", "p90", "p99", "p999", "maximum"), 0) | {"histogram": []}
        result = {
            "case": case,
            "counter": counter,
            "window": window,
            "progress": progress,
            "null": False,
            "status": "PASS",
            "workers": 1 if case == 2 else 2,
            "tasks": 100,
            "runs": 1,
            "ideal_work_seconds": length,
            "work_seconds": self.jitter(length * slow),
            "work_cpu_seconds": length * slow,
            "seconds": 50 * length * degradation,
            "ideal_seconds": 50 * length,
            "values_per_second": 2 / (length * degradation),
            "fairness": 1.0,
            "longest_run": 2,
            "degradation": degradation,
            "degradation_2008": 1 + mean / (length * slow),
            "work_slowdown": slow,
            "poll_share": 0.0,
            "helper_cpu_share": 0.0,
            "run_queue_share": 0.0,
            "helper_inside_mpi": True,
            "disturbed": False,
            "scheduler_bound": False,
            "waits": {"rank_1": one, "all": one, "root_node": one, "other_nodes": empty, "tail": empty},
        }
        return self.row(
            "counter",
            part,
            stack,
            result,
            repetition=repetition,
            options=options,
            notes=["disturbed"] if (stack, case) == ("intel-2021.14", 3) else [],
            config={"mean_task_seconds": length},
            **axes
        )

    def grain_rows(self):
        """Task lengths from 10 us to 10 ms: efficiency 1 / (1 + wait / work), so METG is the wait itself."""
        for stack in ("mpich-4.3", "mpich-4.0"):
            for work, name in ((1e-6, "1us"), (1e-5, "10us"), (1e-4, "100us"), (1e-3, "1ms"), (1e-2, "10ms")):
                self._counter_row(stack, "allocate", "mpi3", 1, 0, work, "grain", work=name)

    def verdict_rows(self):
        for stack in STACKS:
            for window in ("allocate", "create"):
                for operation in OPERATIONS:
                    axes = {"operation": operation, "window": window, "target": "rank 0", "options": {"verdict": True}}
                    if stack.startswith("openmpi-4") and operation.startswith("compare_and_swap"):
                        self.row("verdict", "verdict", stack, status="UNSUPPORTED", reason="would crash here", **axes)
                        continue
                    by_itself = not needs_target(stack, window) or (
                        stack.startswith("openmpi") and operation[:3] in ("get", "put")
                    )
                    samples = self.waits(4e-4 if "1 MB" in operation else 3e-6, not by_itself, 0.01, 30)
                    self.row(
                        "verdict",
                        "verdict",
                        stack,
                        {
                            "operation": operation,
                            "window": window,
                            "target": "rank 0",
                            "control": False,
                            "verdict": "progresses by itself" if by_itself else "needs the target in MPI",
                            "undisturbed_seconds": 3e-6,
                            "period_seconds": 0.01,
                            "waits": {k: v for k, v in distribution(samples).items() if k != "histogram"},
                            "samples_seconds": samples,
                        },
                        **axes
                    )

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
    return maker.write(path)


if __name__ == "__main__":
    import pathlib
    import sys

    print(make(pathlib.Path(sys.argv[1])))
