"""ReFrame tests for the acceptance of a machine: the figure of merit of the Fock builder, and a sweep.

    reframe -C your-site.py -c perf/reframe/fockproxy_tests.py -r -n FockproxyFigureOfMerit -S num_tasks=64
    reframe -C your-site.py -c perf/reframe/fockproxy_tests.py -r -n FockproxySweep -S stacks=mpich-4.3 -S sweep=table1

Both fail if a result is not verified. References belong to a machine: set them with -S or in a subclass.
"""

import pathlib
import statistics
import sys

import reframe as rfm
import reframe.utility.sanity as sn
from reframe.core.builtins import performance_function, run_before, sanity_function, variable

SOURCE = pathlib.Path(__file__).resolve().parents[2]
RESULTS = "sweep.jsonl"
FIGURE = (r"^FIGURE OF MERIT \w+: (?P<rate>[0-9.e+]+) quartets/s, efficiency (?P<efficiency>[0-9.]+) \([^)]*\) "
          r"on [0-9]+ rank")


@rfm.simple_test
class FockproxyFigureOfMerit(rfm.RunOnlyRegressionTest):
    """Verified Fock builds with the launcher of the site; docs/figure-of-merit.md has the rules of the figure."""

    descr = "fockproxy: verified quartets per second of Fock builds"
    valid_systems = ["*"]
    valid_prog_environs = ["*"]
    num_tasks = 2
    sourcesdir = None
    program = variable(str, value="fockproxy")
    input = variable(str, value="medium")  # small, medium, large, huge
    options = variable(str, value="")  # options that the rules leave free: --counter, --matrix, --window, --grain, ...

    @run_before("run")
    def prepare(self):
        self.executable = self.program
        self.executable_opts = ["fock", "--input", self.input, "--repeat", "3", *self.options.split()]

    @sanity_function
    def the_builds_are_verified(self):
        return sn.all([sn.assert_found(r"^VERIFICATION: PASS$", self.stdout), sn.assert_found(FIGURE, self.stdout)])

    @performance_function("quartets/s")
    def rate(self):
        return sn.extractsingle(FIGURE, self.stdout, "rate", float)

    @performance_function("1")
    def efficiency(self):
        return sn.extractsingle(FIGURE, self.stdout, "efficiency", float)


def read_rows(folder):
    sys.path.insert(0, str(SOURCE / "perf"))
    from fockproxy_perf.rows.store import read_sweep_results
    return [row for row in read_sweep_results(pathlib.Path(folder) / RESULTS)[1] if not row.is_probe]


@rfm.simple_test
class FockproxySweep(rfm.RunOnlyRegressionTest):
    """Runs a sweep in one process; the sweep itself starts MPI.

    Figures: the mean degradation of the counter kernel, (work + wait) / undisturbed work, by case and window, and the
    cost of 1 + 6 communications per task for the Fock build.
    """

    descr = "fockproxy: shared counter and Fock build, sweep over settings"
    valid_systems = ["*"]
    valid_prog_environs = ["*"]
    num_tasks = 1
    time_limit = "30m"
    sourcesdir = None
    sweep = variable(str, value="quick")
    stacks = variable(str, value="debian-openmpi-4.1")
    transports = variable(str, value="shm")
    settings = variable(str, value="")  # further "AXIS=VALUE AXIS=VALUE" for --set

    @run_before("run")
    def prepare(self):
        self.executable = str(SOURCE / "scripts" / "perf")
        self.executable_opts = ["sweep", self.sweep, "--no-build", "--output", RESULTS, "--set", f"stack={self.stacks}",
                                "--set", f"transport={self.transports}"]
        for setting in self.settings.split():
            self.executable_opts += ["--set", setting]

    @run_before("run")
    def launch_directly(self):
        from reframe.core.backends import getlauncher
        self.job.launcher = getlauncher("local")()

    @sanity_function
    def every_row_is_verified_or_says_why_not(self):
        rows = read_rows(self.stagedir)
        bad = [row for row in rows if row.failed]
        return sn.all([sn.assert_true(rows, msg="the sweep left no rows"),
                       sn.assert_false(bad, msg="; ".join(f"{row.status}: {row.reason}" for row in bad[:3]))])

    @run_before("performance")
    def collect(self):
        kernel, build = {}, {}
        for row in read_rows(self.stagedir):
            if not row.verified:
                continue
            axes = row.axes
            window = axes.get("window", "-").replace("-", "") or "nowindow"
            place = f"{axes['stack']}_{axes['transport']}_{window}"
            if row.kind == "counter":
                name = f"{place}_{axes['counter']}_{axes['thread_level']}_case{axes['case']}"
                kernel.setdefault(f"degradation_{name}", []).append(row.result["degradation"])
            if row.kind == "compare":
                six = next(column for column in row.columns if column["column"] == "1+6+held")
                build.setdefault(f"six_comms_{place}_case{axes['case']}", []).append(six["degradation"])
        self.perf_variables = {name: sn.make_performance_function(sn.defer(statistics.median(values)), "ratio")
                               for name, values in {**kernel, **build}.items()}
