"""Reads a sweep file; perf/README.md describes its content."""

import dataclasses
import pathlib
import re
import tomllib
from collections.abc import Iterable, Iterator
from typing import Any

from fockproxy_perf.durations import parse_duration
from fockproxy_perf.errors import UserError
from fockproxy_perf.source_tree import PERF

# Axes that differ between launches and are not options of the program, with their default values.
LAUNCH_AXES: dict[str, list[Any]] = {
    "stack": ["debian-openmpi-4.1"],
    "transport": ["shm"],
    "ranks": [2],
    "hosts": [1],
    "binding": ["core"],
    "thread_level": ["lowest"],
}
# Properties of the links between hosts in namespaces, in the form of scripts/hosts; they are axes if a sweep has them.
LINK_AXES = {"bandwidth": r"unlimited|[1-9]\d*[kmg]bit", "delay": r"none|[1-9]\d*(us|ms)"}
CHOICES = {"transport": ("default", "shm", "tcp"), "binding": ("core", "none"),
           "thread_level": ("lowest", "single", "funneled", "serialized", "multiple")}

# Options of which one launch takes a list and measures the values in turns. A launch that fails is split in this order.
LIST_OPTIONS: dict[str, tuple[str, ...]] = {
    "counter": ("counter", "window", "window_info", "case"),
    "compare": ("counter", "window", "window_info", "progress", "grain", "owners", "case"),
    "fock": (),
    "scf": (),
    "onesided": ("table", "operation", "combination", "datatype", "window", "window_info"),
    "gsum": ("method", "window"),
    "ladder": ("window", "case"),
}
POSITIONAL = {"compare": "molecule", "fock": "molecule", "scf": "molecule", "ladder": "molecule"}


@dataclasses.dataclass(frozen=True)
class Part:
    """One subcommand of fockproxy with its fixed options, axes and exclusions."""

    name: str
    command: str
    options: dict[str, Any]
    axes: dict[str, list[Any]]  # name -> values, in the order of the file; includes all LAUNCH_AXES
    excludes: tuple[dict[str, list[Any]], ...]  # excludes configurations that agree with all values of one
    repetitions: int  # at most as many as the sweep
    estimate: float | None  # seconds of one launch


@dataclasses.dataclass(frozen=True)
class Sweep:
    name: str
    description: str
    seed: int
    repetitions: int
    timeout: float | None  # seconds after which a launch counts as hanging
    parts: tuple[Part, ...]
    plan: dict[str, Any]  # the file as read, with replacements applied


def read_sweep(file: pathlib.Path | str, replacements: Iterable[tuple[str, str]] = ()) -> Sweep:
    """`file`: a path, or the name of a file in perf/sweeps. `replacements`: ("stack", "a,b"), as from --set."""
    path = find_file(file)
    try:
        table = tomllib.loads(path.read_text())
    except (OSError, tomllib.TOMLDecodeError) as error:
        raise UserError(f"{path}: {error}") from None
    for name, values in replacements:
        replace_axis(table, name, values)
    try:
        return parse(table, path.stem)
    except UserError as error:
        raise UserError(f"{path}: {error}") from None


def find_file(file: pathlib.Path | str) -> pathlib.Path:
    beside = PERF / "sweeps"
    for path in (pathlib.Path(file), pathlib.Path(f"{file}.toml"), beside / f"{file}.toml"):
        if path.is_file():
            return path
    known = sorted(path.stem for path in beside.glob("*.toml"))
    raise UserError(f"there is no sweep {file}; perf/sweeps has {', '.join(known)}")


def replace_axis(table: dict[str, Any], name: str, values: str) -> None:
    """Replaces the axis wherever it occurs; otherwise adds it to all parts. Converts numbers."""
    new = [int(value) if value.lstrip("-").isdigit() else value for value in values.split(",")]
    if name in ("repetitions", "seed", "timeout"):
        table[name] = new[0]
        return
    found = False
    for place in (table, *table.get("part", ())):
        axes = place.get("axes", {})
        if name.startswith("env."):
            axes, name_there = axes.get("env", {}), name.removeprefix("env.")
        else:
            name_there = next((key for key in axes if underscored(key) == underscored(name)), name)
        if name_there in axes:
            axes[name_there] = new
            found = True
    if not found and name.startswith("env."):
        table.setdefault("axes", {}).setdefault("env", {})[name.removeprefix("env.")] = new
    elif not found:
        table.setdefault("axes", {})[name] = new


def parse(table: dict[str, Any], default_name: str) -> Sweep:
    expect(table, {"name", "description", "seed", "repetitions", "timeout", "axes", "exclude", "part"}, "the sweep")
    repetitions, seed = table.get("repetitions", 1), table.get("seed", 2008)
    if not (isinstance(repetitions, int) and repetitions >= 1):
        raise UserError("repetitions must be a number from 1 on")
    if not (isinstance(seed, int) and seed >= 0):
        raise UserError("seed must be a number from 0 on")
    parts = tuple(parse_part(part, table, repetitions) for part in table.get("part", ()))
    if not parts:
        raise UserError("has no [[part]]")
    names = [part.name for part in parts]
    if len(set(names)) < len(names):
        raise UserError("two parts have one name; give each a 'name'")
    timeout = parse_duration(table["timeout"]) if "timeout" in table else None
    name, description = table.get("name", default_name), table.get("description", "")
    return Sweep(name, description, seed, repetitions, timeout, parts, table)


def parse_part(part: dict[str, Any], table: dict[str, Any], repetitions: int) -> Part:
    expect(part, {"name", "command", "options", "axes", "exclude", "estimate", "repetitions"}, "[[part]]")
    command = part.get("command")
    if command not in LIST_OPTIONS:
        raise UserError(f"command '{command}' of a part is not one of {', '.join(LIST_OPTIONS)}")
    axes = {name: list(values) for name, values in LAUNCH_AXES.items()}
    axes |= parse_axes(table.get("axes", {})) | parse_axes(part.get("axes", {}))
    options = {underscored(name): value for name, value in part.get("options", {}).items()}
    for name, value in options.items():
        if isinstance(value, (list, dict)):
            raise UserError(f"option {name} has several values; that is an axis")
        if name in axes:
            raise UserError(f"{name} is an axis and an option")
    positional = POSITIONAL.get(command)
    if positional and not {positional, "input"} & (options.keys() | axes.keys()):
        raise UserError(f"part {part.get('name', command)}: '{command}' needs a {positional}")
    excludes = tuple(parse_exclude(exclude, axes, exclude in part.get("exclude", ()))
                     for exclude in [*table.get("exclude", ()), *part.get("exclude", ())])
    estimate = parse_duration(part["estimate"]) if "estimate" in part else None
    own = part.get("repetitions", repetitions)
    if not (isinstance(own, int) and own >= 1):
        raise UserError(f"part {part.get('name', command)}: repetitions must be a number from 1 on")
    return Part(part.get("name", command), command, options, axes, tuple(filter(None, excludes)),
                min(own, repetitions), estimate)


def parse_axes(table: dict[str, Any]) -> dict[str, list[Any]]:
    axes = {name: as_list(values, name) for name, values in flattened(table)}
    for name, allowed in CHOICES.items():
        for value in axes.get(name, ()):
            if value not in allowed:
                raise UserError(f"{name} '{value}' is not one of {', '.join(allowed)}")
    for name, pattern in LINK_AXES.items():
        for value in axes.get(name, ()):
            if not re.fullmatch(pattern, str(value)):
                raise UserError(f"{name} '{value}' does not read like {pattern}")
    for name in ("ranks", "hosts"):
        if any(not isinstance(value, int) or value < 1 for value in axes.get(name, ())):
            raise UserError(f"{name} must be numbers from 1 on")
    return axes


def is_of_launch(axis: str) -> bool:
    """Whether the axis belongs to the launch and is not an option of the program."""
    return axis in LAUNCH_AXES or axis in LINK_AXES or axis.startswith("env.")


def parse_exclude(exclude: dict[str, Any], axes: dict[str, list[Any]], own: bool) -> dict[str, list[Any]] | None:
    """None if an exclude of the sweep itself names an axis that this part lacks."""
    parsed = {name: values if isinstance(values, list) else [values] for name, values in flattened(exclude)}
    for name in parsed:
        if name not in axes:
            if not own:
                return None
            raise UserError(f"an exclude names '{name}', which is no axis")
    return parsed


def flattened(table: dict[str, Any]) -> Iterator[tuple[str, Any]]:
    """Names with underscores, and their values; variables of the table env as env.NAME, with values as text."""
    for name, values in table.items():
        if name != "env":
            yield underscored(name), values
            continue
        for variable, listed in values.items():
            yield f"env.{variable}", [str(v) for v in listed] if isinstance(listed, list) else [str(listed)]


def as_list(values: Any, name: str) -> list[Any]:
    if not isinstance(values, list) or not values:
        raise UserError(f"axis {name} must be a list of at least one value")
    if len(set(map(str, values))) < len(values):
        raise UserError(f"axis {name} has a value twice")
    return values


def underscored(name: str) -> str:
    return name.replace("-", "_")


def expect(table: Iterable[str], known: set[str], where: str) -> None:
    if unknown := set(table) - known:
        raise UserError(f"{where} has '{sorted(unknown)[0]}', which is not one of {', '.join(sorted(known))}")
