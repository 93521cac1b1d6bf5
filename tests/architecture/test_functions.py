"""Functions of the C++ code are small: at most 60 lines and six parameters. By a reading of the text, not a parser:
lambdas are not looked at, and a declaration counts as its definition does."""

import os
import pathlib
import re

import pytest

SOURCE = pathlib.Path(os.environ.get("FOCKPROXY_SOURCE", pathlib.Path(__file__).parents[2]))
MOST_LINES, MOST_PARAMETERS = 60, 6
# Functions of packages, declared where no header does or stood in for by a test.
NOT_OURS = {"MPI_Recv", "dstemr_", "pdgemm_", "pdsyevd_", "pdtran_"}
# What may stand before the name: the return type. A statement that begins so is a call or a control structure.
STATEMENT = re.compile(r"\s*(return|if|for|while|switch|else|case|throw|new|delete|EXPECT|ASSERT|static_assert|using)\b")
HEAD = re.compile(r"^(?P<indent> {0,4})(?P<before>[\w:<>,*&~ \[\]()\"]*?)(?P<name>~?\w+|operator\W+)\(", re.MULTILINE)


def closing(text, at, pair="()"):
    """Where what opens at `at` closes."""
    depth = 0
    for i in range(at, len(text)):
        depth += (text[i] == pair[0]) - (text[i] == pair[1])
        if depth == 0:
            return i
    return len(text)


def parameters(text):
    depth, count = 0, 1 if text.strip() else 0
    for before, character in zip(" " + text, text):
        depth += (character in "([{<") - (character in ")]}" or (character == ">" and before != "-"))
        count += character == "," and depth == 0
    return count


def without_words(text):
    """Without comments, and with empty strings."""
    return re.sub(r'//[^\n]*|"(?:\\.|[^"\\\n])*"', lambda m: '""' if m[0][0] == '"' else "", text)


def functions(text):
    """(name, parameters, lines) of what looks like the declaration or definition of a function."""
    text = without_words(text)
    for head in HEAD.finditer(text):
        before = head["before"].strip()
        if STATEMENT.match(head["before"] or head["name"]) or (not before and not head["indent"]):
            continue
        if "=" in before or "(" in before.replace("__attribute__((noinline))", ""):
            continue
        end = closing(text, head.end() - 1)
        given = text[head.end():end]
        follows = re.match(r"\)[\w\s:&>*-]*(?:: [^;{]*)?(\{|;|=)", text[end:])
        if not follows or not re.search(r"\w[&*>]* +[&*]*\w+|^\s*$", given):
            continue  # a call: its arguments name no types
        lines = 1
        if follows[1] == "{":
            begin = end + follows.end() - 1
            lines = text[head.start():closing(text, begin, "{}")].count("\n") + 1
        yield head["name"], parameters(given), lines


def too_large(folder):
    found = []
    for path in sorted((SOURCE / folder).rglob("*.[ch]pp")):
        for name, count, lines in functions(path.read_text()):
            if name not in NOT_OURS and (count > MOST_PARAMETERS or lines > MOST_LINES):
                found.append(f"{path.relative_to(SOURCE)}: {name}: {count} parameters, {lines} lines")
    return found


@pytest.mark.parametrize("folder", ["lib", "app", "perf", "tests"])
def test_functions_are_small(folder):
    assert too_large(folder) == []


def test_a_large_function_would_be_seen():
    long = "int f(const std::map<int, int>& a, int b) {\n" + "  a;\n" * 70 + "}\n"
    assert list(functions(long)) == [("f", 2, 72)]
    wide = "class A {\n  void g(int a, int b,\n         int c, int d, std::pair<int, int> e, int f, int g) const;\n};\n"
    assert list(functions(wide)) == [("g", 7, 1)]


def test_functions_are_found():
    names = {name for path in (SOURCE / "lib").rglob("*.cpp") for name, _, _ in functions(path.read_text())}
    assert {"digest_quartet", "check_census", "choose_grain", "run"} <= names
    assert len(names) > 500
