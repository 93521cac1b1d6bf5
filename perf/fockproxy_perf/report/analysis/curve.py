"""One line of a figure with panels."""

import dataclasses


@dataclasses.dataclass(frozen=True)
class Curve:
    panel: str  # the title of its panel
    line: str  # its name in this panel
    points: list[tuple[float, float]]
    band: list[tuple[float, float, float]] = dataclasses.field(default_factory=list)  # x, from y, to y
