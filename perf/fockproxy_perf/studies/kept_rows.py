"""Rows of a study on the disk: one JSON object a line, compressed, the same bytes whenever the rows are the same."""

import gzip
import json
import pathlib
from collections.abc import Mapping, Sequence
from typing import Any

from fockproxy_perf.errors import UserError


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
