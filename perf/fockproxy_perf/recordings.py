"""Reads, writes and makes up recordings of `fockproxy fock --record`. Plain Python; docs/measuring.md has the
format."""

import dataclasses
import json
import math
import os
import pathlib
import struct
from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

from fockproxy_perf.errors import UserError

KIND = b"fockproxy recording 2"
WORDS_PER_TASK = 4
SHIFT = 1 << 26  # stores two block numbers in one double, which has 53 bits
MASK = (1 << 64) - 1


class Task(NamedTuple):
    """A block quartet (I J|K L)."""

    blocks: tuple[int, int, int, int]
    seconds: float
    quartets: int = 1  # distinct shell quartets computed; 0: adds nothing to F


@dataclasses.dataclass
class Recording:
    """Tasks in the order of their ids, and their surroundings."""

    first_functions: list[int]  # one per block, then the total
    tasks: list[Task]
    formula: str = "made up"
    basis: str = "none"
    grain: str = "none"
    threshold: float = 0.0
    clock: str = "wall"  # clock of the seconds: CPU time of the thread, or wall time
    stack: str = ""  # MPI library and processor of the recording; empty: unknown
    spins: int = 1

    @property
    def blocks(self) -> int:
        return len(self.first_functions) - 1

    @property
    def seconds(self) -> float:
        return math.fsum(task.seconds for task in self.tasks)


def word_sum(content: bytes) -> int:
    """The checksum at the end of the file, over all words before it."""

    def mixed(x: int) -> int:
        x = (x ^ x >> 30) * 0xBF58476D1CE4E5B9 & MASK
        x = (x ^ x >> 27) * 0x94D049BB133111EB & MASK
        return x ^ x >> 31

    words = (word for (word,) in struct.iter_unpack("<Q", content))
    return sum(mixed(word + mixed(position) & MASK) for position, word in enumerate(words, 1)) & MASK


def read(path: str | pathlib.Path) -> Recording:
    """Raises UserError if the file cannot be read, is no recording, or is torn."""
    torn = UserError(f"{path}: torn, or changed since it was written")
    try:
        with pathlib.Path(path).open("rb") as file:
            kind, line = file.readline(len(KIND) + 1), file.readline()
            if kind != KIND + b"\n":
                raise UserError(f"{path}: not a '{KIND.decode()}'")
            about: dict[str, Any] = json.loads(line)
            head = len(kind) + len(line)
            end = head + 8 * about["words"]
            # Checked before reading, because a part of gigabytes may not fit into memory.
            if head % 8 != 0 or os.fstat(file.fileno()).st_size != end + 8:
                raise torn
            content = kind + line + file.read()
        wrong = struct.unpack("<Q", content[end:])[0] != word_sum(content[:end])
        if wrong or about["words"] != WORDS_PER_TASK * about["tasks"]:
            raise torn
        tasks = [
            Task((int(ij % SHIFT), int(ij // SHIFT), int(kl % SHIFT), int(kl // SHIFT)), seconds, int(quartets))
            for ij, kl, seconds, quartets in struct.iter_unpack("<4d", content[head:end])
        ]
        fields = {field.name for field in dataclasses.fields(Recording)} - {"tasks", "stack"}
        return Recording(tasks=tasks, stack=about.get("stack", ""), **{name: about[name] for name in fields})
    except OSError as error:
        raise UserError(f"{path}: cannot be read: {error.strerror}") from None
    except (KeyError, TypeError, ValueError, struct.error):
        raise torn from None


def write(path: str | pathlib.Path, recording: Recording) -> None:
    """Raises UserError if the file cannot be written."""
    about = {**dataclasses.asdict(dataclasses.replace(recording, tasks=[])), "tasks": len(recording.tasks),
             "words": WORDS_PER_TASK * len(recording.tasks)}
    head = KIND + b"\n" + json.dumps(about).encode()
    head += b" " * (-(len(head) + 1) % 8) + b"\n"
    words = b"".join(
        struct.pack("<4d", i + SHIFT * j, k + SHIFT * l, task.seconds, task.quartets)
        for task in recording.tasks for i, j, k, l in [task.blocks]
    )
    content = head + words
    try:
        pathlib.Path(path).write_bytes(content + struct.pack("<Q", word_sum(content)))
    except OSError as error:
        raise UserError(f"{path}: cannot be written: {error.strerror}") from None


def quartets_of_blocks(blocks: int) -> Iterator[tuple[int, int, int, int]]:
    """The canonical block quartets in the order of their ids; L runs fastest."""
    for i in range(blocks):
        for j in range(i + 1):
            for k in range(i + 1):
                for l in range((j if k == i else k) + 1):
                    yield i, j, k, l


def made_up(blocks: int, functions: int, lengths: Iterable[float], name: str) -> Recording:
    """All block quartets of `blocks` blocks of so many functions each, with these lengths in seconds."""
    tasks = [Task(quartet, seconds) for quartet, seconds in zip(quartets_of_blocks(blocks), lengths, strict=False)]
    return Recording([functions * block for block in range(blocks + 1)], tasks, formula=name)
