"""What a stack's own Global Arrays was built from and how: ga-build.json in the stack's folder."""

import dataclasses
import json
import pathlib

from fockproxy_perf.stacks.catalogue import Stack


@dataclasses.dataclass(frozen=True)
class GaBuild:
    """`origins` and `configured` are by release: ga, and armci-mpi where it is below."""

    version: str  # as Global Arrays tells it
    origins: dict[str, str]  # "sha256 ..." of the published release, or "folder ...", which nobody checked
    configured: dict[str, list[str]]  # the configure lines without the script

    @property
    def unchecked(self) -> list[str]:
        """The releases that came from folders."""
        return [name for name, origin in self.origins.items() if not origin.startswith("sha256 ")]


def file_of(stack: Stack) -> pathlib.Path:
    return stack.folder / "ga-build.json"


def ga_build(stack: Stack) -> GaBuild | None:
    """None where none is built, or not to its end."""
    file = file_of(stack)
    return GaBuild(**json.loads(file.read_text())) if file.exists() else None


def write_ga_build(stack: Stack, build: GaBuild) -> None:
    file_of(stack).write_text(json.dumps(dataclasses.asdict(build), indent=2) + "\n")
