"""Rows of a sweep by what was measured: repetitions stand together, under a name that two sweeps share."""

import json
from collections.abc import Collection, Iterable, Mapping

from fockproxy_perf.rows.row import Row
from fockproxy_perf.rows.where import agrees


def grouped(rows: Iterable[Row], where: Mapping[str, str], ignore: Collection[str]) -> dict[str, list[Row]]:
    """Identity -> its repetitions; `where`: only rows with these axes (as text); `ignore`: axes that do not count."""
    groups: dict[str, list[Row]] = {}
    for row in rows:
        if row.is_probe or not agrees(row, where):
            continue
        axes = {name: value for name, value in sorted(row.settings.items()) if name not in ignore}
        groups.setdefault(json.dumps([row.kind, row.part, axes]), []).append(row)
    return groups


def make_labels(identities: Iterable[str]) -> dict[str, str]:
    """Readable names: part and the axes that differ anywhere."""
    parsed = {identity: json.loads(identity) for identity in identities}
    values: dict[str, set[str]] = {}
    for _, _, axes in parsed.values():
        for name, value in axes.items():
            values.setdefault(name, set()).add(json.dumps(value))
    vary = [name for name, seen in values.items() if len(seen) > 1]
    return {identity: ", ".join([part, *(f"{name} {axes[name]}" for name in vary if name in axes)])
            for identity, (_, part, axes) in parsed.items()}
