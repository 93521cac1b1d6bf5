"""Results: a JSON Lines file that is only ever appended to, so that a run can be stopped and taken up again.

The first line of every sitting is a header (kind "header": machine and program versions); a line of kind "build" or "scf"
is one measurement."""

import json
import os
import pathlib
import platform
import time

KEY = ("kind", "case", "program", "threshold", "repeat")


def read(path):
    """All lines; a last line cut short by a kill is left out."""
    lines = pathlib.Path(path).read_text().splitlines()
    records = []
    for number, line in enumerate(lines, 1):
        try:
            records.append(json.loads(line))
        except ValueError:
            if number < len(lines):
                raise ValueError(f"{path}:{number}: not JSON") from None
    return records


def measurements(records):
    return [record for record in records if record["kind"] != "header"]


class ResultsFile:
    def __init__(self, path, header):
        """Throws ValueError if the file holds measurements of other versions of the programs that `header` names."""
        self.path = pathlib.Path(path)
        self.done = {}
        if self.path.exists():
            records = read(self.path)
            for record in records:
                for program, version in record.get("versions", {}).items():
                    if header["versions"].get(program, version) != version:
                        raise ValueError(f"{path} holds results of {version}, and this is {header['versions'][program]}; "
                                         "name a new file")
            self.done = {tuple(record[key] for key in KEY): record for record in measurements(records)}
            text = "".join(json.dumps(record) + "\n" for record in records)
            if text != self.path.read_text():  # the last line was cut short
                self.path.write_text(text)
        self.append({"kind": "header", **header})

    def append(self, record):
        with self.path.open("a") as file:
            file.write(json.dumps(record) + "\n")
        if record["kind"] != "header":
            self.done[tuple(record[key] for key in KEY)] = record


def header(versions):
    cpu = [line.split(":", 1)[1].strip() for line in pathlib.Path("/proc/cpuinfo").read_text().splitlines()
           if line.startswith("model name")]
    return {"time": time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime()), "cpu": cpu[0] if cpu else platform.machine(),
            "cores": len(os.sched_getaffinity(0)), "system": platform.platform(), "versions": versions}
