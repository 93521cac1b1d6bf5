"""Measures all programs of a case in turns, round after round, and writes every measurement at once."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple, cast

from fockproxy_perf.peers.case import Case, Reference, ReferenceMaker
from fockproxy_perf.peers.peer import Build, Peer, Scf
from fockproxy_perf.peers.process import ProgramError
from fockproxy_perf.peers.records import Key, Measurement, ResultsFile

LARGEST_ENERGY_DIFFERENCE = 1e-6  # hartree; a larger one means another molecule or basis set

Kind = Literal["build", "scf"]


class Task(NamedTuple):
    kind: Kind
    program: Peer
    threshold: float | None  # None for an SCF

    def __str__(self) -> str:
        return f"{self.kind} {self.program.name}{'' if self.threshold is None else f' {self.threshold:.0e}'}"


class Plan(NamedTuple):
    """The measurements of every case."""

    programs: Sequence[Peer]
    kinds: Sequence[Kind]
    thresholds: Mapping[str, Sequence[float]]  # by program, instead of the program's own
    repeats: int
    long: float  # seconds; a longer measurement is made only once

    def tasks(self) -> list[Task]:
        """The measurements of one round."""
        found: list[Task] = []
        for kind in self.kinds:
            for program in self.programs:
                if kind == "scf":
                    found.append(Task(kind, program, None))
                elif program.builds:
                    chosen = self.thresholds.get(program.name, program.thresholds)
                    found += [Task(kind, program, threshold) for threshold in chosen]
        return found

    def rounds(self) -> list[tuple[Task, int]]:
        """Every task with the number of its round; the tasks take turns."""
        return [(task, repeat) for repeat in range(1, self.repeats + 1) for task in self.tasks()]


def measure(case: Case, reference: Reference, task: Task, repeat: int) -> Measurement:
    """Throws ProgramError if the program fails or its energy differs from the reference."""
    result: Build | Scf
    if task.threshold is None:
        result, output = task.program.scf(case)
    else:
        result, output = task.program.build(case, task.threshold)
    difference = result["energy"] - reference["energy"]
    if not abs(difference) < LARGEST_ENERGY_DIFFERENCE:
        raise ProgramError(f"energy {result['energy']:.10f}, and the reference is {reference['energy']:.10f} hartree")
    record = {"kind": task.kind, "case": case.name, "program": task.program.name,
              "instructions": task.program.instructions, "threshold": task.threshold, "repeat": repeat,
              "seconds": output.seconds, "functions": reference["functions"],
              "energy_difference": difference, **result, "process_seconds": output.seconds,
              "process_cpu_seconds": output.cpu_seconds, "queue_seconds": output.queue_seconds,
              "disturbed": output.disturbed()}
    return cast(Measurement, record)


@dataclass
class Campaign:
    """Carries out a plan, one case after the other. Skips measurements that the results file already has."""

    plan: Plan
    fockproxy: ReferenceMaker
    results: ResultsFile
    say: Callable[[str], None]
    advance: Callable[[int], object]  # called with a number of measurements that were made or not wanted

    def run(self, cases: Iterable[Case]) -> list[str]:
        """Returns one sentence per failure."""
        failures: list[str] = []
        for case in cases:
            try:
                failures += self.run_case(case)
            except ProgramError as error:
                failures.append(f"{case.name}: {error}")
        return failures

    def is_wanted(self, case: Case, task: Task, repeat: int) -> bool:
        """Whether the measurement is missing, and is not the repetition of a long one."""
        key = Key(task.kind, case.name, task.program.name, task.threshold, repeat)
        if key in self.results.done:
            return False
        first = self.results.done.get(key._replace(repeat=1))
        return repeat == 1 or (first is not None and first["seconds"] < self.plan.long)

    def run_case(self, case: Case) -> list[str]:
        """After a failure, the program is not run again."""
        rounds = self.plan.rounds()
        if not any(self.is_wanted(case, *entry) for entry in rounds):
            self.advance(len(rounds))
            return []
        reference = case.reference(self.fockproxy)
        failures: dict[tuple[Kind, str], str] = {}  # by kind and program
        for task, repeat in rounds:
            at = task.kind, task.program.name
            if at not in failures and self.is_wanted(case, task, repeat):
                try:
                    self.record(measure(case, reference, task, repeat), task)
                except ProgramError as error:
                    failures[at] = f"{case.name}, {task.kind} of {task.program.name}: {error}"
                    self.say(failures[at])
            self.advance(1)
        return list(failures.values())

    def record(self, measured: Measurement, task: Task) -> None:
        self.results.append(measured)
        self.say(f"{measured['case']} {task}: {measured['seconds']:.3f} s"
                 f"{' (disturbed)' if measured['disturbed'] else ''}")
