"""How to run what a row ran: every setting that it knows, as a line for the shell."""

import shlex
from typing import Any

from fockproxy_perf.rows.program_options import ProgramOption, described, program_options, unset
from fockproxy_perf.rows.row import Row

_ALWAYS = ("basis", "counter", "window", "grain")  # said also where they are the default
# Settings that are no options of the command, and what became of them.
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
# What the document says of these is what the program decided, or what all together came to.
_DECIDED = tuple(name for name, decided in described("decided") if decided and name != "matrix")
_UNITS = dict(described("unit"))


def command(row: Row) -> str:
    """A line for the shell. It runs an SCF, or the comparison itself where no SCF can have its setting."""
    subcommand = "compare" if _owners_idle(row) else "scf"
    launcher, program = _launched(row)
    # The stand-in for a molecule is no word of a shell, and none that must be quoted.
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
    """Those that steer the row's own MPI and that the sweep set, without a permission that only root needs."""
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
    """Nothing where it is the default. One that the program does not have is said all the same: it will refuse it."""
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
    """As options: what was asked for, before what the document says was taken."""
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
    if subcommand == "compare":
        known |= {"case": row.get("case"), "owners": row.get("owners")}
    elif row.kind in ("compare", "counter"):  # their --idle-ranks is that of Case 2
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
        asked.pop("seed", None)  # of its lengths; elsewhere of what is verified
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
        taken.pop("precision", None)  # they have but one
    if taken.get("matrix") == "replicated":  # so says the document of the cache of that name
        del taken["matrix"]
    return taken
