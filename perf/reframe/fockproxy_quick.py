"""ReFrame test: the sweep `quick` of this source tree, its verification, and its figures.

    reframe -c perf/reframe/fockproxy_quick.py -r                       (add -C your-site.py on a cluster)
    reframe -c perf/reframe/fockproxy_quick.py -r -S stacks=mpich-4.3   another stack; -S sweep=table1: another sweep

Figures: the mean degradation of the counter kernel, (work + wait) / undisturbed work, by case and window, and what
1 + 6 communications per task cost the Fock build. References belong to a machine; set them with -S or in a subclass.
"""

import pathlib
import statistics
import sys

import reframe as rfm
import reframe.utility.sanity as sn
from reframe.core.builtins import run_before, sanity_function, variable

SOURCE = pathlib.Path(__file__).resolve().parents[2]
RESULTS = "sweep.jsonl"


def read_rows(folder):
    sys.path.insert(0, str(SOURCE / "perf"))
    from fockproxy_perf.rows.store import read_sweep_results
    return [row for row in read_sweep_results(pathlib.Path(folder) / RESULTS)[1] if not row.is_probe]


@rfm.simple_test
class FockproxyQuick(rfm.RunOnlyRegressionTest):
    """Runs the sweep in one process; the sweep itself launches MPI."""

    descr = "fockproxy: shared counter and Fock build, quick sweep"
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
