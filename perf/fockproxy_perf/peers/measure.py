"""Measuring: all programs of a case in turns, round after round, every measurement written down at once."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple, cast

from fockproxy_perf.peers.case import Case, Reference, ReferenceMaker
from fockproxy_perf.peers.peer import Build, Peer, Scf
from fockproxy_perf.peers.process import ProgramError
from fockproxy_perf.peers.records import Key, Measurement, ResultsFile

LARGEST_ENERGY_DIFFERENCE = 1e-6  # hartree; more is not the same molecule and basis set

Kind = Literal["build", "scf"]


class Task(NamedTuple):
    kind: Kind
    program: Peer
    threshold: float | None  # an SCF has none of ours

    def __str__(self) -> str:
        return f"{self.kind} {self.program.name}{'' if self.threshold is None else f' {self.threshold:.0e}'}"


class Plan(NamedTuple):
    """What is measured of every case."""

    programs: Sequence[Peer]
    kinds: Sequence[Kind]
    thresholds: Mapping[str, Sequence[float]]  # by program, in place of its own
    repeats: int
    long: float  # seconds from which once is enough

    def tasks(self) -> list[Task]:
        """Of one round."""
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
        """Every task, with the number of its round, in turns."""
        return [(task, repeat) for repeat in range(1, self.repeats + 1) for task in self.tasks()]


def measure(case: Case, reference: Reference, task: Task, repeat: int) -> Measurement:
    """Throws ProgramError when the program fails or when its energy is that of something else."""
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
    """Plans carried out: cases one after the other, what is in the results file left out."""

    plan: Plan
    fockproxy: ReferenceMaker
    results: ResultsFile
    say: Callable[[str], None]
    advance: Callable[[int], object]  # by so many measurements, made or not wanted

    def run(self, cases: Iterable[Case]) -> list[str]:
        """One sentence for each failure."""
        failures: list[str] = []
        for case in cases:
            try:
                failures += self.run_case(case)
            except ProgramError as error:
                failures.append(f"{case.name}: {error}")
        return failures

    def is_wanted(self, case: Case, task: Task, repeat: int) -> bool:
        """Not there yet, and not the repetition of something long."""
        key = Key(task.kind, case.name, task.program.name, task.threshold, repeat)
        if key in self.results.done:
            return False
        first = self.results.done.get(key._replace(repeat=1))
        return repeat == 1 or (first is not None and first["seconds"] < self.plan.long)

    def run_case(self, case: Case) -> list[str]:
        """A program that failed is not asked again."""
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
