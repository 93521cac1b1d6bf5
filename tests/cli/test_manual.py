"""The manual page and the completions agree with --help, and shells accept them."""

import json
import re
import shutil
import subprocess
import sys

import jsonschema
import pytest
from conftest import SOURCE

sys.path.insert(0, str(SOURCE / "scripts"))
import describe

SHELLS = ("bash", "zsh", "fish")


def options_in_help(text):
    lines = re.findall(r"^  (?:-\w,)?(--[a-z0-9,{}-]+)", text, re.MULTILINE)
    return {name for line in lines for name in re.findall(r"--[a-z0-9-]+", line)}


@pytest.fixture
def subcommands(fockproxy):
    """The name of each subcommand -> the names of its options."""
    listed = fockproxy("--help").out
    names = re.findall(r"^  ([a-z]+)  ", listed[listed.index("Subcommands:"):], re.MULTILINE)
    assert {"quickstart", "scf", "fock", "counter", "check", "info"} <= set(names)
    return {name: options_in_help(fockproxy(name, "--help").out) for name in names}


def test_the_manual_page_has_every_option_of_help(fockproxy, subcommands):
    page = fockproxy("--man").out.replace("\\-", "-")
    sections = dict(re.findall(r"^\.SH ([A-Z]+)\n(.*?)(?=^\.SH )", page, re.MULTILINE | re.DOTALL))
    for name, options in subcommands.items():
        assert set(re.findall(r"\\fB(--[a-z0-9-]+)\\fR", sections[name.upper()])) == options - {"--help"}, name
    for variable in ("FOCKPROXY_DATA", "FOCKPROXY_MPI"):
        assert f"\n.B {variable}\n" in sections["ENVIRONMENT"]


@pytest.mark.skipif(not shutil.which("groff"), reason="no groff")
def test_the_manual_page_is_set_without_a_warning(fockproxy):
    page = fockproxy("--man").out
    run = subprocess.run(["groff", "-man", "-Tutf8", "-ww"], input=page, text=True, capture_output=True, timeout=60)
    assert (run.returncode, run.stderr) == (0, "")
    assert "Fock-builder proxy application" in run.stdout


@pytest.mark.parametrize("shell", SHELLS)
def test_completions_have_every_option_of_help(fockproxy, subcommands, shell):
    script = fockproxy("--completion", shell).out
    for name, options in subcommands.items():
        if shell == "bash":
            offered = re.search(rf'^    "{name} "\*\)\n.*compgen -W "([^"]*)"', script, re.MULTILINE).group(1).split()
        elif shell == "zsh":
            function = re.search(rf"^_fockproxy_{name}\(\) {{(.*?)^}}", script, re.MULTILINE | re.DOTALL).group(1)
            offered = re.findall(r"'(--?[a-z0-9-]+)\[", function)
        else:
            lines = re.findall(rf"-n '__fish_seen_subcommand_from {name}'(.*)", script)
            offered = ["--" + option for line in lines for option in re.findall(r" -l ([a-z0-9-]+)", line)]
        assert set(offered) - {"-h"} == options, name
    if shutil.which(shell):
        check = subprocess.run([shell, "-n"], input=script, text=True, capture_output=True, timeout=60)
        assert (check.returncode, check.stderr) == (0, "")


def test_files_say_what_the_program_says_of_its_settings(fockproxy):
    """If this fails, run scripts/describe.py PROGRAM."""
    for path, text in describe.described(json.loads(fockproxy("--options-json").out)).items():
        assert path.read_text() == text, path.name


def test_the_options_as_json_are_those_of_help(fockproxy, subcommands):
    printed = json.loads(fockproxy("--options-json").out)
    named = {name: {*options, *(option["unset_by"] for option in options.values())}
             for name, options in printed["commands"].items()}
    assert {name: {option for option in options if option.startswith("--")} for name, options in named.items()} == \
        {name: options - {"--help"} for name, options in subcommands.items()}
    scf = printed["commands"]["scf"]
    assert scf["--grain"]["default"] and scf["--incremental"]["unset_by"] == "--no-incremental"
    assert (scf["molecule"]["positional"], scf["--prefetch"]["takes"]) == (True, "nothing")


PAINT = {"takes": "value", "positional": False, "default": "red", "unset_by": "", "heading": "Paint",
         "summary": "colour", "values": {"red": "as rust", "green": "as grass"}, "key": "paint_colour",
         "schema": {"enum": ["red", "green"]}}


def test_a_setting_is_in_the_schema_and_on_the_page_of_options():
    """The record of tests/app/setting_test.cpp, as from --options-json."""
    options = json.loads((SOURCE / "perf/fockproxy_perf/schemas/options.json").read_text())
    options["commands"]["fock"]["--paint-colour"] = PAINT
    files = {path.name: text for path, text in describe.described(options).items()}
    assert json.loads(files["run.json"])["definitions"]["config"]["properties"]["paint_colour"] == PAINT["schema"]
    row = "| `--paint-colour` (`fock`) | `red` | `red`, `green` | colour<br>`red`: as rust<br>`green`: as grass |"
    assert row in files["options.md"].splitlines()


def test_schemas_keep_what_older_documents_have():
    """Removed keys and values of settings stay allowed, and earlier requirements stay."""
    options = json.loads((SOURCE / "perf/fockproxy_perf/schemas/options.json").read_text())
    for command in ("fock", "scf"):
        del options["commands"][command]["--cache"]
        schema = options["commands"][command]["--layout"]["schema"]
        schema["enum"].remove("strided")
    files = {path.name: text for path, text in describe.described(options).items()}
    now, before = (json.loads(text)["definitions"]["config"]
                   for text in (files["run.json"], (describe.SCHEMAS / "run.json").read_text()))
    assert now["properties"]["cache"] == before["properties"]["cache"]
    assert set(now["properties"]["layout"]["enum"]) == {"tiled", "strided", "rows"}
    assert now["required"] == before["required"]


CAKES = {"identity": [{"key": "name", "heading": "cake", "unit": "", "meaning": "name of the cake", "optional": False,
                       "schema": {"enum": ["plum", "nut"]}}],
         "results": [{"key": "times.oven", "heading": "oven", "unit": "s", "meaning": "time in the oven",
                      "optional": False,
                      "schema": {"type": "number", "minimum": 0}},
                     {"key": "cream", "heading": "", "unit": "B", "meaning": "cream on it", "optional": True,
                      "schema": {"type": "number"}}],
         "status": ["PASS", "FAIL", "UNSUPPORTED"]}


def described_with(figures, command):
    """The files, by name, as if a subcommand listed these rows."""
    options = json.loads((SOURCE / "perf/fockproxy_perf/schemas/options.json").read_text())
    options["commands"].setdefault(command, {"--oven": PAINT})
    options["figures"].setdefault(command, {})["cakes"] = figures
    return {path.name: text for path, text in describe.described(options).items()}


def test_a_new_list_of_figures_has_a_schema_and_a_table():
    """A list like that of tests/app/figure_test.cpp."""
    files = described_with(CAKES, "bake")
    check = jsonschema.Draft7Validator(json.loads(files["bake.json"]))
    good = {"name": "plum", "status": "PASS", "times": {"oven": 90.0}}
    document = {"schema_version": 2, "command": "bake", "provenance": {}, "config": {"paint_colour": "red"}}
    assert check.is_valid({**document, "cakes": [good, {"name": "nut", "status": "FAIL", "reason": "burnt"}]})
    for wrong in ({**good, "name": "air"}, {**good, "times": {}}, {**good, "times": {"oven": -1}},
                  {**good, "status": "FAIL", "reason": "burnt"}, {"name": "nut", "status": "PASS"},
                  {"name": "nut", "status": "FAIL"}, {**good, "cream": "much"}):
        assert not check.is_valid({**document, "cakes": [wrong]}), wrong
    page = files["figures.md"].splitlines()
    assert {"## bake", "**`cakes`**", "| `times.oven` | s | oven | time in the oven |"} <= set(page)


def test_figures_that_are_added_are_not_required_of_older_documents(tmp_path, monkeypatch):
    shutil.copytree(describe.SCHEMAS, tmp_path, dirs_exist_ok=True)
    monkeypatch.setattr(describe, "SCHEMAS", tmp_path)
    (tmp_path / "bake.json").write_text(described_with(CAKES, "bake")["bake.json"])
    more = {**CAKES, "identity": [{**CAKES["identity"][0], "schema": {"enum": ["plum"]}}],
            "results": [{**CAKES["results"][0], "key": "times.table"}, {**CAKES["results"][0], "key": "mass"}]}
    cake = json.loads(described_with(more, "bake")["bake.json"])["definitions"]["cake"]
    assert cake["properties"]["name"]["enum"] == ["plum", "nut"]
    assert set(cake["properties"]) == {"name", "status", "reason", "times", "mass", "cream"}
    assert set(cake["properties"]["times"]["properties"]) == {"oven", "table"}
    assert (cake["then"]["required"], cake["properties"]["times"]["required"]) == (["times"], [])


def completed(script, *words):
    """The completions of bash for the last of these words."""
    asking = (f'{script}\nCOMP_WORDS=({" ".join(repr(word) for word in words)})\nCOMP_CWORD={len(words) - 1}\n'
              '_fockproxy\nprintf "%s\\n" "${COMPREPLY[@]}"\n')
    run = subprocess.run(["bash", "--norc"], input=asking, text=True, capture_output=True, timeout=60)
    assert run.stderr == ""
    return run.stdout.split()


def test_bash_completes(fockproxy):
    fockproxy.write("mine.xyz", "")
    script = f"cd '{fockproxy.directory}'\n" + fockproxy("--completion", "bash").out
    assert completed(script, "fockproxy", "quick") == ["quickstart"]
    assert completed(script, "fockproxy", "scf", "--che") == ["--checkpoint"]
    assert completed(script, "fockproxy", "fock", "water1") == ["water10"]
    assert completed(script, "fockproxy", "fock", "min") == ["mine.xyz"]
    assert completed(script, "fockproxy", "scf", "water", "--verify", "") == ["sample", "full"]
    assert completed(script, "fockproxy", "fock", "--basis", "def2-s") == ["def2-svp"]
    assert completed(script, "fockproxy", "compare", "--counter", "static,mpi3,arm") == ["static,mpi3,armci"]
    assert completed(script, "fockproxy", "--completion", "z") == ["zsh"]


def test_values_that_are_offered_are_those_that_the_program_takes(fockproxy):
    script = fockproxy("--completion", "fish").out
    offered = re.findall(r"-n '__fish_seen_subcommand_from (fock|counter)' -l ([a-z0-9-]+) -[xr].* -a '([^']*)'$",
                         script, re.MULTILINE)
    compared = 0
    for command, option, words in offered:
        molecule = ["water"] if command == "fock" else []
        refusal = fockproxy(command, *molecule, f"--{option}", "nonsense").assert_refused("'nonsense'").err
        if taken := re.search(r" is not one of (.*)", refusal.splitlines()[0]):
            names = [word for word in re.split(r", | or ", taken.group(1)) if re.fullmatch(r"[a-z][a-z0-9_-]*", word)]
            assert names == words.split(), option
            compared += 1
    assert compared > 20


def test_another_shell_is_refused(fockproxy):
    fockproxy("--completion", "tcsh").assert_refused("--completion 'tcsh'", "bash, zsh, fish")
