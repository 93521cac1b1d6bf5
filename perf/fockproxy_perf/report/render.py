"""A figure as SVG for the page, and as SVG and PNG files beside it."""

import functools
import io
import itertools
import re

from . import style

_PNG_DOTS_PER_INCH = 160


@functools.lru_cache(maxsize=None)
def _drawn(draw, layout, form):
    with style.styled(layout):
        out = io.BytesIO()
        options = (
            {"metadata": {"Date": None, "Creator": None}}
            if form == "svg"
            else {"dpi": _PNG_DOTS_PER_INCH, "facecolor": "white"}
        )
        draw(layout).savefig(out, format=form, **options)
    return out.getvalue()


def svg(figure, layout):
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


def png(figure, layout):
    """Bytes of a PNG, for slides and for papers that take no SVG."""
    return _drawn(figure.draw, layout, "png")
