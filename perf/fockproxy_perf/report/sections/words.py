"""Wording that several sections use."""

from collections import Counter
from collections.abc import Mapping, Sequence

from fockproxy_perf.report.sweep import Sweep
from fockproxy_perf.rows.row import Row

FEW = 6  # lines that are named individually


def without_rows(sweep: Sweep, kind: type[Row], measured_by: str) -> str:
    """Why a section is empty, and which sweep would fill it."""
    if any(row.failed for row in sweep.all_of(kind)):
        return f"No row of `fockproxy {kind.command}` passed."
    return f"This sweep has no rows of `fockproxy {kind.command}`: perf/sweeps/{measured_by} measures them."


def without_answer(row: Row) -> str:
    """For example: UNSUPPORTED, needs MPI_THREAD_MULTIPLE."""
    return f"{row.status}, {row.reason}"


def listed(names: Sequence[str]) -> str:
    """For example: get, put and accumulate."""
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"


def capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def together(said: Mapping[str, str]) -> list[str]:
    """From {line: saying}: one sentence per saying, with the lines for which it holds."""
    alike: dict[str, list[str]] = {}
    for line, saying in said.items():
        alike.setdefault(saying, []).append(line)
    return [f"{saying}: {_joined(lines)}." for saying, lines in sorted(alike.items(), key=lambda item: len(item[1]))]


def counted(said: Mapping[str, str], table: str) -> list[str]:
    """As together() for few lines; otherwise the number of lines per saying, and the table that names them."""
    if len(said) <= FEW:
        return together(said)
    often = Counter(said.values()).most_common()
    parts = "; ".join(f"{saying[:1].lower() + saying[1:]}{',' * (',' in saying)} on {n}" for saying, n in often)
    return [f"Of {len(said)} configurations (table: {table}): {parts}."]


def _joined(lines: Sequence[str]) -> str:
    """Joins lines that differ only in their last words."""
    ends: dict[str, list[str]] = {}
    for line in lines:
        begin, comma, end = line.rpartition(", ")
        ends.setdefault(begin + comma, []).append(end)
    return "; ".join(begin + listed(found) for begin, found in ends.items())


def who_needs(needs: Sequence[str], tried: int) -> str:
    """The operations without sizes and layouts, with a verb: "Get and accumulate need their target"."""
    if not needs:
        return "Nothing needs its target"
    if len(needs) == tried:
        return "Every operation needs its target inside MPI"
    kinds = list(dict.fromkeys(operation.split(",")[0] for operation in needs))
    verb = "needs its" if len(kinds) == 1 else "need their"
    return f"{capital(listed(kinds))} {verb} target inside MPI, the rest does not"
