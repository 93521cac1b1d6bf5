"""A prediction of the model beside its measurement."""

import dataclasses


@dataclasses.dataclass(frozen=True)
class Compared:
    panel: str  # the title of its panel
    series: str  # the stack
    ranks: int
    measured: float
    predicted: float

    @property
    def ratio(self) -> float:
        """Above 1 the model is optimistic."""
        return self.predicted / self.measured
