"""Runs a sweep: all planned launches without an answer, until every configuration has a row."""

import collections
from collections.abc import Sequence

from fockproxy_perf.rows.outcome import FAILED, Status
from fockproxy_perf.rows.row import Row
from fockproxy_perf.rows.store import Header, Store
from fockproxy_perf.sweep.judge import Judge
from fockproxy_perf.sweep.launch import STARTUP, Launch
from fockproxy_perf.sweep.launch_rows import missing_rows, rows_without_document
from fockproxy_perf.sweep.launch_runner import LaunchRunner
from fockproxy_perf.sweep.plan import products
from fockproxy_perf.sweep.progress_bar import ProgressBar
from fockproxy_perf.sweep.sweep_file import is_of_launch

PROBE_TIMEOUT = 60.0
NOT_AGAIN = " (not tried again)"


class Campaign:
    """Planned launches, and a store for their answers.

    A launch that leaves no document is split until the responsible configurations are alone. If one is UNSUPPORTED,
    hangs or crashes, later repetitions get the same row and are not run.
    """

    def __init__(self, launches: Sequence[Launch], store: Store, runner: LaunchRunner) -> None:
        self.launches, self.store, self.runner = launches, store, runner
        self.judge = Judge(runner.namespaces)
        self.answered = store.answered()
        # Key of a configuration in any repetition -> its key in the first repetition.
        self.first_key = {launch.key(c): launch.key(c, 0) for launch in launches for c in launch.configurations}
        self.hopeless: dict[str, tuple[Status, str]] = {}  # key in the first repetition -> status, reason
        for row in store.rows:
            self.learn(row)
        self.progress = ProgressBar(self.remaining())

    def remaining(self) -> list[Launch]:
        """Launches for all configurations without a row, in the planned order."""
        return [launch.with_configurations(piece) for launch in self.launches
                for piece in products([c for c in launch.configurations if launch.key(c) not in self.answered])]

    def run(self) -> None:
        """Can be interrupted at any time: results stay, and the next campaign continues after them."""
        for launch in self.remaining():
            hopeful = []
            for configuration in launch.configurations:
                alone = launch.with_configurations([configuration])
                if fate := self.hopeless.get(launch.key(configuration, 0)):
                    self.copy_fate(alone, *fate)
                else:
                    hopeful.append(configuration)
            for piece in products(hopeful):
                self.measure(launch.with_configurations(piece))

    def measure(self, launch: Launch) -> None:
        if fate := self.probe(launch, "single" if launch.settings["thread_level"] == "lowest"
                              else launch.settings["thread_level"]):
            self.copy_fate(launch, *fate)
            return
        self.progress.begin(launch)
        rows = self.runner.run(launch, self.progress.tick)
        if not rows[0].has_document:
            if len(launch.configurations) > 1:
                for part in launch.split():
                    self.measure(part)
                return
        else:
            self.probe(launch, rows[0].provenance["mpi"]["thread_level_requested"])
            rows = self.judge.judged(rows)
        self.keep(rows + missing_rows(launch, rows))
        self.progress.end(launch, rows)

    def probe(self, launch: Launch, level: str) -> tuple[Status, str] | None:
        """Runs `fockproxy info` once per set of launch settings. Returns (status, reason) if even this fails."""
        probe = probe_of(launch, level)
        key = probe.key({})
        if key not in self.answered:
            rows = self.runner.run(probe, self.progress.tick)
            self.keep(self.judge.judged(rows) if rows[0].has_document else rows)
        return self.hopeless.get(key)

    def copy_fate(self, launch: Launch, status: Status, reason: str) -> None:
        rows = rows_without_document(launch, status, reason + NOT_AGAIN, self.runner.not_launched(launch))
        self.keep(rows)
        self.progress.end(launch, rows)

    def keep(self, rows: Sequence[Row]) -> None:
        self.store.append(rows)
        for row in rows:
            self.answered |= {*row.covers}
            self.learn(row)

    def learn(self, row: Row) -> None:
        if row.is_probe and row.verified:
            self.judge.remember(row)
        if row.status in ("UNSUPPORTED", "hung", "crashed") and not row.has_document:
            for key in row.covers:
                self.hopeless[self.first_key.get(key, key)] = row.status, row.reason.removesuffix(NOT_AGAIN)


def probe_of(launch: Launch, level: str) -> Launch:
    settings = {name: value for name, value in launch.settings.items() if is_of_launch(name)}
    return Launch(launch.sweep, "probe", "info", "info", {**settings, "thread_level": level},
                  {"no_global_arrays": True}, ({},), 0, STARTUP, PROBE_TIMEOUT)


def summary(header: Header, rows: Sequence[Row]) -> list[str]:
    """The number of rows by status, then the rows that are not verified, each reason once."""
    measured = [row for row in rows if not row.is_probe]
    count = collections.Counter(row.status for row in measured)
    doubtful = sum(row.verified and row.doubtful for row in measured)
    lines = [f"{header['name']}: {len(measured)} rows: "
             + ", ".join(f"{n} {status}" for status, n in count.most_common())
             + (f"; {doubtful} with a note (disturbed, no helper, ...)" if doubtful else "")]
    reasons = collections.Counter((row.status, where(row), row.reason.removesuffix(NOT_AGAIN))
                                  for row in rows if not row.verified)
    order = (*FAILED, "UNSUPPORTED")
    for (status, place, reason), n in sorted(reasons.items(), key=lambda item: (order.index(item[0][0]), item[0][1:])):
        lines.append(f"  {status:15} {place}: {reason}" + (f" ({n} rows)" if n > 1 else ""))
    return lines


def where(row: Row) -> str:
    names = ("stack", "transport", "thread_level", "counter", "window", "operation")
    return ", ".join(str(row.axes[name]) for name in names if row.axes.get(name, "-") != "-")
