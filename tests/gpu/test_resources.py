"""The registers and spills of the kernels for GPUs are those of a list, so no change makes a kernel slower unseen."""

import os
import pathlib

import resources

LISTED = pathlib.Path(__file__).parent / "resources.txt"
LOG = pathlib.Path(os.environ["FOCKPROXY_GPU_LOG"]).read_text()
MOST_L = 4  # of a pair, on a GPU


def test_the_resources_are_those_of_the_list():
    """If they changed on purpose: resources.py says how to write the list."""
    assert resources.table(LOG).splitlines() == LISTED.read_text().splitlines()


def test_every_kernel_is_in_the_list():
    names = {line.split()[-1] for line in LISTED.read_text().splitlines()}
    assert {f"digest_{bra}_{ket}" for bra in range(MOST_L + 1) for ket in range(MOST_L + 1)} <= names


def test_a_change_is_seen():
    (first, numbers), *_ = ((name, n) for name, n in resources.resources(LOG).items() if n.registers)
    changed = LOG.replace(f"Used {numbers.registers} registers", f"Used {numbers.registers + 1} registers")
    assert resources.resources(changed)[first].registers == numbers.registers + 1
    assert resources.table(changed) != resources.table(LOG)
