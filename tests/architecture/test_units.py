"""Files of a folder may be compiled as one unit (FOCKPROXY_BULK_BUILD) and must mean the same alone. If two of them
define the same type or variable, the compiler reports an error. For functions in unnamed namespaces it may not: a call
in the next file may find a function of the same name from another file. So no file calls a function by a name that
another file of its folder has in an unnamed namespace. The test searches the text; it is no parser.
"""

import os
import pathlib
import re

import pytest

SOURCE = pathlib.Path(os.environ.get("FOCKPROXY_SOURCE", pathlib.Path(__file__).parents[2]))
UNNAMED = re.compile(r"^namespace \{\n(.*?)^\}  // namespace$", re.DOTALL | re.MULTILINE)
DEFINITION = re.compile(r"^(?!struct|class|enum|template|using|return)\w[\w:<>,&*\s]*?[\s&*](\w+)\(", re.MULTILINE)


def units(source):
    """The source files of each folder."""
    for folder in sorted([*(source / "lib").iterdir(), *(source / "app").iterdir()]):
        if files := sorted(folder.glob("*.cpp")):
            yield files


def own_functions(text):
    """Names of the functions that `text` defines in unnamed namespaces."""
    return {name for body in UNNAMED.findall(text) for name in DEFINITION.findall(body)}


def calls(text, name):
    return re.search(rf"(?<![\w.:>]){name}\(", text) is not None


def without_words(text):
    return re.sub(r'//.*|"(?:\\.|[^"\\\n])*"', "", text)


def strangers(files):
    texts = {path: path.read_text() for path in files}
    calling = {path: without_words(text) for path, text in texts.items()}
    return [f"{other}: {name} of {path}" for path, text in texts.items() for name in sorted(own_functions(text))
            for other in texts if other != path and calls(calling[other], name)]


@pytest.mark.parametrize("files", [*units(SOURCE)], ids=lambda files: str(files[0].parent))
def test_no_file_calls_what_another_keeps_to_itself(files):
    assert strangers(files) == []


def test_a_stranger_would_be_seen(tmp_path):
    own = "void first() {\n}\n\ntemplate <class T>\nint near(T x) {\n  return 1;\n}\n"
    (tmp_path / "a.cpp").write_text("namespace {\n\n" + own + "}  // namespace\n")
    (tmp_path / "b.cpp").write_text("int f() { return near(2.0); }\n")
    assert strangers(sorted(tmp_path.glob("*.cpp"))) == [f"{tmp_path / 'b.cpp'}: near of {tmp_path / 'a.cpp'}"]
    (tmp_path / "b.cpp").write_text("int f() { return x.near(2.0) + std::near(1); }\n")
    assert strangers(sorted(tmp_path.glob("*.cpp"))) == []


def test_functions_are_found():
    assert sum(len(own_functions(path.read_text())) for files in units(SOURCE) for path in files) > 300
