"""Waits as the program summarises them."""

import math


def distribution(samples):
    samples = sorted(samples)
    at = lambda q: samples[min(len(samples) - 1, math.ceil(q * len(samples)) - 1)]  # noqa: E731
    bins = {}
    for s in samples:
        edge = 10 ** (math.floor(math.log10(s) * 5) / 5)
        bins[edge] = bins.get(edge, 0) + 1
    return {
        "count": len(samples),
        "mean": sum(samples) / len(samples),
        "median": at(0.5),
        "p90": at(0.9),
        "p99": at(0.99),
        "p999": at(0.999),
        "maximum": samples[-1],
        "histogram": sorted([e, n] for e, n in bins.items()),
    }
