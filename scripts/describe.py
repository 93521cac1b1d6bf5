#!/usr/bin/env python3
"""Writes down what the program says of its settings, after one was added, changed or removed:

    scripts/describe.py build/openmpi/bin/fockproxy

perf/fockproxy_perf/schemas/options.json is what `fockproxy --options-json` prints. The definition `config` of the other
schemas there has the key of every setting. docs/options.md lists all options. A test compares them with the program.

Schemas only grow, because documents of one version may be older than the program: keys that are no settings stay,
values that went stay allowed, and what is required is written by hand.
"""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

Json = dict[str, Any]
ROOT = Path(__file__).parent.parent
SCHEMAS = ROOT / "perf/fockproxy_perf/schemas"
PAGE = ROOT / "docs/options.md"
WIDTH = 128
# Schema: the subcommands whose documents it describes.
DOCUMENTS = {"run": ["fock", "scf"], "compare": ["compare"], "counter": ["counter"], "gsum": ["gsum"],
             "ladder": ["ladder"], "onesided": ["onesided"], "predict": ["predict"],
             "profile": ["profile"], "replay": ["replay"]}
INTRODUCTION = """\
<!-- scripts/describe.py writes this page. -->
# Options

These tables list the options of each subcommand, as `--help` does. Options that a subcommand shares with `fock` are
described there. [Using it](using.md) and [Measuring](measuring.md) explain how to use them.
"""


def written(value: Any, indent: int = 0, before: int = 0) -> str:
    """JSON text in lines of at most WIDTH columns: what fits into one line is not broken."""
    flat = json.dumps(value, ensure_ascii=False)
    if indent + before + len(flat) < WIDTH or not isinstance(value, dict | list) or not value:
        return flat
    pad = " " * (indent + 2)
    names = [json.dumps(key) + ": " for key in value] if isinstance(value, dict) else [""] * len(value)
    lines: list[str] = []
    packs = False  # the next one may stand behind the last one, as neither has parts
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


def meaning(option: Json) -> str:
    """A cell of the table."""
    values = option.get("values", {})
    text = option["summary"]
    text += "".join(f"<br>`{name}`: {summary}" for name, summary in values.items() if summary)
    if "see" in option:
        text += f"<br>See [{option['see'].partition('#')[2].replace('-', ' ') or option['see']}]({option['see']})"
    return text.replace("|", "\\|")


def default(option: Json) -> str:
    """Of a flag: whether it is set."""
    if option["takes"] == "nothing":
        return f"on; `{option['unset_by']}`" if option["unset_by"] else "off"
    return f"`{option['default']}`" if option["default"] else ""


def tables(options: dict[str, Json], named: dict[str, str]) -> str:
    """One for each heading. `named`: what is said behind the names of some."""
    text = ""
    for heading in dict.fromkeys(option["heading"] for option in options.values()):
        text += f"\n**{heading}**\n\n| option | default | values | meaning |\n|---|---|---|---|\n"
        for name, option in options.items():
            if option["heading"] == heading:
                values = ", ".join(f"`{value}`" for value in option.get("values", {}))
                text += f"| `{name}`{named.get(name, '')} | {default(option)} | {values} | {meaning(option)} |\n"
    return text


def page(commands: dict[str, dict[str, Json]]) -> str:
    """docs/options.md"""
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


def described(options: Json) -> dict[Path, str]:
    """Every file that is written: its text, from what --options-json prints."""
    files = {SCHEMAS / "options.json": written(options) + "\n", PAGE: page(options["commands"])}
    for name, commands in DOCUMENTS.items():
        schema = json.loads((SCHEMAS / f"{name}.json").read_text())
        for command in commands:
            schema = grown(schema, options["commands"][command])
        files[SCHEMAS / f"{name}.json"] = written(schema) + "\n"
    return files


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit("usage: scripts/describe.py PROGRAM")
    printed = subprocess.run([sys.argv[1], "--options-json"], capture_output=True, text=True, check=True).stdout
    for path, text in described(json.loads(printed)).items():
        if not path.exists() or path.read_text() != text:
            path.write_text(text)
            print(path.relative_to(ROOT))
