"""--sum exact: one hash of F for each molecule in at least 200 configurations, on 1 to 4 ranks and every thread level.

exact_configurations_test.cpp samples the configurations. A build folder that takes libraries from one of the other MPI
library (FOCKPROXY_SERIAL_LIBRARIES, as in scripts/test) also compares its hashes with those of that one."""

import os
import re
import subprocess

MOLECULES = {"water", "water_by_shells", "water_wide", "o2_uhf", "o2_uhf_wide", "benzene", "decane"}
FEWEST = 200
SERIALIZED = ("--thread-level=serialized",)
MULTIPLE = ("--thread-level=multiple", "--no-global-arrays")  # for helper threads
OWN = (os.environ["FOCKPROXY_MPIEXEC"], os.environ["FOCKPROXY_EXACT_TEST"])
OTHER = (os.environ.get("FOCKPROXY_OTHER_MPIEXEC"), os.environ.get("FOCKPROXY_OTHER_EXACT_TEST"))
# launcher and program, ranks, configurations per molecule, thread level
RUNS = [(OWN, 1, 60, SERIALIZED), (OWN, 2, 70, SERIALIZED), (OWN, 2, 15, MULTIPLE), (OWN, 3, 35, SERIALIZED),
        (OWN, 4, 25, SERIALIZED)]
RUNS += [(OTHER, 2, 15, SERIALIZED)] * (OTHER[1] is not None)


def configurations_and_hashes(launch, ranks, configurations, options):
    """The printed numbers of configurations and hashes, by molecule."""
    mpiexec, program = launch
    run = subprocess.run([mpiexec, "-n", str(ranks), program, *options, "--stall-timeout=600",
                          "--gtest_filter=Systems/ExactConfigurations.*"], text=True, capture_output=True, timeout=3600,
                         env={**os.environ, "FOCKPROXY_CONFIGURATIONS": str(configurations)})
    assert run.returncode == 0, run.stdout + run.stderr
    found = re.findall(r"^(\w+): (\d+) configurations, one hash ([0-9a-f]{16})$", run.stdout, re.MULTILINE)
    assert {name for name, _, _ in found} == MOLECULES, run.stdout
    return {name: (int(count), hash_of_f) for name, count, hash_of_f in found}


def test_one_hash_everywhere(capsys):
    counts, hashes = dict.fromkeys(MOLECULES, 0), {name: set() for name in MOLECULES}
    for run in RUNS:
        for name, (count, hash_of_f) in configurations_and_hashes(*run).items():
            counts[name] += count
            hashes[name].add(hash_of_f)
    with capsys.disabled():
        libraries = "both MPI libraries" if OTHER[1] else "one MPI library"
        for name in sorted(MOLECULES):
            print(f"\n{name}: {counts[name]} configurations of {libraries}, hashes {sorted(hashes[name])}", end="")
        print()
    assert all(count >= FEWEST for count in counts.values())
    assert all(len(of_molecule) == 1 for of_molecule in hashes.values())
