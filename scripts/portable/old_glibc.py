"""Makes what a linker needs of an old glibc, from zig: libraries with its symbols but no code, and start files.

    python old_glibc.py FOLDER VERSION MACHINE     of the Python that has ziglang; MACHINE is x86_64 or aarch64
"""

import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

# In the order of a linker; AS_NEEDED leaves out what no program needs.
SCRIPT = ("GROUP ( libc.so.6 libc_nonshared.a "
          "AS_NEEDED ( libpthread.so.0 libdl.so.2 librt.so.1 libm.so.6 libld.so.2 ) )\n")


def main(folder: pathlib.Path, version: str, machine: str) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as scratch:
        source = pathlib.Path(scratch) / "empty.c"
        source.write_text("int main(void) { return 0; }\n")
        cache = {f"ZIG_{which}_CACHE_DIR": f"{scratch}/{which}" for which in ("GLOBAL", "LOCAL")}
        target = f"{machine}-linux-gnu.{version}"
        done = subprocess.run([sys.executable, "-m", "ziglang", "cc", "-target", target, "-pie", "-v", "-o",
                               source.with_suffix(""), source], cwd=scratch, text=True, stderr=subprocess.PIPE,
                              env=os.environ | cache)
        parts = re.findall(r"\S+/(?:Scrt1\.o|libc_nonshared\.a|lib[a-z]+\.so\.[0-9])(?= |$)", done.stderr, re.MULTILINE)
        if done.returncode != 0 or len(parts) < 6:
            sys.exit(f"old_glibc.py: zig gave no glibc {version}: {done.stderr[-2000:]}")
        for part in parts:
            path = pathlib.Path(scratch, part)
            shutil.copy(path, folder)
            if path.name.startswith("lib") and ".so." in path.name:  # as for -lm
                link = folder / path.name.split(".so.")[0]
                link = link.with_name(link.name + ".so")
                link.unlink(missing_ok=True)
                link.symlink_to(path.name)
    (folder / "libc.so").unlink(missing_ok=True)
    (folder / "libc.so").write_text(SCRIPT)


if __name__ == "__main__":
    main(pathlib.Path(sys.argv[1]), *sys.argv[2:])
