"""Values of options, for argparse: it turns the ValueErrors into its message."""


def positive(text: str) -> int:
    value = int(text)
    if value < 1:
        raise ValueError
    return value


def positives(text: str) -> list[int]:
    """Of 2,32,512."""
    return [positive(word) for word in text.split(",")]


def words(text: str) -> list[str]:
    """Of decane,water8."""
    found = text.split(",")
    if "" in found:
        raise ValueError
    return found
