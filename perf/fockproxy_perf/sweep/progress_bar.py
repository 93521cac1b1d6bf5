"""One line on stderr with the progress of a sweep, the current launch and the time left; no line per launch."""

import shutil
import sys
import time
from collections.abc import Callable, Sequence
from typing import TextIO

from fockproxy_perf.durations import format_duration
from fockproxy_perf.rows.row import Row
from fockproxy_perf.stacks import links
from fockproxy_perf.sweep.launch import Launch

BETWEEN_LINES = 30.0  # seconds, if stderr is a file


class ProgressBar:
    """The time left is the sum of the remaining estimates, scaled by the past time over its estimates."""

    def __init__(self, launches: Sequence[Launch], stream: TextIO = sys.stderr,
                 clock: Callable[[], float] = time.monotonic) -> None:
        self.stream, self.clock = stream, clock
        self.total = sum(len(launch.configurations) for launch in launches)
        self.left = sum(launch.estimate for launch in launches)
        self.done, self.estimated, self.spent = 0, 0.0, 0.0
        self.bad = 0
        self.current, self.started, self.printed = "", clock(), 0.0

    def begin(self, launch: Launch) -> None:
        self.current = describe(launch)
        self.started = self.clock()
        self.tick()

    def end(self, launch: Launch, rows: Sequence[Row]) -> None:
        share = launch.estimate
        self.done += len(launch.configurations)
        self.left = max(0.0, self.left - share)
        if rows and rows[0].elapsed_seconds > 0:
            self.estimated += share
            self.spent += self.clock() - self.started
        self.bad += sum(row.failed for row in rows)
        self.tick()

    def seconds_left(self) -> float:
        pace = self.spent / self.estimated if self.estimated else 1.0
        return self.left * pace

    def line(self) -> str:
        width = 24
        filled = round(width * self.done / max(1, self.total))
        bad = f", {self.bad} not verified" if self.bad else ""
        return (f"[{'#' * filled}{'.' * (width - filled)}] {self.done} of {self.total}{bad}, "
                f"{format_duration(self.seconds_left())} left  {self.current}")

    def tick(self) -> None:
        """Updates the line, in place on a terminal."""
        if self.stream.isatty():
            self.stream.write("\r\x1b[K" + self.line()[:shutil.get_terminal_size().columns - 1])
        elif self.clock() - self.printed > BETWEEN_LINES:
            self.printed = self.clock()
            self.stream.write(self.line() + "\n")
        self.stream.flush()

    def close(self) -> None:
        if self.stream.isatty():
            self.stream.write("\r\x1b[K")
            self.stream.flush()


def describe(launch: Launch) -> str:
    settings = launch.settings
    lists = "; ".join(f"{name} {', '.join(map(str, values))}" for name, values in launch.lists().items())
    hosts = f" on {settings['hosts']} hosts{links.label(settings)}" if settings["hosts"] > 1 else ""
    place = f"{launch.part}: {settings['stack']}, {settings['transport']}, {settings['ranks']} ranks{hosts}"
    return f"{place}; {lists}" if lists else place
