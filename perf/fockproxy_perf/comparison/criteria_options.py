"""The options of a command that compares times: what counts as a change."""

import argparse

from fockproxy_perf.comparison.comparison import Criteria
from fockproxy_perf.errors import UserError


def add_criteria(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--tolerance", type=float, default=0.05, help="changes up to this do not matter (0.05)")
    parser.add_argument("--confidence", type=float, default=0.9,
                        help="of the interval (0.9: three repetitions of each suffice; 0.95: four)")
    parser.add_argument("--disturbed", action="store_true", help="believe rows with a note, such as 'disturbed', too")


def chosen_criteria(options: argparse.Namespace) -> Criteria:
    """Raises UserError for values out of range."""
    if not 0.5 <= options.confidence < 1 or options.tolerance < 0:
        raise UserError("--confidence must be from 0.5 to below 1, --tolerance not negative")
    return Criteria(options.confidence, options.tolerance, options.disturbed)
