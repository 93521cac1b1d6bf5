"""Shows the progress of work that takes minutes or hours: a bar on a terminal, and permanent lines."""

from __future__ import annotations

from typing import TYPE_CHECKING, Never

if TYPE_CHECKING:
    from tqdm import tqdm


def progress(total: int, unit: str) -> tqdm[Never]:
    """A bar of `total` units on stderr, moved by update(); no bar if stderr is not a terminal."""
    from tqdm import tqdm  # imported here, so that code that parses arguments and makes tables runs without it

    return tqdm(total=total, unit=unit, disable=None, dynamic_ncols=True)


def say(text: str) -> None:
    """A line on stdout, above the bar if there is one."""
    from tqdm import tqdm

    with tqdm.external_write_mode():
        print(text, flush=True)
