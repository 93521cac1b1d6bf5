"""Values of options, for argparse."""

from argparse import ArgumentTypeError


def positive(text: str) -> int:
    if not text.isdecimal() or int(text) == 0:
        raise ArgumentTypeError(f"'{text}' is no positive number")
    return int(text)


def positives(text: str) -> list[int]:
    """Of 2,32,512."""
    return [positive(word) for word in text.split(",")]


def words(text: str) -> list[str]:
    """Of decane,water8."""
    found = text.split(",")
    if "" in found:
        raise ArgumentTypeError(f"a name is missing in '{text}'")
    return found
