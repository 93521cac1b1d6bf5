"""Single one-sided operations and global sums of the made-up sweep.

A word takes 1 us and a byte 0.25 ns, with window `create` ten times that, and in the rank's own part a tenth of it. A
segment of a `direct` get or put takes 0.5 us more, and of a `packed` one the copy of its bytes, 0.25 ns each: packed
wins below 2000 bytes. Accumulates are fastest with direct. On Open MPI 4.1.4 nothing waits for a computing target. On
MPICH 4.3.2 gets with `create` wait, and polls end this; accumulates wait in any case. Sixteen gets in flight have ten
times the rate. Of three ranks with one target, the second has half the rate of the first.
"""

STACKS = ("openmpi-4.1", "mpich-4.3")
WORD, BYTE, SEGMENT = 1e-6, 0.25e-9, 0.5e-6
PERIOD = 2e-3
PATCH = 353 * 353 * 8
OPERATIONS = ("get", "put", "accumulate")
FLIGHT = {1: 1e6, 16: 1e7}  # in flight -> per second
CROWDS = {"ring": [1e6, 1e6, 1e6], "one target": [4e5, 2e5]}  # per second, by origin


def slow(window):
    return 10 if window == "create" else 1


def transfer(window, moved):
    return slow(window) * (WORD + moved * BYTE)


def vector(operation, method, segments, length):
    """Returns seconds."""
    plain = WORD + segments * length * BYTE
    if method == "direct":
        return plain + (0 if operation == "accumulate" else segments * SEGMENT)
    if method == "packed":
        return plain + segments * length * BYTE
    return plain + segments * (10 * SEGMENT if method == "batched" else 50 * SEGMENT)


def times(median):
    return {"mean": 1.1 * median, "median": median, "p90": 1.2 * median, "p99": 1.5 * median, "maximum": 3 * median}


class MadeUpOnesided:
    """For made_up_sweep.Maker, which has row()."""

    def onesided_rows(self):
        for stack in STACKS:
            for window in ("allocate", "create"):
                self._blocks(stack, window)
                self._busy(stack, window)
            self._vectors(stack)
            self._crowds(stack)
        self._onesided("openmpi-4.1", 2e-6, table="patch", operation="ga_get", window="-", bytes=PATCH)
        axes = self._axes(table="busy", operation="compare_and_swap", window="create")
        self.row("onesided", "words", "openmpi-4.1", status="UNSUPPORTED", reason="would crash here", **axes)

    def _axes(self, **given):
        """The axes of a row that moves a word inside MPI, except for `given`."""
        usual = {"completion": "flush", "method": "direct", "placement": "same node", "target": "inside",
                 "progress": "none", "cache": "fresh", "bytes": 8, "segments": 1, "in_flight": 1, "overlapping": False}
        axes = {**usual, **given}
        return {**axes, "segment_bytes": axes["bytes"] // axes["segments"]}

    def _onesided(self, stack, median, **given):
        axes = self._axes(**given)
        rates = axes.pop("rates", [1 / median])
        result = {**axes, "pattern": "pair", "status": "PASS", "method_in_effect": axes["method"], "rounds": 2,
                  "transfers": 64, "transfers_per_sample": 1, "samples": 64, "stopped_by": "interval",
                  "median_low": 0.98 * median, "median_high": 1.02 * median, "seconds": times(median),
                  "histogram": [[median, 64]], "rates": rates,
                  "fairness": sum(rates) ** 2 / len(rates) / sum(r * r for r in rates)}
        if axes["target"] == "computing":
            result["period_seconds"] = PERIOD
        return self.row("onesided", axes["table"], stack, result, **axes)

    def _blocks(self, stack, window):
        for operation in OPERATIONS:
            what = {"operation": operation, "window": window}
            for placement, share in (("self", 0.1), ("same node", 1)):
                self._onesided(stack, share * slow(window) * WORD, table="latency", placement=placement, **what)
                self._onesided(stack, share * transfer(window, PATCH), table="patch", placement=placement, bytes=PATCH,
                               segments=353, **what)
            for moved in (8, 4096, 1 << 20):
                self._onesided(stack, transfer(window, moved), table="contiguous", bytes=moved, **what)

    def _vectors(self, stack):
        for operation in OPERATIONS:
            for length in (128, 1024, 8192):
                for segments in (8, 64):
                    for method in ("conservative", "batched", "direct", "packed"):
                        self._onesided(stack, vector(operation, method, segments, length), table="strided",
                                       operation=operation, window="create", method=method, segments=segments,
                                       bytes=segments * length)

    def _busy(self, stack, window):
        waits = stack.startswith("mpich") and window == "create"
        for operation in OPERATIONS:
            computing = PERIOD / 2 if waits and operation != "put" else 3e-6
            polling = computing if operation == "accumulate" else min(computing, 60e-6)
            what = {"table": "busy", "operation": operation, "window": window}
            self._onesided(stack, 2e-6, **what)
            self._onesided(stack, computing, target="computing", **what)
            self._onesided(stack, polling, target="computing", progress="poll", **what)

    def _crowds(self, stack):
        for several, rate in FLIGHT.items():
            self._onesided(stack, 1 / rate, table="in-flight", operation="get", window="create", in_flight=several)
        for pattern, rates in CROWDS.items():
            self._onesided(stack, 1e-6, table="contention", operation="put", window="create", placement=pattern,
                           ranks=3, rates=rates)
        self._onesided(stack, 1e-3, table="contention", operation="put", window="create", placement="one target",
                       ranks=3, target="computing", progress="poll", rates=[1e3, 1e3])

    def gsum_rows(self):
        """MPI_Allreduce of the whole vector is best at 1 KiB; a window over all ranks in chunks of 32 KiB at 1 MiB."""
        for stack in STACKS:
            for moved in (1 << 10, 1 << 20):
                for chunk in sorted({min(moved, 1 << 15), moved}):
                    size = {"bytes": moved, "chunk_bytes": chunk}
                    self._gsum(stack, 2e-6 * moved / chunk + moved * 1e-9, method="allreduce", window="-", **size)
                    self._gsum(stack, 20e-6 + moved * (0.25e-9 if chunk < moved else 0.5e-9), method="distributed",
                               window="allocate", **size)
        self._gsum("mpich-4.3", 5e-3, method="allreduce", window="-", bytes=1 << 20, chunk_bytes=1 << 20,
                   late_seconds=2e-3)

    def _gsum(self, stack, median, **given):
        axes = {"late_seconds": 0, **given}
        result = {**axes, "status": "PASS", "rounds": 9, "samples": 9, "stopped_by": "time",
                  "median_low": 0.9 * median, "median_high": 1.1 * median, "extra_memory_bytes": axes["chunk_bytes"],
                  "seconds": times(median)}
        self.row("gsum", "gsum", stack, result, **axes)
