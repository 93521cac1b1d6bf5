"""The kernels for GPUs: on a core of the host they compute what the others do. Without a GPU the engine for GPUs is
refused with the reason (these tests need a machine without one). Blocks that are staged for an emulated device give the
same bits. tests/gpu has the engine with a library in place of CUDA's driver."""

import re

import pytest
from conftest import SMALL


@pytest.mark.parametrize("molecule, basis", [("water2", "6-31g*"), ("water", "cc-pvdz"), ("hf", "cc-pvtz")])
def test_on_a_core_they_compute_the_same_quartets(fockproxy, molecule, basis):
    arguments = ("fock", molecule, "--basis", basis, "--verify", "full", "--repeat", 1)
    run, document = fockproxy.document(*arguments, "--integrals", "team", ranks=2)
    _, own = fockproxy.document(*arguments, ranks=2)
    assert "the kernels for GPUs, on a core of the host, for tests; mixed precision" in run.out
    assert (document["config"]["integrals"], document["config"]["device_path"]) == ("team", "host")
    assert document["fock"]["quartets"] == own["fock"]["quartets"]
    assert document["figure_of_merit"]["objection"].startswith("--integrals team computes with the kernels for GPUs")


@pytest.mark.parametrize("ranks", [None, 2])
def test_on_a_gpu_they_are_refused_with_the_reason(fockproxy, ranks):
    run = fockproxy("fock", "water", *SMALL, "--integrals", "gpu", ranks=ranks).assert_refused("UNSUPPORTED: ")
    assert "--device-path" not in run.err  # its default suits a GPU


@pytest.mark.parametrize("in_flight, streams", [(1, 1), (8, 1), (8, 2), (8, 3)])
def test_copied_blocks_give_the_same_bits(fockproxy, in_flight, streams):
    def hashes(path, streams=1):
        run, document = fockproxy.document(
            "fock", "water2", *SMALL, "--sum", "exact", "--repeat", 1, "--integrals", "emulated", "--device-path", path,
            "--device-wait", "block", "--chunk", in_flight, "--in-flight", in_flight, "--device-streams", streams,
            ranks=2)
        assert (document["config"]["device_path"], document["config"]["device_streams"]) == (path, streams)
        in_parts = f"; {streams} streams" if streams > 1 else ""
        assert f"; ranks wait by block; {path} blocks{in_parts}\n" in run.out
        return document["fock"]["hash"]

    assert hashes("staged", streams) == hashes("pageable", streams) == hashes("host")


@pytest.mark.parametrize("arguments", [
    ("--cache", "none"), ("--chunk", 8, "--in-flight", 8), ("--layout", "strided", "--complete", "batch"),
    ("--epoch", "each", "--uhf"), ("--prefetch-blocks",),
    ("--threads", 2, "--thread-calls", "serialized"),
], ids=lambda words: words[0])
def test_blocks_on_a_device_move_as_those_of_the_host(fockproxy, arguments):
    """Threads do not share blocks on a device, so they have more operations on held blocks."""
    def build(path):
        run, document = fockproxy.document(
            "fock", "water2", *SMALL, "--repeat", 1, "--integrals", "emulated", "--counter", "static", "--device-path",
            path, "--device-wait", "block", *arguments, ranks=2)
        assert f"; ranks wait by block; {path} blocks\n" in run.out
        moved = {kind: sum(rank[kind]["operations"] for rank in document["fock"]["ranks"])
                 for kind in ("get", "accumulate")}
        return document["fock"]["quartets"], moved

    assert build("direct") == build("host")


def test_a_dry_run_counts_copied_blocks(fockproxy):
    def bytes_of_threads(path):
        run = fockproxy("fock", "benzene", "--basis", "cc-pvtz", "--grain", 1000, "--integrals", "emulated",
                        "--device-path", path, "--dry-run")
        (size, unit), = re.findall(r"^ +([\d.]+) (\w+)  threads$", run.out, re.MULTILINE)
        return float(size) * {"kB": 1e3, "MB": 1e6, "GB": 1e9}[unit]

    assert bytes_of_threads("pageable") == bytes_of_threads("staged") > 1.5 * bytes_of_threads("host")


@pytest.mark.parametrize("arguments, words", [
    (("--device-path", "staged"), ("--device-path staged with --integrals own: UNSUPPORTED: ",)),
    (("--device-path", "staged", "--integrals", "team"), ("--integrals team: UNSUPPORTED: ",)),
    (("--device-path", "pageable"), ("--device-path pageable with --integrals own: UNSUPPORTED: ",)),
    (("--device-streams", 2), ("--device-streams 2 with --integrals own: UNSUPPORTED: it has no device",)),
    (("--device-streams", 2, "--integrals", "emulated", "--in-flight", 2),
     ("--device-streams 2 with --device-path host: UNSUPPORTED: ",)),
    (("--device-streams", 2, "--integrals", "emulated", "--device-path", "staged"),
     ("--device-streams 2 with 1 task in flight: UNSUPPORTED: each stream needs a task",)),
    (("--device-streams", 4, "--integrals", "emulated", "--device-path", "staged", "--in-flight", 3),
     ("--device-streams 4 with 3 tasks in flight: UNSUPPORTED: ",)),
    (("--device-streams", 0), ("--device-streams must be between 1 and 64",)),
    (("--device-path", "direct"), ("--device-path direct with --integrals own: UNSUPPORTED: it has no device",)),
    *((("--device-path", "direct", "--integrals", "emulated", *words),
       (f"--device-path direct with {shown}: UNSUPPORTED: ",)) for words, shown in (
        (("--matrix", "local"), "--matrix local"), (("--cache", "merged"), "--cache merged"),
        (("--cache", "replicated"), "--cache replicated"), (("--layout", "rows"), "--layout rows"),
        (("--node-reads",), "--node-reads"), (("--sum", "exact"), "--sum exact"))),
    (("--device-path", "direct", "--integrals", "emulated", "--device-streams", 2, "--in-flight", 2),
     ("--device-streams 2 with --device-path direct: UNSUPPORTED: ",)),
    (("--device-path", "device", "--integrals", "emulated"), ("--device-path device: UNSUPPORTED: the windows",)),
    (("--device-path", "host", "--integrals", "gpu"), ("--device-path host with --integrals gpu: UNSUPPORTED: ",)),
    (("--integrals", "gpu", "--sum", "exact"), ("--sum exact with --integrals gpu: ",)),
    (("--integrals", "gpu", "--task-sleep", "1ms"), ("--task-sleep with --integrals gpu: ",)),
    (("--integrals", "team", "--simd", "portable"), ("--simd portable with --integrals team: UNSUPPORTED: ",)),
])
def test_what_an_engine_cannot_do_is_refused(fockproxy, arguments, words):
    fockproxy("fock", "water", *SMALL, *arguments).assert_refused(*words)


def test_the_builds_of_a_ladder_refuse_it_too(fockproxy):
    """The steps on a device have their own path. The other builds have that of the command line."""
    fockproxy("ladder", "water", "--basis", "sto-3g", "--integrals", "emulated", "--device-path", "direct",
              "--device-steps", "emulated").assert_refused("--device-path direct with --cache replicated: UNSUPPORTED")


def test_rows_of_compare_refuse_it_too(fockproxy):
    compare = ("compare", "water", *SMALL, "--integrals", "emulated", "--in-flight", 2, "--device-streams", 2)
    fockproxy(*compare).assert_refused("--device-streams 2 with --device-path host: UNSUPPORTED: ")
