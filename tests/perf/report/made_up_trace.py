"""An artificial trace: two ranks, two builds, with spans from a formula, so that the correct figures are known.

In every build each rank does `tasks` tasks of 1 ms. Before each it waits `stall` for the counter and 50 us for a block
of D, after each 100 us for a block of F. Both ranks access F(0,0) at the same time. Rank 1 idles for the last 2 ms.
"""

import json

TASK, GET, ACCUMULATE, IDLE = 1e-3, 50e-6, 100e-6, 2e-3
BLOCKS = 4


class MadeUpTrace:
    """The events of two ranks."""

    def __init__(self):
        name = {"ph": "M", "tid": 0, "name": "process_name"}
        self.events = [{**name, "pid": rank, "args": {"name": f"rank {rank}"}} for rank in (0, 1)]

    def span(self, rank, kind, begin, length, **arguments):
        """`begin` and `length` in seconds."""
        times = {"ts": round(begin * 1e6, 3), "dur": round(length * 1e6, 3)}
        self.events.append({"ph": "X", "pid": rank, "tid": 0, "name": kind, "cat": kind, **times, "args": arguments})

    def drawn(self, ticket, time):
        self.events.append({"ph": "C", "pid": 0, "name": "tickets", "ts": time * 1e6, "args": {"drawn": ticket}})

    def task(self, rank, task, time, stall):
        """One task with its communication, beginning with the draw; returns its end."""
        ticket = 2 * task + rank
        there = {"target": 1 - rank, "bytes": 800, "block": [0, 0] if task % 2 == 0 else [1 + rank, task % (2 + rank)]}
        self.span(rank, "counter", time, stall, ticket=ticket)
        self.drawn(ticket, time + stall)
        self.span(rank, "get", time + stall, GET, **there)
        self.span(rank, "compute", time + stall + GET, TASK)
        self.span(rank, "accumulate", time + stall + GET + TASK, ACCUMULATE, **there)
        self.span(rank, "task", time + stall, GET + TASK + ACCUMULATE, id=ticket, blocks=[3, 2, 1, 0])
        return time + (stall + GET + TASK + ACCUMULATE)

    def build(self, begin, tasks, stall):
        """One build of both ranks; returns its end."""
        ends = []
        for rank in (0, 1):
            time = begin
            for task in range(tasks):
                time = self.task(rank, task, time, stall)
            ends.append(time)
        end = max(ends) + IDLE
        for rank in (0, 1):
            self.span(rank, "idle", end - IDLE, IDLE)
            self.span(rank, "run", begin, end - begin)
        return end


def about(order, dropped):
    """The metadata of a trace."""
    rank = {
        "host": "node1",
        "events": 1,
        "dropped_events": dropped,
        "clock_offset_seconds": 0,
        "clock_error_seconds": 0,
    }
    return {
        "command": "fock",
        "first_functions": [0, 5, 7, 9, 14],
        "spins": 1,
        "row_cuts": [0, 2, 4],
        "column_cuts": [0, 4],
        "provenance": {"mpi": {"library": "Made-up MPI 1.0", "ranks": 2}},
        "config": {"counter": "mpi3", "window": "create", "progress": "none", "order": order, "grain": "atom"},
        "molecule": {"name": "water2", "basis": "6-31g"},
        "ranks": [rank] * 2,
    }


def make(path, tasks=40, stall=200e-6, order="natural", dropped=0):
    trace, clock = MadeUpTrace(), 0.0
    for _ in range(2):
        clock = trace.build(clock, tasks, stall) + 1e-3
    path.write_text(json.dumps({"otherData": about(order, dropped), "traceEvents": trace.events}))
    return path
