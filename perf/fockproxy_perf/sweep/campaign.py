"""Runs a sweep: what is planned and not yet answered, launch by launch, until every configuration has its row."""

from fockproxy_perf.sweep.launch import STARTUP, Launch
from fockproxy_perf.sweep.launch_rows import missing_rows, rows_without_document
from fockproxy_perf.sweep.plan import products
from fockproxy_perf.sweep.sweep_file import LAUNCH_AXES

PROBE_TIMEOUT = 60.0
NOT_AGAIN = " (not tried again)"


class Campaign:
    """Planned launches against a store of answers.

    `runner` starts launches (LaunchRunner), `progress` shows how it goes: begin(launch), end(launch, rows).
    A launch that leaves no document is split until every configuration that is to blame is alone. One that then is
    UNSUPPORTED, hangs or crashes has the same row in later repetitions, without being tried again.
    """

    def __init__(self, launches, store, runner, progress):
        self.launches, self.store, self.runner, self.progress = launches, store, runner, progress
        self.answered = store.answered()
        # Key of a configuration in any repetition -> its key in the first.
        self.first_key = {launch.key(c): launch.key(c, 0) for launch in launches for c in launch.configurations}
        self.hopeless = {}  # key in the first repetition -> (status, reason)
        for row in store.rows:
            self.learn(row)

    def remaining(self):
        """Launches for all configurations without a row, in the planned order."""
        return [launch.with_configurations(piece) for launch in self.launches
                for piece in products([c for c in launch.configurations if launch.key(c) not in self.answered])]

    def run(self):
        """Interrupted anywhere, what was written stays, and the next campaign goes on behind it."""
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

    def measure(self, launch):
        if fate := self.probe(launch, "single" if launch.settings["thread_level"] == "lowest"
                              else launch.settings["thread_level"]):
            self.copy_fate(launch, *fate)
            return
        self.progress.begin(launch)
        rows = self.runner.run(launch)
        if not rows[0].has_document:
            if len(launch.configurations) > 1:
                for part in launch.split():
                    self.measure(part)
                return
        else:
            self.probe(launch, rows[0].provenance["mpi"]["thread_level_requested"])
            rows = self.runner.judge(rows)
        self.keep(rows + missing_rows(launch, rows))
        self.progress.end(launch, rows)

    def probe(self, launch, level):
        """Runs `fockproxy info` once for each set of launch settings. (status, reason) where not even that works."""
        probe = probe_of(launch, level)
        key = probe.key({})
        if key not in self.answered:
            rows = self.runner.run(probe)
            self.keep(self.runner.judge(rows) if rows[0].has_document else rows)
        return self.hopeless.get(key)

    def copy_fate(self, launch, status, reason):
        rows = rows_without_document(launch, status, reason + NOT_AGAIN, self.runner.not_launched(launch))
        self.keep(rows)
        self.progress.end(launch, rows)

    def keep(self, rows):
        self.store.append(rows)
        for row in rows:
            self.answered |= set(row.covers)
            self.learn(row)

    def learn(self, row):
        if row.is_probe and row.verified:
            self.runner.remember(row.axes, row.result)
        if row.status in ("UNSUPPORTED", "hung", "crashed") and not row.has_document:
            for key in row.covers:
                self.hopeless[self.first_key.get(key, key)] = row.status, row.reason.removesuffix(NOT_AGAIN)


def probe_of(launch, level):
    settings = {name: value for name, value in launch.settings.items()
                if name in LAUNCH_AXES or name.startswith("env.")}
    return Launch(launch.sweep, "probe", "info", "info", {**settings, "thread_level": level},
                  {"no_global_arrays": True}, ({},), 0, STARTUP, PROBE_TIMEOUT)
