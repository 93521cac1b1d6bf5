"""The location of the source tree of this package, from which programs, molecules and published rows are found."""

import pathlib

SOURCE = pathlib.Path(__file__).resolve().parents[2]
PERF = SOURCE / "perf"


def is_installed() -> bool:
    """Whether this package was installed, without the rest of its source tree."""
    return not (SOURCE / "scripts").is_dir()
