"""Rows of Global Arrays runtimes with numbers from a formula, and of threads in a rank.

A build is 2 s of work divided by the number of working ranks, times the cost factor of the runtime: 1 for mpi-ts, 1.2
for armci-mpi, 0.9 for mpi-pr, which keeps one rank per node. Our own windows have 0.95. With more processes than the
two cores, a build takes as long as with two, plus a tenth. mpi-mt is refused.
"""

from typing import ClassVar

from made_up_builds import phases, rank_row

COST = {"mpi-ts": 1.0, "armci-mpi": 1.2, "mpi-pr": 0.9}
WINDOWS = 0.95
CORES = 2
REFUSED = {"status": "UNSUPPORTED", "reason": "needs MPI_THREAD_MULTIPLE"}
WATER = {"molecule": "water8", "basis": "cc-pvdz"}
SHARES = ("counter", "all_gets", "all_accumulates")


def build_seconds(runtime, processes, matrix="ga"):
    working = processes - (runtime == "mpi-pr")
    late = 1.1 * processes / CORES if processes > CORES else 1
    return 2.0 / working * late * (COST[runtime] if matrix == "ga" else WINDOWS)


def fock_result(seconds, ranks):
    fock = {"seconds": [seconds] * 3, "load_imbalance": 1.0, "mean_task_seconds": 1e-3,
            "mean_communication_seconds": 1e-5, "tasks": [4000], "communications_per_task": {},
            "ranks": [rank_row(rank, 0.9 * seconds, 0.01, seconds) for rank in range(ranks)]}
    return {"fock": fock, "phases": phases(seconds, ranks), "verification": {"status": "PASS"}}


def compare_result(axes, factors):
    """`factors`: for the columns with one, six and twelve communications."""
    columns = [{"column": name, "seconds_per_task": [1e-3 * factor] * 3, "seconds": [factor] * 3, "degradation": factor,
                "disturbed": False, "fence_seconds_per_task": 1e-8,
                **{kind: {"operations_per_task": 1.0, "seconds_per_task": 1e-4, "remote_seconds_per_task": 1e-5}
                   for kind in SHARES}}
               for name, factor in zip(("none", "1", "1+6+held", "1+12"), (1.0, *factors), strict=True)]
    return {**axes, "delayed": False, "status": "PASS", "tasks": 1000, "kernel_degradation": factors[0],
            "columns": columns}


class MadeUpRuntimes:
    """For made_up_sweep.Maker; the rows are on its `stack`. One MPI library, four runtimes."""

    def __init__(self, maker, stack="openmpi-4.1"):
        self.maker, self.stack = maker, stack
        maker.lines[0]["cores"] = CORES

    def row(self, kind, runtime, result=None, **given):
        """A row of the stack with this runtime."""
        record = self.maker.row(kind, kind, self.stack, result, **given)
        record["axes"]["stack"] = f"{self.stack}+{runtime}"
        own = record["provenance"]["stack"]
        own |= {"label": f"{own['label']}, Global Arrays 5.9.2 {runtime}", "ga_runtime": runtime}
        if result:
            processes, kept = record["axes"]["ranks"], int(runtime == "mpi-pr")
            record["provenance"]["mpi"] = {
                "library": "Some MPI", "ranks": processes - kept, "ranks_kept": kept, "nodes": 1,
                "thread_level_requested": "single", "thread_level_provided": "single"}
        return record

    def all_rows(self):
        for runtime in (*COST, "mpi-mt"):
            for processes in (2, 3):
                for matrix, counter in (("ga", "ga"), ("rma", "mpi3")):
                    self.fock_row(runtime, processes, matrix, counter)
                    self.compare_row(runtime, processes, matrix, counter)
            for case in (1, 2):
                self.counter_row(runtime, case)
            for target in ("inside", "computing"):
                self.busy_row(runtime, target)

    def fock_row(self, runtime, processes, matrix, counter, **given):
        given = {"ranks": processes, "options": {**WATER, "matrix": matrix, "counter": counter}, **given}
        if runtime == "mpi-mt":
            return self.row("fock", runtime, **REFUSED, **given)
        seconds = given.pop("seconds", None) or build_seconds(runtime, processes, matrix)
        return self.row("fock", runtime, fock_result(seconds, processes - (runtime == "mpi-pr")),
                        config={"progress": "none", "window": "create", "threads": 1}, **given)

    def compare_row(self, runtime, processes, matrix, counter):
        given = {"ranks": processes, "options": {**WATER, "owners": "all", "matrix": matrix, "counter": counter}}
        if runtime == "mpi-mt":
            return self.row("compare", runtime, **REFUSED, case=1, **given)
        axes = {"grain": "atom", "case": 1, "owners": "all", "counter": counter, "window": "create", "progress": "none"}
        factors = (1.1, 1.2, 1.3) if runtime == "mpi-pr" else (1.5, 2.5, 3.5)
        return self.row("compare", runtime, compare_result(axes, factors), config={"threads": 1}, **given, **axes)

    def counter_row(self, runtime, case):
        """With mpi-pr a value takes microseconds, with others in Case 1 a task."""
        given = {"options": {"work": "10ms"}, "ranks": 4, "counter": "ga", "case": case}
        if runtime == "mpi-mt":
            return self.row("counter", runtime, **REFUSED, **given)
        stalled = case == 1 and runtime != "mpi-pr"
        axes = {"case": case, "counter": "ga", "window": "-", "progress": "none"}
        result = self.maker._counter_result(axes, [8e-3 if stalled else 4e-6] * 50, 1e-2)
        return self.row("counter", runtime, result, config={"mean_task_seconds": 1e-2}, **given, window="-",
                        progress="none")

    def busy_row(self, runtime, target):
        given = {"options": {"table": "busy"}, "operation": "ga_get", "table": "busy"}
        if runtime == "mpi-mt":
            return self.row("onesided", runtime, **REFUSED, **given)
        waits = target == "computing" and runtime != "mpi-pr"
        median = 1e-3 if waits else 2e-6
        axes = {"target": target, "progress": "none", "window": "-", "method": "direct", "bytes": 8, "segments": 1}
        seconds = {"mean": median, "median": median, "p90": median, "p99": median, "maximum": median}
        return self.row("onesided", runtime, {"seconds": seconds, "period_seconds": 2e-3, "bytes": 8,
                                              "method_in_effect": "direct"}, **axes, **given)


class MadeUpThreads:
    """For made_up_sweep.Maker. Over windows of kind create, one thread takes 3 times the time without communication.
    Two threads leave a tenth of the excess if they are funneled, half if serialized, all with multiple."""

    LEFT: ClassVar = {"funneled": 0.1, "serialized": 0.5, "multiple": 1.0}
    COST: ClassVar = {"funneled": 1.02, "serialized": 1.1, "multiple": 1.25}

    def __init__(self, maker, stack="openmpi-4.1"):
        self.maker, self.stack = maker, stack
        maker.lines[0]["cores"] = CORES

    def all_rows(self):
        self.compare_row("serialized", 1, (2.0, 3.0, 4.0))
        self.fock_row("serialized", 2, 1, 1.0)
        for calls, left in self.LEFT.items():
            self.compare_row(calls, 2, (1 + left, 1 + 2 * left, 1 + 3 * left))
            self.fock_row(calls, 1, 2, self.COST[calls])

    def compare_row(self, calls, threads, factors, **given):
        axes = {"grain": "atom", "case": 1, "owners": "all", "counter": "mpi3", "window": "create", "progress": "none"}
        asked = {"threads": threads, "thread_calls": calls, "options": {**WATER, "task_sleep": "5ms"}}
        result = None if given.get("status") else compare_result(axes, factors)
        return self.maker.row("compare", "stall", self.stack, result, **asked, **axes, **given)

    def fock_row(self, calls, ranks, threads, seconds):
        asked = {"ranks": ranks, "threads": threads, "thread_calls": calls, "options": WATER}
        return self.maker.row("fock", "cores", self.stack, fock_result(seconds, ranks * threads), **asked)
