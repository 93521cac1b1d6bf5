"""Words that several sections say."""

from collections import Counter
from collections.abc import Mapping, Sequence

from fockproxy_perf.report.sweep import Sweep
from fockproxy_perf.rows.row import Row

FEW = 6  # lines that are named one by one


def without_rows(sweep: Sweep, kind: type[Row], measured_by: str) -> str:
    """Why a section has nothing to tell, and which sweep would have."""
    if any(row.failed for row in sweep.all_of(kind)):
        return f"No row of `fockproxy {kind.command}` passed."
    return f"This sweep has no rows of `fockproxy {kind.command}`: perf/sweeps/{measured_by} measures them."


def without_answer(row: Row) -> str:
    """UNSUPPORTED, needs MPI_THREAD_MULTIPLE."""
    return f"{row.status}, {row.reason}"


def listed(names: Sequence[str]) -> str:
    """get, put and accumulate."""
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"


def capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def together(said: Mapping[str, str]) -> list[str]:
    """Of {line: what is said of it} a sentence for each saying, with the lines that it holds for."""
    alike: dict[str, list[str]] = {}
    for line, saying in said.items():
        alike.setdefault(saying, []).append(line)
    return [f"{saying}: {_joined(lines)}." for saying, lines in sorted(alike.items(), key=lambda item: len(item[1]))]


def counted(said: Mapping[str, str], table: str) -> list[str]:
    """As together() for few lines; else how many lines each saying holds for, and the table that names them."""
    if len(said) <= FEW:
        return together(said)
    often = Counter(said.values()).most_common()
    parts = "; ".join(f"{saying[:1].lower() + saying[1:]}{',' * (',' in saying)} on {n}" for saying, n in often)
    return [f"Of {len(said)} configurations (table: {table}): {parts}."]


def _joined(lines: Sequence[str]) -> str:
    """Those that differ in their last words alone as one."""
    ends: dict[str, list[str]] = {}
    for line in lines:
        begin, comma, end = line.rpartition(", ")
        ends.setdefault(begin + comma, []).append(end)
    return "; ".join(begin + listed(found) for begin, found in ends.items())


def who_needs(needs: Sequence[str], tried: int) -> str:
    """Names without sizes and layouts, with their verb: "Get and accumulate need their target"."""
    if not needs:
        return "Nothing needs its target"
    if len(needs) == tried:
        return "Every operation needs its target inside MPI"
    kinds = list(dict.fromkeys(operation.split(",")[0] for operation in needs))
    verb = "needs its" if len(kinds) == 1 else "need their"
    return f"{capital(listed(kinds))} {verb} target inside MPI, the rest does not"
