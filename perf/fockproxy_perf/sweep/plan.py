"""Plans the launches of a sweep file: products of axes, without excluded ones, in an order drawn from the seed."""

import itertools
import json
import math
import random
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from fockproxy_perf.durations import parse_duration
from fockproxy_perf.errors import UserError
from fockproxy_perf.rows.kinds import kind_of
from fockproxy_perf.sweep.launch import STARTUP, Configuration, Launch
from fockproxy_perf.sweep.sweep_file import LIST_OPTIONS, Part, Sweep

VERDICT_OF_A_WINDOW = 12.5  # 8 with shared memory, 12 with TCP; Intel MPI takes one or two minutes with TCP
UNKNOWN_LAUNCH = 20.0    # compare, fock and scf without an `estimate`
SHORTEST_TIMEOUT = 60.0


def products(configurations: list[Configuration]) -> list[list[Configuration]]:
    """Divides configurations (dictionaries with the same names) into few groups, each of which is a full product."""
    if not configurations:
        return []
    lists = {name: list(dict.fromkeys(c[name] for c in configurations)) for name in configurations[0]}
    if math.prod(len(values) for values in lists.values()) == len(configurations):
        return [configurations]
    splits = [split_by(name, values, configurations) for name, values in lists.items()]
    best = min((parts for parts in splits if len(parts) > 1), key=len)
    in_order = {json.dumps(c, sort_keys=True): i for i, c in enumerate(configurations)}
    pieces = [piece for part in best for piece in products(part)]
    names = list(configurations[0])
    pieces = [[{name: c[name] for name in names} for c in piece] for piece in pieces]
    return [sorted(piece, key=lambda c: in_order[json.dumps(c, sort_keys=True)]) for piece in pieces]


def split_by(name: str, values: list[Any], configurations: list[Configuration]) -> list[list[Configuration]]:
    """Parts in which all values of `name` occur with the same values of the other names."""
    groups: dict[str, tuple[list[Configuration], list[Any]]] = {}  # the rest without it, and its values there
    for value in values:
        rest = [{n: v for n, v in c.items() if n != name} for c in configurations if c[name] == value]
        groups.setdefault(json.dumps(sorted(rest, key=json.dumps)), (rest, []))[1].append(value)
    return [[{**c, name: value} for value in together for c in rest] for rest, together in groups.values()]


def excluded(configuration: Configuration, excludes: Iterable[Mapping[str, list[Any]]]) -> bool:
    return any(all(configuration[name] in values for name, values in exclude.items()) for exclude in excludes)


def launches_of_part(sweep: Sweep, part: Part, repetition: int) -> Iterator[Launch]:
    inside = [name for name in LIST_OPTIONS[part.command] if name in part.axes]
    outside = [name for name in part.axes if name not in inside]
    for values in itertools.product(*(part.axes[name] for name in outside)):
        settings = dict(zip(outside, values, strict=True))
        configurations = [dict(zip(inside, chosen, strict=True))
                          for chosen in itertools.product(*(part.axes[name] for name in inside))]
        configurations = [c for c in configurations if not excluded({**settings, **c}, part.excludes)]
        for product in products(configurations):
            estimate = estimated(part, {**part.options, **settings}, product)
            yield Launch(sweep.name, part.name, part.command, kind_of(part.command, {**part.options, **settings}).kind,
                         settings, part.options, tuple(product), repetition, estimate,
                         sweep.timeout or max(SHORTEST_TIMEOUT, 10 * estimate))


def estimated(part: Part, options: Mapping[str, Any], configurations: Sequence[Configuration]) -> float:
    """The estimated seconds of one launch; for the counter experiment, computed from its options."""
    if part.estimate:
        return part.estimate
    if part.command != "counter":
        return UNKNOWN_LAUNCH
    if options.get("verdict"):
        return STARTUP + VERDICT_OF_A_WINDOW * len(configurations)
    if options.get("saturate"):
        ranks: int = options["ranks"]
        return STARTUP + parse_duration(options.get("saturate_time", "500ms")) * ranks * len(configurations)
    tasks: int = options.get("tasks_per_rank", 50) * options.get("repeat", 1)
    # Without progress, waits add up to half of a task.
    return STARTUP + 1.2 * parse_duration(options.get("work", "20ms")) * tasks * len(configurations)


def plan(sweep: Sweep) -> list[Launch]:
    """All launches of the sweep. Repetitions follow each other; the order of the launches of each, and of the values of
    each list in a launch, is drawn from the seed."""
    order = random.Random(sweep.seed)
    launches: list[Launch] = []
    for repetition in range(sweep.repetitions):
        round_of = [launch for part in sweep.parts if repetition < part.repetitions
                    for launch in launches_of_part(sweep, part, repetition)]
        order.shuffle(round_of)
        launches += [launch.in_another_order(order) for launch in round_of]
    if not launches:
        raise UserError(f"the sweep {sweep.name} is empty: everything is excluded")
    return launches
