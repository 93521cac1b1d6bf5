"""scripts/perf COMMAND ...: one command line for all commands of this package."""

import importlib
import os
import sys
from collections.abc import Sequence
from types import ModuleType
from typing import NamedTuple

from fockproxy_perf.errors import UserError
from fockproxy_perf.interpreter import need
from fockproxy_perf.source_tree import is_installed


class Command(NamedTuple):
    """A module with main(arguments), which returns an exit code, and the packages that it needs."""

    module: str
    summary: str
    needs: tuple[str, ...] = ()


LONG = ("tqdm",)
DRAWING = ("matplotlib",)
READING = ("fastjsonschema",)
REPORT = (*DRAWING, *READING, "jinja2")
COMMANDS = {
    "sweep": Command("commands.sweep", "measure over MPI libraries and settings, as a sweep file says"),
    "report": Command("commands.report", "a sweep, and traces, as one HTML page with figures and tables", REPORT),
    "index": Command("commands.index", "results of several machines and dates as one page for the web", REPORT),
    "tables": Command("commands.tables", "tables of the report as Markdown", REPORT),
    "compare": Command("commands.compare", "two sweeps, row by row: slower, faster, the same, or can't tell"),
    "stacks": Command("commands.stacks", "MPI libraries for sweeps: list them, build fockproxy with them"),
    "peers": Command("commands.peers_run", "PySCF, NWChem and hartree-fock++ measured beside fockproxy", LONG),
    "gpu-sitting": Command("commands.gpu_sitting", "measurements on a GPU in one sitting"),
    "verification": Command("commands.verification", "promise, power and false alarms of the verification", LONG),
    "recording": Command("commands.recording", "recorded tasks: show them, or make some up"),
    "export": Command("commands.export", "recorded tasks as Parquet or CSV, traces as OTF2"),
    "window-info": Command("studies.window_info", "effect of info keys of windows, from a sweep with and without them"),
    "runtimes": Command("studies.runtimes", "Global Arrays on each of its runtimes: does it compute right?"),
    "prediction": Command("studies.prediction", "replays on many sleeping ranks beside their predictions"),
    "at-scale": Command("studies.at_scale", "recorded builds predicted on many ranks: which counter carries how far"),
    "integral-profile": Command("studies.integral_profile", "where the time of the integrals goes, sampled"),
}


def usage() -> str:
    width = max(map(len, COMMANDS))
    lines = [f"  {name:{width}}  {command.summary}" for name, command in COMMANDS.items()]
    return "\n".join(["usage: scripts/perf COMMAND ...       each has --help; perf/README.md tells more\n", *lines])


def main(arguments: Sequence[str]) -> int:
    """Returns the exit code: that of the command, or 2 for wrong usage."""
    if not arguments or arguments[0] in ("-h", "--help"):
        print(usage())
        return 0 if arguments else 2
    name = arguments[0]
    try:
        if name not in COMMANDS:
            raise UserError(f"no command '{name}'; there are: {', '.join(COMMANDS)}")
        command = COMMANDS[name]
        if not {"-h", "--help", "--table"} & set(arguments):  # these only read and print
            need(command.needs, arguments)
        code: int = _imported(command, arguments).main(arguments[1:])
        return code
    except UserError as error:
        print(f"perf {name}: error: {error}", file=sys.stderr)
        return 2


def _imported(command: Command, arguments: Sequence[str]) -> ModuleType:
    """The module. If it needs a missing package, need() runs the command in another Python, except for `--help`."""
    try:
        return importlib.import_module(f"fockproxy_perf.{command.module}")
    except ModuleNotFoundError as missing:
        if missing.name in command.needs:
            need(command.needs, arguments)
        if is_installed():  # some studies use modules of scripts/
            raise UserError(f"this command works only in a source tree, which has the module {missing.name}") from None
        raise


def run() -> None:
    try:
        code = main(sys.argv[1:])
        sys.stdout.flush()
    except BrokenPipeError:  # `| head` has ended
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        code = 1
    sys.exit(code)


if __name__ == "__main__":
    run()
