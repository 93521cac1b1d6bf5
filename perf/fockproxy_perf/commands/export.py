"""Converts recordings and traces to the formats of other tools.

scripts/perf export water8.tasks tasks.parquet    tasks of fock --record, for pandas, Polars, DuckDB
scripts/perf export water8.tasks tasks.csv        the same as text
scripts/perf export trace.json trace.otf2         a trace of --trace, for Vampir, Scalasca and their kin

Parquet needs the package pyarrow, OTF2 the package otf2: pip install './perf[export]'.
"""

import argparse
import csv
import importlib
import math
import pathlib
from collections.abc import Sequence
from typing import Any

from fockproxy_perf import recordings
from fockproxy_perf.errors import UserError
from fockproxy_perf.report import trace

COLUMNS = ("i", "j", "k", "l", "seconds", "quartets")
TICKS = 1_000_000_000  # per second


def package(name: str) -> Any:
    try:
        return importlib.import_module(name)
    except ModuleNotFoundError:
        raise UserError(f"the package {name} is missing: pip install './perf[export]' installs it") from None


def rows(recording: recordings.Recording) -> list[tuple[float, ...]]:
    return [(*task.blocks, task.seconds, task.quartets) for task in recording.tasks]


def to_csv(source: pathlib.Path, target: pathlib.Path) -> None:
    table = rows(recordings.read(source))
    with target.open("w", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(COLUMNS)
        writer.writerows(table)


def to_parquet(source: pathlib.Path, target: pathlib.Path) -> None:
    arrow, parquet = package("pyarrow"), package("pyarrow.parquet")
    recording = recordings.read(source)
    types = [*[arrow.int32()] * 4, arrow.float64(), arrow.int64()]
    columns = zip(*rows(recording), strict=True)
    arrays = [arrow.array(column, type) for column, type in zip(columns, types, strict=True)]
    about = {name: str(getattr(recording, name))
             for name in ("formula", "basis", "grain", "threshold", "clock", "spins", "first_functions")}
    schema = arrow.schema(list(zip(COLUMNS, types, strict=True)), metadata=about)
    parquet.write_table(arrow.table(arrays, schema=schema), str(target))


def to_otf2(source: pathlib.Path, target: pathlib.Path) -> None:
    """Ranks become processes with one thread, spans become regions. Attributes have the target and bytes of
    operations."""
    otf2 = package("otf2")
    read = trace.read(source)
    shown = sorted((s for s in read.spans if s.kind != "helper"), key=lambda s: (s.begin, -s.end))
    if target.exists():
        raise UserError(f"{target} exists")
    with otf2.writer.open(str(target), timer_resolution=TICKS) as archive:
        definitions = archive.definitions
        node = definitions.system_tree_node(read.title, class_name="job")
        regions = {kind: definitions.region(kind, source_file="", region_role=role(otf2, kind))
                   for kind in sorted({span.kind for span in shown})}
        attributes = {name: definitions.attribute(name, "", otf2.Type.INT64) for name in ("target", "bytes", "id")}
        for rank in range(read.ranks):
            group = definitions.location_group(f"rank {rank}", system_tree_parent=node)
            writer = archive.event_writer("main thread", group=group)
            for time, enters, span in edges([span for span in shown if span.rank == rank]):
                found = {attributes[name]: int(span.arguments[name]) for name in attributes if name in span.arguments}
                record = writer.enter if enters else writer.leave
                record(round(time * TICKS), regions[span.kind], attributes=found if enters else None)


def role(otf2: Any, kind: str) -> Any:
    roles = otf2.RegionRole
    if kind in trace.OPERATIONS or kind == "flush":
        return roles.RMA
    return roles.BARRIER if kind == "idle" else roles.FUNCTION


def edges(spans: Sequence[trace.Span]) -> list[tuple[float, bool, trace.Span]]:
    """Nested begins and ends of spans of one rank, which are sorted by begin. A span ends at the latest with its
    parent."""
    found: list[tuple[float, bool, trace.Span]] = []
    open_spans: list[tuple[float, trace.Span]] = []  # with their ends

    def close(until: float) -> None:
        while open_spans and open_spans[-1][0] <= until:
            end, span = open_spans.pop()
            found.append((end, False, span))

    for span in spans:
        close(span.begin)
        found.append((span.begin, True, span))
        open_spans.append((min(span.end, open_spans[-1][0] if open_spans else span.end), span))
    close(math.inf)
    return found


FORMATS = {".csv": to_csv, ".parquet": to_parquet, ".otf2": to_otf2}


def main(arguments: Sequence[str]) -> int:
    parser = argparse.ArgumentParser(prog="scripts/perf export", description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("source", type=pathlib.Path, help="a recording, or a trace")
    parser.add_argument("target", type=pathlib.Path, help=f"ends in one of {', '.join(FORMATS)}")
    options = parser.parse_args(arguments)
    if options.target.suffix not in FORMATS:
        raise UserError(f"'{options.target}' ends in none of {', '.join(FORMATS)}")
    try:
        FORMATS[options.target.suffix](options.source, options.target)
    except OSError as error:
        raise UserError(f"{options.target}: cannot be written: {error}") from None
    return 0
