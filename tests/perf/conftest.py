"""A sweep with a fake program: a folder with a stack, a sweep file and the results of scripts/perf sweep."""

import json
import os
import pathlib
import subprocess
import sys

import jsonschema
import pytest

HERE = pathlib.Path(__file__).parent
SOURCE = pathlib.Path(os.environ.get("FOCKPROXY_SOURCE", HERE.parents[1]))
sys.path.insert(0, str(SOURCE / "perf"))
SCHEMA = json.loads((SOURCE / "perf/fockproxy_perf/schemas/sweep.json").read_text())


def program_schema(kind):
    """A validator for the row in the program's own JSON for a row of this kind."""
    document = json.loads((SOURCE / "perf/fockproxy_perf/schemas" / f"{kind}.json").read_text())
    return jsonschema.Draft7Validator({"$ref": "#/definitions/row", "definitions": document["definitions"]})


PROGRAM_SCHEMAS = {kind: program_schema(kind) for kind in ("counter", "compare", "onesided", "gsum", "ladder")}
FAKE = HERE / "fake_fockproxy.py"

STACK = f"""
[fake]
family = "other"
label = "Fake MPI"
mpiexec = "{FAKE}"
program = "{FAKE}"
"""
SWEEP = """
repetitions = 2
timeout = "2s"
[axes]
stack = ["fake"]
transport = ["default"]
[[part]]
name = "kernel"
command = "counter"
options = {work = "1ms", tasks-per-rank = 10}
[part.axes]
counter = ["mpi3", "mpi2"]
window = ["allocate", "create"]
case = [1, 2]
"""


def script(path, text):
    """Writes a program; returns its path."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)
    path.chmod(0o755)
    return path


class SweepFolder:
    """Runs the perf scripts in a separate folder."""

    def __init__(self, folder):
        self.folder = pathlib.Path(folder)
        self.write("stacks.toml", STACK)
        self.write("tiny.toml", SWEEP)
        self.environment = {**os.environ, "FOCKPROXY_STACKS": str(self.folder / "stacks.toml"),
                            "FAKE_LOG": str(self.folder / "log"), "PYTHONPATH": str(SOURCE / "perf"),
                            "PYTHONDONTWRITEBYTECODE": "1"}

    def write(self, name, text):
        (self.folder / name).write_text(text)
        return self.folder / name

    def start(self, *arguments, command="sweep", **environment):
        words = [sys.executable, "-m", "fockproxy_perf", command, *map(str, arguments)]
        return subprocess.Popen(words, cwd=self.folder, env={**self.environment, **environment}, text=True,
                                stdout=subprocess.PIPE, stderr=subprocess.PIPE)

    def run(self, *arguments, command="sweep", code=0, **environment):
        process = self.start(*arguments, command=command, **environment)
        out, err = process.communicate(timeout=120)
        assert process.returncode == code, f"exit code {process.returncode}\n{out}{err}"
        assert "Traceback" not in err
        return out, err

    def sweep(self, *arguments, **options):
        """Runs tiny.toml and returns its rows; every line of the file must fit the schema."""
        self.run("tiny.toml", "--output", "tiny.jsonl", *arguments, **options)
        return self.rows()

    def rows(self, name="tiny.jsonl", with_probes=False):
        lines = [json.loads(line) for line in (self.folder / name).read_text().splitlines()]
        for line in lines:
            jsonschema.Draft7Validator(SCHEMA).validate(line)
        assert lines[0]["kind"] == "sweep"
        return [line for line in lines[1:] if with_probes or line["kind"] != "info"]

    def log(self):
        log = self.folder / "log"
        return log.read_text().splitlines() if log.exists() else []


@pytest.fixture
def folder(tmp_path):
    return SweepFolder(tmp_path)


def identity(row):
    """The key that distinguishes a row from all others of its sweep."""
    return json.dumps([row["part"], row["axes"], row["repetition"]], sort_keys=True)


def made_row(kind, **fields):
    """A verified row with a minimal document; `fields` replace its values."""
    from fockproxy_perf.rows.kinds import KINDS

    provenance = {"argv": ["fockproxy"], "environment": {}, "ranks": [],
                  "stack": {"label": "Some MPI 1.0", "family": "other", "version": "1.0", "global_arrays": False},
                  "transport": {"label": "shared memory", "proved": True, "proof": "made up"},
                  "mpi": {"library": "Some MPI 1.0", "ranks": 2, "nodes": 1, "thread_level_requested": "single",
                          "thread_level_provided": "single"}}
    return KINDS[kind](**{"sweep": "made-up", "part": "some", "repetition": 0, "covers": (), "status": "verified",
                          "axes": {}, "options": {}, "provenance": provenance, "started": "2026-01-01T00:00:00Z",
                          "elapsed_seconds": 1.0, "exit_code": 0, "has_document": True, "result": {"some": "thing"},
                          **fields})
