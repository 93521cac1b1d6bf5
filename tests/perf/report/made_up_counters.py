"""The counter kernel of the made-up sweep: rows of `fockproxy counter`, and of its verdicts on single operations."""

from made_up_waits import distribution

WORK = 0.02
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


class MadeUpCounters:
    """For made_up_sweep.Maker, which has jitter(), waits(), row(), stacks and stalls(stack, window)."""

    def counter_rows(self):
        for stack in self.stacks:
            for window in ("allocate", "create"):
                for counter in ("mpi2", "mpi3"):
                    for repetition in range(2):
                        for case in (1, 2, 3):
                            self._counter_row(stack, window, counter, case, repetition)
        for window, status, reason in (
            ("create", "hung", "no end after 120 s"),
            ("allocate", "UNSUPPORTED", "MPI_Compare_and_swap would crash here"),
        ):
            axes = {"case": 1, "counter": "mpi3-cas", "window": window, "progress": "none"}
            about = {"status": status, "reason": reason, "options": {"work": "20ms"}}
            self.row("counter", "table1", "openmpi-4.1", **about, **axes)

    def _counter_row(self, stack, window, counter, case, repetition=0, **given):
        """`given`: part and task length (seconds) if they differ from those of table1; the rest are axes."""
        part, length = given.pop("part", "table1"), given.pop("length", WORK)
        progress = "helper-block" if case == 3 else given.pop("progress", "none")
        axes = {"case": case, "counter": counter, "window": window, "progress": progress, **given}
        about = {"repetition": repetition, "options": {} if "work" in axes else {"work": "20ms"}, **axes}
        if (stack, window, counter, case, repetition) == ("openmpi-4.1", "create", "mpi2", 3, 1) and part == "table1":
            reason = "value 17 was drawn twice, by rank 0 and by rank 1"
            return self.row("counter", part, stack, status="FAIL", reason=reason, **about)
        stalled = case == 1 and self.stalls(stack, window) and progress == "none"
        waits = self.waits(2e-6 if counter == "mpi3" else 6e-6, stalled, length)
        result = self._counter_result(axes, waits, length)
        notes = ["disturbed"] if (stack, case) == ("intel-2021.14", 3) else []
        return self.row("counter", part, stack, result, notes=notes, config={"mean_task_seconds": length}, **about)

    def _counter_result(self, axes, waits, length):
        """The program's document for a run with these waits and tasks of `length` (seconds)."""
        slow = {"none": 1.0, "poll": 1.02}.get(axes["progress"], 1.04)
        mean = sum(waits) / len(waits)
        degradation = (length * slow + mean) / length
        one = distribution(waits)
        empty = dict.fromkeys(("count", "mean", "median", "p90", "p99", "p999", "maximum"), 0) | {"histogram": []}
        return {
            **{name: axes[name] for name in ("case", "counter", "window", "progress")},
            "null": False,
            "status": "PASS",
            "workers": 1 if axes["case"] == 2 else 2,
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

    def grain_rows(self):
        """Task lengths from 10 us to 10 ms: efficiency 1 / (1 + wait / work), so METG equals the wait."""
        for stack in ("mpich-4.3", "mpich-4.0"):
            for work, name in ((1e-6, "1us"), (1e-5, "10us"), (1e-4, "100us"), (1e-3, "1ms"), (1e-2, "10ms")):
                self._counter_row(stack, "allocate", "mpi3", 1, length=work, part="grain", work=name)

    def verdict_rows(self):
        for stack in self.stacks:
            for window in ("allocate", "create"):
                for operation in OPERATIONS:
                    axes = {"operation": operation, "window": window, "target": "rank 0", "options": {"verdict": True}}
                    if stack.startswith("openmpi-4") and operation.startswith("compare_and_swap"):
                        self.row("verdict", "verdict", stack, status="UNSUPPORTED", reason="would crash here", **axes)
                        continue
                    by_itself = not self.stalls(stack, window) or (
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
