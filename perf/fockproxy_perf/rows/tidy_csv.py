"""The rows of a sweep as tidy CSV: one line per observation, one column per variable."""

import collections
import csv
import io
import statistics

FIRST = ("kind", "part", "launch", "repetition", "status", "reason", "notes")
SURROUNDINGS = ("stack_label", "transport_label", "transport_proved", "thread_level_requested", "thread_level_provided",
                "nodes", "started", "git_revision")
WAITS = ("count", "mean", "median", "p90", "p99", "p999", "maximum")
FOCK = ("mean_task_seconds", "mean_communication_seconds", "load_imbalance", "cpu_per_useful_second")


def observations(row):
    """Yields (extra axes, figures) of a row: four for the columns of `compare`, one for everything else."""
    result = row.get("result")
    if result is None:
        yield {}, {}
    elif row["kind"] == "counter":
        figures = {name: value for name, value in result.items() if is_figure(value) and name not in row["axes"]}
        for who in ("rank_1", "all", "other_nodes"):
            figures |= {f"wait_{who}_{name}": result["waits"][who][name] for name in WAITS}
        figures |= dealing_figures(result["dealing"])
        yield {"mean_task_seconds": row["config"]["mean_task_seconds"]}, figures
    elif row["kind"] == "verdict":
        yield {}, {"verdict": result["verdict"], **{f"wait_{name}": result["waits"][name] for name in WAITS}}
    elif row["kind"] == "saturation":
        yield {}, {"values_per_second": result["values_per_second"],
                   **{f"wait_{name}": result["waits"][name] for name in WAITS}}
    elif row["kind"] == "compare":
        for column in result["columns"]:
            yield {"communication": column["column"]}, compare_figures(result, column)
    elif row["kind"] in ("fock", "scf"):
        yield {}, fock_figures(result["fock"])
    else:
        yield {}, {}


def is_figure(value):
    return isinstance(value, (int, float)) and not isinstance(value, bool)


def dealing_figures(*dealings):
    """What a distributor counted, summed: {"node refills": 3} as {"dealing_node_refills": 3}."""
    total = collections.Counter()
    for dealing in dealings:
        total.update({f"dealing_{name.replace(' ', '_')}": value for name, value in dealing.items()})
    return dict(total)


def compare_figures(result, column):
    figures = {"tasks": result["tasks"], "degradation": column["degradation"],
               "seconds": statistics.median(column["seconds"]),
               "seconds_per_task": statistics.median(column["seconds_per_task"]),
               "kernel_degradation": result["kernel_degradation"]}
    for kind in ("counter", "get", "accumulate"):
        figures |= {f"{kind}_{name}": value for name, value in column[kind].items()}
    return figures


def fock_figures(fock):
    ranks = fock["ranks"]
    figures = {"tasks": fock["tasks"][-1], "seconds": statistics.median(fock["seconds"]),
               **{name: fock[name] for name in FOCK}, **dealing_figures(*(rank["dealing"] for rank in ranks))}
    for name in ("compute", "wait"):
        figures[f"{name}_seconds_all_ranks"] = sum(rank[f"{name}_seconds"] for rank in ranks)
    for kind in ("counter", "get", "accumulate", "held_get", "held_accumulate"):
        figures[f"{kind}_seconds_all_ranks"] = sum(rank[kind]["seconds"] for rank in ranks)
    return figures


def tidy_lines(rows):
    """Dicts, one per line of the CSV."""
    for row in rows:
        provenance = row["provenance"]
        mpi = provenance.get("mpi", {})
        for extra, figures in observations(row):
            yield {
                **{name: row[name] for name in ("kind", "part", "launch", "repetition", "status")},
                "reason": row.get("reason", ""), "notes": "; ".join(row.get("notes", ())),
                **row["options"], **row["axes"], **extra, **figures,
                "stack_label": provenance["stack"]["label"], "transport_label": provenance["transport"]["label"],
                "transport_proved": provenance["transport"]["proved"],
                "thread_level_requested": mpi.get("thread_level_requested"),
                "thread_level_provided": mpi.get("thread_level_provided"), "nodes": mpi.get("nodes"),
                "started": row["started"], "git_revision": provenance.get("git_revision"),
            }


def tidy_csv(rows):
    """The text: columns of every kind of row, those of the row itself first, then axes, figures, surroundings."""
    rows = [row for row in rows if row["kind"] != "info"]  # probes measure nothing
    lines = list(tidy_lines(rows))
    axes = dict.fromkeys(name for row in rows for name in {**row["axes"], **row["options"]})
    rest = dict.fromkeys(name for line in lines for name in line)
    names = [*FIRST, *axes, *(name for name in rest if name not in axes and name not in (*FIRST, *SURROUNDINGS)),
             *SURROUNDINGS]
    text = io.StringIO()
    writer = csv.DictWriter(text, names, restval="", lineterminator="\n")
    writer.writeheader()
    writer.writerows({name: "" if value is None else value for name, value in line.items()} for line in lines)
    return text.getvalue()
