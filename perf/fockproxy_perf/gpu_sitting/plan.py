"""The steps of a sitting on a GPU: commands with the seconds that each may take, the most important first."""

import dataclasses
import pathlib
from collections.abc import Callable, Sequence

from fockproxy_perf.peers.case import Case

WAITS = ("spin", "yield", "block", "callback", "query", "poll")
RANKS = (1, 2, 4)  # on one GPU
PARTS = {
    "waits": "Cases 1 to 3 of the shared counter, with each way of waiting for a GPU",
    "builds": "an SCF, a verified build on the GPU from its density, and one on the cores beside it",
    "gpu4pyscf": "GPU4PySCF's build from the same density",
    "ranks": "builds by 1, 2 and 4 ranks on one GPU, with each way of waiting",
    "direct": "the builds of ranks that poll, with one-sided calls on blocks of the GPU",
    "classes": "seconds by class of quartets, and their share of the peak",
    "check": "the rows of check on device memory",
    "ladder": "the steps of ladder, with those on a GPU",
    "libintx": "LibintX's own benchmark on a GPU",
}
TARGETS = ("idle", "waiting")
CALLS = ("put", "get", "accumulate", "fetch-and-op", "compare-and-swap")
PLACES = ("origin", "window", "both")


@dataclasses.dataclass(frozen=True)
class Library:
    """An MPI library with the programs that are built with it."""

    name: str
    mpiexec: str
    program: pathlib.Path
    class_rates: pathlib.Path


@dataclasses.dataclass(frozen=True)
class Settings:
    """engine, device: "gpu" and "cuda", or "emulated" for a machine without a GPU. cores: for builds on the cores.
    peak: of the GPU in double precision, TFLOP/s; 0: unknown. libintx: the benchmark's command; empty: there is none.
    ladder_case: most of its steps compute on one core for each rank.
    """

    folder: pathlib.Path  # of densities and matrices
    engine: str = "gpu"
    device: str = "cuda"
    cases: tuple[str, ...] = ("water20/cc-pvdz", "tetracontane/cc-pvdz", "water32/cc-pvtz")
    ladder_case: str = "water8/cc-pvdz"
    cores: int = 1
    peak: float = 0
    libintx: tuple[str, ...] = ()


@dataclasses.dataclass(frozen=True)
class Step:
    part: str
    name: str
    library: str  # "" if it does not depend on one
    seconds: int  # that it may take
    command: tuple[str, ...]
    json: bool = False  # whether it gets --json FILE
    needs: tuple[str, ...] = ()  # files that steps before it write


def on_ranks(library: Library, ranks: int, *words: object) -> tuple[str, ...]:
    return tuple(map(str, (library.mpiexec, "-n", ranks, library.program, *words)))


def density_of(settings: Settings, case: Case) -> pathlib.Path:
    return settings.folder / f"{case.name.replace('/', '_')}.density"


def fock_of(settings: Settings, case: Case, who: str) -> pathlib.Path:
    return settings.folder / f"{case.name.replace('/', '_')}.{who}.fock"


def molecule_and_basis(case: Case) -> tuple[object, ...]:
    return case.molecule, "--basis", case.basis_file


def engine_options(settings: Settings, wait: str, in_flight: int, path: str = "staged") -> tuple[object, ...]:
    return ("--integrals", settings.engine, "--device-path", path, "--device-wait", wait, "--chunk", in_flight,
            "--in-flight", in_flight)


def waits(library: Library, settings: Settings) -> list[Step]:
    return [Step("waits", wait, library.name, 60, on_ranks(
        library, 2, "counter", "--work-kind", "device", "--device", settings.device, "--device-wait", wait, "--work",
        "10ms", "--tasks-per-rank", 50, "--case", "1,2,3", "--counter", "mpi3", "--window", "create"), True)
        for wait in WAITS]


def builds(library: Library, settings: Settings) -> list[Step]:
    """One rank has the GPU alone, so the kernels are compared and not the communication."""
    steps = []
    for case in map(Case, settings.cases):
        density, given = density_of(settings, case), molecule_and_basis(case)
        alone = ("--matrix", "local", "--counter", "static", "--grain", 150, *engine_options(settings, "poll", 16))
        steps += [
            Step("builds", f"{case.name} scf", library.name, 180,
                 on_ranks(library, 1, "scf", *given, *alone, "--no-stability", "--save-density", density), True),
            Step("builds", f"{case.name} {settings.engine}", library.name, 120,
                 on_ranks(library, 1, "fock", *given, *alone, "--density", density, "--repeat", 3, "--save-fock",
                          fock_of(settings, case, settings.engine)), True, (str(density),)),
            Step("builds", f"{case.name} own", library.name, 240,
                 on_ranks(library, settings.cores, "fock", *given, "--density", density, "--threshold", 1e-12,
                          "--repeat", 1, "--save-fock", fock_of(settings, case, "own")), True, (str(density),))]
    return steps


def on_one_gpu(library: Library, settings: Settings, part: str, waits: Sequence[str], path: str) -> list[Step]:
    case, density = Case(settings.cases[0]), density_of(settings, Case(settings.cases[0]))

    def words(wait: str, ranks: int) -> tuple[str, ...]:
        window = "allocate" if ranks == 1 else "create"  # Open MPI 4 refuses the latter to a rank alone
        return on_ranks(library, ranks, "fock", *molecule_and_basis(case), "--density", density, "--window", window,
                        "--grain", 60, *engine_options(settings, wait, 8, path))

    return [Step(part, f"{case.name} {wait} {ranks}", library.name, 40, words(wait, ranks), True, (str(density),))
            for wait in waits for ranks in RANKS]


def ranks_on_one_gpu(library: Library, settings: Settings) -> list[Step]:
    return on_one_gpu(library, settings, "ranks", WAITS, "staged")


def direct(library: Library, settings: Settings) -> list[Step]:
    """A library that does not report support for device memory refuses them at once, as UNSUPPORTED."""
    return on_one_gpu(library, settings, "direct", ("poll",), "direct")


def classes(library: Library, settings: Settings) -> list[Step]:
    case = Case(settings.cases[0])
    words = (library.mpiexec, "-n", 1, library.class_rates, case.molecule, case.basis_file, "--integrals",
             "gpu" if settings.engine == "gpu" else "own", "--grain", 150, "--in-flight", 16, "--gpu-peak",
             settings.peak)
    return [Step("classes", case.name, library.name, 120, tuple(map(str, words)), needs=(str(library.class_rates),))]


def device_rows() -> list[str]:
    """As lib/check/device_rows.cpp names them, but without targets that compute."""
    names = []
    for place in PLACES:
        for call in CALLS:
            for target in TARGETS:
                names.append(f"device-{place}-{call}-{target}")
                if place == "origin":
                    names.append(f"device-{place}-{call}-{target}-create")
    return names


def checks(library: Library, _settings: Settings) -> list[Step]:
    return [Step("check", target, library.name, 150, on_ranks(
        library, 2, "check", "--stall-timeout", 10, "--only",
        ",".join(name for name in device_rows() if name.removesuffix("-create").endswith(target))), True)
        for target in TARGETS]


def ladder(library: Library, settings: Settings) -> list[Step]:
    case = Case(settings.ladder_case)
    return [Step("ladder", case.name, library.name, 150, on_ranks(
        library, 2, "ladder", *molecule_and_basis(case), "--grain", 30, "--window", "create", "--repeat", 2,
        "--device-steps", settings.engine), True)]


def gpu4pyscf(settings: Settings) -> list[Step]:
    """The commands begin with the case; run.py fills in the Python and the files."""
    return [Step("gpu4pyscf", case.name, "", 180, (case.name,), needs=(
        str(density_of(settings, case)), str(fock_of(settings, case, "own")))) for case in map(Case, settings.cases)]


def libintx(settings: Settings) -> list[Step]:
    return [Step("libintx", "benchmark", "", 120, settings.libintx)]


def make_plan(libraries: Sequence[Library], settings: Settings) -> list[Step]:
    """What compares kernels is done with the first library only."""
    first = libraries[0]
    of_each: list[Callable[[Library, Settings], list[Step]]] = [ranks_on_one_gpu, direct, checks, ladder]
    plan = [step for library in libraries for step in waits(library, settings)]
    smallest, others = builds(first, settings)[:3], builds(first, settings)[3:]
    ours, *rest = gpu4pyscf(settings)
    plan += [*smallest, ours, *classes(first, settings)]
    plan += [step for part in of_each for library in libraries for step in part(library, settings)]
    return [*plan, *others, *rest, *libintx(settings)]
