"""The results of a sitting as tables."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from fockproxy_perf.report.table import Cell, Table

Record = Mapping[str, Any]  # of a step


def of_part(records: Iterable[Record], part: str) -> list[Record]:
    return [record for record in records if record["kind"] == "step" and record["part"] == part]


def told(record: Record) -> str:
    """What stands in the place of figures."""
    reason = record.get("reason", "")
    return str(reason) if record["status"] == "UNSUPPORTED" else f"{record['status']} {reason}".strip()


def waits_table(records: Sequence[Record]) -> Table:
    rows: list[list[Cell]] = []
    for record in of_part(records, "waits"):
        if record["status"] != "PASS":
            rows.append([record["library"], record["name"], "", None, None, told(record)])
            continue
        for row in record["document"]["rows"]:
            if row["null"]:
                continue
            waits = row.get("waits", {}).get("rank_1")
            rows.append([record["library"], record["name"], f"Case {row['case']}", waits and 1e6 * waits["mean"],
                         row.get("degradation"), row["status"]])
    return Table("Draws of the shared counter while its home waits for a GPU",
                 ("MPI", "wait", "case", "mean draw of rank 1, us", "degradation", "status"), rows)


def builds_table(records: Sequence[Record]) -> Table:
    rows: list[list[Cell]] = []
    for record in [*of_part(records, "builds"), *of_part(records, "gpu4pyscf")]:
        names: list[str] = record["name"].split()
        case, who = names[0], names[1] if len(names) > 1 else "GPU4PySCF"
        document = record["document"]
        if record["status"] != "PASS" or not document:
            rows.append([case, who, None, None, told(record)])
        elif record["part"] == "gpu4pyscf":
            rows.append([case, who, min(document["seconds"]), document["error"], record["status"]])
        elif "fock" in document and who != "scf":
            shown = "own at tau = 1e-12" if who == "own" else who  # its time is for more quartets: plan.builds()
            rows.append([case, shown, min(document["fock"]["seconds"]), None, record["status"]])
            if "error_of_device" in document:
                rows.append([case, "device, against own at 1e-12", None, document["error_of_device"], ""])
        else:
            rows.append([case, who, None, None, record["status"]])
    return Table("One build from the same density", ("case", "by", "seconds", "largest error of F", "status"), rows)


def ranks_table(records: Sequence[Record]) -> Table:
    rows: list[list[Cell]] = []
    alone: dict[tuple[str, str, str], float] = {}  # by library, case and wait
    for record in of_part(records, "ranks"):
        case, wait, ranks = record["name"].split()
        if record["status"] != "PASS":
            rows.append([record["library"], case, wait, int(ranks), None, None, None, told(record)])
            continue
        seconds = min(record["document"]["fock"]["seconds"])
        key = (record["library"], case, wait)
        if ranks == "1":
            alone[key] = seconds
        one = alone.get(key)
        rows.append([record["library"], case, wait, int(ranks), seconds, one and one / seconds,
                     record["document"]["figure_of_merit"]["efficiency"], record["status"]])
    return Table("Ranks on one GPU", ("MPI", "case", "wait", "ranks", "seconds", "speed-up", "efficiency", "status"),
                 rows)


def direct_table(records: Sequence[Record]) -> Table:
    """A build beside the same one with staged blocks."""
    def seconds(record: Record) -> float | None:
        return float(min(record["document"]["fock"]["seconds"])) if record["status"] == "PASS" else None

    staged = {(record["library"], record["name"]): seconds(record) for record in of_part(records, "ranks")}
    rows: list[list[Cell]] = []
    for record in of_part(records, "direct"):
        case, wait, ranks = record["name"].split()
        rows.append([record["library"], case, wait, int(ranks), seconds(record),
                     staged.get((record["library"], record["name"])), told(record)])
    return Table("One-sided calls on blocks of the GPU",
                 ("MPI", "case", "wait", "ranks", "seconds", "seconds, staged", "status"), rows)


def check_table(records: Sequence[Record]) -> Table:
    rows: list[list[Cell]] = []
    for record in of_part(records, "check"):
        if not record["document"]:
            rows.append([record["library"], record["name"], record["status"], told(record)])
            continue
        rows += [[record["library"], row["name"], row["status"], row["detail"]] for row in record["document"]["rows"]]
    return Table("One-sided calls on device memory", ("MPI", "row", "status", "detail"), rows)


def ladder_table(records: Sequence[Record]) -> Table:
    rows: list[list[Cell]] = []
    for record in of_part(records, "ladder"):
        if record["status"] != "PASS":
            rows.append([record["library"], record["name"], "", None, None, told(record)])
            continue
        rows += [[record["library"], record["name"], row["version"], row.get("seconds"), row.get("speed_up_over_base"),
                  told(row)] for row in record["document"]["rows"]]
    return Table("Steps of the ladder, two ranks", ("MPI", "case", "step", "seconds", "over base", "status"), rows)


def printed(records: Sequence[Record], part: str, title: str) -> str:
    """Parts whose programs print tables themselves."""
    def text(record: Record) -> str:
        return str(record["output"]) if record["status"] == "PASS" else told(record)

    return "\n".join(f"### {title}: {record['name']}\n\n{text(record)}" for record in of_part(records, part))


def all_tables(records: Sequence[Record]) -> str:
    tables = [waits_table(records), builds_table(records), ranks_table(records), direct_table(records),
              check_table(records), ladder_table(records)]
    header = records[0]
    about = "; ".join((", ".join(header["gpus"]) or "no GPU", f"{header['cores']} cores", header["time"],
                       f"engine {header['engine']}"))
    return "\n".join([about, "", *(table.markdown() for table in tables if table.rows),
                      printed(records, "classes", "By class of quartets"), printed(records, "libintx", "LibintX")])
