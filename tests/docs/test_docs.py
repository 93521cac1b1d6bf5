"""README and docs/: links lead to a target, commands exist, options are those of the program, Python reads files."""

import json
import os
import pathlib
import re
import shlex
import subprocess
import sys

import pytest

SOURCE = pathlib.Path(os.environ["FOCKPROXY_SOURCE"])
sys.path.insert(0, str(SOURCE / "perf"))

from fockproxy_perf import recordings  # noqa: E402
from fockproxy_perf.recordings import Recording, Task  # noqa: E402

PROGRAM = os.environ["FOCKPROXY_PROGRAM"]
PAGES = [SOURCE / "README.md", *sorted((SOURCE / "docs").glob("*.md"))]
LINKING = [*PAGES, *(p for p in SOURCE.glob("*.md") if p.name != "README.md"), *sorted((SOURCE / "perf").rglob("*.md"))]
LINK = re.compile(r"\]\(([^)\s]+)\)")
COMMAND = re.compile(r"^ {4}(?:\$ )?((?:mpiexec (?!=)|cmake |ctest |(?:scripts|perf)/[\w./-]*\w(?: |$)).*)$",
                     re.MULTILINE)
SUBCOMMANDS = json.loads((SOURCE / "perf/fockproxy_perf/schemas/options.json").read_text())["commands"]


def anchors(page):
    """The anchors that GitHub and MkDocs make from headings."""
    headings = re.findall(r"^#+ (.+)$", page.read_text(), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", h.lower()).replace(" ", "-") for h in headings}


def commands():
    """The lines of indented blocks that start one of our programs, without comments: (page, words)."""
    for page in PAGES:
        for line in COMMAND.findall(page.read_text()):
            yield page.name, shlex.split(line, comments=True)


def options_of(subcommand):
    text = subprocess.run([PROGRAM, subcommand, "--help"], capture_output=True, text=True, timeout=60).stdout
    return set(re.findall(r"--[a-z][a-z-]*", text))


@pytest.mark.parametrize("page", LINKING, ids=lambda p: str(p.relative_to(SOURCE)))
def test_links_lead_somewhere(page):
    broken = []
    for link in LINK.findall(page.read_text()):
        if link.startswith(("http://", "https://")):
            continue
        path, _, anchor = link.partition("#")
        target = (page.parent / path).resolve() if path else page
        if not target.exists() or (anchor and anchor not in anchors(target)):
            broken.append(link)
    assert broken == []


def test_pages_are_in_the_site():
    listed = re.findall(r"(\S+\.md)$", (SOURCE / "mkdocs.yml").read_text(), re.MULTILINE)
    assert sorted(listed) == sorted(p.name for p in (SOURCE / "docs").glob("*.md"))


def test_commands_are_found():
    assert len(list(commands())) > 20


def test_scripts_of_commands_exist():
    missing = [f"{page}: {words[0]}" for page, words in commands()
               if words[0].startswith(("scripts/", "perf/")) and not os.access(SOURCE / words[0], os.X_OK)]
    assert missing == []


def test_commands_of_the_perf_package_exist():
    usage = subprocess.run([SOURCE / "scripts" / "perf", "--help"], capture_output=True, text=True, check=True).stdout
    known = re.findall(r"^  ([a-z-]+)  ", usage, re.MULTILINE)
    named = {words[1] for _, words in commands() if words[0] == "scripts/perf"}
    assert named and named <= set(known)


def test_options_of_commands_exist():
    known = {name: options_of(name) for name in SUBCOMMANDS}
    unknown = []
    for page, words in commands():
        program = next((i for i, word in enumerate(words) if word.endswith("fockproxy")), None)
        if program is None or len(words) == program + 1 or words[:2] == ["scripts/perf", "at-scale"]:
            continue  # no subcommand follows: the program is alone, or an argument of another command
        subcommand, *arguments = words[program + 1:]
        assert subcommand in SUBCOMMANDS, f"{page}: {words}"
        unknown += [f"{page}: {subcommand} {word}" for word in arguments
                    if word.startswith("--") and word not in known[subcommand]]
    assert unknown == []


def test_the_glossary_names_files_that_use_its_terms():
    """A word of the term occurs in the file that defines it according to the glossary, at least as a part of a name."""
    rows = re.findall(r"^\| ([^|]+?) \| .* \| `([^`]+)` \|$", (SOURCE / "docs/glossary.md").read_text(), re.MULTILINE)
    assert len(rows) > 20
    strangers = []
    for term, name in rows:
        [path] = [path for folder in ("lib", "app", "") if (path := SOURCE / folder / name).exists()]
        words = [word.rstrip("s") for word in re.findall(r"[a-z]{3,}", re.sub(r"\(.*\)", "", term).lower())]
        if not any(word in path.read_text().lower() for word in words):
            strangers.append(f"{term}: {name}")
    assert strangers == []


def test_comments_name_pages_that_exist():
    """Comments refer to pages as "docs: what is computed"."""
    headings = {h.lower() for page in PAGES for h in re.findall(r"^#+ (.+)$", page.read_text(), re.MULTILINE)}
    wrong = []
    for path in (p for folder in ("lib", "app") for p in (SOURCE / folder).rglob("*.[ch]pp")):
        text = " ".join(re.sub(r"^\s*//", "", line) for line in path.read_text().splitlines())
        for title in re.findall(r"\(docs: ([^)]+)\)", re.sub(r"\s+", " ", text)):
            if not any(title.lower() in h for h in headings):
                wrong.append(f"{path.relative_to(SOURCE)}: {title}")
        if "README, \"" in text or "DESIGN" in text:
            wrong.append(f"{path.relative_to(SOURCE)}: a document that is not in the tree")
    assert wrong == []


SMALL = Recording([0, 2, 5], [Task((0, 0, 0, 0), 1e-3, 7), Task((1, 0, 0, 0), 2.5e-6, 0)], "He2", "sto-3g", "atom",
                  1e-10, "thread", "Some MPI", 2)
NONE = recordings.made_up(300, 3, [], "no tasks")
MANY = recordings.made_up(20, 3, [1e-3 / (n + 1) for n in range(22155)], "more than a piece")


def reader_on_the_page():
    """read_recording of docs/measuring.md."""
    blocks = re.findall(r"^```python\n(.*?)^```$", (SOURCE / "docs/measuring.md").read_text(), re.MULTILINE | re.DOTALL)
    [code] = [block for block in blocks if "def read_recording" in block]
    assert len(code.splitlines()) < 45
    names = {}
    exec(code, names)
    return names["read_recording"]


@pytest.mark.parametrize("recording", [SMALL, NONE, MANY], ids=lambda recording: recording.formula)
def test_the_reader_on_the_page_reads_what_the_package_reads(tmp_path, recording):
    file = tmp_path / "some.tasks"
    recordings.write(file, recording)
    own = recordings.read(file)
    about, *tasks = reader_on_the_page()(file)
    assert tasks == [(*task.blocks, task.seconds, task.quartets) for task in own.tasks]
    assert about["tasks"] == len(tasks) == len(recording.tasks)
    for name in ("first_functions", "formula", "basis", "grain", "threshold", "clock", "stack", "spins"):
        assert about[name] == getattr(own, name)


def test_the_reader_on_the_page_refuses_torn_files(tmp_path):
    read, file = reader_on_the_page(), tmp_path / "small.tasks"
    recordings.write(file, SMALL)
    content = file.read_bytes()
    changed = [content[:length] for length in range(len(content))] + [content + b"\0" * 8]
    for place in range(len(content)):
        for bit in (0, 3, 6, 7):
            changed.append(bytes([*content[:place], content[place] ^ 1 << bit, *content[place + 1:]]))
    for wrong in changed:
        file.write_bytes(wrong)
        with pytest.raises(ValueError):
            next(read(file))
