"""Tables of results.

Accuracy decides what is compared: a peer's build is compared with the fastest build of ours whose F is at least as
accurate, so that looser screening wins nothing. If a peer does not write F, it is compared with our most accurate
build. Instruction sets must match: ours for any x86-64 is compared with programs compiled for any x86-64, ours for AVX2
also with those compiled for AVX2, and ours for this processor with all.
"""

import math
import statistics
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from fockproxy_perf.peers.peer import Instructions
from fockproxy_perf.peers.records import Measurement

OURS = "fockproxy"
LEVELS: tuple[Instructions, ...] = ("native", "avx2", "generic")  # each also runs code compiled for the later ones


class Row(NamedTuple):
    program: str
    instructions: Instructions
    threshold: float | None
    seconds: list[float]  # sorted
    error: float | None  # largest error of an element of F
    energy_difference: float
    iterations: int | None
    disturbed: int  # measurements
    startup: float | None = None  # median, in seconds

    @property
    def median(self) -> float:
        return statistics.median(self.seconds)

    @property
    def is_ours(self) -> bool:
        return self.program.split("-")[0] == OURS


Tables = dict[tuple[str, str], list[Row]]  # by case and kind


def rows(measurements: Iterable[Measurement]) -> Tables:
    """In order of first appearance."""
    groups: dict[tuple[str, str], dict[tuple[str, float | None], list[Measurement]]] = {}
    for record in measurements:
        case = groups.setdefault((record["case"], record["kind"]), {})
        case.setdefault((record["program"], record["threshold"]), []).append(record)
    return {key: [row(program, threshold, records) for (program, threshold), records in case.items()]
            for key, case in groups.items()}


def row(program: str, threshold: float | None, records: Sequence[Measurement]) -> Row:
    startups = [seconds for record in records if (seconds := record.get("startup_seconds")) is not None]
    errors = [error for record in records if (error := record.get("error")) is not None]
    return Row(program, records[0]["instructions"], threshold, sorted(record["seconds"] for record in records),
               max(errors, default=None), max((record["energy_difference"] for record in records), key=abs),
               max((record["iterations"] for record in records if "iterations" in record), default=None),
               sum(record["disturbed"] for record in records),
               statistics.median(startups) if startups else None)


def by_median(row: Row) -> float:
    return row.median


def by_error(row: Row) -> float:
    return math.inf if row.error is None else row.error


def ours_for(case_rows: Iterable[Row], peer: Row, instructions: Instructions = "native") -> Row | None:
    """Our row with these instructions to which a peer's row is compared; None if there is none as accurate."""
    ours = [row for row in case_rows if row.is_ours and row.instructions == instructions]
    if peer.iterations is not None:
        return min(ours, key=by_median, default=None)
    if peer.error is None:
        return min(ours, key=by_error, default=None)
    return min((row for row in ours if by_error(row) <= peer.error), key=by_median, default=None)


def ratio(case_rows: Iterable[Row], peer: Row, instructions: Instructions = "native") -> float | None:
    """Our time over the peer's; None if they are not comparable."""
    ours = ours_for(case_rows, peer, instructions)
    return None if ours is None or peer.is_ours else ours.median / peer.median


def fastest_peer(case_rows: Sequence[Row], instructions: Instructions = "native") -> Row | None:
    """The peer row with the smallest median that needs no more than `instructions` and has a row of ours as accurate;
    or None."""
    allowed = LEVELS[LEVELS.index(instructions):]
    return min((row for row in case_rows
                if row.instructions in allowed and ratio(case_rows, row, instructions) is not None),
               key=by_median, default=None)


def text_table(head: Sequence[str], lines: Sequence[Sequence[str]]) -> str:
    """The first column is aligned to the left, the others to the right."""
    widths = [max(map(len, column)) for column in zip(head, *lines, strict=True)]

    def format_line(line: Sequence[str]) -> str:
        rest = [word.rjust(width) for word, width in zip(line[1:], widths[1:], strict=True)]
        return "  ".join([line[0].ljust(widths[0]), *rest]).rstrip()

    return "\n".join(format_line(line) for line in [head, *lines])


def optional(value: float | None, form: str) -> str:
    return "-" if value is None else format(value, form)


def case_table(case_rows: Sequence[Row]) -> str:
    """Leaves out columns without entries."""
    head = ["program", "threshold", "error of F", "dE/hartree", "iterations", "start-up/s", "n", "min/s",
            "median/s", "max/s", "ours/this"]
    lines = [[row.program, optional(row.threshold, ".0e"), optional(row.error, ".1e"), f"{row.energy_difference:+.1e}",
              optional(row.iterations, "d"), optional(row.startup, ".3f"),
              f"{len(row.seconds)}{'*' if row.disturbed else ''}",
              f"{row.seconds[0]:.3f}", f"{row.median:.3f}", f"{row.seconds[-1]:.3f}",
              "" if row.is_ours else optional(ratio(case_rows, row), ".3f")] for row in case_rows]
    used = [i for i in range(len(head)) if any(line[i] != "-" for line in lines)]
    return text_table([head[i] for i in used], [[line[i] for i in used] for line in lines])


TITLES = {"build": "one two-electron build at the converged density",
          "scf": "whole SCF, |dE| < 1e-8 hartree and gradient < 1e-5"}


def fastest_lines(tables: Tables) -> list[list[str]]:
    """For every case and instruction set with a peer to compare: name, our time, the fastest peer, the ratio."""
    lines = []
    for (case, kind), case_rows in tables.items():
        for instructions in LEVELS:
            peer = fastest_peer(case_rows, instructions)
            ours = ours_for(case_rows, peer, instructions) if peer else None
            if peer and ours:
                lines.append([case, kind, instructions, f"{ours.median:.3f}", peer.program, f"{peer.median:.3f}",
                              f"{ours.median / peer.median:.3f}"])
    return lines


def report(measurements: Iterable[Measurement]) -> str:
    """The text of all tables, then one line per case with the fastest peer."""
    tables = rows(measurements)
    parts = [f"{case}: {TITLES[kind]}\n\n{case_table(case_rows)}\n" for (case, kind), case_rows in tables.items()]
    if lines := fastest_lines(tables):
        head = ["case", "what", "instructions", "ours/s", "fastest peer", "its median/s", "ours/fastest peer"]
        parts.append("Against the fastest peer of each case with no better instruction set\n\n"
                     + text_table(head, lines) + "\n")
    if any(row.disturbed for case_rows in tables.values() for row in case_rows):
        parts.append("*  among them measurements during which the process was kept waiting for its core\n")
    return "\n".join(parts)
