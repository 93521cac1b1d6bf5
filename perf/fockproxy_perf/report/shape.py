"""Checks that the lines of a file are what fockproxy writes: fields have the type and range of the schemas.

Fields from a newer program are accepted, and so are missing fields at the top of a document from an older one;
docs/json.md explains why.
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
# Keys of schema version 1 that its first files lack.
_ADDED = {"batches_sampled", "checkpoint", "collect_seconds", "collecting F", "contraction_share", "coverage",
          "digestion_share", "double_flops", "found", "grid", "hash", "hermite_share", "interface", "l1_bytes",
          "lanes", "lanes_used", "library_file", "memory", "neglected", "network_libraries", "precision",
          "promised_error", "restarted_after", "single_flops", "solvers", "standard_abi", "thread", "threshold",
          "transport"}
# The top-level keys that readers of sweeps need.
_DOCUMENTS = {"fock": ("run", ["fock"]), "scf": ("run", ["fock"]), "info": ("info_check", [])}


def schema(name: str) -> Json:
    """A schema from schemas/: of a sweep, or of the program's JSON."""
    text = importlib.resources.files("fockproxy_perf").joinpath("schemas", f"{name}.json").read_text()
    read: Json = json.loads(text)
    return read


def checked(entry: Any, where: str) -> None:
    """Raises UserError if a line of a sweep, or its header, is not as fockproxy writes it."""
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
    """Checks that numbers are finite and can be drawn, and that text can be written and is not too long."""
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
    """The same schema, but it accepts unknown keys, and files without keys that were added later."""
    if isinstance(of, dict):
        return {key: [name for name in value if name not in added] if key == "required" else _open(value, added)
                for key, value in of.items() if (key, value) != ("additionalProperties", False)}
    return [_open(value, added) for value in of] if isinstance(of, list) else of
