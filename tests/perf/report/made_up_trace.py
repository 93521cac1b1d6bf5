"""A trace that nobody recorded: two ranks, two builds, with spans from a formula, so that the right figures are known.

In every build each rank does `tasks` tasks of 1 ms; before each it waits `stall` for the counter and 50 us for a block
of D, after each 100 us for a block of F. Both ranks are at F(0,0) at the same time. Rank 1 idles for the last 2 ms.
"""

import json

TASK, GET, ACCUMULATE, IDLE = 1e-3, 50e-6, 100e-6, 2e-3
BLOCKS = 4


def make(path, tasks=40, stall=200e-6, order="natural", dropped=0):
    events, clock = [], 0.0
    for rank in (0, 1):
        events.append({"ph": "M", "pid": rank, "tid": 0, "name": "process_name", "args": {"name": f"rank {rank}"}})

    def span(rank, kind, begin, length, **arguments):
        events.append(
            {
                "ph": "X",
                "pid": rank,
                "tid": 0,
                "name": kind,
                "cat": kind,
                "ts": round(begin * 1e6, 3),
                "dur": round(length * 1e6, 3),
                "args": arguments,
            }
        )

    for _ in range(2):
        begin, ends = clock, []
        for rank in (0, 1):
            time = begin
            for task in range(tasks):
                block = [0, 0] if task % 2 == 0 else [1 + rank, task % (2 + rank)]
                span(rank, "counter", time, stall, ticket=2 * task + rank)
                events.append(
                    {
                        "ph": "C",
                        "pid": 0,
                        "name": "tickets",
                        "ts": (time + stall) * 1e6,
                        "args": {"drawn": 2 * task + rank},
                    }
                )
                span(rank, "get", time + stall, GET, target=1 - rank, bytes=800, block=block)
                span(rank, "compute", time + stall + GET, TASK)
                span(rank, "accumulate", time + stall + GET + TASK, ACCUMULATE, target=1 - rank, bytes=800, block=block)
                span(rank, "task", time + stall, GET + TASK + ACCUMULATE, id=2 * task + rank, blocks=[3, 2, 1, 0])
                time += stall + GET + TASK + ACCUMULATE
            ends.append(time)
        end = max(ends) + IDLE
        for rank in (0, 1):
            span(rank, "idle", end - IDLE, IDLE)
            span(rank, "run", begin, end - begin)
        clock = end + 1e-3
    document = {
        "otherData": {
            "command": "fock",
            "first_functions": [0, 5, 7, 9, 14],
            "spins": 1,
            "row_cuts": [0, 2, 4],
            "column_cuts": [0, 4],
            "provenance": {"mpi": {"library": "Made-up MPI 1.0", "ranks": 2}},
            "config": {"counter": "mpi3", "window": "create", "progress": "none", "order": order, "grain": "atom"},
            "molecule": {"name": "water2", "basis": "6-31g"},
            "ranks": (
                [
                    {
                        "host": "node1",
                        "events": 1,
                        "dropped_events": dropped,
                        "clock_offset_seconds": 0,
                        "clock_error_seconds": 0,
                    }
                ]
                * 2
            ),
        },
        "traceEvents": events,
    }
    path.write_text(json.dumps(document))
    return path
