"""Writes results of several machines and dates as one HTML page, ready to be published.

scripts/perf index SWEEP.jsonl[.gz]... [-o INDEX.html]
"""

import argparse
import pathlib
from collections.abc import Sequence

from fockproxy_perf.arguments import refuse_shared_files
from fockproxy_perf.errors import UserError


def main(arguments: Sequence[str]) -> int:
    parser = argparse.ArgumentParser(prog="scripts/perf index", description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("sweeps", metavar="SWEEP.jsonl", type=pathlib.Path, nargs="+",
                        help="what scripts/perf sweep wrote, on any machine; may be compressed (.gz)")
    parser.add_argument("-o", "--output", metavar="INDEX.html", type=pathlib.Path, default=pathlib.Path("index.html"))
    options = parser.parse_args(arguments)
    refuse_shared_files([("--output", options.output), ("the folder of its figures", options.output.with_suffix(""))],
                        [("a sweep", sweep) for sweep in options.sweeps])
    # Imported here, so that --help needs no matplotlib.
    from fockproxy_perf.index import costs, regressions, verdicts
    from fockproxy_perf.index.results import list_of_files, read_all
    from fockproxy_perf.report.opening import Answer, Opening
    from fockproxy_perf.report.page import Page

    results = read_all(options.sweeps)
    sections = [verdicts.section(results), costs.section(results), regressions.section(results),
                list_of_files(results, options.output)]
    machines = sorted({result.machine for result in results})
    lead = " ".join(finding for section in sections[:2] for finding in section.findings)
    answer = Answer(lead or "None of the files measured progress or the cost of communication.",
                    " ".join(sections[2].findings))
    about = (f"{len(results)} sweeps of {len(machines)} machine{'s' if len(machines) > 1 else ''}, "
             f"{results[0].date} to {results[-1].date}: {'; '.join(machines)}")
    try:
        Page("fockproxy: results", about, Opening(None, answer), sections).write(options.output)
    except OSError as error:
        raise UserError(f"cannot write {error.filename}: {error.strerror}") from error
    print(options.output)
    return 0
