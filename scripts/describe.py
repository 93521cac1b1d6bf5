#!/usr/bin/env python3
"""Writes what the program tells about its settings and figures, after one was added, changed or removed:

    scripts/describe.py build/openmpi/bin/fockproxy

perf/fockproxy_perf/schemas/options.json has the output of `fockproxy --options-json`. In the other schemas there, the
definition `config` has the key of every setting, and definitions such as `row` have the figures of a list of rows. The
schema of fock and scf forbids in documents of scf the keys that only fock has. docs/options.md lists all options,
docs/figures.md all figures. A test compares them with the program.

Schemas only grow, because documents of one version may be older than the program: removed keys and values stay allowed,
and added ones are not required. The schema of a new subcommand requires all that it writes.
"""

import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

Json = dict[str, Any]
ROOT = Path(__file__).parent.parent
SCHEMAS = ROOT / "perf/fockproxy_perf/schemas"
PAGE = ROOT / "docs/options.md"
FIGURES = ROOT / "docs/figures.md"
WIDTH = 128
INTRODUCTION = """\
<!-- scripts/describe.py writes this page. -->
# Options

These tables list the options of each subcommand, as `--help` does. Options that a subcommand shares with `fock` are
described there. [Using it](using.md) and [Measuring](measuring.md) explain how to use them.
"""
FIGURES_INTRODUCTION = """\
<!-- scripts/describe.py writes this page. -->
# Figures

These tables list what each row of a subcommand has: its key in the JSON document, its unit (none: a count, a ratio or a
word) and its column in the printed table, where it has one. `seconds.p90` is the key `p90` in the object `seconds` of a
row, and `points[].entries` is in each object of the list `points`. [Reading what it writes](json.md) explains the rest
of a document.
"""


def written(value: Any, indent: int = 0, before: int = 0) -> str:
    """JSON text in lines of at most WIDTH columns; a value that fits into one line is not broken."""
    flat = json.dumps(value, ensure_ascii=False)
    if indent + before + len(flat) < WIDTH or not isinstance(value, dict | list) or not value:
        return flat
    pad = " " * (indent + 2)
    names = [json.dumps(key) + ": " for key in value] if isinstance(value, dict) else [""] * len(value)
    lines: list[str] = []
    packs = False  # whether the next value may follow on the same line, because neither has parts
    for name, part in zip(names, value.values() if isinstance(value, dict) else value, strict=True):
        entry = name + written(part, indent + 2, len(name))
        scalar = not isinstance(part, dict | list)
        if packs and scalar and len(lines[-1]) + len(entry) + 3 < WIDTH:
            lines[-1] += f", {entry}"
        else:
            lines.append(pad + entry)
        packs = scalar
    ends = "{}" if isinstance(value, dict) else "[]"
    return ends[0] + "\n" + ",\n".join(lines) + "\n" + " " * indent + ends[1]


def grown(schema: Json, options: Json) -> Json:
    """A schema with the keys of these options in its definition `config`."""
    known = schema["definitions"]["config"]["properties"]
    for option in options.values():
        if "key" not in option:
            continue
        key, described = option["key"], dict(option["schema"])
        if "enum" in described:
            gone = known.get(key, {}).get("enum", [])
            described["enum"] = described["enum"] + [value for value in gone if value not in described["enum"]]
        known[key] = described
    return schema


def separated(schema: Json, fock: Json, scf: Json) -> Json:
    """The schema of fock and scf. Its last condition forbids in documents of scf the keys that only fock has."""
    of_fock, of_scf = ({option["key"] for option in options.values() if "key" in option} for options in (fock, scf))
    forbidden = schema["allOf"][-1]["else"]["properties"]["config"]["properties"]
    forbidden.update(dict.fromkeys(sorted(of_fock - of_scf), False))
    return schema


def object_of(figures: list[Json]) -> Json:
    """The schema of an object with these figures."""
    schema: Json = {"type": "object", "required": [], "properties": {}}
    for figure in (figure for figure in figures if figure["key"]):
        *objects, name = figure["key"].split(".")
        inside = schema
        for part in objects:
            if not figure["optional"] and part not in inside["required"]:
                inside["required"].append(part)
            inside = inside["properties"].setdefault(part, object_of([]))
        if not figure["optional"]:
            inside["required"].append(name)
        value = dict(figure["schema"])
        if parts := value.get("items", {}).get("figures"):
            value["items"] = object_of(parts)
        unit = f" [{figure['unit']}]" if figure["unit"] else ""
        inside["properties"][name] = {"description": figure["meaning"] + unit, **value}
    return schema


def row_of(rows: Json) -> Json:
    """The schema of a row of a list."""
    schema, results = object_of(rows["identity"]), object_of(rows["results"])
    schema["properties"].update(results["properties"])
    if "status" not in rows:
        return {**schema, "required": schema["required"] + results["required"]}
    schema["required"].append("status")
    schema["properties"].update({"status": {"enum": rows["status"]}, "reason": {"type": "string", "minLength": 1}})
    return {**schema, "if": {"properties": {"status": {"const": rows["status"][0]}}},
            "then": {"required": results["required"]},
            "else": {"required": ["reason"], "properties": dict.fromkeys(results["required"], False)}}


def kept(schema: Any, before: Any) -> Any:
    """The schema of a row, which still accepts all that it accepted before."""
    if not isinstance(schema, dict) or not isinstance(before, dict):
        return schema
    both = {key: kept(part, before.get(key)) for key, part in schema.items()}
    if schema.get("type") == "array":
        both.update({key: before[key] for key in ("minItems", "maxItems") if key in before})
    if isinstance(words := before.get("enum"), list) and "enum" in both:
        both["enum"] = both["enum"] + [word for word in words if word not in both["enum"]]
    if isinstance(required := before.get("required"), list) and "required" in both:
        both["required"] = [key for key in both["required"] if key in required]
    if "properties" in both:
        both["properties"] = {**before.get("properties", {}), **both["properties"]}
    return both


def listed(schema: Json, lists: dict[str, Json]) -> Json:
    """A schema with the rows of these lists as definitions: `row` for `rows`."""
    for key, rows in lists.items():
        name = key.removesuffix("s")
        schema["properties"].setdefault(key, {"type": "array", "items": {"$ref": f"#/definitions/{name}"}})
        schema["definitions"][name] = kept(row_of(rows), schema["definitions"].get(name, {}))
    return schema


def blank(command: str, lists: dict[str, Json]) -> Json:
    """The schema of a subcommand without one, before its settings and figures are added."""
    return {"$schema": "http://json-schema.org/draft-07/schema#",
            "title": f"Output of `fockproxy {command} --json`, version 2", "type": "object",
            "required": ["schema_version", "command", "provenance", "config", *lists],
            "properties": {"schema_version": {"const": 2}, "command": {"const": command},
                           "config": {"$ref": "#/definitions/config"}},
            "definitions": {"config": {"type": "object", "required": [], "properties": {}}}}


def meaning(option: Json) -> str:
    """A cell of the table."""
    values = option.get("values", {})
    text = option["summary"]
    text += "".join(f"<br>`{name}`: {summary}" for name, summary in values.items() if summary)
    if "see" in option:
        text += f"<br>See [{option['see'].partition('#')[2].replace('-', ' ') or option['see']}]({option['see']})"
    return text.replace("|", "\\|")


def default(option: Json) -> str:
    """For a flag, whether it is set; otherwise the default."""
    if option["takes"] == "nothing":
        return f"on; `{option['unset_by']}`" if option["unset_by"] else "off"
    return f"`{option['default']}`" if option["default"] else ""


def tables(options: dict[str, Json], named: dict[str, str]) -> str:
    """One line per heading. `named`: text to add after some names."""
    text = ""
    for heading in dict.fromkeys(option["heading"] for option in options.values()):
        text += f"\n**{heading}**\n\n| option | default | values | meaning |\n|---|---|---|---|\n"
        for name, option in options.items():
            if option["heading"] == heading:
                values = ", ".join(f"`{value}`" for value in option.get("values", {}))
                text += f"| `{name}`{named.get(name, '')} | {default(option)} | {values} | {meaning(option)} |\n"
    return text


def page(commands: dict[str, dict[str, Json]]) -> str:
    """The text of docs/options.md."""
    both = {**commands["fock"], **commands["scf"]}
    of_one = {name: f" ({command})" for name in both
              for command, other in (("`fock`", "scf"), ("`scf`", "fock")) if name not in commands[other]}
    text = INTRODUCTION + "\n## fock, scf\n" + tables(both, of_one)
    for command, options in commands.items():
        if command in ("fock", "scf"):
            continue
        own = {name: option for name, option in options.items()
               if {**option, "heading": ""} != {**both.get(name, {}), "heading": ""}}
        text += f"\n## {command}\n" + tables(own, {})
        if shared := [f"`{name}`" for name in options if name not in own]:
            text += "\nAs in `fock` and `scf`: " + ", ".join(shared) + ".\n"
    return text


def lines_of(figures: list[Json], within: str = "") -> Iterator[str]:
    """The lines of the table of these figures."""
    for figure in figures:
        key, schema = within + figure["key"], figure["schema"]
        words = ", ".join(f"`{'null' if word is None else word}`" for word in schema.get("enum", []))
        text = (figure["meaning"] + (f": {words}" if words else "")).replace("|", "\\|")
        yield f"| {f'`{key}`' if figure['key'] else ''} | {figure['unit']} | {figure['heading']} | {text} |\n"
        yield from lines_of(schema.get("items", {}).get("figures", []), f"{key}[].")


def figures_page(commands: dict[str, dict[str, Json]]) -> str:
    """The text of docs/figures.md."""
    text = FIGURES_INTRODUCTION
    for command, lists in commands.items():
        text += f"\n## {command}\n"
        for key, rows in lists.items():
            text += f"\n**`{key}`**\n\n| key | unit | column | meaning |\n|---|---|---|---|\n"
            text += "".join(lines_of(rows["identity"]))
            if "status" in rows:
                words = ", ".join(f"`{word}`" for word in rows["status"])
                text += f"| `status` |  |  | {words}; figures below are there with `{rows['status'][0]}` only |\n"
                text += "| `reason` |  |  | why the row has no figures below |\n"
            text += "".join(lines_of(rows["results"]))
    return text


def described(options: Json) -> dict[Path, str]:
    """All files to write, with their text, from the output of --options-json."""
    commands, figures = options["commands"], options["figures"]
    files = {SCHEMAS / "options.json": written(options) + "\n", PAGE: page(commands), FIGURES: figures_page(figures)}
    for name in ["run", *commands]:
        path = SCHEMAS / f"{name}.json"
        if not path.exists() and name not in figures:
            continue
        lists = figures.get(name, {})
        schema = json.loads(path.read_text()) if path.exists() else blank(name, lists)
        for command in ("fock", "scf") if name == "run" else (name,):
            schema = grown(schema, commands[command])
        if name == "run":
            schema = separated(schema, commands["fock"], commands["scf"])
        files[path] = written(listed(schema, lists)) + "\n"
    return files


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit("usage: scripts/describe.py PROGRAM")
    printed = subprocess.run([sys.argv[1], "--options-json"], capture_output=True, text=True, check=True).stdout
    for path, text in described(json.loads(printed)).items():
        if not path.exists() or path.read_text() != text:
            path.write_text(text)
            print(path.relative_to(ROOT))
