#!/usr/bin/env python3
"""Stands in for mpiexec and fockproxy: `fake_fockproxy.py mpiexec -n 2 PROGRAM counter ...` writes a document at once.

The names of counters tell how the launch ends: "hangs", "stalls" (the program ends itself, and the launcher hides its
exit code), "crashes", "unsupported" (the launch is refused), "windowless" (Global Arrays get no window), "wrong" (its
rows fail); all others pass. FAKE_LOG names a file that gets a line for each start. FAKE_SLEEP makes launches longer,
and FAKE_HOLD names a file that holds them as long as it exists. With FAKE_STUBBORN, a hanging launch leaves a process
that ignores a request to end.
"""

import json
import os
import pathlib
import signal
import sys
import time

HELP = """
  --case --counter --window --progress --work --tasks-per-rank --thread-level --stall-timeout --verdict
"""
WAITS = {"count": 10, "mean": 2e-6, "median": 1e-6, "p90": 5e-6, "p99": 9e-6, "p999": 9e-6, "maximum": 9e-6}


def option(words, name, default):
    return words[words.index(name) + 1] if name in words else default


def counter_row(case, counter, window):
    row = {"case": case, "counter": counter, "window": "-" if counter == "ga" else window, "progress": "none",
           "null": False}
    if counter == "wrong":
        return {**row, "status": "FAIL", "reason": "value 17 was drawn twice"}
    figures = ("ideal_work_seconds", "work_seconds", "cpu_seconds", "seconds", "ideal_seconds", "values_per_second",
               "fairness", "degradation", "degradation_2008", "work_slowdown", "poll_share", "helper_cpu_share",
               "run_queue_share")
    waits = {who: {**WAITS, "histogram": [[1e-6, 10]]} for who in ("rank_1", "all", "root_node", "other_nodes", "tail")}
    return {**row, "status": "PASS", "workers": 2, "tasks": 10, "runs": 1, "longest_run": 2,
            **dict.fromkeys(figures, 1.0), "helper_inside_mpi": True,
            "dealing": {"node refills": 3} if counter == "node" else {}, "disturbed": counter == "busy",
            "scheduler_bound": False, "waits": waits}


def document(words, ranks):
    level = option(words, "--thread-level", "single")
    provenance = {"program": "fockproxy", "version": "0", "git_revision": "", "compiler": "none", "arguments": words,
                  "time": "2026-01-01T00:00:00Z", "cpu": "", "environment": {},
                  "mpi": {"library": "Fake MPI 1.0", "ranks": ranks, "nodes": 1, "thread_level_requested": level,
                          "thread_level_provided": level},
                  "ranks": [{"rank": rank, "host": "here", "affinity": str(rank)} for rank in range(ranks)]}
    start = {"schema_version": 2, "command": words[0], "provenance": provenance}
    if words[0] == "info":
        tcp = 4 << 20 if os.environ.get("FAKE_TCP") else 0
        paths = [{"path": path, "bytes_sent": 4 << 20, "tcp_bytes": tcp} for path in ("messages", "allocate", "create")]
        return {**start, "transport": {"ranks_sharing_memory": ranks, "paths": paths}}
    rows = [counter_row(int(case), counter, window) for counter in option(words, "--counter", "mpi3").split(",")
            for window in option(words, "--window", "allocate").split(",")
            for case in option(words, "--case", "1").split(",")]
    rows = list({json.dumps(row): row for row in rows}.values())  # "ga" has one window
    return {**start, "config": {"mean_task_seconds": 0.001}, "rows": rows, "saturation": [], "verdicts": []}


def main(words):
    if "--help" in words:
        print(HELP)
        return 0
    ranks = 1
    if words and words[0] == "-n":
        ranks, words = int(words[1]), words[3:]
    if log := os.environ.get("FAKE_LOG"):
        with pathlib.Path(log).open("a") as file:
            file.write(" ".join(words) + "\n")
    counters = option(words, "--counter", "").split(",")
    if "unsupported" in counters:
        print("fockproxy: error: --counter unsupported: UNSUPPORTED: this fake has none", file=sys.stderr)
        return 2
    if "windowless" in counters:
        print("[here:7] *** An error occurred in MPI_Win_allocate\n[here:7] *** MPI_ERR_WIN: invalid window",
              file=sys.stderr)
        return 53
    if "stalls" in counters:
        print("fockproxy: stalled: rank 1 made no progress for 2 s, last seen in: a barrier", file=sys.stderr)
        return 9
    if "crashes" in counters:
        print("Caught signal 11 (Segmentation fault)", file=sys.stderr, flush=True)
        os.kill(os.getpid(), signal.SIGKILL)
    if "hangs" in counters:
        if os.environ.get("FAKE_STUBBORN") and os.fork() == 0:
            os.setsid()  # as some launchers do with ranks
            signal.signal(signal.SIGTERM, signal.SIG_IGN)
        time.sleep(1000)
    time.sleep(float(os.environ.get("FAKE_SLEEP", 0)))
    hold = os.environ.get("FAKE_HOLD")
    while hold and pathlib.Path(hold).exists():
        time.sleep(0.02)
    pathlib.Path(option(words, "--json", "")).write_text(json.dumps(document(words, ranks)))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
