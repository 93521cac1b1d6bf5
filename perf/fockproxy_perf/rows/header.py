"""The first line of a sweep's file: what was planned, and on which machine."""

from typing import Any, TypedDict


class Header(TypedDict):
    schema_version: int
    kind: str  # sweep
    name: str
    description: str
    plan: dict[str, Any]  # the sweep file as read; a resumed sweep must have the same
    seed: int
    repetitions: int
    rows_planned: int  # configurations times repetitions
    git_revision: str
    host: str
    cores: int
    cpu: str
    started: str  # UTC, ISO 8601
