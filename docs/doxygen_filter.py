#!/usr/bin/env python3
"""Doxygen's INPUT_FILTER (docs/Doxyfile): a header whose comments are plain `//`, with those that Doxygen should show.

The first block of a file describes the file. A block before a declaration describes it, and a comment behind a
declaration too, with the lines below that go on in the same column. Comments inside functions stay as they are.
"""

import pathlib
import re
import sys

COMMENT = re.compile(r"^(\s*)//(?!/)\s?(.*)$")
TRAILING = re.compile(r"^(.*?[;,})\w])(\s+)// ?(.*)$")
SCOPE = re.compile(r"^\s*(template\b.*)?(inline\s+)?(namespace|class|struct|enum|union|extern\s+\"C\")\b[^()=]*$",
                   re.DOTALL)


def escaped(text):
    """Words, not commands of Doxygen nor HTML; code in backticks stays."""
    parts = text.replace("*/", "* /").split("`")
    parts[::2] = [re.sub(r"([\\@<>#]|--|(?<!\w)::)", r"\\\1", part) for part in parts[::2]]
    return "`".join(parts)


class Scopes:
    """Where a line stands: between declarations (in no brace but those of namespaces and types), or in a function."""

    def __init__(self):
        self.open, self.head, self.parentheses = [], "", 0

    def declares(self):
        return all(self.open) and self.parentheses == 0

    def read(self, code):
        code = re.sub(r'"(\\.|[^"\\])*"|\'(\\.|[^\'\\])\'', '""', code)
        if code.lstrip().startswith("#"):
            return
        for character in code + "\n":
            if character == "{":
                self.open.append(bool(SCOPE.match(re.sub(r"alignas\(\w+\)", "", self.head))))
            elif character == "}" and self.open:
                self.open.pop()
            self.parentheses += (character == "(") - (character == ")")
            self.head = "" if character in "{};" else self.head + character


def documented(lines):
    scopes, column = Scopes(), None
    begin = next((n for n, line in enumerate(lines) if not COMMENT.match(line)), len(lines))
    if begin:
        yield "/** \\file"
        yield from (escaped(COMMENT.match(line)[2]) for line in lines[:begin])
        yield "*/"
    for number, line in enumerate(lines[begin:], begin):
        if own := COMMENT.match(line):
            indent, text = own.groups()
            if column == len(indent):  # goes on below a comment behind a declaration
                yield f"{indent}///< {escaped(text)}"
                continue
            column = None
            after = next((below for below in lines[number:] if not COMMENT.match(below)), "")
            declaration = after.strip() and not after.lstrip().startswith(("}", "#", "public:", "private:"))
            yield f"{indent}/// {escaped(text)}" if declaration and scopes.declares() else line
            continue
        behind = TRAILING.match(line)
        code = behind[1] if behind else re.sub(r"(?<!:)//.*", "", line)
        before = scopes.declares()
        scopes.read(code)
        column = None
        if behind and before and scopes.declares() and code.strip(" };") and not code.lstrip().startswith("#"):
            if re.match(r"\s*(enum|struct|class|union)\b.*\};$", code):  # Doxygen would give it to the last member
                yield f"/// {escaped(behind[3])}"
                yield code
                continue
            column = len(code) + len(behind[2])
            yield f"{code}{behind[2]}///< {escaped(behind[3])}"
        else:
            yield line


if __name__ == "__main__":
    print("\n".join(documented(pathlib.Path(sys.argv[1]).read_text().splitlines())))
