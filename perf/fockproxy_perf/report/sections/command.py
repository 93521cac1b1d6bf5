"""How to run what a row ran."""

from fockproxy_perf.rows.row import Row


def command(row: Row) -> str:
    """A line for the shell."""
    parts = [f"{name.removeprefix('env.')}={value}" for name, value in row.settings.items() if name.startswith("env.")]
    parts += [f"mpiexec -n {row.get('ranks')} fockproxy scf {row.get('molecule', 'MOLECULE')}"]
    if row.get("basis"):
        parts.append(f"--basis {row.get('basis')}")
    parts.append(f"--counter {row.get('counter')}")
    if row.get("window") not in ("-", None) and not _by_global_arrays(row):
        parts.append(f"--window {row.get('window')}")
    if row.get("case") == 2:
        parts.append("--idle-ranks 1")
    elif row.get("progress", "none") != "none":
        parts.append(f"--progress {row.get('progress')}")
    settings = row.settings
    options = ("grain", "cache", "matrix", "order", "chunk", "schedule", "threads", "thread_calls")
    return " ".join([*parts, *(f"--{n.replace('_', '-')} {settings[n]}" for n in options if n in settings)])


def _by_global_arrays(row: Row) -> bool:
    """Whether it asked for no window of our own: Global Arrays make theirs."""
    return row.get("matrix") == "ga" and row.get("counter") in ("ga", "armci")
