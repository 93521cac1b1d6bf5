"""Types of option values for argparse, and checks of the files that they name."""

import itertools
import pathlib
from argparse import ArgumentTypeError
from collections.abc import Sequence

from fockproxy_perf.errors import UserError


def positive(text: str) -> int:
    if not text.isdecimal() or int(text) == 0:
        raise ArgumentTypeError(f"'{text}' is no positive number")
    return int(text)


def positives(text: str) -> list[int]:
    """Parses numbers such as 2,32,512."""
    return [positive(word) for word in text.split(",")]


def words(text: str) -> list[str]:
    """Parses names such as decane,water8."""
    found = text.split(",")
    if "" in found:
        raise ArgumentTypeError(f"a name is missing in '{text}'")
    return found


def refuse_shared_files(
        outputs: Sequence[tuple[str, pathlib.Path]], inputs: Sequence[tuple[str, pathlib.Path]]) -> None:
    """Refuses an output that is also an input or another output, even through links. Takes pairs of option and path."""
    for (one, first), (other, second) in (*itertools.product(inputs, outputs), *itertools.combinations(outputs, 2)):
        if first.resolve() == second.resolve() or (first.exists() and second.exists() and first.samefile(second)):
            raise UserError(f"{one} '{first}' and {other} '{second}' are the same file; name another file for one of "
                            "them")
