"""Load balance of Fock builds."""

from typing import NamedTuple

from fockproxy_perf.report.repetitions import all_doubtful, median, trusted
from fockproxy_perf.report.settings import group, label, varying, with_stack
from fockproxy_perf.report.sweep import Sweep
from fockproxy_perf.rows.build_rows import BuildRow, FockRow, ScfRow


class Imbalance(NamedTuple):
    """`imbalance`: the busiest rank's busy time over the mean. `waiting`: share of the time spent waiting at the
    end."""

    name: str
    imbalance: float
    waiting: float
    doubtful: bool


def imbalances(sweep: Sweep) -> list[Imbalance]:
    rows: list[BuildRow] = [r for r in [*sweep.of(FockRow), *sweep.of(ScfRow)] if r.get("ranks") > 1]
    names = with_stack(varying(rows, "repeat"))
    return [
        Imbalance(
            f"{good[0].kind}: {label(good[0], names)}",
            median(r.fock["load_imbalance"] for r in good),
            median(_waiting(r) for r in good),
            all_doubtful(good),
        )
        for good in map(trusted, group(rows))
    ]


def _waiting(row: BuildRow) -> float:
    return sum(rank["wait_seconds"] for rank in row.ranks) / len(row.ranks) / sum(row.seconds)
