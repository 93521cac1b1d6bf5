"""Build folders whose programs measure nothing: a launcher that runs its program once, and shell scripts."""

import pathlib


class MadeUpBuild:
    """A build folder whose programs print given output and record every launch."""

    def __init__(self, folder):
        self.folder = pathlib.Path(folder)
        (self.folder / "bin").mkdir(parents=True)
        mpiexec = self.write("mpiexec", 'shift 2; exec "$@"')
        (self.folder / "CMakeCache.txt").write_text(f"MPIEXEC_EXECUTABLE:FILEPATH={mpiexec}\n")

    def write(self, name, script):
        path = self.folder / "bin" / name
        path.write_text(f"#!/bin/sh\n{script}\n")
        path.chmod(0o755)
        return path

    def program(self, name, *lines, code=0):
        said = "".join(f"echo '{line}'\n" for line in lines)
        self.write(name, f'echo "$*" >> {self.folder}/launches\n{said}exit {code}')

    @property
    def launches(self):
        """The arguments of every launch so far."""
        file = self.folder / "launches"
        return file.read_text().splitlines() if file.exists() else []
