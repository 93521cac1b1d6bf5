"""One-sided operations by themselves: which rows compare, the patch of 1996, bandwidth by size."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from fockproxy_perf.report.analysis.curve import Curve
from fockproxy_perf.report.repetitions import medians
from fockproxy_perf.report.settings import label, varying, with_stack
from fockproxy_perf.report.sweep import Sweep
from fockproxy_perf.rows.listed_rows import ONESIDED_IDENTITY, OnesidedRow
from fockproxy_perf.rows.row import Row

BLOCKS = ("get", "put", "accumulate")  # what a Fock build moves blocks with
_EFFORT = ("max_bytes", "row_time", "interval")
_INTERFACES = ("window allocate", "window create", "window allocate-noshm", "window ghost", "Global Arrays", "ARMCI",
               "")

# What an operation of Global Arrays or ARMCI does, in MPI's words, and whose it is.
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
    """get, also of a ga_get."""
    operation = str(row.get("operation"))
    return _OTHERS.get(operation, (operation, ""))[0]


def by_mpi(row: Row) -> bool:
    return row.get("operation") not in _OTHERS


def interface(row: Row) -> str:
    """What moves the data: a window of MPI's, Global Arrays or ARMCI, which choose theirs."""
    return label(row, ["window"]) if by_mpi(row) else _OTHERS[str(row.get("operation"))][1]


def names(rows: Iterable[Row]) -> list[str]:
    """What tells stacks and launches apart, not what a row moves."""
    return with_stack(varying(rows, *ONESIDED_IDENTITY, *_EFFORT))


def line(row: Row, named: Sequence[str]) -> str:
    return ", ".join(filter(None, (label(row, named), interface(row))))


def in_order(rows: Iterable[OnesidedRow]) -> list[OnesidedRow]:
    """The lines of a stack together, its transports and windows always in the same order."""
    return sorted(rows, key=lambda r: (r.stack, str(r.axes.get("transport")), _INTERFACES.index(interface(r))))


def placement(row: Row) -> str:
    """Over TCP some libraries are told to take each rank for a node; the host is one all the same."""
    where = str(row.get("placement"))
    return "same node" if where == "other node" and row.get("hosts") == 1 else where


def rows_of(sweep: Sweep, *tables: str, free: Sequence[str] = ()) -> list[OnesidedRow]:
    """As a Fock build has it: complete at a target inside MPI, words that their owner has just written.

    `free`: axes of these that may have any value.
    """
    usual = {"target": "inside", "completion": "flush", "cache": "fresh", "in_flight": 1}
    return in_order(
        r
        for r in sweep.of(OnesidedRow)
        if r.get("table") in tables and all(r.get(name) == value for name, value in usual.items() if name not in free)
    )


class At(NamedTuple):
    """An operation of a stack, and whose memory it moves."""

    operation: str
    line: str
    placement: str


class Reach(NamedTuple):
    """Seconds of a word, bytes a second of the patch; None where it was not measured."""

    latency: float | None
    bandwidth: float | None


def patch(sweep: Sweep) -> dict[At, Reach]:
    """As Tables 1 to 3 of Nieplocha, Harrison and Littlefield (1996) have it."""
    words = [r for r in rows_of(sweep, "latency") if doing(r) in BLOCKS]
    patches = [r for r in rows_of(sweep, "patch") if r.get("method") == "direct"]
    named = names([*words, *patches])

    def at(row: OnesidedRow) -> At:
        return At(doing(row), line(row, named), placement(row))

    latencies = medians(words, at, lambda r: r.seconds)
    bandwidths = medians(patches, at, lambda r: r.bandwidth)
    return {a: Reach(latencies.get(a), bandwidths.get(a)) for a in dict.fromkeys([*latencies, *bandwidths])}


def bandwidths(sweep: Sweep) -> list[Curve]:
    """(bytes, bytes a second) to another rank; a panel for each operation, transport and kind of window."""
    rows = [r for r in rows_of(sweep, "contiguous") if doing(r) in BLOCKS]
    named = names(rows)
    shared = [name for name in named if name == "transport"]

    def place(row: OnesidedRow) -> tuple[str, str]:
        panel = ", ".join(filter(None, (doing(row), interface(row), label(row, shared))))
        return panel, label(row, [name for name in named if name not in shared])

    def panel_order(row: OnesidedRow) -> tuple[str, int, int]:
        """The operations of a transport and a kind of window stand side by side."""
        return str(row.axes.get("transport")), _INTERFACES.index(interface(row)), BLOCKS.index(doing(row))

    ordered = sorted(rows, key=panel_order)
    curves: dict[tuple[str, str], list[tuple[float, float]]] = {}
    found = medians(ordered, lambda r: (*place(r), r.get("bytes")), lambda r: r.bandwidth)
    for (panel, name, moved), bandwidth in found.items():
        curves.setdefault((panel, name), []).append((moved, bandwidth))
    return [Curve(panel, name, sorted(points)) for (panel, name), points in curves.items()]
