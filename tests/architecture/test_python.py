"""All Python of the project stays small: files, functions and lists of parameters that one look takes in."""

import ast
import os
import pathlib

import pytest

SOURCE = pathlib.Path(os.environ.get("FOCKPROXY_SOURCE", pathlib.Path(__file__).parents[2]))
LONGEST_FILE = 300  # lines
LONGEST_FUNCTION = 60  # lines
MOST_PARAMETERS = 6  # self and cls do not count
MADE_BY_TOOLS = ("build", "results")


def python_files():
    folders = [path for path in SOURCE.iterdir() if path.is_dir() and path.name not in MADE_BY_TOOLS
               and (not path.name.startswith(".") or path.name == ".ci")]
    return sorted(file for folder in folders for file in folder.rglob("*.py"))


def parameters(function):
    """Their names, as far as a caller sees them."""
    own = function.args
    named = [argument.arg for argument in [*own.posonlyargs, *own.args, *own.kwonlyargs]]
    return [*named[named[:1] in (["self"], ["cls"]):], *(star.arg for star in (own.vararg, own.kwarg) if star)]


def excesses(text):
    """One sentence for each; `text` is that of a file."""
    found = []
    lines = len(text.splitlines())
    if lines > LONGEST_FILE:
        found.append(f"1: {lines} lines, at most {LONGEST_FILE}")
    for node in ast.walk(ast.parse(text)):
        if not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            continue
        lines = node.end_lineno - node.lineno + 1
        if lines > LONGEST_FUNCTION:
            found.append(f"{node.lineno}: {node.name} has {lines} lines, at most {LONGEST_FUNCTION}")
        if len(parameters(node)) > MOST_PARAMETERS:
            found.append(f"{node.lineno}: {node.name} has {len(parameters(node))} parameters, "
                         f"at most {MOST_PARAMETERS}")
    return found


def test_files_are_found():
    found = {str(path.relative_to(SOURCE)) for path in python_files()}
    assert {"perf/fockproxy_perf/__main__.py", "scripts/g94.py", "tests/architecture/test_python.py"} <= found


def test_python_is_small():
    found = [f"{path.relative_to(SOURCE)}:{excess}"
             for path in python_files() for excess in excesses(path.read_text())]
    assert found == [], "\n".join(found)


@pytest.mark.parametrize("text, expected", [
    ("\n" * 300, ""),
    ("\n" * 301, "1: 301 lines"),
    ("def f():\n" + "    pass\n" * 59, ""),
    ("class C:\n    def f():\n" + "        pass\n" * 60, "2: f has 61 lines"),
    ("async def f():\n" + "    pass\n" * 60, "1: f has 61 lines"),
    ("def f(a, b, /, c, *, d, e, f): pass", ""),
    ("def f(a, b, c, d, e, *f, **g): pass", "1: f has 7 parameters"),
    ("class C:\n    def f(self, a, b, c, d, e, g): pass", ""),
    ("class C:\n    @classmethod\n    def f(cls, a, b, c, d, e, g, h): pass", "3: f has 7 parameters"),
])
def test_what_is_too_large_is_seen(text, expected):
    assert [excess.partition(", at most")[0] for excess in excesses(text)] == ([expected] if expected else [])
