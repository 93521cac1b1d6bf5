"""One-sided operations: which rows are comparable, the patch of 1996, and bandwidth by size."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from fockproxy_perf.report.analysis.curve import Curve
from fockproxy_perf.report.repetitions import medians
from fockproxy_perf.report.settings import label, varying, with_stack
from fockproxy_perf.report.sweep import Sweep
from fockproxy_perf.rows.listed_rows import ONESIDED_IDENTITY, OnesidedRow
from fockproxy_perf.rows.row import Row

BLOCKS = ("get", "put", "accumulate")  # operations that move blocks in a Fock build
_EFFORT = ("max_bytes", "row_time", "interval")
_INTERFACES = ("window allocate", "window create", "window allocate-noshm", "window ghost", "Global Arrays", "ARMCI",
               "")

# Rows of earlier versions name no datatype.
_OWN_DATATYPES = {"fetch_and_op": "int64", "compare_and_swap": "int64"}

# For operations of Global Arrays and ARMCI: the name of the same operation in MPI, and the library.
_OTHERS = {
    "ga_get": ("get", "Global Arrays"),
    "ga_put": ("put", "Global Arrays"),
    "ga_acc": ("accumulate", "Global Arrays"),
    "ga_nbget": ("rget", "Global Arrays"),
    "ga_read_inc": ("fetch_and_op", "Global Arrays"),
    "armci_get": ("get", "ARMCI"),
    "armci_put": ("put", "ARMCI"),
    "armci_acc": ("accumulate", "ARMCI"),
    "armci_rmw": ("fetch_and_op", "ARMCI"),
}


def doing(row: Row) -> str:
    """The operation in MPI's terms, for example get for a ga_get."""
    operation = str(row.get("operation"))
    return _OTHERS.get(operation, (operation, ""))[0]


def variant(row: Row) -> str:
    """How the operation differs from the usual one of a Fock build, for example "replace, int32, epoch"; "" if it does
    not."""
    usual = {"combination": "sum", "datatype": _OWN_DATATYPES.get(doing(row), "double"), "completion": "flush"}
    return ", ".join(str(row.get(name)) for name, value in usual.items() if row.get(name) not in (None, value))


def by_mpi(row: Row) -> bool:
    return row.get("operation") not in _OTHERS


def interface(row: Row) -> str:
    """What moves the data: an MPI window, or Global Arrays or ARMCI, which choose their own."""
    return label(row, ["window"]) if by_mpi(row) else _OTHERS[str(row.get("operation"))][1]


def names(rows: Iterable[Row]) -> list[str]:
    """The settings that distinguish stacks and launches, but not transfers."""
    return with_stack(varying(rows, *ONESIDED_IDENTITY, *_EFFORT))


def line(row: Row, named: Sequence[str]) -> str:
    return ", ".join(filter(None, (label(row, named), interface(row))))


def in_order(rows: Iterable[OnesidedRow]) -> list[OnesidedRow]:
    """Groups the lines of a stack; transports and windows always have the same order."""
    return sorted(rows, key=lambda r: (r.stack, str(r.axes.get("transport")), _INTERFACES.index(interface(r))))


def placement(row: Row) -> str:
    """The placement. Over TCP some libraries treat each rank as a node, although there is only one host."""
    where = str(row.get("placement"))
    return "same node" if where == "other node" and row.get("hosts") == 1 else where


def rows_of(sweep: Sweep, *tables: str, free: Sequence[str] = ()) -> list[OnesidedRow]:
    """Rows with the usual settings of a Fock build: sums, complete, a target inside MPI, words just written.

    `free`: settings of these that may have any value.
    """
    usual = {"target": "inside", "completion": "flush", "cache": "fresh", "in_flight": 1}
    return in_order(
        r
        for r in sweep.of(OnesidedRow)
        if r.get("table") in tables
        and r.get("combination") in (None, "sum")
        and r.get("datatype") in (None, _OWN_DATATYPES.get(doing(r), "double"))
        and all(r.get(name) == value for name, value in usual.items() if name not in free)
    )


class At(NamedTuple):
    """An operation on a stack, and the placement of its target."""

    operation: str
    line: str
    placement: str


class Reach(NamedTuple):
    """Seconds for a word, bytes per second for the patch; None if not measured."""

    latency: float | None
    bandwidth: float | None


def patch(sweep: Sweep) -> dict[At, Reach]:
    """The values of Tables 1 to 3 of Nieplocha, Harrison and Littlefield (1996)."""
    words = [r for r in rows_of(sweep, "latency") if doing(r) in BLOCKS]
    patches = [r for r in rows_of(sweep, "patch") if r.get("method") == "direct"]
    named = names([*words, *patches])

    def at(row: OnesidedRow) -> At:
        return At(doing(row), line(row, named), placement(row))

    latencies = medians(words, at, lambda r: r.seconds)
    bandwidths = medians(patches, at, lambda r: r.bandwidth)
    return {a: Reach(latencies.get(a), bandwidths.get(a)) for a in dict.fromkeys([*latencies, *bandwidths])}


def bandwidths(sweep: Sweep) -> list[Curve]:
    """(bytes, bytes per second) to another rank; one panel per operation, transport and window kind."""
    rows = [r for r in rows_of(sweep, "contiguous") if doing(r) in BLOCKS]
    named = names(rows)
    shared = [name for name in named if name == "transport"]

    def place(row: OnesidedRow) -> tuple[str, str]:
        panel = ", ".join(filter(None, (doing(row), interface(row), label(row, shared))))
        return panel, label(row, [name for name in named if name not in shared])

    def panel_order(row: OnesidedRow) -> tuple[str, int, int]:
        """Sorts the operations of one transport and window kind beside each other."""
        return str(row.axes.get("transport")), _INTERFACES.index(interface(row)), BLOCKS.index(doing(row))

    ordered = sorted(rows, key=panel_order)
    curves: dict[tuple[str, str], list[tuple[float, float]]] = {}
    found = medians(ordered, lambda r: (*place(r), r.get("bytes")), lambda r: r.bandwidth)
    for (panel, name, moved), bandwidth in found.items():
        curves.setdefault((panel, name), []).append((moved, bandwidth))
    return [Curve(panel, name, sorted(points)) for (panel, name), points in curves.items()]
