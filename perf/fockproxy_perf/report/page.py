"""The page, made from templates/: one self-contained HTML file; and its figures and tables as files."""

import base64
import dataclasses
import pathlib
from collections.abc import Sequence

import jinja2
from markupsafe import Markup

from fockproxy_perf.report.drawing import render
from fockproxy_perf.report.layout import LAYOUTS, WIDE, Layout
from fockproxy_perf.report.opening import Opening
from fockproxy_perf.report.quantities import number
from fockproxy_perf.report.section import Figure, Section

SHOWN_FINDINGS = 8  # per section; the rest is folded


@dataclasses.dataclass(frozen=True)
class Page:
    title: str
    machine: str
    opening: Opening
    sections: Sequence[Section]

    def write(self, path: pathlib.Path) -> None:
        """Writes the page to `path`, and its figures and tables to the folder of that name without .html."""
        path.write_text(self.html())
        write_files(path.with_suffix(""), self.sections)

    def html(self) -> str:
        css = Markup((pathlib.Path(__file__).parent / "page.css").read_text())
        template = _environment().get_template("page.html")
        return template.render(
            title=self.title,
            machine=self.machine,
            css=css,
            opening=self.opening,
            sections=self.sections,
            layouts=LAYOUTS,
            shown_findings=SHOWN_FINDINGS,
            drawing=_drawing,
        )


def _environment() -> jinja2.Environment:
    environment = jinja2.Environment(
        loader=jinja2.FileSystemLoader(pathlib.Path(__file__).parent / "templates"),
        autoescape=True,
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters["number"] = number
    environment.filters["code"] = _code
    environment.filters["base64"] = lambda text: base64.b64encode(text.encode()).decode()
    return environment


def _code(text: str) -> Markup:
    """Formats text between backticks as code."""
    parts = text.split("`")
    return Markup("").join(Markup("<code>{}</code>").format(part) if at % 2 else part for at, part in enumerate(parts))


def _drawing(figure: Figure, layout: Layout) -> Markup:
    return Markup(render.svg(figure, layout))


def write_files(folder: pathlib.Path, sections: Sequence[Section]) -> None:
    """SVG, PNG and CSV of every figure; all text and tables in tables.md."""
    folder.mkdir(parents=True, exist_ok=True)
    text = []
    for section in sections:
        text += [f"## {section.title}\n"] + [f"- {finding}" for finding in section.findings] + [""]
        if section.missing:
            text.append(section.missing + "\n")
        text += [table.markdown() for table in section.tables]
        for figure in section.figures:
            (folder / f"{figure.name}.svg").write_text(render.svg(figure, WIDE))
            (folder / f"{figure.name}.png").write_bytes(render.png(figure))
            (folder / f"{figure.name}.csv").write_text(figure.data.csv())
            text.append(f"![{figure.alt}]({figure.name}.svg)\n")
    (folder / "tables.md").write_text("\n".join(text))
