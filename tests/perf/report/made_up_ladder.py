"""The ladder of the made-up sweep: three of its steps, with known times.

Computing takes 1 s per rank. On MPICH 4.3.2, in every ladder the first step takes 4 s, packed 2 s and tiles 2.5 s. On
Open MPI 4.1.4 all steps take the same time. Communication is divided equally among its four kinds.
"""

COMPUTING = 1.0
SECONDS = {"mpich-4.3": (4.0, 2.0, 2.5), "openmpi-4.1": (1.5, 1.5, 1.5)}
STEPS = (("whole rows", -1), ("packed", 0), ("tiles", 1))
PARTS = ("counter", "fetch", "add", "rest")


class MadeUpLadder:
    """For made_up_sweep.Maker, which has row()."""

    def ladder_rows(self):
        for stack in SECONDS:
            for window in ("allocate", "create"):
                for case in (1, 2):
                    self._ladder(stack, window, case)
        for ranks in (1, 2):
            self._ladder("mpich-4.3", "create", 1, ranks, per_rank=5)
        self.row("ladder", "ladder", "mpich-4.3", status="UNSUPPORTED", reason="needs a window of its own", step=3,
                 version="lock_all", case=1, window="create", options={"molecule": "water8"})

    def _ladder(self, stack, window, case, ranks=2, **options):
        molecule = f"water{options['per_rank'] * ranks}" if options else "water8"
        for step, (version, base) in enumerate(STEPS):
            axes = {"step": step, "version": version, "case": case, "window": window}
            self.row("ladder", "ladder", stack, self._step(SECONDS[stack], step, base, ranks) | axes, ranks=ranks,
                     molecule={"name": molecule, "basis": "cc-pvdz"}, options={"molecule": molecule, **options}, **axes)

    def _step(self, seconds, step, base, ranks):
        total = seconds[step]
        other = ranks * (total - COMPUTING) / len(PARTS)
        return {"base": base, "status": "PASS", "seconds": total, "samples_seconds": [total], "tasks": 666,
                "compute_seconds": ranks * COMPUTING, **{f"{part}_seconds": other for part in PARTS},
                "messages": 1000 * (3 - step), "bytes": 2_000_000, "speed_up_over_first": seconds[0] / total,
                "speed_up_over_base": seconds[base] / total if step else 0.0, "checksum": 15.7024390782,
                "deviation": 1e-15, "disturbed": False}
