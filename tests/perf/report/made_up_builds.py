"""The Fock builds of the made-up sweep: rows of `fockproxy compare` and `fock`."""


class MadeUpBuilds:
    """For made_up_sweep.Maker, which has jitter(), row(), ranks and stalls(stack, window)."""

    def compare_rows(self):
        for stack in self.stacks:
            for window in ("allocate", "create"):
                for case, progress in ((1, "none"), (2, "none"), (3, "helper-block"), (1, "poll")):
                    for repetition in range(2):
                        self._compare_row(stack, window, case, progress, repetition)
        for repetition in range(2):
            self._compare_row("mpich-5.0", "create", 1, "none", repetition, "libint")
        self.row(
            "compare",
            "six-comms",
            "mpich-4.3",
            status="UNSUPPORTED",
            reason="--owners idle needs 2 working ranks",
            grain="atom",
            case=2,
            owners="idle",
            counter="mpi3",
            window="create",
            progress="none",
            options={"molecule": "water5", "basis": "cc-pvdz"},
        )

    def _compare_row(self, stack, window, case, progress, repetition, integrals="own"):
        """With Libint's integrals, tasks are five times as long, and waits are as with ours."""
        stalled = self.stalls(stack, window) and case == 1 and progress == "none"
        task = 1.5e-3 * {"none": 1.0, "poll": 1.02}.get(progress, 1.04)
        quick = {"mpich-4.3": 0.8e-6}.get(stack, 3e-6)
        wait = {
            "counter": 0.5 * task if stalled else quick,
            "all_gets": 0.12 * task if stalled else quick,
            "all_accumulates": 0.18 * task if stalled else 2 * quick,
        }
        task *= 5 if integrals == "libint" else 1
        columns = []
        for name, counters, gets in (("none", 0, 0), ("1", 1, 0), ("1+6+held", 1, 4.6), ("1+12", 1, 6)):
            share = {"counter": counters, "all_gets": gets, "all_accumulates": gets}
            per_task = task + sum(share[k] * wait[k] for k in share)
            times = [self.jitter(per_task, 0.004) for _ in range(3)]
            workers = 1 if case == 2 else 2
            columns.append(
                {
                    "column": name,
                    "seconds_per_task": times,
                    "seconds": [1000 * t / workers for t in times],
                    "degradation": per_task / task,
                    "disturbed": False,
                    "fence_seconds_per_task": 1e-8,
                    **{
                        k: {
                            "operations_per_task": float(n),
                            "seconds_per_task": n * wait[k],
                            "remote_seconds_per_task": n * wait[k] * 0.8,
                        }
                        for k, n in share.items()
                    },
                }
            )
        axes = {"grain": "atom", "case": case, "owners": "all", "counter": "mpi3", "window": window}
        axes["progress"] = progress
        about = {"molecule": "water5", "basis": "cc-pvdz"}
        self.row(
            "compare",
            "six-comms",
            stack,
            {
                **axes,
                "delayed": False,
                "status": "PASS",
                "tasks": 1000,
                "kernel_degradation": columns[1]["degradation"],
                "columns": columns,
            },
            repetition=repetition,
            options=about | ({"integrals": "libint"} if integrals == "libint" else {}),
            molecule={"name": "water5", "basis": "cc-pvdz"},
            config={"matrix": "rma", "complete": "each", "integrals": integrals},
            **axes
        )

    def fock_rows(self):
        for ranks in self.ranks:
            for stack in ("mpich-4.3", "mpich-4.0"):
                self._fock_row(stack, ranks, "ranks")
        for order in ("natural", "costliest", "random", "stratified"):
            self._fock_row("mpich-4.3", 2, "order", order=order)
        for grain, task in (("shell", 2e-5), ("atom", 1e-3), ("60", 2e-2)):
            self._fock_row("mpich-4.3", 2, "grain", task, grain=grain)

    def _fock_row(self, stack, ranks, part, task=1e-3, order="natural", **axes):
        lost = 0.0 if stack == "mpich-4.3" or ranks == 1 else 0.3
        lost += 2e-5 / task if part == "grain" else 0
        compute = 4.0 / ranks
        build = compute * (1 + lost) * (1 + 0.02 * (ranks - 1))
        if order != "natural":
            axes["order"] = order
        fock = {
            "seconds": [self.jitter(build, 0.003) for _ in range(3)],
            "load_imbalance": {"natural": 1.08, "costliest": 1.01, "random": 1.05, "stratified": 1.02}[order],
            "mean_task_seconds": task,
            "mean_communication_seconds": task * lost,
            "ranks": [rank_row(rank, compute, lost, build) for rank in range(ranks)],
            "tasks": [4000],
            "communications_per_task": {},
        }
        self.row(
            "fock",
            part,
            stack,
            {"fock": fock, "phases": phases(build, ranks), "verification": {"status": "PASS"}},
            ranks=ranks,
            options={"molecule": "water5", "basis": "cc-pvdz"},
            molecule={"name": "water5", "basis": "cc-pvdz"},
            config={
                "counter": "mpi3",
                "window": "allocate",
                "progress": "none",
                "cache": "ijk",
                "matrix": "rma",
                "grain": axes.get("grain", "atom"),
                "order": order,
            },
            **axes
        )


def tally(seconds):
    return {"operations": 100, "bytes": 800, "seconds": seconds, "strided": 0}


def rank_row(rank, compute, lost, build):
    """Figures for three builds of `build` seconds; communication takes the share `lost` of the computing time."""
    return {
        "rank": rank,
        "compute_seconds": 3 * compute,
        "counter": tally(3 * compute * lost / 2),
        "get": tally(3 * compute * lost / 4),
        "accumulate": tally(3 * compute * lost / 4),
        "held_get": tally(1e-4),
        "held_accumulate": tally(1e-4),
        "fence_seconds": 1e-4,
        "wait_seconds": 3 * (build - compute * (1 + lost)),
        "broadcast_seconds": 0.0,
        "reduce_seconds": 0.0,
        "poll_seconds": 0.0,
        "other_seconds": 0.0,
        "tasks": 100,
        "disturbed": False,
    }


def phases(build, ranks):
    return {
        "one-electron": 0.2 / ranks,
        "Schwarz": 0.1 / ranks,
        "Fock": build,
        "distributing D": 0.01,
        "verification": 0.05,
        "tasks": 0.01,
        "guess": 0.05,
        "DIIS and diagonalisation": 0.3,
        "stack check": 0.01,
        "total": 0.75 + build,
    }
