"""The options of fockproxy's subcommands, by name: what schemas/options.json has from `fockproxy --options-json`."""

import functools
import importlib.resources
import json
from collections.abc import Iterator
from typing import Any, NotRequired, TypedDict


class ProgramOption(TypedDict):
    takes: str  # a value, a list or nothing
    positional: bool
    default: str  # "" where there is none, and of flags
    unset_by: str  # of a flag that is set where it is not given: --no-incremental
    # Of options that the program describes as settings (app/shared/setting.hpp):
    meaning: NotRequired[str]  # what two runs with other values are: "speed", "problem", "completion"
    label: NotRequired[str]  # in reports: "calls {}"
    unit: NotRequired[float | str]  # documents have so much for an option's 1; "s": seconds for a duration
    decided: NotRequired[bool]  # documents have what the program took, which may be none of the option's values


@functools.cache
def program_options(command: str) -> dict[str, ProgramOption]:
    """Of one subcommand, with names as rows have them: task_sleep."""
    text = importlib.resources.files("fockproxy_perf").joinpath("schemas", "options.json").read_text()
    options: dict[str, Any] = json.loads(text)["commands"][command]
    return {name.removeprefix("--").replace("-", "_"): option for name, option in options.items()}


def described(part: str) -> Iterator[tuple[str, Any]]:
    """(name, value) of every setting whose record has this part: label, unit, meaning."""
    settings = {**program_options("counter"), **program_options("fock"), **program_options("scf")}
    return ((name, option[part]) for name, option in settings.items() if part in option)  # type: ignore[literal-required]


def unset(command: str, flag: str) -> list[str]:
    """The word for a flag that shall not be set: none where it is not set anyway."""
    option = program_options(command).get(flag)
    return [option["unset_by"]] if option and option["unset_by"] else []


def default(command: str, name: str) -> str | bool | None:
    """What the program takes where it is not told; None where the subcommand has no such option."""
    option = program_options(command).get(name)
    if option is None:
        return None
    return bool(option["unset_by"]) if option["takes"] == "nothing" else option["default"]
