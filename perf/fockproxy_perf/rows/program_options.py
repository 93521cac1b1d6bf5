"""The options of fockproxy's subcommands by name, which schemas/options.json has from `fockproxy --options-json`."""

import functools
import importlib.resources
import json
from collections.abc import Iterator
from typing import Any, NotRequired, TypedDict


class ProgramOption(TypedDict):
    takes: str  # a value, a list or nothing
    positional: bool
    default: str  # "" without a default, and for flags
    unset_by: str  # for a flag that is set by default, the option that unsets it: --no-incremental
    # For options that the program describes as settings (app/shared/setting.hpp):
    meaning: NotRequired[str]  # the effect of different values: "speed", "problem", "completion"
    label: NotRequired[str]  # in reports: "calls {}"
    unit: NotRequired[float | str]  # the value in documents for an option's 1; "s": seconds for a duration
    decided: NotRequired[bool]  # documents have the program's choice, which may be none of the option's values


@functools.cache
def program_options(command: str) -> dict[str, ProgramOption]:
    """The options of one subcommand, with names as in rows: task_sleep."""
    text = importlib.resources.files("fockproxy_perf").joinpath("schemas", "options.json").read_text()
    options: dict[str, Any] = json.loads(text)["commands"][command]
    return {name.removeprefix("--").replace("-", "_"): option for name, option in options.items()}


def described(part: str) -> Iterator[tuple[str, Any]]:
    """(name, value) of every setting whose description has this part: label, unit, meaning."""
    settings = {**program_options("counter"), **program_options("fock"), **program_options("scf")}
    return ((name, option[part]) for name, option in settings.items() if part in option)  # type: ignore[literal-required]


def unset(command: str, flag: str) -> list[str]:
    """The option that unsets a flag; empty if the flag is not set by default."""
    option = program_options(command).get(flag)
    return [option["unset_by"]] if option and option["unset_by"] else []


def default(command: str, name: str) -> str | bool | None:
    """The program's default; None if the subcommand has no such option."""
    option = program_options(command).get(name)
    if option is None:
        return None
    return bool(option["unset_by"]) if option["takes"] == "nothing" else option["default"]
