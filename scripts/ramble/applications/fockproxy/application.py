from ramble.appkit import *
from ramble.expander import Expander


class Fockproxy(ExecutableApplication):
    """Fock-builder proxy application driven by dynamic load balancing.

    The workload fock is the benchmark whose figure of merit is compared between machines: docs/figure-of-merit.md has
    its rules. The workload check asks the stack beneath for right numbers, and comes first on a new machine."""

    name = "fockproxy"

    tags("proxy-app", "quantum-chemistry", "mpi", "one-sided")

    software_spec("fockproxy", pkg_spec="fockproxy", package_manager="spack*")
    required_package("fockproxy", package_manager="spack*")

    for command, arguments in (("fock", "--input {input} --repeat {builds}"), ("scf", "--input {input}"),
                               ("compare", "--input {input} --repeat {builds}"), ("check", "")):
        executable(command, f"fockproxy {command} {arguments} {{options}}", use_mpi=True,
                   output_capture=OUTPUT_CAPTURE.ALL)

    workload("fock", executables=["fock"])
    workload("scf", executables=["scf"])
    workload("compare", executables=["compare"])
    workload("check", executables=["check"])

    workload_variable("input", default="medium", values=["small", "medium", "large", "huge"],
                      description="Molecule and basis set: those whose results are compared",
                      workloads=["fock", "scf", "compare"])
    workload_variable("builds", default="3", description="Number of Fock builds", workloads=["fock", "compare"])
    workload_variable("options", default="",
                      description="What the rules leave free: --counter, --matrix, --window, --progress, --grain, --chunk",
                      workloads=["fock", "scf", "compare", "check"])

    log = Expander.expansion_str("log_file")

    figure = (r"FIGURE OF MERIT (?P<input>\w+): (?P<rate>[0-9.e+]+) quartets/s, efficiency (?P<efficiency>[0-9.]+) "
              r"\([^)]*\) on (?P<ranks>[0-9]+) rank")
    figure_of_merit("Verified quartets per second", log_file=log, fom_regex=figure, group_name="rate", units="1/s")
    figure_of_merit("Efficiency", log_file=log, fom_regex=figure, group_name="efficiency", units="")
    figure_of_merit("Ranks", log_file=log, fom_regex=figure, group_name="ranks", units="")
    figure_of_merit("Energy", log_file=log, fom_regex=r"  total +(?P<energy>-[0-9.]+)$", group_name="energy",
                    units="hartree")
    figure_of_merit("Rows of check passed", log_file=log, fom_regex=r"CHECK: PASS: (?P<passed>[0-9]+) passed",
                    group_name="passed", units="")

    # No time is shown for a wrong answer: what is not verified ends in an error, without a figure.
    success_criteria("ended", mode="string", match=r".*(FIGURE OF MERIT|figure of merit|CHECK: PASS)", file=log)
    success_criteria("no error", mode="string", anti_match=r".*fockproxy: error", file=log)
