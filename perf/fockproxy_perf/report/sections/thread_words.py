"""What several threads in a rank cure and cost, in words."""

from collections.abc import Sequence

from fockproxy_perf.report.analysis.degradation import SIX, Line
from fockproxy_perf.report.analysis.threads import Build, Cure, EqualCores, discipline, threads
from fockproxy_perf.report.quantities import number, seconds
from fockproxy_perf.report.repetitions import median
from fockproxy_perf.report.sections.words import listed
from fockproxy_perf.report.settings import label, varying

_CURED, _LESS, _MORE = 0.1, 0.8, 1.2  # shares of the excess that remain


def cured(found: Sequence[Cure]) -> list[str]:
    """An answer for each stack and number of ranks, then the best discipline."""
    names = ["stack", "ranks", *varying((cure.one.row for cure in found), "stack", "ranks", "repeat"), "window"]
    said = [_cured(cure, label(cure.one.row, names)) for cure in found]
    return [*said, *_disciplines([cure for cure in found if cure.stalls])]


def _cured(cure: Cure, where: str) -> str:
    one = number(cure.one.degradations[SIX])
    if not cure.stalls:
        return f"{where}: one thread takes {one} times the time without communication, nothing to cure."
    counts = dict.fromkeys(threads(line.row) for line in cure.several)
    remains = [
        f"{count} threads leave {listed([_share(cure, line) for line in cure.several if threads(line.row) == count])}"
        for count in counts
    ]
    return (
        f"{where}: several threads {_verdict(cure.left(cure.best))}. With six communications one thread takes {one}"
        f" times the time without communication; of that excess {listed(remains)}."
    )


def _share(cure: Cure, line: Line) -> str:
    share = f"{max(0, 100 * cure.left(line)):.0f}% with {discipline(line.row)}"
    return f"{share} (disturbed)" if line.doubtful else share


def _verdict(left: float) -> str:
    """Of the share that the best of them leaves."""
    if left <= _CURED:
        return "cure the stall"
    if left <= _LESS:
        return "lessen the stall and do not cure it"
    return "do not cure the stall" if left <= _MORE else "make the stall worse"


def _disciplines(found: Sequence[Cure]) -> list[str]:
    left: dict[str, list[float]] = {}
    for cure in found:
        for line in cure.several:
            left.setdefault(discipline(line.row), []).append(cure.left(line))
    middle = sorted((median(shares), name) for name, shares in left.items())
    if len(middle) < 2:
        return []
    others = listed([f"{name} {100 * max(0, share):.0f}%" for share, name in middle[1:]])
    share, best = middle[0]
    least = f"{100 * max(0, share):.0f}%"
    return [f"Of the disciplines {best} leaves least of the excess, {least} in the median; {others}."]


def cost(found: Sequence[EqualCores]) -> list[str]:
    """Of threads instead of ranks, for all equal cores with both."""
    names = ["stack", *varying((build.row for equal in found for build in equal.builds),
                               "stack", "ranks", "threads", "thread_calls", "repeat")]
    return [_cost(equal, equal.plain, label(equal.plain.row, names))
            for equal in found if equal.plain and len(equal.builds) > 1]


def _cost(equal: EqualCores, plain: Build, where: str) -> str:
    others = [f"{number(build.seconds / plain.seconds)} times that with {_team(build)}"
              for build in equal.builds if build is not plain]
    return (f"{where}, {equal.cores} cores: a Fock build takes {seconds(plain.seconds)} with {_team(plain)},"
            f" {listed(others)}.")


def _team(build: Build) -> str:
    """1 rank of 2 threads, funneled."""
    ranks, count = build.row.get("ranks"), threads(build.row)
    text = f"{ranks} {'rank' if ranks == 1 else 'ranks'} of {'one thread' if count == 1 else f'{count} threads'}"
    doubt = " (disturbed)" if build.doubtful else ""
    return text + (f" {discipline(build.row)}" if count > 1 else "") + doubt
