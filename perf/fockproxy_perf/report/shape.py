"""Whether the lines of a file are what fockproxy writes: fields that are there have the type and range of the schemas.

What a newer program adds is let through, and at the top of a document what an older one lacks: docs/json.md says why.
"""

import functools
import importlib.resources
import json
import re
from collections.abc import Callable, Set
from typing import Any

import fastjsonschema

from fockproxy_perf.errors import UserError

Json = dict[str, Any]
Check = Callable[[Json], Any]
_ELEMENTS = {"counter": ("counter", "row"), "verdict": ("counter", "verdict"),
             "saturation": ("counter", "measurement"), "compare": ("compare", "row"),
             "onesided": ("onesided", "row"), "gsum": ("gsum", "row"), "ladder": ("ladder", "row")}
_LONGEST_TEXT = 20_000  # characters
_LARGEST = 1e30
_SURROGATE = re.compile("[\ud800-\udfff]")  # half a character
# Keys of schema version 1 that its first files do not have.
_ADDED = {"batches_sampled", "checkpoint", "collect_seconds", "collecting F", "contraction_share", "coverage",
          "digestion_share", "double_flops", "found", "grid", "hash", "hermite_share", "interface", "l1_bytes",
          "lanes", "lanes_used", "library_file", "memory", "neglected", "precision", "promised_error",
          "restarted_after", "single_flops", "solvers", "standard_abi", "thread", "threshold", "transport"}
# At their top: what readers of sweeps use.
_DOCUMENTS = {"fock": ("run", ["fock"]), "scf": ("run", ["fock"]), "info": ("info_check", [])}


def schema(name: str) -> Json:
    """One of schemas/: sweep, and those of the program's own JSON."""
    text = importlib.resources.files("fockproxy_perf").joinpath("schemas", f"{name}.json").read_text()
    read: Json = json.loads(text)
    return read


def checked(entry: Any, where: str) -> None:
    """Raises UserError where a line of a sweep, its header too, is not as fockproxy writes it."""
    try:
        _line("sweep" if isinstance(entry, dict) and entry.get("kind") == "sweep" else "row")(entry)
        if "result" in entry and (check := _result(entry["kind"])):
            check(entry["result"])
        _sane(entry, "data")
    except fastjsonschema.JsonSchemaException as error:
        raise UserError(f"{where} is not as fockproxy writes it: {_short(str(error))}") from None


def _short(message: str, most: int = 200) -> str:
    return message if len(message) <= most else message[:most] + " ..."


def _sane(value: Any, name: str) -> None:
    """No figure of ours is infinite, or too large to be drawn; and text can be written, and has an end."""
    if isinstance(value, dict):
        for key, part in value.items():
            _sane(key, name)
            _sane(part, f"{name}.{key}")
    elif isinstance(value, list):
        for part in value:
            _sane(part, f"{name}[]")
    elif isinstance(value, str):
        if len(value) > _LONGEST_TEXT or (not value.isascii() and _SURROGATE.search(value)):
            raise fastjsonschema.JsonSchemaValueException(f"{name} is no text of a program")
    elif isinstance(value, float | int) and not abs(value) <= _LARGEST:
        raise fastjsonschema.JsonSchemaValueException(f"{name} is not a number that can have been measured")


@functools.cache
def _line(definition: str) -> Check:
    return _part("sweep", definition)


@functools.cache
def _result(kind: str) -> Check | None:
    if kind in _ELEMENTS:
        return _part(*_ELEMENTS[kind], added=_ADDED)
    if kind not in _DOCUMENTS:
        return None
    name, required = _DOCUMENTS[kind]
    whole = schema(name)
    if kind == "info":
        whole = {**whole["definitions"]["info"], "definitions": whole["definitions"]}
    return _compiled({**whole, "required": required, "allOf": []}, _ADDED)


def _part(name: str, definition: str, added: Set[str] = frozenset()) -> Check:
    return _compiled({"$ref": f"#/definitions/{definition}", "definitions": schema(name)["definitions"]}, added)


def _compiled(of: Json, added: Set[str] = frozenset()) -> Check:
    check: Check = fastjsonschema.compile(_open(of, added))
    return check


def _open(of: Any, added: Set[str]) -> Any:
    """The same, letting through unknown keys, and files without those that were added later."""
    if isinstance(of, dict):
        return {key: [name for name in value if name not in added] if key == "required" else _open(value, added)
                for key, value in of.items() if (key, value) != ("additionalProperties", False)}
    return [_open(value, added) for value in of] if isinstance(of, list) else of
