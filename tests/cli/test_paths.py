"""Paths that are not ordinary files, and command lines that name one file twice."""

import contextlib
import os
import pathlib
import threading

import pytest
from conftest import MOLECULES, PROGRAM, SOURCE

WATER = (MOLECULES / "water.xyz").read_text()
STO_3G = (SOURCE / "basis/sto-3g.g94").read_text()
RANKS = pytest.mark.parametrize("ranks", [None, 2])


def pipe(directory, name, text):
    """A FIFO from which `text` can be read once."""
    path = directory / name
    os.mkfifo(path)
    content = text.encode() if isinstance(text, str) else text
    threading.Thread(target=write, args=(path, content), daemon=True).start()
    return name


def write(path, content):
    with contextlib.suppress(BrokenPipeError):  # the reader may have closed it early
        path.write_bytes(content)


@RANKS
def test_molecule_and_basis_from_pipes(fockproxy, tmp_path, ranks):
    molecule, basis = pipe(tmp_path, "molecule", WATER), pipe(tmp_path, "basis.g94", STO_3G)
    run = fockproxy("scf", molecule, "--basis", basis, ranks=ranks, timeout=60).assert_passed()
    assert "-74.96" in run.out


@RANKS
def test_molecule_from_standard_input(fockproxy, ranks):
    fockproxy.stdin = WATER
    run = fockproxy("scf", "/dev/stdin", "--basis", "sto-3g", ranks=ranks, timeout=60).assert_passed()
    assert "-74.96" in run.out


@RANKS
def test_wrong_molecule_in_a_pipe(fockproxy, tmp_path, ranks):
    molecule = pipe(tmp_path, "molecule", "3\nwater\nO 0 0 0\n")
    fockproxy("scf", molecule, ranks=ranks, timeout=60).assert_refused("molecule:3:", "1 of 3 atoms")


@RANKS
def test_nothing_on_standard_input(fockproxy, ranks):
    fockproxy("scf", "/dev/stdin", ranks=ranks, timeout=60).assert_refused("/dev/stdin:1:", "empty")


@RANKS
def test_density_and_checkpoint_from_pipes(fockproxy, tmp_path, ranks):
    fockproxy("scf", "h2", "--basis", "sto-3g", "--save-density", "d", "--checkpoint", "c").assert_passed()
    density, checkpoint = ((tmp_path / name).read_bytes() for name in "dc")
    pipe(tmp_path, "density", density)
    fockproxy("fock", "h2", "--basis", "sto-3g", "--density", "density", ranks=ranks, timeout=60).assert_passed()
    pipe(tmp_path, "checkpoint", checkpoint)
    fockproxy("scf", "h2", "--basis", "sto-3g", "--restart", "checkpoint", ranks=ranks, timeout=60).assert_passed()
    for number, wrong in enumerate((density[:-8], density + b"more", b"fockproxy density 2\n", b"")):
        pipe(tmp_path, f"wrong{number}", wrong)
        fockproxy("fock", "h2", "--basis", "sto-3g", "--density", f"wrong{number}", ranks=ranks,
                  timeout=60).assert_refused(f"wrong{number}")


@pytest.mark.parametrize("command", [
    ("scf", "{}"), ("scf", "h2", "--basis", "{}"), ("scf", "h2", "--restart", "{}"), ("fock", "h2", "--density", "{}"),
    ("counter", "--work-kind", "fock", "--costs", "{}"),
], ids=" ".join)
def test_what_is_no_such_file(fockproxy, command):
    folder, huge = fockproxy.directory / "folder.g94", fockproxy.directory / "huge.g94"
    folder.mkdir()
    with huge.open("wb") as file:
        file.truncate(2 << 30)
    (fockproxy.directory / "empty.g94").touch()
    (fockproxy.directory / "zero.g94").write_bytes(b"3\n\0\n")
    for name in ("folder", "huge", "empty", "zero"):
        fockproxy(*(word.format(f"./{name}.g94") for word in command), timeout=60).assert_refused(f"{name}.g94")


@pytest.mark.skipif(os.geteuid() == 0, reason="root may read everything")
@pytest.mark.parametrize("command", [("scf", "{}"), ("scf", "h2", "--restart", "{}")], ids=" ".join)
def test_no_permission(fockproxy, command):
    (fockproxy.directory / "closed").write_text(WATER)
    (fockproxy.directory / "closed").chmod(0)
    fockproxy(*(word.format("./closed") for word in command)).assert_refused("closed", "ermission")


SAME_FILES = [
    ("scf", "in.xyz", "--json", "in.xyz"),
    ("scf", "in.xyz", "--json", "./in.xyz"),
    ("scf", "in.xyz", "--checkpoint", "folder/../in.xyz"),
    ("scf", "in.xyz", "--save-density", "link"),
    ("scf", "link", "--trace", "in.xyz"),
    ("scf", "in.xyz", "--json", "hard"),
    ("scf", "water", "--basis", "./b.g94", "--save-density", "b.g94"),
    ("scf", "water", "--json", "same", "--save-density", "same"),
    ("scf", "water", "--json", "same", "--checkpoint", "./same"),
    ("scf", "water", "--checkpoint", "c", "--save-density", "c"),
    ("scf", "water", "--restart", "c", "--save-density", "c"),
    ("scf", "water", "--restart", "c.new", "--checkpoint", "c"),
    ("scf", "water", "--json", "not-there-yet", "--trace", "dangling"),
    ("fock", "water", "--density", "d", "--save-fock", "d"),
    ("fock", "water", "--density", "d", "--save-costs", "./d"),
    ("fock", "in.xyz", "--save-fock", "in.xyz"),
    ("counter", "--work-kind", "fock", "--costs", "d", "--json", "d"),
    ("counter", "--json", "same", "--trace", "same"),
    ("compare", "in.xyz", "--json", "in.xyz"),
    ("ladder", "in.xyz", "--json", "hard"),
]


@pytest.mark.parametrize("command", SAME_FILES, ids=" ".join)
def test_one_file_for_two_options(fockproxy, tmp_path, command):
    fockproxy.write("in.xyz", WATER)
    fockproxy.write("b.g94", STO_3G)
    for name in ("c", "c.new", "d"):
        fockproxy.write(name, name)
    (tmp_path / "folder").mkdir()
    (tmp_path / "link").symlink_to("in.xyz")
    (tmp_path / "dangling").symlink_to("not-there-yet")
    os.link(tmp_path / "in.xyz", tmp_path / "hard")
    before = contents(tmp_path)
    run = fockproxy(*command, timeout=30).assert_refused(command[-1], "are the same file")
    for option in (word for word in command if word.startswith("--") and word not in ("--basis", "--work-kind")):
        assert option in run.errors[0]
    assert run.out == ""
    assert contents(tmp_path) == before


def contents(directory):
    return {path.name: path.read_bytes() for path in directory.iterdir() if path.is_file()}


def test_one_file_on_two_ranks(fockproxy):
    fockproxy.write("in.xyz", WATER)
    fockproxy("scf", "in.xyz", "--json", "./in.xyz", ranks=2).assert_refused("molecule 'in.xyz'", "--json './in.xyz'")
    assert fockproxy.files() == ["in.xyz"]


def test_data_of_the_program_are_inputs(fockproxy):
    data = fockproxy.directory / "data"
    for folder, file in (("molecules", "water.xyz"), ("molecules", "h2.xyz"), ("basis", "sto-3g.g94")):
        (data / folder).mkdir(parents=True, exist_ok=True)
        (data / folder / file).write_bytes((SOURCE / folder / file).read_bytes())
    for output, words in (("data/molecules/water.xyz", "molecule 'water' and --json"),
                          ("data/basis/sto-3g.g94", "--basis 'sto-3g' and --json"),
                          ("data/molecules/h2.xyz", "comes with fockproxy")):
        before = (fockproxy.directory / output).read_bytes()
        fockproxy("scf", "water", "--basis", "sto-3g", "--json", output,
                  FOCKPROXY_DATA=str(data)).assert_refused(words, output)
        assert (fockproxy.directory / output).read_bytes() == before


def test_standard_output_in_the_file_of_an_option(fockproxy):
    with (fockproxy.directory / "report").open("w") as fockproxy.stdout:
        run = fockproxy("scf", "h2", "--basis", "sto-3g", "--json", "report")
    run.assert_refused("--json 'report' and standard output are the same file")


def test_a_checkpoint_goes_on_in_its_own_file(fockproxy):
    fockproxy("scf", "h2", "--basis", "sto-3g", "--checkpoint", "c").assert_passed()
    fockproxy("scf", "h2", "--basis", "sto-3g", "--restart", "c", "--checkpoint", "c").assert_passed()


def test_a_file_that_happens_to_have_the_name_is_not_overwritten(fockproxy):
    fockproxy.write("c.new", "something of value")
    fockproxy("scf", "h2", "--basis", "sto-3g", "--checkpoint", "c").assert_refused("'c.new'", "another file")
    assert (fockproxy.directory / "c.new").read_text() == "something of value"


PRINTING = [(), ("--help",), ("--man",), ("--version",), ("--completion", "bash"), ("scf", "--help"), ("info",),
            ("check", "--list"), ("check", "--only", "info-same-op"), ("ladder", "--list"),
            ("scf", "h2", "--basis", "sto-3g"), ("scf", "h2", "--dry-run"), ("fock", "h2", "--basis", "sto-3g")]


@pytest.mark.parametrize("command", PRINTING, ids=" ".join)
def test_output_that_cannot_be_written(fockproxy, command):
    with pathlib.Path("/dev/full").open("w") as fockproxy.stdout:
        fockproxy(*command).assert_refused("standard output", code=1)


@pytest.mark.parametrize("command", [("--man",), ("info",), ("fock", "h2", "--basis", "sto-3g")], ids=" ".join)
@pytest.mark.parametrize("to", ["/dev/full", "&-"])
def test_output_that_cannot_be_written_on_two_ranks(fockproxy, tmp_path, command, to):
    fockproxy.program = tmp_path / "program"
    fockproxy.program.write_text(f'#!/bin/sh\nexec "{PROGRAM}" "$@" >{to}\n')
    fockproxy.program.chmod(0o755)
    fockproxy(*command, ranks=2).assert_refused("standard output", code=1)
