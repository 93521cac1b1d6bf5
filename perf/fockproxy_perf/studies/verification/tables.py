"""Markdown tables of the results."""

import statistics
from collections import Counter, defaultdict
from collections.abc import Callable, Hashable, Iterable, Sequence
from typing import Literal, TypeVar

from fockproxy_perf.studies.verification.campaigns import Settings
from fockproxy_perf.studies.verification.rows import (
    ConvergenceRow,
    End,
    ErrorRow,
    FaultRow,
    MadeUpRow,
    Row,
    RunRow,
    convergence_file,
    errors_file,
    faults_file,
    made_up_file,
    runs_file,
)

Key = TypeVar("Key", bound=Hashable)


def grouped(rows: Iterable[Row], key: Callable[[Row], Key]) -> dict[Key, list[Row]]:
    groups: dict[Key, list[Row]] = defaultdict(list)
    for row in rows:
        groups[key(row)].append(row)
    return groups


def over_neglected(row: ErrorRow) -> float:
    return row["error"] / row["neglected"]


def over_promise(row: ErrorRow) -> float:
    return row["error"] / row["promise"]


def error_line(rows: Sequence[ErrorRow]) -> str:
    """For builds of one kind that neglected something: the one with the largest error relative to its promise."""
    worst = max(rows, key=over_promise)
    ratios = [over_neglected(row) for row in rows]
    blocks = worst.get("blocks", 0)
    return (f"| {worst['molecule']} | {worst['basis']} | {worst['functions']} | {blocks or 'all'} | "
            f"{worst['method']} | {worst['build']} | {worst['threshold']:.1e} | {worst['error']:.1e} | "
            f"{worst['neglected']:.1e} | {min(ratios):.2f} to {max(ratios):.2f} | {over_promise(worst):.2f} |")


def error_table(rows: Sequence[ErrorRow]) -> str:
    lines = ["| molecule | basis | functions | blocks | method | build | tau | error | neglected | error / neglected "
             "| error / promise |",
             "|---|---|---|---|---|---|---|---|---|---|---|"]
    real = [row for row in rows if row["neglected"] > 0]
    groups = grouped(real, lambda r: (r["molecule"], r["basis"], r["functions"], r.get("blocks", 0), r["method"],
                                     r["build"]))
    lines += [error_line(group) for _, group in sorted(groups.items(), key=lambda item: item[0][2])]
    if real:
        ratios = sorted(map(over_neglected, real))
        lines += ["", f"{len(rows)} builds, {len(real)} of which neglected anything: error over neglected "
                      f"{ratios[0]:.2g} to {ratios[-1]:.2g}, median {statistics.median(ratios):.2g}; "
                      f"error over promise at most {max(map(over_promise, rows)):.2f}"]
    return "\n".join(lines)


def fault_cell(rows: Sequence[FaultRow]) -> str:
    """The cell for one fault in one molecule."""
    times, caught = sum(row["times"] for row in rows), sum(row["caught"] for row in rows)
    harm = sum(row["missed_above_promise"] for row in rows)
    share = sum(row["times"] * row["share_of_tasks"] for row in rows) / max(1, times)
    of_tasks = f" ({sum(row['expected'] for row in rows):.1f}; {100 * share:.2g}%)" if share else ""
    return f"{caught} of {times}{of_tasks}; {harm}"


def fault_table(rows: Sequence[FaultRow]) -> str:
    molecules = list(dict.fromkeys(row["molecule"] for row in rows))
    lines = ["Caught of injected (in brackets: expected by the stated power; share of faulty tasks); missed and off by "
             "more than promised.", "", f"| fault | {' | '.join(molecules)} |", "|---|" + "---|" * len(molecules)]
    for fault in dict.fromkeys(row["fault"] for row in rows):
        cells = [fault_cell([row for row in rows if (row["fault"], row["molecule"]) == (fault, molecule)])
                 for molecule in molecules]
        lines.append(f"| {fault} | {' | '.join(cells)} |")
    return "\n".join(lines)


def with_numbers(counts: Counter[str]) -> str:
    return "; ".join(f"{n} x {what}" for what, n in counts.items())


def run_table(rows: Sequence[RunRow]) -> str:
    lines = ["| build | ranks | command | runs | exit code 0 | others |", "|---|---|---|---|---|---|"]
    groups = grouped(rows, lambda r: (r["case"]["build"], r["case"]["ranks"], r["case"]["command"]))
    for (build, ranks, command), group in sorted(groups.items()):
        bad = Counter(row["last"] or f"exit code {row['exit_code']}" for row in group if row["exit_code"] != 0)
        lines.append(f"| {build} | {ranks} | {command} | {len(group)} | {len(group) - bad.total()} | "
                     f"{with_numbers(bad)} |")
    return "\n".join(lines)


def made_up_table(rows: Sequence[MadeUpRow]) -> str:
    lines = ["| build | ranks | command | runs | right | SCF not converged | others |", "|---|---|---|---|---|---|---|"]
    groups = grouped(rows, lambda r: (r["build"], r["ranks"], r["arguments"][0]))
    for (build, ranks, command), group in sorted(groups.items()):
        ended = Counter(row["outcome"] for row in group)
        right, unfinished = ended.pop("right", 0), ended.pop("not converged", 0)
        lines.append(f"| {build} | {ranks} | {command} | {len(group)} | {right} | {unfinished} | "
                     f"{with_numbers(ended)} |")
    return "\n".join(lines)


SAME = 1e-6  # hartree


def end_cells(end: End) -> str:
    return f"{end['energy']:.6f} | {end['iterations'] if end['converged'] else 'no'}"


def convergence_table(rows: Sequence[ConvergenceRow]) -> str:
    lines = ["| case | basis | charge | 2S+1 | energy | iterations | saddle points | Hessian builds | PySCF "
             "| iterations | PySCF, followed | iterations |", "|" + "---|" * 12]
    lines += [f"| {row['case']} | {row['basis']} | {row['charge']} | {row['multiplicity']} | "
              f"{end_cells(row['ours'])} | {row['saddle_points']} | {row['hessian_builds']} | "
              f"{end_cells(row['pyscf'])} | {end_cells(row['pyscf_followed'])} |" for row in rows]

    def counted(name: Literal["pyscf", "pyscf_followed"]) -> str:
        low = sum(row["ours"]["energy"] < row[name]["energy"] + SAME for row in rows)
        return f"{sum(row[name]['converged'] for row in rows)} converged, ours at or below in {low}"

    converged = sum(row["ours"]["converged"] for row in rows)
    return "\n".join([*lines, "", f"{len(rows)} cases: {converged} converged by default; PySCF: {counted('pyscf')}; "
                                  f"led on from saddle points: {counted('pyscf_followed')}."])


def show(settings: Settings) -> None:
    """The tables of all results that exist."""
    if errors := errors_file(settings.results).rows:
        print(f"\n## errors\n\n{error_table(errors)}")
    if faults := faults_file(settings.results).rows:
        print(f"\n## faults\n\n{fault_table(faults)}")
    if runs := runs_file(settings.results).rows:
        print(f"\n## runs\n\n{run_table(runs)}")
    if made_up := made_up_file(settings.results).rows:
        print(f"\n## made up\n\n{made_up_table(made_up)}")
    if convergence := convergence_file(settings.results).rows:
        print(f"\n## convergence\n\n{convergence_table(convergence)}")
