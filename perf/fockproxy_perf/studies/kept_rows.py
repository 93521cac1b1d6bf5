"""Rows of a study on the disk: one JSON object a line, compressed, the same bytes whenever the rows are the same."""

import datetime
import gzip
import json
import os
import pathlib
from collections.abc import Mapping, Sequence
from typing import Any, TypedDict

from fockproxy_perf.errors import UserError


class Moment(TypedDict):
    """Columns of every row."""

    cores: int  # that this process may run on
    load: float  # runnable processes of the machine in the minute before
    time: str  # UTC


def moment() -> Moment:
    time = datetime.datetime.now(datetime.UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
    return {"cores": len(os.sched_getaffinity(0)), "load": os.getloadavg()[0], "time": time}


def read(path: pathlib.Path) -> list[Any]:
    try:
        with gzip.open(path, "rt") as file:
            return [json.loads(line) for line in file]
    except (OSError, EOFError, ValueError) as error:
        raise UserError(f"{path}: {error}") from None


def write(path: pathlib.Path, rows: Sequence[Mapping[str, Any]]) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    text = "".join(json.dumps(row) + "\n" for row in rows)
    path.write_bytes(gzip.compress(text.encode(), mtime=0))
