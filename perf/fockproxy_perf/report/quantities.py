"""Numbers for readers: few digits, times with units."""

import math
from collections.abc import Iterable


def number(value: str | float | bool | None, digits: int = 3) -> str:
    """`digits` significant digits; "" for None or NaN; text stays as it is."""
    if value is None or (isinstance(value, float) and math.isnan(value)):
        return ""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, int | str):
        return str(value)
    if value == 0:
        return "0"
    value = float(f"{value:.{digits - 1}e}")
    exponent = math.floor(math.log10(abs(value)))
    if -3 <= exponent < 6:
        return f"{value:.{max(0, digits - 1 - exponent)}f}"
    return f"{value:.{digits - 1}e}"


def seconds(value: float | None, digits: int = 3) -> str:
    """A time with its unit: 2.71 us, 3.36 ms."""
    if value is None or math.isnan(value):
        return ""
    if value == 0:
        return "0 s"
    value = float(f"{value:.{digits - 1}e}")
    unit, size = next(((u, s) for u, s in (("s", 1), ("ms", 1e-3), ("us", 1e-6)) if abs(value) >= s), ("ns", 1e-9))
    return f"{number(value / size, digits)} {unit}"


def rate(value: float | None, digits: int = 3) -> str:
    """Bytes per second with a unit: 1.29 GB/s, 304 kB/s."""
    if value is None or math.isnan(value):
        return ""
    value = float(f"{value:.{digits - 1}e}")
    unit, size = next(((u, s) for u, s in (("GB/s", 1e9), ("MB/s", 1e6), ("kB/s", 1e3)) if value >= s), ("B/s", 1))
    return f"{number(value / size, digits)} {unit}"


def size(value: float) -> str:
    """The size of a transfer in the units of options: 16 B, 32 KiB, 4 MiB."""
    unit, of = next(((u, s) for u, s in (("MiB", 1 << 20), ("KiB", 1 << 10)) if value >= s), ("B", 1))
    return f"{value / of:.3g} {unit}"


def micro(value: float | None) -> float | None:
    """Converts to microseconds, for a table column."""
    return None if value is None else value * 1e6


def above_one(efficiencies: Iterable[str | float | bool | None]) -> str:
    """The note below a table with efficiencies above 1; empty if there are none."""
    if not any(isinstance(value, float) and value > 1 for value in efficiencies):
        return ""
    return "An efficiency above 1 is no gain: what it is compared to was disturbed, or slower for another reason."
