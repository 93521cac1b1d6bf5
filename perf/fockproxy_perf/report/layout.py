"""The paper a figure is drawn on: each is drawn twice, for a wide and for a narrow page."""

import dataclasses


@dataclasses.dataclass(frozen=True)
class Layout:
    """Widths in inches; at 96 CSS pixels an inch text keeps its size on the screen."""

    name: str
    width: float
    font: float  # points

    @property
    def narrow(self) -> bool:
        return self.name == "narrow"

    def columns(self, panels: int, widest: int) -> int:
        """How many panels stand side by side; `widest` is the most that a wide page takes."""
        return 1 if self.narrow else max(1, min(panels, widest))


WIDE = Layout("wide", 10.6, 9.5)
NARROW = Layout("narrow", 3.75, 8.5)
LAYOUTS = (WIDE, NARROW)
