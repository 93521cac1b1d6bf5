"""Renders a figure as SVG for the page, and as SVG and PNG files beside it."""

import functools
import io
import itertools
import pathlib
import re
from collections.abc import Callable
from typing import Any

from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.backends.backend_svg import FigureCanvasSVG
from matplotlib.figure import Figure as Canvas

from fockproxy_perf.errors import UserError
from fockproxy_perf.report.drawing import style
from fockproxy_perf.report.layout import WIDE, Layout
from fockproxy_perf.report.section import Figure

_METADATA: dict[str, Any] = {"Date": None, "Creator": None}
_DPI = 160  # resolution of the PNG


@functools.cache
def _drawn(draw: Callable[[Layout], Canvas], layout: Layout) -> tuple[bytes, bytes]:
    """Draws the figure as SVG and PNG. The layout is computed only once, because this takes longer than writing;
    Canvas.savefig() would compute it each time."""
    with style.styled(layout):
        canvas = draw(layout)
        vectors, pixels = io.BytesIO(), io.BytesIO()
        FigureCanvasSVG(canvas).print_svg(vectors, metadata=_METADATA)  # type: ignore[no-untyped-call]
        if layout is WIDE:  # the narrow figure is not written as PNG
            canvas.set_layout_engine("none")
            canvas.dpi = _DPI
            FigureCanvasAgg(canvas).print_png(pixels)  # type: ignore[no-untyped-call]
    return vectors.getvalue(), pixels.getvalue()


def svg(figure: Figure, layout: Layout) -> str:
    """<svg>...</svg> for use inside a page. Its ids begin with the name of the figure, so figures do not clash."""
    text = _drawn(figure.draw, layout)[0].decode()
    text = text[text.index("<svg") :]
    prefix = f"{figure.name}-{layout.name}-"
    text = re.sub(r'\bid="', f'id="{prefix}', text)
    text = re.sub(r'(xlink:href="#|url\(#)', rf"\g<1>{prefix}", text)
    images = itertools.count()  # equal images have the same id
    text = re.sub(r'id="([\w-]*image[0-9a-f]+)"', lambda m: f'id="{m[1]}-{next(images)}"', text)
    text = re.sub(r"(\d\.\d\d)\d+", r"\1", text)  # hundredths of a point are precise enough
    return re.sub(r"<metadata>.*?</metadata>", "", text, flags=re.DOTALL)


def png(figure: Figure) -> bytes:
    """The wide figure, for slides and for papers that do not accept SVG."""
    return _drawn(figure.draw, WIDE)[1]


def save_svg(figure: Figure, path: pathlib.Path) -> None:
    """The wide figure as a file, for a page of the documentation. Raises UserError if it cannot be written."""
    try:
        path.write_text(svg(figure, WIDE) + "\n")
    except OSError as error:
        raise UserError(f"{path}: cannot be written: {error.strerror}") from None
