"""The page: one HTML file that needs nothing else, and the same figures and tables as files for elsewhere."""

import base64
import html
import pathlib

from . import render
from .figure import LAYOUTS, WIDE, Figure, Section


def _data_link(name, kind, text):
    data = base64.b64encode(text.encode()).decode()
    return f'<a download="{html.escape(name)}" href="data:{kind};base64,{data}">{html.escape(name)}</a>'


def _figure(figure: Figure):
    drawings = "".join(f'<div class="{layout.name}">{render.svg(figure, layout)}</div>' for layout in LAYOUTS)
    return (
        f'<figure id="figure-{figure.name}"><figcaption>{html.escape(figure.title)}</figcaption>'
        f'<div role="img" aria-label="{html.escape(figure.alt, quote=True)}">{drawings}</div>'
        f'<p class=take>Its data: {_data_link(figure.name + ".csv", "text/csv", figure.data.csv())}</p></figure>'
    )


def _table(name, index, table):
    name = f"{name}-{index}.csv"
    return (
        f"<details><summary>Table: {html.escape(table.title)}</summary>{table.html()}"
        f'<p class=take>{_data_link(name, "text/csv", table.csv())}</p></details>'
    )


def _section(section: Section):
    parts = [f'<section id="{section.anchor}"><h2>{html.escape(section.title)}</h2>']
    if section.question:
        parts.append(f"<p class=question>{html.escape(section.question)}</p>")
    if section.findings:
        parts.append("<ul class=findings>" + "".join(f"<li>{html.escape(f)}</li>" for f in section.findings) + "</ul>")
    if section.missing:
        parts.append(f"<p class=missing>{html.escape(section.missing)}</p>")
    parts += [_figure(figure) for figure in section.figures]
    parts += [_table(section.anchor, i + 1, table) for i, table in enumerate(section.tables)]
    return "".join(parts) + "</section>"


def write_page(path, title, machine, opening, sections):
    """`opening` is the HTML of the first screen; sections that hold something come first in the order given."""
    css = (pathlib.Path(__file__).parent / "page.css").read_text()
    links = "".join(f'<a href="#{s.anchor}">{html.escape(s.title)}</a>' for s in sections)
    body = "".join(_section(section) for section in sections)
    pathlib.Path(path).write_text(
        f"<!DOCTYPE html>\n<html lang=en><head><meta charset=utf-8><title>{html.escape(title)}</title>"
        '<meta name=viewport content="width=device-width, initial-scale=1">'
        f'<link rel=icon href="data:,"><style>{css}</style></head><body><header><h1>{html.escape(title)}</h1>'
        f"<p class=machine>{html.escape(machine)}</p></header>"
        f"<main>{opening}<nav>{links}</nav>{body}</main></body></html>\n"
    )


def write_files(directory, sections):
    """SVG, PNG and CSV of every figure, and all tables in tables.md."""
    directory = pathlib.Path(directory)
    directory.mkdir(parents=True, exist_ok=True)
    text = []
    for section in sections:
        text += [f"## {section.title}\n"] + [f"- {finding}" for finding in section.findings] + [""]
        if section.missing:
            text.append(section.missing + "\n")
        text += [table.markdown() for table in section.tables]
        for figure in section.figures:
            (directory / f"{figure.name}.svg").write_text(render.svg(figure, WIDE))
            (directory / f"{figure.name}.png").write_bytes(render.png(figure, WIDE))
            (directory / f"{figure.name}.csv").write_text(figure.data.csv())
            text.append(f"![{figure.alt}]({figure.name}.svg)\n")
    (directory / "tables.md").write_text("\n".join(text))
