"""From a launch of fockproxy to the rows of the sweep's file, see perf/sweep_schema.json."""

from fockproxy_perf import SCHEMA_VERSION

STATUS = {"PASS": "verified", "FAIL": "FAIL", "UNSUPPORTED": "UNSUPPORTED"}
OTHER_TRANSPORT = "other transport"  # verified, but not by the way that the row is named after
FAILED = ("FAIL", OTHER_TRANSPORT, "crashed", "hung")

# What tells one element of the program's "rows" from another, by kind of row.
IDENTITY = {
    "counter": ("case", "counter", "window", "progress"),
    "verdict": ("operation", "window", "target"),
    "saturation": ("counter", "window", "drawing_ranks"),
    "compare": ("grain", "case", "owners", "counter", "window", "progress"),
}

# What a document says besides its results.
SURROUNDINGS = ("schema_version", "command", "provenance", "config", "molecule")


def kind_of(command, options):
    """The kind of the rows that a launch will yield."""
    if command == "counter":
        return "verdict" if options.get("verdict") else "saturation" if options.get("saturate") else "counter"
    return command


def results(document):
    """Yields (kind, identity, status, reason, result) of everything in a document; result is None unless verified."""
    command = document["command"]
    if command == "counter":
        for row in document["rows"]:
            yield judged("counter", row, row["status"])
        for verdict in document["verdicts"]:
            yield judged("verdict", verdict, "UNSUPPORTED" if verdict["verdict"] == "UNSUPPORTED" else "PASS")
        for entry in document["saturation"]:
            yield from saturation(entry)
    elif command == "compare":
        for row in document["rows"]:
            yield judged("compare", row, row["status"])
    elif command == "info":
        yield "info", {}, "verified", None, without_surroundings(document)
    else:
        verification = document["verification"]
        failed = [check for check in verification["checks"] if not check["passed"]]
        reason = "; ".join(f"{check['name']}: {check['detail']}" for check in failed) or None
        passed = verification["status"] == "PASS"
        yield command, {}, STATUS[verification["status"]], reason, without_surroundings(document) if passed else None


def judged(kind, row, status):
    identity = {name: row[name] for name in IDENTITY[kind] if name in row}
    reason = row.get("reason", "").replace("UNSUPPORTED: ", "")  # the status says so
    return kind, identity, STATUS[status], reason, row if status == "PASS" else None


def saturation(entry):
    identity = {"counter": entry["counter"], "window": entry["window"]}
    if "reason" in entry:
        yield judged("saturation", {**identity, "reason": entry["reason"]}, "UNSUPPORTED")
    for measurement in entry["measurements"]:
        yield judged("saturation", {**identity, **measurement, "drawing_ranks": measurement["ranks"]},
                     measurement["status"])


def without_surroundings(document):
    return {name: value for name, value in document.items() if name not in SURROUNDINGS}


def notes_on(kind, result):
    """What makes the times of a verified row doubtful."""
    notes = []
    if kind == "counter":
        notes += ["disturbed"] if result["disturbed"] else []
        notes += ["scheduler-bound"] if result["scheduler_bound"] else []
        notes += ["no helper"] if "helper" in result["progress"] and not result["helper_inside_mpi"] else []
    if kind == "compare" and any(column["disturbed"] for column in result["columns"]):
        notes.append("disturbed")
    if kind in ("fock", "scf"):
        ranks = result["fock"]["ranks"]
        notes += ["disturbed"] if any(rank["disturbed"] for rank in ranks) else []
        notes += ["no helper"] if any(rank["helper"] and not rank["helper_inside_mpi"] for rank in ranks) else []
    return notes


def answers(configuration, identity):
    """Whether a result with this identity is what the planned configuration asked for.

    Counters without a window of their own say '-', and some dealers choose their progress strategy themselves.
    """
    for name, value in configuration.items():
        if name not in identity or name == "progress":
            continue
        if identity[name] != value and not (name == "window" and identity[name] == "-"):
            return False
    return True


def rows_of_document(launch, document, surroundings):
    """The rows of a launch that wrote its document."""
    rows = []
    for kind, identity, status, reason, result in results(document):
        row = bare_row(launch, kind, status, surroundings)
        row["axes"] |= identity
        row["covers"] = [launch.key(configuration) for configuration in launch.configurations
                         if answers(configuration, identity)]
        row["config"] = document.get("config", {})
        if "molecule" in document:
            row["molecule"] = document["molecule"]
        if result is None:
            row["reason"] = reason or "no reason given"
        else:
            row["result"] = result
            row["notes"] = notes_on(kind, result)
        rows.append(row)
    return numbered(rows)


def rows_without_document(launch, status, reason, surroundings):
    """One row for each configuration of a launch that left nothing to read."""
    rows = []
    for configuration in launch.configurations:
        row = bare_row(launch, launch.kind, status, surroundings)
        row["axes"] |= configuration
        row["covers"] = [launch.key(configuration)]
        row["reason"] = reason
        rows.append(row)
    return numbered(rows)


def bare_row(launch, kind, status, surroundings):
    return {
        "schema_version": SCHEMA_VERSION,
        "kind": kind,
        "sweep": launch.sweep,
        "part": launch.part,
        "repetition": launch.repetition,
        "covers": [],
        "status": status,
        "notes": [],
        "axes": dict(launch.settings),
        "options": dict(launch.options),
        **surroundings,
    }


def numbered(rows):
    return [{**row, "row": i, "of": len(rows)} for i, row in enumerate(rows)]
