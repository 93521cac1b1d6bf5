"""What the command line chooses."""

import pathlib
from typing import NamedTuple


class Settings(NamedTuple):
    results: pathlib.Path  # folder of the rows
    build: str  # folder with the programs of `errors` and `faults`
    builds: list[str]  # folders with the programs of `runs` and `made-up`
    ranks: int  # of `errors`
    times: int  # injections of each of the faults; seeds of `made-up`
    jobs: int  # launches at once, of `faults`
    limit: int | None  # new launches at most
    timeout: float  # seconds for one launch
