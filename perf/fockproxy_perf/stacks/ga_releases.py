"""The releases of Global Arrays and ARMCI-MPI that stacks are built from: perf/global_arrays.toml."""

import dataclasses
import tomllib
from collections.abc import Mapping

from fockproxy_perf.source_tree import PERF


@dataclasses.dataclass(frozen=True)
class Release:
    """`tests` are the release's own, by name: what each prints when all went well."""

    name: str  # ga, armci-mpi
    title: str
    version: str
    url: str
    sha256: str
    test_program: str  # a path with {} for the test's name
    tests: Mapping[str, str]

    @property
    def variable(self) -> str:
        """Of the environment, for a source of one's own."""
        return f"FOCKPROXY_{self.name.replace('-', '_').upper()}_SOURCE"


def releases() -> dict[str, Release]:
    tables = tomllib.loads((PERF / "global_arrays.toml").read_text())
    return {name: Release(name=name, **{key.replace("-", "_"): value for key, value in table.items()})
            for name, table in tables.items()}
