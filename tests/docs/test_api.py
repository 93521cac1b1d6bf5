"""docs/Doxyfile: the reference of the headers has the declarations of lib/, each with the comment of the header."""

import os
import pathlib
import re
import subprocess
import xml.etree.ElementTree

import pytest

SOURCE = pathlib.Path(os.environ["FOCKPROXY_SOURCE"])
DOXYGEN = os.environ["FOCKPROXY_DOXYGEN"]
LIBRARIES = re.findall(r"add_subdirectory\((\w+)\)", (SOURCE / "lib" / "CMakeLists.txt").read_text())


def reference(folder, where):
    """Doxygen's output for the headers of a folder, and its warnings: (file, name) -> text."""
    settings = [(SOURCE / "docs/Doxyfile").read_text(), f"INPUT = {folder}", f"STRIP_FROM_PATH = {folder}",
                f"OUTPUT_DIRECTORY = {where}", "GENERATE_HTML = NO", "GENERATE_XML = YES"]
    done = subprocess.run([DOXYGEN, "-"], input="\n".join(settings), text=True, capture_output=True, cwd=SOURCE)
    assert done.returncode == 0, done.stderr
    said = {}
    for path in (where / "xml").glob("*.xml"):
        for item in xml.etree.ElementTree.parse(path).iter():
            if item.tag not in ("compounddef", "memberdef", "enumvalue"):
                continue
            place, name = item.find("location"), item.find("compoundname")
            name = item.find("name") if name is None else name
            text = " ".join("".join(part.itertext()) for tag in ("briefdescription", "detaileddescription")
                            for part in item.findall(tag))
            file = "" if place is None else pathlib.Path(place.get("file")).as_posix()
            said[file, name.text.rpartition("::")[2]] = " ".join(text.split())
    return said, done.stderr


@pytest.fixture(scope="module")
def library(tmp_path_factory):
    return reference(SOURCE / "lib", tmp_path_factory.mktemp("api"))


def test_doxygen_understands_every_comment(library):
    assert library[1] == ""


@pytest.mark.parametrize("folder", LIBRARIES)
def test_a_library_is_described(library, folder):
    texts = {(file, name): text for (file, name), text in library[0].items() if f"{folder}/" in f"/{file}"}
    headers = sorted((SOURCE / "lib" / folder).glob("*.hpp"))
    assert headers
    undescribed = [header.name for header in headers if not texts.get((f"{folder}/{header.name}", header.name))]
    assert undescribed == [], "the first comment of a header describes it"
    assert sum(bool(text) and not name.endswith(".hpp") for (_, name), text in texts.items()) >= len(headers) // 2


HEADER = """// What the file is for: `a_b`, *x*
// and --more <of> it.
#pragma once

namespace one {

// A block before a type.
struct S {
  int first;   // a comment behind,
               // and its second line
  double last = f(1, 2);
  // Before a function; throws @ nothing.
  int get() const {
    // Inside: shown nowhere.
    return first;  // nor this
  }
};

enum class Kind { one, two };  // behind an enumeration

// A remark on what follows, which describes no declaration.

// Two lines before
// a function.
template <class T>
void g(T value);  // and behind it

}  // namespace one
"""


def test_comments_reach_their_declarations(tmp_path):
    (tmp_path / "lib").mkdir()
    (tmp_path / "lib" / "a.hpp").write_text(HEADER)
    said, warnings = reference(tmp_path / "lib", tmp_path)
    assert warnings == ""
    texts = {name: text for (_, name), text in said.items()}
    assert texts["a.hpp"] == "What the file is for: a_b, x and --more <of> it."
    assert texts["S"] == "A block before a type."
    assert texts["first"] == "a comment behind, and its second line"
    assert texts["last"] == ""
    assert texts["get"] == "Before a function; throws @ nothing."
    assert texts["Kind"] == "behind an enumeration"
    assert texts["g"] == "Two lines before a function. and behind it"
    assert not any(word in " ".join(texts.values()) for word in ("Inside", "nor this", "remark", "namespace"))
