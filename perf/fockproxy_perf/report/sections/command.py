"""The command that runs a row's settings: all settings that it knows, as a line for the shell."""

import shlex
from typing import Any

from fockproxy_perf.rows.program_options import ProgramOption, described, program_options, unset
from fockproxy_perf.rows.row import Row

_ALWAYS = ("basis", "counter", "window", "grain")  # named even if they have their defaults
# Settings that are not options of the command, and how they are applied.
ELSEWHERE = {
    **dict.fromkeys(("stack", "hosts", "ranks", "binding", "bandwidth", "delay"), "the words of the launcher"),
    "transport": "variables of the environment",
    "case": "--idle-ranks in Case 2, --progress in Case 3",
    "case_3": "--progress",
    "owners": "--owners of `compare`, which is the command where they idle",
    "ghosts_per_node": "--ghosts",
    **dict.fromkeys(("blocks", "largest_block"), "what --grain came to"),
    **dict.fromkeys(("repeat", "density", "class_rates", "record", "save_costs", "save_fock", "inject", "verdict",
                     "saturate", "saturate_time", "stall_timeout", "json", "trace", "trace_events", "dry_run",
                     "save_density", "checkpoint", "restart"), "how it was measured and what was written"),
    **dict.fromkeys(("work", "work_kind", "distribution", "costs", "stretch", "tasks_per_rank", "mean_task_seconds",
                     "iterations_per_second", "device", "device_used"), "tasks of the counter kernel"),
    **dict.fromkeys(("operation", "target"), "of single operations, which nobody is advised to take"),
}
# For these, the document has what the program decided, which may be no value of the option.
_DECIDED = tuple(name for name, decided in described("decided") if decided and name != "matrix")
_UNITS = dict(described("unit"))


def command(row: Row) -> str:
    """A line for the shell. It runs an SCF, or the comparison itself if an SCF does not have the setting."""
    subcommand = "compare" if _owners_idle(row) else "scf"
    launcher, program = _launched(row)
    # MOLECULE stands for a molecule and needs no quotes.
    return " ".join([*_variables(row), shlex.join([*launcher, program, subcommand, *_words(row, subcommand)])])


def _owners_idle(row: Row) -> bool:
    return bool(row.get("case") == 2 and row.get("owners") == "idle")


def _launched(row: Row) -> tuple[list[str], str]:
    """The words before the program, and the program."""
    argv = row.provenance["argv"]
    at = argv.index(row.command) - 1 if row.command in argv else 0
    if at < 1:
        return ["mpiexec", "-n", str(row.get("ranks"))], "fockproxy"
    words = argv[:at]
    return [word for n, word in enumerate(words) if "FOCKPROXY_DATA" not in words[n : n + 2]], argv[at]


def _variables(row: Row) -> list[str]:
    """The variables for the row's own MPI, and those of the sweep, except permissions that only root needs."""
    foreign = {"openmpi": ("MPIR_", "MPICH_", "HYDRA_", "I_MPI_"), "mpich": ("OMPI_", "PRTE_", "PMIX_", "I_MPI_"),
               "intel": ("OMPI_", "PRTE_", "PMIX_", "MPICH_")}.get(row.provenance["stack"]["family"], ())
    own = {name.removeprefix("env."): str(value) for name, value in row.settings.items() if name.startswith("env.")}
    steering = {name: value for name, value in row.provenance["environment"].items()
                if not name.startswith(foreign) and "ALLOW_RUN_AS_ROOT" not in name}
    return [f"{name}={shlex.quote(value)}" for name, value in {**steering, **own}.items()]


def _words(row: Row, subcommand: str) -> list[str]:
    """The molecule and the options."""
    options = program_options(subcommand)
    settings = _settings(row, subcommand)
    words = [] if "input" in settings else [str(settings.pop("molecule", "MOLECULE"))]
    for name, value in settings.items():
        if value is False:
            words += unset(subcommand, name)
        elif name not in ELSEWHERE or (subcommand == "compare" and name in ("case", "owners")):
            words += _option(name, value, options.get(name))
    return words


def _option(name: str, value: Any, option: ProgramOption | None) -> list[str]:
    """Empty if it is the default. An option that the program does not have is kept; the program will refuse it."""
    word = f"--{name.replace('_', '-')}"
    if value is True:
        return [] if option and option["unset_by"] else [word]
    usual = option is not None and _same(str(value), option["default"])
    return [] if usual and name not in _ALWAYS else [word, str(value)]


def _same(value: str, default: str) -> bool:
    try:
        return float(value) == float(default)
    except ValueError:
        return value == default


def _settings(row: Row, subcommand: str) -> dict[str, Any]:
    """The settings as options. Requested values take precedence over those in the document."""
    known = {**_of_document(row), **_asked(row)}
    if "molecule" not in known and row.get("molecule"):
        known["molecule"] = row.get("molecule")
    if "basis" not in known and row.get("basis"):
        known["basis"] = row.get("basis")
    if "input" in known:  # it names both
        known.pop("molecule", None)
        known.pop("basis", None)
    known.setdefault("counter", row.get("counter"))
    if row.own_window is not None:
        known.setdefault("window", row.own_window)
    else:
        known.pop("window", None)
        known.pop("window_info", None)
    if subcommand == "compare":
        known |= {"case": row.get("case"), "owners": row.get("owners")}
    elif row.kind in ("compare", "counter"):  # their --idle-ranks belongs to Case 2
        idle = int(known.pop("idle_ranks", 1))
        known |= {"idle_ranks": idle} if row.get("case") == 2 else {}
    first = [name for name in ("molecule", "input", *_ALWAYS) if known.get(name) is not None]
    return {**{name: known[name] for name in first}, **known}


def _asked(row: Row) -> dict[str, Any]:
    asked = {name: value for name, value in row.settings.items()
             if not name.startswith("env.") and name not in ("stack", "transport", "ranks", "hosts", "binding")}
    if asked.get("thread_level") == "lowest":
        asked["thread_level"] = "auto"
    if row.kind == "counter":
        asked.pop("seed", None)  # a seed of task lengths; in other commands, of the verification
    return asked


def _of_document(row: Row) -> dict[str, Any]:
    taken = {name: value for name, value in row.config.items() if name not in _DECIDED and value is not None}
    if row.kind == "counter":
        taken.pop("seed", None)
    for name, unit in _UNITS.items():
        if name in taken and unit == "s":
            taken[name] = f"{taken[name]:g}s" if taken[name] else ""
        elif name in taken:
            taken[name] = f"{taken[name] / unit:g}"
    if taken.pop("ghosts_per_node", 0):
        taken["ghosts"] = row.config["ghosts_per_node"]
    if taken.get("integrals", "own") != "own":
        taken.pop("precision", None)  # they have only one
    if taken.get("matrix") == "replicated":  # the document's matrix for the cache of that name
        del taken["matrix"]
    return taken
