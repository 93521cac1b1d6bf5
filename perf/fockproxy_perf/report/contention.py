"""Contention for the blocks of D and F, as the Global Arrays visualiser drew it: how often a block was accessed, how
long ranks waited for it, how many accesses overlapped in time. Traces before and after a change share one scale.
"""

from __future__ import annotations

from . import style
from .figure import Figure, Section, Table, number, seconds
from .gantt import chosen_run
from .style import wrap
from .trace import Trace

_BINS = 300  # of the time of a run
MATRICES = {"D": ("get", "held get"), "F": ("accumulate", "held accumulate")}


def accesses(trace: Trace, run, matrix):
    """Spans of one run that read D or add to F."""
    return [s for s in trace.during(run.begin, run.end, *MATRICES[matrix]) if "block" in s.arguments]


def by_block(spans):
    """{(row, column): [accesses, seconds waited by the ranks together, most accesses at one time]}."""
    blocks = {}
    for span in spans:
        blocks.setdefault(tuple(span.arguments["block"]), []).append(span)
    return {block: [len(found), sum(s.seconds for s in found), overlap(found)] for block, found in blocks.items()}


def overlap(spans):
    """The most spans that are open at one time; those that only touch are not."""
    ends = sorted([(s.begin, 1) for s in spans] + [(s.end, -1) for s in spans], key=lambda e: (e[0], e[1]))
    most = now = 0
    for _, step in ends:
        now += step
        most = max(most, now)
    return most


def colliding_seconds(spans):
    """How long two accesses or more of one block were open together, summed over blocks."""
    total = 0.0
    blocks = {}
    for span in spans:
        blocks.setdefault(tuple(span.arguments["block"]), []).append(span)
    for found in blocks.values():
        ends = sorted([(s.begin, 1) for s in found] + [(s.end, -1) for s in found], key=lambda e: (e[0], e[1]))
        open_, last = 0, None
        for time, step in ends:
            if open_ > 1:
                total += time - last
            open_, last = open_ + step, time
    return total


def _image(axis, blocks, found, column, top, layout):
    import numpy

    values = numpy.full((blocks, blocks), numpy.nan)
    for (row, col), numbers in found.items():
        values[row, col] = numbers[column]
    return axis.imshow(values, vmin=0, vmax=top or 1, cmap="cividis_r", interpolation="nearest", origin="upper")


def _draw_maps(views, layout):
    """One line of images for each trace and matrix: accesses, waiting."""
    from matplotlib.ticker import MaxNLocator

    count = len(views) * 2
    figure, axes = style.panels(layout, count, 4, 2.6 if layout.narrow else 2.7)
    tops = [max((n[c] for *_, found in views for n in found.values()), default=1) for c in (0, 1)]
    for i, (title, trace, matrix, found) in enumerate(views):
        for column, what in ((0, "accesses"), (1, "time waited")):
            axis = axes[2 * i + column]
            image = _image(axis, trace.blocks, found, column, tops[column], layout)
            axis.set_title(wrap(f"{matrix}, {what}{title}", 26 if layout.narrow else 19), fontsize=layout.font - 0.5)
            axis.set(xlabel="block column", ylabel="block row")
            axis.grid(False)
            for side in (axis.xaxis, axis.yaxis):
                side.set_major_locator(MaxNLocator(6, integer=True))
            bar = figure.colorbar(image, ax=axis, shrink=0.8)
            bar.set_label("accesses" if column == 0 else "time")
            if column == 1:
                bar.ax.yaxis.set_major_formatter(lambda v, _: seconds(v, 2))
    return figure


def in_progress(spans, begin, length):
    """[(time, mean, most)] of the accesses in progress, in _BINS equal stretches of `length` seconds from `begin`;
    times are the middles, from the begin."""
    width = length / _BINS
    load, peak, open_ = [0.0] * _BINS, [0] * _BINS, 0
    place = lambda time: min(_BINS - 1, max(0, int((time - begin) / width)))  # noqa: E731
    for s in spans:
        for b in range(place(s.begin), place(s.end) + 1):
            left = begin + b * width
            load[b] += max(0.0, min(s.end, left + width) - max(s.begin, left)) / width
    for time, step in sorted([(s.begin, 1) for s in spans] + [(s.end, -1) for s in spans]):
        open_ += step
        peak[place(time)] = max(peak[place(time)], open_)
    return [((b + 0.5) * width, load[b], peak[b]) for b in range(_BINS)]


def _draw_time(views, layout):
    """Accesses to D and F in progress against time."""
    figure, axes = style.panels(layout, len(views), 1, 1.7)
    most = max(peak for _, _, points in views for *_, peak in points)
    for axis, (title, matrix, points) in zip(axes, views):
        times, load, peak = zip(*points)
        axis.fill_between(times, load, step="mid", facecolor="#0072B2", edgecolor="none", label="mean")
        axis.step(times, peak, where="mid", color=style.INK, linewidth=0.7, label="most at one time")
        axis.set(
            title=wrap(f"{matrix}{title}", 44 if layout.narrow else 110),
            ylabel="open accesses",
            xlabel="time",
            ylim=(0, most + 0.5),
        )
        axis.xaxis.set_major_formatter(lambda v, _: seconds(v, 3))
        axis.xaxis.set_major_locator(style.few_ticks(layout))
    handles, labels = axes[0].get_legend_handles_labels()
    style.legend_below(figure, handles, labels, layout)
    return figure


def section(traces):
    result = Section(
        "contention", "Contention for the blocks of D and F", "Do ranks meet at the same blocks, and what does it cost?"
    )
    traces = [t for t in traces if t.blocks and chosen_run(t)]
    if not traces:
        result.missing = (
            "No trace of a Fock build was given: fockproxy fock --trace FILE writes one, scripts/perf report --trace FILE"
            " reads it."
        )
        return result
    maps, times, rows = [], [], []
    for index, trace in enumerate(traces):
        run = chosen_run(trace)
        order = trace.about.get("config", {}).get("order", trace.path.name)
        title = "" if len(traces) == 1 else f", {'before' if index == 0 else 'after'}: order {order}"
        for matrix in MATRICES:
            spans = accesses(trace, run, matrix)
            found = by_block(spans)
            if not found:
                continue
            maps.append((title, trace, matrix, found))
            times.append((title, matrix, in_progress(spans, run.begin, run.seconds)))
            rows += [[trace.path.name, matrix, *block, *numbers] for block, numbers in sorted(found.items())]
            hottest = max(found, key=lambda b: found[b][1])
            waited = sum(s.seconds for s in spans)
            result.findings.append(
                f"{matrix}{title}: {len(spans)} accesses to {len(found)} blocks wait {seconds(waited)} together; most"
                f" for block ({hottest[0]},{hottest[1]}),"
                f" {number(100 * found[hottest][1] / waited if waited else 0, 2)}% in {found[hottest][0]} accesses. Two"
                f" or more ranks are at one block for {seconds(colliding_seconds(spans))}."
            )
    if not maps:
        result.missing = "The traces hold no accesses to blocks: with --cache replicated there are none."
        return result
    table = Table(
        "accesses by block",
        ["trace", "matrix", "block row", "block column", "accesses", "time waited / s", "most at one time"],
        rows,
    )
    result.tables.append(table)
    result.figures.append(
        Figure(
            "contention-blocks",
            "Accesses to each block, and the time waited for it: one scale for all",
            "Maps of blocks. " + " ".join(result.findings),
            lambda layout: _draw_maps(maps, layout),
            table,
        )
    )
    over_time = Table(
        "accesses in progress",
        ["matrix", "time / s", "mean", "most at one time"],
        [[f"{matrix}{title}", *point] for title, matrix, points in times for point in points],
    )
    result.figures.append(
        Figure(
            "contention-time",
            "Accesses in progress at a time, all ranks together",
            "Open accesses over time.",
            lambda layout: _draw_time(times, layout),
            over_time,
        )
    )
    return result
