"""One line of a figure with panels."""

import dataclasses


@dataclasses.dataclass(frozen=True)
class Curve:
    panel: str  # what its panel shows
    line: str  # what tells it from the others there
    points: list[tuple[float, float]]
