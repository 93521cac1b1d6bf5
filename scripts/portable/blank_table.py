"""Fills a table of a program that is never read with NaN, which compresses well and would make a use visible.

    python blank_table.py PROGRAM SYMBOLS-OF NAME     SYMBOLS-OF is the program before strip
"""

import pathlib
import struct
import subprocess
import sys


def main(program: pathlib.Path, unstripped: pathlib.Path, name: str) -> None:
    def lines(*command: str | pathlib.Path) -> list[list[str]]:
        done = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True)
        return [line.split() for line in done.stdout.splitlines()]

    symbols = [line for line in lines("nm", "-SC", unstripped) if " ".join(line[3:]) == name]
    if len(symbols) != 1:
        sys.exit(f"blank_table.py: {unstripped} has {len(symbols)} symbols {name}")
    address, size = (int(number, 16) for number in symbols[0][:2])
    for part in lines("objdump", "-h", program):
        if len(part) == 7 and part[0].isdigit():
            length, begin, offset = int(part[2], 16), int(part[3], 16), int(part[5], 16)
            if begin <= address and address + size <= begin + length and size % 8 == 0:
                with program.open("r+b") as file:
                    file.seek(offset + address - begin)
                    file.write(struct.pack("<d", float("nan")) * (size // 8))
                return
    sys.exit(f"blank_table.py: no section of {program} has {name}")


if __name__ == "__main__":
    main(pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2]), sys.argv[3])
