"""A figure as SVG for the page, and as SVG and PNG files beside it."""

import functools
import io
import itertools
import re
from collections.abc import Callable
from typing import Any

from matplotlib.figure import Figure as Canvas

from fockproxy_perf.report.drawing import style
from fockproxy_perf.report.layout import Layout
from fockproxy_perf.report.section import Figure

_OPTIONS: dict[str, dict[str, Any]] = {
    "svg": {"metadata": {"Date": None, "Creator": None}},
    "png": {"dpi": 160, "facecolor": "white"},
}


@functools.cache
def _drawn(draw: Callable[[Layout], Canvas], layout: Layout, form: str) -> bytes:
    with style.styled(layout):
        out = io.BytesIO()
        draw(layout).savefig(out, format=form, **_OPTIONS[form])
    return out.getvalue()


def svg(figure: Figure, layout: Layout) -> str:
    """<svg>...</svg> to stand inside a page: its ids begin with the figure's name, so that figures cannot clash."""
    text = _drawn(figure.draw, layout, "svg").decode()
    text = text[text.index("<svg") :]
    prefix = f"{figure.name}-{layout.name}-"
    text = re.sub(r'\bid="', f'id="{prefix}', text)
    text = re.sub(r'(xlink:href="#|url\(#)', rf"\g<1>{prefix}", text)
    images = itertools.count()  # alike ones have the same id
    text = re.sub(r'id="([\w-]*image[0-9a-f]+)"', lambda m: f'id="{m[1]}-{next(images)}"', text)
    text = re.sub(r"(\d\.\d\d)\d+", r"\1", text)  # hundredths of a point are enough
    return re.sub(r"<metadata>.*?</metadata>", "", text, flags=re.DOTALL)


def png(figure: Figure, layout: Layout) -> bytes:
    """For slides, and for papers that take no SVG."""
    return _drawn(figure.draw, layout, "png")
