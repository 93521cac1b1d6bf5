"""Makes a wheel of a folder with bin, lib and share, which pip installs below a prefix.

    python make_wheel.py TREE PYPROJECT VERSION TAG TARGET_FOLDER      prints the wheel's path
"""

import base64
import hashlib
import os
import pathlib
import stat
import sys
import time
import tomllib
import zipfile


def metadata(project: dict, readme: pathlib.Path, version: str) -> str:
    lines = ["Metadata-Version: 2.1", f"Name: {project['name']}", f"Version: {version}",
             f"Summary: {project['description']}", f"License: {project['license']}",
             f"Requires-Python: {project['requires-python']}"]
    for extra, packages in project["optional-dependencies"].items():
        lines.append(f"Provides-Extra: {extra}")
        lines += [f'Requires-Dist: {package} ; extra == "{extra}"' for package in packages]
    lines += ["Description-Content-Type: text/markdown", "", readme.read_text()]
    return "\n".join(lines)


class Wheel:
    """A wheel, written file by file; the same files and date give the same bytes."""

    def __init__(self, path: pathlib.Path) -> None:
        self.zip = zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED, compresslevel=9)
        self.date = time.gmtime(int(os.environ["SOURCE_DATE_EPOCH"]))[:6]
        self.record: list[str] = []

    def add(self, name: str, data: bytes, executable: bool = False) -> None:
        info = zipfile.ZipInfo(name, self.date)
        info.compress_type = zipfile.ZIP_DEFLATED
        info.external_attr = (stat.S_IFREG | (0o755 if executable else 0o644)) << 16
        self.zip.writestr(info, data, compresslevel=9)
        digest = base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()
        self.record.append(f"{name},sha256={digest},{len(data)}")

    def close(self, information: str) -> None:
        name = f"{information}/RECORD"
        self.add(name, "\n".join([*self.record, f"{name},,", ""]).encode())
        self.zip.close()


def main(tree: pathlib.Path, pyproject: pathlib.Path, version: str, tag: str, target: pathlib.Path) -> pathlib.Path:
    project = tomllib.loads(pyproject.read_text())["project"]
    base = f"{project['name']}-{version}"
    path = target / f"{base}-{tag}.whl"
    wheel = Wheel(path)
    for file in sorted(tree.rglob("*")):
        if not file.is_file():
            continue
        place = file.relative_to(tree)
        inside, data = pathlib.PurePath("data", place), file.read_bytes()
        if place.parts[0] == "bin":  # pip makes it executable, and starts Python scripts with its own Python
            inside = pathlib.PurePath("scripts", *place.parts[1:])
            data = data.replace(b"#!/usr/bin/env python3\n", b"#!python\n")
        wheel.add(f"{base}.data/{inside}", data, executable=os.access(file, os.X_OK))
    information = f"{base}.dist-info"
    wheel.add(f"{information}/licenses/LICENSE", (pyproject.parent / "LICENSE").read_bytes())
    wheel.add(f"{information}/METADATA", metadata(project, pyproject.parent / "README.md", version).encode())
    wheel.add(f"{information}/WHEEL", "\n".join(["Wheel-Version: 1.0", "Generator: fockproxy scripts/wheel",
                                                 "Root-Is-Purelib: false", f"Tag: {tag}", ""]).encode())
    wheel.close(information)
    return path


if __name__ == "__main__":
    tree_, pyproject_, version_, tag_, target_ = sys.argv[1:]
    print(main(pathlib.Path(tree_), pathlib.Path(pyproject_), version_, tag_, pathlib.Path(target_)))
