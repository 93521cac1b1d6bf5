"""The page width for which a figure is drawn: each is drawn for a wide and for a narrow page."""

import dataclasses


@dataclasses.dataclass(frozen=True)
class Layout:
    """Widths in inches; with 96 CSS pixels per inch, text keeps its size on the screen."""

    name: str
    width: float
    font: float  # points

    @property
    def narrow(self) -> bool:
        return self.name == "narrow"

    def columns(self, panels: int, widest: int) -> int:
        """The number of panels side by side; `widest` is the number on a wide page."""
        return 1 if self.narrow else max(1, min(panels, widest))


WIDE = Layout("wide", 10.6, 9.5)
NARROW = Layout("narrow", 3.75, 8.5)
LAYOUTS = (WIDE, NARROW)
